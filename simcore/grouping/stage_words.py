"""Words for the stage of a document in names, by language: ``draft``, ``signed``, ``定稿``.

A stage is a number; a higher one is later. ``_`` in a word is any separator.
"""

import re
import unicodedata
from collections.abc import Iterable

OLD = -4  # put aside: replaced, archived
FIRST = -3  # an outline
DRAFT = -2
REVIEW = -1  # out for comments or approval, or marked up; of what lacks a signature, too
CLEAN = 0  # without the marks of changes: above one with them, else as without a word
REVISED = 1  # changed after something, but no more than a name without a stage
PROOF = 2  # a proof of the printer; from here on a stage comes before numbers of versions
FINAL = 3  # the author is done with it, or it is ready to be signed
REALLY = 4  # really final
SUBMITTED = 5  # sent to those who decide, or to the customer
APPROVED = 6  # they agreed: from here on drafts with longer names are below it, too
SIGNED = 7  # or released for printing
IN_FORCE = 8  # signed by all, published, filed, built

# words between other letters are none, so of those in scripts without spaces only compounds count
_SPACED = {
    "English": {
        OLD: "old older outdated obsolete archive archived previous prev original orig superseded"
        " replaced withdrawn retired deprecated rejected discarded backup backups bak do_not_use",
        FIRST: "outline sketch skeleton rough_draft rough_cut",
        DRAFT: "draft drafts wip work_in_progress working_copy working_version",
        REVIEW: "rc beta alpha preview prerelease release_candidate review for_review in_review"
        " under_review for_comment for_comments for_discussion for_approval issued_for_review"
        " issued_for_approval issued_for_comment ifr ifa proposed interim tentative preliminary"
        " prelim provisional pending unsigned unapproved unexecuted prefinal redline redlined"
        " blackline marked_up tracked_changes track_changes",
        REVISED: "new newer newest revised reviewed updated update latest current corrected"
        " amended edited proofread changes_accepted fine_cut last",
        PROOF: "proof proofs galley galleys page_proof page_proofs",
        FINAL: "final finale finalized finalised def finished definitive agreed agreed_form"
        " engrossment engrossed fair_copy execution_version execution_copy for_signature"
        " for_execution picture_lock picture_locked vfinal finalversion",
        REALLY: "finalfinal",
        SUBMITTED: "submitted delivered sent lodged handed_in",
        APPROVED: "approved accepted adopted cleared authorized authorised endorsed ifc afc"
        " issued_for_construction approved_for_construction partially_signed partially_executed",
        SIGNED: "signed sealed initialled ratified certified camera_ready print_ready press_ready"
        " ready_for_print ready_for_press imprimatur stamped wet_ink with_signature"
        " with_signatures",
        IN_FORCE: "executed fully_executed countersigned conformed notarized notarised published"
        " released issued effective in_force enacted filed as_built asbuilt",
    },
    "German": {
        OLD: "veraltet alt alte sicherung archiv archiviert überholt ersetzt ungültig verworfen",
        FIRST: "skizze vorentwurf rohentwurf rohschnitt",
        DRAFT: "entwurf rohfassung arbeitsfassung arbeitsversion arbeitsstand",
        REVIEW: "vorläufig vorab vorabversion zur_prüfung in_prüfung zur_freigabe zur_abstimmung"
        " in_abstimmung zur_durchsicht prüffassung ohne_unterschrift ununterschrieben",
        REVISED: "neu neue neueste aktuell aktualisiert überarbeitet korrigiert berichtigt"
        " geändert ergänzt geprüft bereinigt lektoriert revidiert korr überarb letzte letzter",
        PROOF: "korrekturfahne korrekturfahnen korrekturabzug umbruch",
        FINAL: "endfassung endversion endgültig schlussfassung reinschrift fertig abgeschlossen"
        " abgestimmt zur_unterschrift unterschriftsreif definitiv finalfassung letztfassung"
        " allerletzte",
        SUBMITTED: "eingereicht abgegeben abgabe abgabeversion abgabefassung abgeschickt versandt"
        " versendet verschickt gesendet",
        APPROVED: "genehmigt freigegeben bewilligt beschlossen verabschiedet angenommen bestätigt",
        SIGNED: "unterschrieben unterzeichnet signiert gesiegelt druckreif druckfertig"
        " druckfreigabe gut_zum_druck mit_unterschrift mit_unterschriften",
        IN_FORCE: "gegengezeichnet ausgefertigt beurkundet veröffentlicht publiziert erschienen"
        " gedruckt verkündet ratifiziert rechtskräftig gültig in_kraft",
    },
    "French": {
        OLD: "ancien ancienne sauvegarde obsolète périmé périmée archivé archivée remplacé"
        " remplacée caduc",
        FIRST: "ébauche esquisse premier_jet",
        DRAFT: "brouillon brouillons avant_projet version_de_travail document_de_travail",
        REVIEW: "provisoire préliminaire à_relire à_valider à_signer pour_relecture en_relecture"
        " pour_validation pour_avis pour_commentaires sans_signature",
        REVISED: "nouveau nouvelle révisé révisée corrigé corrigée actualisé actualisée mis_à_jour"
        " mise_à_jour modifié modifiée relu relue amendé amendée rectifié rectifiée corr dernier"
        " dernière",
        PROOF: "épreuve épreuves placards",
        FINAL: "définitif définitive finalisé finalisée vf vdef vfin vfinale pour_signature",
        SUBMITTED: "soumis soumise déposé déposée envoyé envoyée transmis transmise",
        APPROVED: "approuvé approuvée validé validée adopté adoptée accepté acceptée",
        SIGNED: "signé signée scellé scellée paraphé paraphée bon_à_tirer prêt_à_imprimer"
        " bon_pour_impression avec_signature avec_signatures bon_pour_accord",
        IN_FORCE: "contresigné contresignée publié publiée promulgué promulguée paru parue imprimé"
        " imprimée en_vigueur",
    },
    "Spanish": {
        OLD: "antiguo antigua viejo vieja obsoleto obsoleta anterior archivado archivada derogado"
        " derogada reemplazado reemplazada sustituido sustituida respaldo",
        FIRST: "esbozo bosquejo boceto",
        DRAFT: "borrador borradores anteproyecto versión_de_trabajo",
        REVIEW: "provisional preliminar pendiente para_revisión en_revisión para_revisar"
        " para_aprobación por_aprobar por_firmar para_comentarios sin_firma sin_firmar",
        REVISED: "nuevo nueva actualizado actualizada revisado revisada corregido corregida"
        " modificado modificada enmendado enmendada último última",
        PROOF: "galerada galeradas prueba_de_imprenta pruebas_de_imprenta",
        FINAL: "definitivo definitiva terminado terminada finalizado finalizada para_firma"
        " para_firmar",
        SUBMITTED: "entregado entregada enviado enviada presentado presentada remitido remitida",
        APPROVED: "aprobado aprobada aceptado aceptada validado validada autorizado autorizada",
        SIGNED: "firmado firmada sellado sellada para_imprenta listo_para_imprenta"
        " listo_para_imprimir con_firma con_firmas",
        IN_FORCE: "publicado publicada vigente en_vigor promulgado promulgada ratificado"
        " ratificada protocolizado protocolizada impreso impresa",
    },
    "Portuguese": {
        OLD: "antigo antiga velho velha desatualizado desatualizada arquivado arquivada"
        " substituído substituída",
        FIRST: "esboço",
        DRAFT: "rascunho rascunhos minuta versão_de_trabalho",
        REVIEW: "provisório provisória pendente para_revisão em_revisão para_aprovação por_assinar"
        " sem_assinatura para_comentários",
        REVISED: "novo nova revisto atualizado atualizada corrigido corrigida alterado alterada",
        PROOF: "prova_gráfica provas_gráficas prova_tipográfica",
        FINAL: "finalizada concluído concluída para_assinatura",
        SUBMITTED: "entregue submetido submetida apresentado apresentada",
        APPROVED: "aprovado aprovada aceito aceite homologado homologada",
        SIGNED: "assinado assinada rubricado rubricada lacrado pronto_para_impressão"
        " com_assinatura com_assinaturas",
        IN_FORCE: "em_vigor impresso impressa",
    },
    "Italian": {
        OLD: "vecchio vecchia superato superata precedente archiviato archiviata sostituito"
        " sostituita",
        FIRST: "abbozzo",
        DRAFT: "bozza versione_di_lavoro",
        REVIEW: "provvisorio provvisoria preliminare da_rivedere in_revisione da_approvare"
        " da_firmare per_approvazione senza_firma",
        REVISED: "nuovo nuova rivisto revisionato revisionata corretto corretta aggiornato"
        " aggiornata modificato modificata emendato emendata ultimo ultima",
        PROOF: "bozze bozze_di_stampa",
        FINAL: "finito completato concluso per_firma",
        SUBMITTED: "consegnato consegnata inviato inviata presentato presentata depositato"
        " depositata trasmesso trasmessa",
        APPROVED: "approvato approvata accettato accettata validato validata autorizzato"
        " autorizzata deliberato deliberata",
        SIGNED: "firmato firmata sottoscritto sottoscritta siglato siglata sigillato"
        " visto_si_stampi pronto_per_la_stampa con_firma",
        IN_FORCE: "controfirmato controfirmata pubblicato pubblicata in_vigore promulgato"
        " ratificato ratificata stampato stampata",
    },
    "Dutch": {
        OLD: "oud oude verouderd vervallen gearchiveerd vervangen vorige",
        FIRST: "schets ruwe_versie",
        DRAFT: "concept klad kladversie conceptversie werkversie ontwerpversie",
        REVIEW: "voorlopig voorlopige ter_goedkeuring ter_beoordeling ongetekend nog_te_tekenen",
        REVISED: "nieuw nieuwe herzien herziene gewijzigd gewijzigde bijgewerkt gecorrigeerd"
        " aangepast verbeterd laatste",
        PROOF: "drukproef drukproeven zetproef proefdruk",
        FINAL: "definitief definitieve eindversie finaal voltooid afgerond ter_ondertekening",
        SUBMITTED: "ingediend ingeleverd verzonden verstuurd opgeleverd",
        APPROVED: "goedgekeurd vastgesteld geaccepteerd geaccordeerd akkoord aangenomen",
        SIGNED: "ondertekend getekend drukklaar persklaar met_handtekening",
        IN_FORCE: "medeondertekend gepubliceerd uitgegeven gedrukt gepasseerd geldend van_kracht",
    },
    "Polish": {
        OLD: "stary stara stare nieaktualny nieaktualna nieaktualne archiwum archiwalny archiwalna"
        " poprzedni poprzednia",
        FIRST: "zarys konspekt",
        DRAFT: "szkic brudnopis wersja_robocza roboczy robocza robocze",
        REVIEW: "wstępny wstępna do_akceptacji do_uzgodnienia do_konsultacji do_sprawdzenia"
        " do_weryfikacji niepodpisany niepodpisana niepodpisane bez_podpisu",
        REVISED: "nowy nowa nowe poprawiony poprawiona poprawione zaktualizowany zaktualizowana"
        " zaktualizowane zmieniony zmieniona zmienione skorygowany skorygowana po_poprawkach"
        " po_korekcie ostatni ostatnia po_uwagach",
        PROOF: "szpalty odbitka_korektorska",
        FINAL: "ostateczny ostateczna ostateczne finalny finalna finalne końcowy końcowa końcowe"
        " czystopis gotowy gotowa gotowe do_podpisu",
        SUBMITTED: "złożony złożona złożone wysłany wysłana wysłane oddany oddana oddane",
        APPROVED: "zatwierdzony zatwierdzona zatwierdzone zaakceptowany zaakceptowana"
        " zaakceptowane przyjęty przyjęta uchwalony uchwalona",
        SIGNED: "podpisany podpisana podpisane parafowany parafowana do_druku z_podpisem"
        " z_podpisami",
        IN_FORCE: "opublikowany opublikowana opublikowane obowiązujący obowiązująca ogłoszony"
        " ogłoszona wydrukowany wydrukowana",
    },
    "Russian": {
        OLD: "старый старая старое старые архив устаревший устаревшая неактуальный неактуальная"
        " предыдущий предыдущая прежний прежняя утратил_силу",
        FIRST: "набросок эскиз",
        DRAFT: "черновик черновой черновая проект рабочая_версия рабочий_вариант",
        REVIEW: "предварительный предварительная на_согласование на_согласовании для_согласования"
        " на_проверку на_утверждение на_рассмотрение без_подписи неподписанный неподписанная",
        REVISED: "новый новая новое исправленный исправленная исправлено испр обновленный"
        " обновленная обновлено обновлённый доработанный доработанная доработано переработанный"
        " изменённый изменённая актуальный актуальная",
        PROOF: "корректура вёрстка гранки",
        FINAL: "финал финальный финальная итоговый итоговая окончательный окончательная"
        " окончательно чистовик чистовой чистовая последний последняя на_подпись на_подписание"
        " готово",
        SUBMITTED: "сдан сдана сдано отправлен отправлена отправлено подан подана подано направлен"
        " направлено",
        APPROVED: "утверждён утверждена утверждено утверждённый утверждённая согласован"
        " согласована согласовано согласованный согласованная одобрен одобрена одобрено принят"
        " принята принято",
        SIGNED: "подписан подписана подписано подписанный подписанная в_печать к_печати"
        " подписано_в_печать с_подписью с_подписями с_печатью",
        IN_FORCE: "опубликован опубликована опубликовано действующий действующая сигнальный"
        " сигнальный_экземпляр издан издано зарегистрирован зарегистрирована",
    },
    "Turkish": {
        OLD: "eski yedek arşiv önceki geçersiz",
        FIRST: "kaba_taslak",
        DRAFT: "taslak taslağı müsvedde",
        REVIEW: "incelemede onay_bekliyor imzasız onaysız",
        REVISED: "yeni güncel güncellenmiş güncellendi revize düzeltilmiş düzeltildi değiştirilmiş"
        " en_son",
        PROOF: "baskı_provası",
        FINAL: "nihai kesin son_hali son_sürüm son_versiyon tamamlandı imzaya",
        SUBMITTED: "gönderildi gönderilen teslim_edildi sunuldu iletildi",
        APPROVED: "onaylı onaylandı onaylanmış kabul_edildi",
        SIGNED: "imzalı imzalandı imzalanmış ıslak_imzalı mühürlü baskıya baskıya_hazır",
        IN_FORCE: "yayınlandı yayımlandı yayınlanmış yayımlanmış yürürlükte",
    },
    "Swedish, Danish, Norwegian, Finnish": {
        OLD: "gammal gamla gammalt föråldrad arkiv arkiverad ersatt inaktuell gammel gamle vanha",
        FIRST: "skiss råversion",
        DRAFT: "utkast udkast luonnos arbetsversion koncept kladde",
        REVIEW: "preliminär preliminärt för_granskning för_godkännande remissversion osignerad",
        REVISED: "nytt nya uppdaterad uppdaterat reviderad reviderat ändrad ändrat korrigerad"
        " rättad granskad opdateret revideret päivitetty korjattu senaste",
        PROOF: "korrektur korrekturavdrag provtryck",
        FINAL: "slutversion slutgiltig slutgiltigt slutlig slutligt färdig färdigt renskriven"
        " endelig lopullinen valmis definitiv færdig ferdig klart",
        SUBMITTED: "inlämnad inlämnat inskickad inskickat skickad skickat levererad indsendt",
        APPROVED: "godkänd godkänt antagen antaget fastställd fastställt beslutad godkendt"
        " godkjent hyväksytty",
        SIGNED: "undertecknad undertecknat underskriven underskrevet signerad signerat justerad"
        " justerat tryckfärdig tryckklar underskrevet undertegnet allekirjoitettu",
        IN_FORCE: "kontrasignerad publicerad publicerat gällande utgiven tryckt i_kraft julkaistu",
    },
    "Czech": {
        OLD: "starý staré zastaralý zastaralá neplatný neplatná záloha předchozí",
        FIRST: "náčrt osnova",
        DRAFT: "návrh pracovní pracovní_verze rozpracováno",
        REVIEW: "předběžný předběžná k_připomínkám k_revizi ke_kontrole ke_schválení nepodepsaný"
        " nepodepsaná nepodepsáno",
        REVISED: "nový nová nové upravený upravená upraveno opravený opravená opraveno"
        " aktualizovaný aktualizovaná aktualizováno revidovaný revidovaná přepracovaný poslední"
        " po_připomínkách",
        PROOF: "korektura korektury obtah nátisk",
        FINAL: "finální konečný konečná konečné definitivní čistopis hotovo hotový k_podpisu",
        SUBMITTED: "odevzdaný odevzdaná odevzdáno odeslaný odeslaná odesláno podáno",
        APPROVED: "schválený schválená schválené schváleno odsouhlasený odsouhlaseno přijato",
        SIGNED: "podepsaný podepsaná podepsané podepsáno do_tisku k_tisku s_podpisem s_podpisy",
        IN_FORCE: "zveřejněný zveřejněná zveřejněno vydaný vydáno platný platná platné účinný"
        " v_platnosti publikováno",
    },
}
# words with other meanings: they are stages where another name lacks them, and else titles
_DOUBTFUL = {
    DRAFT: "projet proyecto konzept ontwerp",
    CLEAN: "clean propre limpio limpo pulito",
    REVISED: "revista rivista revue",
    FINAL: "complete completed done ok fix master gold locked frozen son enson klar",
    SIGNED: "bat",
    IN_FORCE: "printed",
}
# Chinese, simplified and traditional; Japanese; Korean
_UNSPACED = {
    OLD: "存档 存檔 归档 歸檔 备份 備份 旧版本 旧版 舊版 旧稿 舊稿 原稿 作废 作廢 已废止 已廢止"
    " バックアップ 旧バージョン ボツ 백업 구버전 이전 이전버전 폐기",
    FIRST: "初稿 草案初稿 粗稿 毛稿 たたき台 叩き台 骨子 초고",
    DRAFT: "草稿 草案 讨论稿 討論稿 征求意见稿 徵求意見稿 意见稿 工作稿 擬稿 拟稿 下書き 素案 原案"
    " ドラフト 作成中 초안 시안 가안 작성중 작업중",
    REVIEW: "送审稿 送審稿 审议稿 審議稿 待审 待審 報批稿 报批稿 试行 試行 暂行 会签稿 會簽稿"
    " 送核稿 呈核稿 呈批稿 上会稿 报审稿 定稿候选 検討用 確認用 レビュー用 査読用 承認待ち 暫定版"
    " 暫定 試案 검토본 회람용 검토용 검토중 협의용 검토요청 결재요청 승인요청 결재전 서명전",
    REVISED: "修订版 修訂版 修订稿 修訂稿 修订 修訂 修改稿 修改版 修正 更新版 新版 最新版 修正稿"
    " 修正版 校对稿 校對稿 审校稿 審校稿 清洁版 清潔版 修改后 修正后 修正後 修正案 改訂版 改訂"
    " 改稿 訂正版 訂正 修正済 校閲済 確認済 最新 수정본 수정판 수정 개정판 개정 보완본 보완 교정본"
    " 교열 감수본 감수 최신본 최신판 최신 검토완료",
    PROOF: "校样 校樣 清样 清樣 校正紙 ゲラ 교정지",
    FINAL: "最终版 最終版 最终稿 最終稿 最终 最終 终稿 終稿 定稿 定版 终版 終版 终极版 完稿 确定版"
    " 確定版 確定稿 確定 正式版 正式稿 决定稿 終審稿 终审稿 清稿 表决稿 表決稿 定案版 定案 完成版"
    " 完成稿 決定版 決定稿 清書 최종본 최종안 최종 확정본 확정안 확정 완성본 완성 완료",
    SUBMITTED: "提交版 提交稿 上报稿 上報稿 报送稿 交付版 投稿版 已提交 已发送 已發送 已寄出"
    " 提出版 提出用 提出済 納品版 納品 送付済 入稿版 入稿用 入稿 제출본 제출용 제출완료 납품본"
    " 발송본 발송완료 투고본",
    APPROVED: "核定版 核定稿 核准版 核准稿 审定稿 審定稿 批准稿 签批稿 已批准 已审批 已審批 已核准"
    " 已通过 已通過 通过稿 录用稿 錄用稿 承認済 承認版 決裁済 了承済 승인본 승인완료 결재완료"
    " 결재본 의결본 심사통과 게재확정",
    SIGNED: "签字版 签署版 签章版 盖章版 用印版 签发稿 签发版 簽字版 簽署版 簽名版 蓋章版 已签字"
    " 已签署 已签章 已盖章 已签 已用印 已簽字 已簽署 已簽名 已蓋章 付印稿 付印版 送印版 印刷版"
    " 署名済 捺印済 押印済 調印済 校了 責了 下版 印刷用 서명본 서명완료 날인본 날인완료 인쇄용"
    " 인쇄본 교료",
    IN_FORCE: "双方签字 双方签署 双方盖章 雙方簽署 雙方用印 印发稿 印发版 已印发 发布稿 发布版"
    " 發布版 公布稿 已发布 已發布 已出版 现行版 現行版 生效版 竣工版 公開版 公開済 公表版 発行版"
    " 刊行版 締結済 締結版 체결본 체결완료 공포본 발행본 발간본 출판본 배포본 공개본",
}
# verbs, which are stages unless other letters follow: 关于印发…的通知 is a title
_CLOSED = {
    SUBMITTED: "제출 납품 발송",
    APPROVED: "核定 核准 审定 審定 批准 审批通过 审核通过 承認 決裁 可決 승인 결재 의결 통과",
    SIGNED: "签字 签署 签章 盖章 用印 签发 簽字 簽署 簽名 蓋章 付印 送印 付梓 署名 押印 捺印 調印"
    " 서명 날인",
    IN_FORCE: "印发 发布 發布 公布 颁布 頒布 公開 締結 施行 刊行 체결 공포 시행 발행 배포",
}
_ALONE = {OLD: "旧 舊 구", DRAFT: "案", REVISED: "新 신 修 改"}

