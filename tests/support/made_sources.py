"""Sources of benchmarks/quality/kinds that a test makes itself, of the same shape as the real ones.

The real ones are corpora and packages of some hundred megabytes. What is drawn from them is
looked at by ``python -m benchmarks.quality.kinds --check`` where they are.
"""

import random
from pathlib import Path

from benchmarks.quality.kinds.model import HalfName
from benchmarks.quality.kinds.sources import FAQ, GUIDE, HELP, Paragraphs, Sources

_PARAGRAPHS = 900
# words, and what a sentence needs so that it can be denied
_WORDS = {
    "en": ("river mountain valley forest meadow village bridge harbour castle garden", "is", "."),
    "zh": ("合同双方协议签订日期地点货物质量标准交付数据默认文件网络用户程序", "可以", "。"),
    "ru": ("река озеро деревня мост лодка ветер ночь дорога крепость огород ещё", "может", "."),
    "ja": ("データベース サーバー ネットワーク ファイル 検索 設定 会議 予定", "できます", "。"),
    "ko": ("강물 마을 다리 바람 저녁 아침 도서관 학교 시장 바다 항구", "할 수 있습니다", "."),
    "el": ("ποτάμι βουνό κοιλάδα δάσος χωριό γέφυρα λιμάνι κάστρο κήπος", "είναι", "."),
    "ar": ("نهر جبل وادي غابة قرية جسر ميناء قلعة حديقة شارع", "يمكن", "."),
    "hi": ("नदी पहाड़ घाटी जंगल गाँव पुल बंदरगाह क़िला बगीचा सड़क", "है", "।"),
    "de": ("Flüsse Gebirge Täler Wälder Dörfer Brücke Straße Gärten Schlösser", "ist", "."),
    "fr": ("rivière forêt vallée château élève été hôtel français garçon", "est", "."),
    "cs": ("řeka údolí příklad počítač složka nástroj uživatel změna", "je", "."),
    "pl": ("źródło łąka dół góra książka pamięć użytkownik ścieżka", "jest", "."),
    "es": ("montaña río jardín pequeño señal canción página índice", "es", "."),
}
_IDEOGRAPHIC = ("zh", "ja")
_GO = ("spf13-cobra", "spf13-pflag", "gorilla-mux", "sirupsen-logrus", "hashicorp-go-version")


