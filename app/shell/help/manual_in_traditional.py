"""Simplified Chinese into the traditional Chinese of Taiwan, with its words for computers.

OpenCC (its configuration ``s2twp``) does most of it. Below stands what it leaves, or takes for
another word: the terms of this program, in the order in which they are replaced. The manual is
shown by way of this; the translations of the window in resources/translations were begun by it.
"""

import functools
import re

_TERMS = (
    ("回收站", "資源回收筒"),
    ("窗口", "視窗"),
    ("| 列 |", "| 欄 |"),
    ("文本", "文字"),
    ("純文字文字", "純文字"),
    ("組", "群組"),
    ("分群組", "分組"),
    ("位元群組", "位元組"),
    ("模群組", "模組"),
    ("群組成", "組成"),
    ("群群組", "群組"),
    ("幾群組", "幾個群組"),
    ("每群組", "每個群組"),
    ("一群組", "一個群組"),
    ("十群組", "十組"),
    ("整群組", "整個群組"),
    ("**位**", "**位元**"),
    ("列表", "清單"),
    ("逐列", "逐欄"),
    ("各列", "各欄"),
    ("列標題", "欄標題"),
    ("▸ 列", "▸ 欄"),
    ("隱藏和顯示列", "隱藏和顯示欄"),
    ("型別", "類型"),
    ("種類別", "種類型"),
    ("通過", "透過"),
    ("單擊", "按一下"),
    ("點選", "按一下"),
    ("點擊", "按一下"),
    ("右鍵按一下", "用滑鼠右鍵按一下"),
    ("再次按一下", "再按一下"),
    ("雙擊", "按兩下"),
    ("拖動", "拖曳"),
    ("快捷鍵", "快速鍵"),
    ("許可證", "授權條款"),
    ("許可權", "權限"),
    ("退出", "結束"),
    ("撤銷", "復原"),
    ("U 盤", "隨身碟"),
    ("高階", "進階"),
    ("壓縮包", "壓縮檔"),
    ("郵箱檔案", "信箱檔"),
    ("查詢", "尋找"),
    ("正在尋找索引", "正在查詢索引"),
    ("補丁", "修補檔"),
    ("命令", "指令"),
    ("訪問", "存取"),
    ("工具欄", "工具列"),
    ("幫助", "說明"),
    ("標籤頁", "分頁"),
    ("標籤", "分頁"),
    ("自定義", "自訂"),
    ("單詞", "單字"),
    ("匹配", "符合"),
    ("的模式", "的樣式"),
    ("名模式", "名樣式"),
    ("個模式", "個樣式"),
    ("佔位符", "預留位置"),
    ("程序", "處理程序"),
    ("二進位制", "二進位"),
    ("十六進位制", "十六進位"),
    ("超時", "逾時"),
    ("地址", "位址"),
    ("引數", "參數"),
    ("只讀", "唯讀"),
    ("當前", "目前"),
    ("選中", "選取"),
    ("選擇框", "核取方塊"),
    ("不含空格", "不含空白"),
    ("空格或", "空白或"),
    ("編碼或空格", "編碼或空白"),
    ("空格、", "空白、"),
    ("空格鍵", "空白鍵"),
    ("\t空格", "\t空白鍵"),
    ("回車鍵", "Enter 鍵"),
    ("丟失", "遺失"),
    ("新建", "建立"),
    ("保存於", "儲存於"),
    ("套話", "套語"),
    ("的那一行", "的那一列"),
    ("沒有第 {0} 行", "沒有第 {0} 列"),
    ("反饋", "回饋"),
    ("滑鼠懸停", "滑鼠停留"),
    ("“", "「"),
    ("”", "」"),
)
# a bit is 位元; 位置, 位於 and 位元組 are other words
_BIT = re.compile("(?<=[一該各多少同有高低逐每}0-9以的（這N])( ?)位(?![元置於子址])")
_COUNTED = re.compile(r"(?<=[}0-9] )群組")


@functools.cache
def traditional(text: str) -> str:
    """Return a text of this program in traditional Chinese, as it is written in Taiwan.

    >>> traditional("将文件移到回收站，每组保留一个文档")
    '將檔案移到資源回收筒，每個群組保留一個文件'
    """
    import opencc  # noqa: PLC0415 - its tables take a while, and most people never need them

    text = opencc.OpenCC("s2twp").convert(text)
    for found, said in _TERMS:
        text = text.replace(found, said)
    return _BIT.sub(r"\1位元", _COUNTED.sub("個群組", text))