NOT_YET = {
    "spaced": "not non pre semi almost to_be nicht fast pas não nao no sin не niet nie inte ej"
    " ikke ne",
    "unspaced": "未 待 미",
}
"""Words before a stage that mean it is not reached."""
REALLY_WORDS = {
    "spaced": "really truly absolutely wirklich vraiment realmente davvero echt naprawdę",
    "unspaced": "本当の 本当に 真の 真・ ガチ 真的 真 绝对 絕對 진짜 진짜진짜 찐 최",
}
INDEED = "really for_real wirklich vraiment de_verdad ahora_sí mesmo davvero echt точно"


def _words(table: dict[int, str]) -> dict[str, int]:
    return {word: stage for stage, words in table.items() for word in words.split()}


def _spellings(word: str) -> set[str]:
    plain = unicodedata.normalize("NFD", word.replace("ı", "i").replace("ł", "l"))
    found = {word, word.replace("ё", "е")}
    if word[0] < "\u0400":  # й is a letter of its own
        found.add("".join(one for one in plain if not unicodedata.combining(one)))
        found.add(word.replace("ä", "ae").replace("ö", "oe").replace("ü", "ue"))
    return found


def any_of(words: Iterable[str]) -> str:
    """Return a pattern of any of some words, longer ones first, by their first letters."""
    by_first: dict[str, list[str]] = {}
    for word in sorted(words, key=len, reverse=True):
        by_first.setdefault(word[0], []).append(re.escape(word[1:]).replace("_", r"[\s._-]+"))
    return "|".join(f"{first}(?:{'|'.join(rest)})" for first, rest in by_first.items())