class MadeSources(Sources):
    """Texts of random words in every language, and files in the places of the real ones."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder / "corpora", folder / "debian")
        self._folder = folder
        for half in HalfName:
            self._write(half)

    def _documents(self, half: HalfName, language: str) -> tuple[Paragraphs, ...]:
        generator = random.Random(f"{half} {language}")
        paragraphs = [_paragraph(generator, language) for _ in range(_PARAGRAPHS)]
        return tuple(paragraphs[at : at + 6] for at in range(0, len(paragraphs), 6))

    def _write(self, half: HalfName) -> None:
        generator = random.Random(str(half))
        package, manual = {
            HalfName.TUNED: ("sphinx-doc", "sphinx-doc"),
            HalfName.ASIDE: ("python3.11-doc", "python3.11"),
            HalfName.FRESH: ("buildbot-doc", "buildbot"),
        }[half]
        pages = self._folder / "debian" / package / "usr/share/doc" / manual / "html"
        for number in range(12):
            lines = [_paragraph(generator, "en") for _ in range(12)]
            _put(pages / "_sources" / f"{number}.rst.txt", "\n\n".join(lines))
            _put(pages / f"{number}.html", "".join(f"<p>{line}</p>" for line in lines))
            changed = [*lines[:-1], _paragraph(generator, "en")]
            for release, written in enumerate((lines, changed)):
                _put(self._release(half, release, number), "\n\n".join(written))
            self._put_translations(half, number, generator)
        self._put_code(half, generator)
        if half is HalfName.TUNED:
            licences = self._folder / "debian/base-files/usr/share/common-licenses"
            for name in ("LGPL-2", "LGPL-2.1", "GFDL-1.2", "GFDL-1.3"):
                _put(licences / name, _paragraph(generator, "en"))
        else:
            fortunes = self._folder / "debian/fortunes-zh/usr/share/games/fortunes"
            name, head = "song100", "题目:《宋第{}首》\n作者:某人\n"
            if half is HalfName.ASIDE:
                name, head = "tang300", "《第{}首》\n作者：某人\n"
            poems = [
                head.format(number) + _paragraph(generator, "zh").replace("。", "。\n")
                for number in range(12)
            ]
            _put(fortunes / name, "\n%\n".join(poems))

    def _release(self, half: HalfName, release: int, number: int) -> Path:
        if half is HalfName.TUNED:
            folder = self._folder / "corpora/tidb-docs-zh" / ("release-6.5", "release-8.5")[release]
            return folder / f"{number}.md"
        tool = "llvm" if half is HalfName.ASIDE else "clang"
        name = f"{tool}-{14 + release}-doc"
        manual = name if half is HalfName.ASIDE else name.removesuffix("-doc")
        folder = self._folder / "debian" / name / "usr/share/doc" / manual / "html/_sources"
        return folder / f"{number}.rst.txt"

    def _put_translations(self, half: HalfName, number: int, generator: random.Random) -> None:
        languages = ("zh", "ru", "ja", "el" if half is HalfName.ASIDE else "ko")
        for language in ("en", *languages):
            texts = [_paragraph(generator, language) for _ in range(4)]
            page = "<meta charset='utf-8'>" + "".join(f"<p>{text}</p>" for text in texts)
            if half is HalfName.TUNED:
                name = {"zh": "zh-cn"}.get(language, language)
                package = "debian-faq" if language == "en" else f"debian-faq-{name}"
                inside = FAQ if language == "en" else f"{FAQ}/{name}"
                path = self._folder / "debian" / package / inside / f"{number}.{name}.html"
            elif half is HalfName.FRESH:
                package = {"zh": "zh-cn", "en": "en-us"}.get(language, language)
                folder = {"zh": "zh-CN", "en": "en-US"}.get(language, language)
                path = self._folder / "debian" / f"libreoffice-help-{package}" / HELP / folder
                path = path / "text/swriter" / f"{number}.html"
            else:
                name = {"zh": "zh_CN"}.get(language, language)
                folder = self._folder / "debian" / "installation-guide-amd64" / GUIDE / name
                path = folder / f"{number}.html"
            _put(path, page)

    def _put_code(self, half: HalfName, generator: random.Random) -> None:
        for number in range(40):
            code = "".join(_function(generator, half, at) for at in range(20))
            if half is HalfName.TUNED:
                inside = "libpython3.11-stdlib/usr/lib/python3.11"
                path = self._folder / "debian" / inside / f"{number}.py"
            elif half is HalfName.FRESH:
                path = self._folder / "debian/gnulib/usr/share/gnulib/lib" / f"{number}.c"
            else:
                name = f"golang-github-{_GO[number % len(_GO)]}-dev"
                path = self._folder / "debian" / name / "usr" / f"{number}.go"
            _put(path, code)


def _paragraph(generator: random.Random, language: str) -> str:
    listed, verb, stop = _WORDS[language]
    words = list(listed) if language == "zh" else listed.split()
    between = "" if language in _IDEOGRAPHIC else " "
    sentences = []
    for _ in range(8):
        chosen = [*generator.choices(words, k=4), verb, *generator.choices(words, k=5)]
        sentences.append(between.join([*chosen, f" {generator.randrange(10, 99)}"]) + stop)
    return between.join(sentences)


def _function(generator: random.Random, half: HalfName, at: int) -> str:
    first, second, third = generator.sample(_WORDS["en"][0].split(), 3)
    if half is HalfName.TUNED:
        return (
            f'def {first}_{at}({second}, {third}, limit):\n    """Return the {first}."""\n'
            f"    # of the {second}\n    if {second} == {third} + {at}:\n"
            f'        return "{third}"\n    return {second} - limit\n\n\n'
        )
    if half is HalfName.FRESH:
        return (
            f"/* {first} of the {second} */\n"
            f"int\n{first}_{at} (int {second}, int {third}, int limit)\n{{\n"
            f"  if ({second} == {third} + {at})\n    return {third};\n"
            f"  return {second} - limit;\n}}\n\n"
        )
    return (
        f"// {first} of the {second}\n"
        f"func {first}{at}({second} int, {third} int, limit int) int {{\n"
        f"\tif {second} == {third} + {at} {{\n\t\treturn {third}\n\t}}\n"
        f"\treturn {second} - limit\n}}\n\n"
    )


def _put(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
