"""RecipeField: a recipe of fingerprints with its options, in words."""

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QCheckBox, QComboBox, QVBoxLayout, QWidget

import simcore
from simcore import ScanConfig

from ...language.wording import count_text
from ...looks.measures import scaled
from ...widgets.layouts import filled

translate = QCoreApplication.translate  # the name lupdate looks for

_WIDTHS = 32, 64, 128
_STOP, _STEM = "stop", "stem"


def _words(name: str) -> str:
    """Return what people call a recipe; its summary for one that has no words here yet."""
    known = {
        "default": translate("recipes", "Words and pairs of words"),
        "charikar": translate("recipes", "Words by how often they occur (Charikar 2002)"),
        "shingles": translate("recipes", "Runs of three words (Broder 1997)"),
        "tfidf-20": translate("recipes", "The 20 most telling words"),
        "levels": translate("recipes", "Words in five levels of weight"),
        "chars-4": translate("recipes", "Runs of four characters"),
        "bigrams-32": translate("recipes", "Runs of two characters"),
        "classic-128": translate("recipes", "Every word, the classic hash"),
    }
    return known.get(name) or simcore.RECIPES[name].summary


class RecipeField(QWidget):
    """Chooses a recipe, its width and its options; together they are its name in the engine."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.recipes = QComboBox(self)
        default = ScanConfig().recipe
        for name, recipe in simcore.RECIPES.items():
            text = translate("recipes", "{0}, {1} bits").format(
                _words(name), count_text(recipe.width)
            )
            if name == default:
                text = translate("recipes", "{0} (default)").format(text)
            self.recipes.addItem(text, name)
            self.recipes.setItemData(self.recipes.count() - 1, name, Qt.ItemDataRole.ToolTipRole)
        self.widths = QComboBox(self)
        self.widths.setAccessibleName(translate("recipes", "Bits of the fingerprint"))
        self.widths.addItem(translate("recipes", "As many bits as the recipe has"), 0)
        for width in _WIDTHS:
            self.widths.addItem(translate("recipes", "{0} bits").format(count_text(width)), width)
        self.stop = QCheckBox(translate("recipes", "Leave out the commonest words"), self)
        self.stem = QCheckBox(translate("recipes", "Cut English words to their stems"), self)
        parts = self.recipes, self.widths, self.stop, self.stem
        filled(QVBoxLayout(self), *parts, spacing=scaled(6))
        self.setFocusProxy(self.recipes)

    def set_recipe(self, name: str) -> None:
        """Show a recipe by its name in the engine; one that is not known is shown as it is."""
        base, *options = name.split("+")
        known = {_STOP, _STEM, *map(str, _WIDTHS)}
        widths = [one for one in options if one.isdecimal()]
        if base not in simcore.RECIPES or set(options) - known or len(widths) > 1:
            base, options, widths = name, [], []
            if self.recipes.findData(name) < 0:
                self.recipes.addItem(name, name)
        self.recipes.setCurrentIndex(self.recipes.findData(base))
        self.widths.setCurrentIndex(self.widths.findData(int(widths[0]) if widths else 0))
        self.stop.setChecked(_STOP in options)
        self.stem.setChecked(_STEM in options)

    def recipe(self) -> str:
        """Return the name of the recipe. Raises ``ConfigError`` for one that is not known."""
        options = [
            *([_STOP] if self.stop.isChecked() else []),
            *([_STEM] if self.stem.isChecked() else []),
            *([str(self.widths.currentData())] if self.widths.currentData() else []),
        ]
        return simcore.find_recipe("+".join([self.recipes.currentData(), *options])).name