def stage_of(found: str) -> int:
    """Return the stage of a word of a name, ignoring letters behind it.

    >>> stage_of("camera-ready") == SIGNED, stage_of("提出済み") == SUBMITTED
    (True, True)
    """
    word = "_".join(re.split(r"[\s._-]+", found))
    while word not in STAGES:
        word = word[:-1]
    return STAGES[word]


def _languages() -> dict[str, int]:
    found: dict[str, int] = {}
    for table in _SPACED.values():
        found = _words(table) | found
    spelled = {other: stage for word, stage in found.items() for other in _spellings(word)}
    return spelled | found


DOUBTFUL = _words(_DOUBTFUL)
_spaced = _languages() | DOUBTFUL
_unspaced = _words(_UNSPACED)
_closed = _words(_CLOSED)

STAGES = _spaced | _unspaced | _closed | _words(_ALONE)
SPACED = any_of(_spaced)
UNSPACED = (
    rf"(?:{any_of(_unspaced)})み?"
    rf"|(?:{any_of(_closed)})[件版本稿后後完済濟]?み?"
    r"(?:(?![^\W\d_])|(?=扫描|掃描|スキャン|스캔|[盖蓋签簽押捺]))"
)
LAST_WORDS = frozenset(word.rpartition("_")[2] for word in _spaced)
"""The last part of each word; a name without any of them has no stage."""
