<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_TW" sourcelanguage="en">
<context>
    <name>Actions</name>
    <message>
        <source>&amp;Add folder…</source>
        <translation>新增資料夾(&amp;A)…</translation>
    </message>
    <message>
        <source>Add a folder whose documents are compared</source>
        <translation>新增一個資料夾，比較其中的文件</translation>
    </message>
    <message>
        <source>Take back the last decision or removal</source>
        <translation>復原上一次決定或移除</translation>
    </message>
    <message>
        <source>Mark all true &amp;copies</source>
        <translation>標記全部確定重複(&amp;C)</translation>
    </message>
    <message>
        <source>Mark every document that is identical or has the same text as the kept one</source>
        <translation>標記與保留的文件完全相同或文字相同的每個文件</translation>
    </message>
    <message>
        <source>Show figures as &amp;differences to the kept document</source>
        <translation>將大小和時間顯示為與保留的文件的差值(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Scan</source>
        <translation>掃描(&amp;S)</translation>
    </message>
    <message>
        <source>Read what is new in the folders and compare all documents</source>
        <translation>讀取資料夾中的新內容，並比較所有文件</translation>
    </message>
    <message>
        <source>&amp;Scan again</source>
        <translation>重新掃描(&amp;S)</translation>
    </message>
    <message>
        <source>Let the scan stand still, or go on</source>
        <translation>讓掃描暫停，或繼續掃描</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>Stop what is being done; what was indexed is kept</source>
        <translation>停止正在進行的操作；已編入索引的內容會保留</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>匯出(&amp;E)…</translation>
    </message>
    <message>
        <source>Write the groups to a CSV file</source>
        <translation>將所有群組寫入 CSV 檔案</translation>
    </message>
    <message>
        <source>Export &amp;ids to drop…</source>
        <translation>匯出要剔除的 ID(&amp;I)…</translation>
    </message>
    <message>
        <source>Write the ids of the marked documents to a CSV file, after a summary</source>
        <translation>先看彙總，再把標記的文件的 ID 寫入 CSV 檔案</translation>
    </message>
    <message>
        <source>&amp;Open results…</source>
        <translation>開啟結果(&amp;O)…</translation>
    </message>
    <message>
        <source>Show results that were saved to a file</source>
        <translation>顯示儲存在檔案中的結果</translation>
    </message>
    <message>
        <source>Sa&amp;ve results…</source>
        <translation>儲存結果(&amp;V)…</translation>
    </message>
    <message>
        <source>Save groups, pairs, problems and marks to a file</source>
        <translation>將群組、文件對、問題和標記儲存到檔案</translation>
    </message>
    <message>
        <source>S&amp;tatistics of the library…</source>
        <translation>文件庫統計(&amp;T)…</translation>
    </message>
    <message>
        <source>Kinds, formats, encodings and scripts of the documents, and their space</source>
        <translation>文件的類型、格式、編碼和文字，以及所佔空間</translation>
    </message>
    <message>
        <source>S&amp;ettings…</source>
        <translation>設定(&amp;E)…</translation>
    </message>
    <message>
        <source>Which files are read, and how</source>
        <translation>讀取哪些檔案，以及如何讀取</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>結束(&amp;Q)</translation>
    </message>
    <message>
        <source>Close the window</source>
        <translation>關閉視窗</translation>
    </message>
    <message>
        <source>&amp;Mark</source>
        <translation>標記(&amp;M)</translation>
    </message>
    <message>
        <source>Mark documents for removal</source>
        <translation>標記要移除的文件</translation>
    </message>
    <message>
        <source>All &amp;commands</source>
        <translation>所有指令(&amp;C)</translation>
    </message>
    <message>
        <source>All menus (Alt or F10 shows them as a bar)</source>
        <translation>所有選單（按 Alt 或 F10 顯示選單列）</translation>
    </message>
    <message>
        <source>Sh&amp;ow the menu bar</source>
        <translation>顯示選單列(&amp;O)</translation>
    </message>
    <message>
        <source>Keep the menu bar in sight</source>
        <translation>一律顯示選單列</translation>
    </message>
    <message>
        <source>Mark all &amp;identical</source>
        <translation>標記所有完全相同的文件(&amp;I)</translation>
    </message>
    <message>
        <source>Mark every document whose bytes are those of the kept one</source>
        <translation>標記位元組與保留的文件完全相同的每個文件</translation>
    </message>
    <message>
        <source>Mark by &amp;rules…</source>
        <translation>按規則標記(&amp;R)…</translation>
    </message>
    <message>
        <source>Say which document stays; see what would be marked, then mark it</source>
        <translation>指定哪個文件留下；先檢視將標記什麼，再標記</translation>
    </message>
    <message>
        <source>Unmar&amp;k all</source>
        <translation>取消所有標記(&amp;K)</translation>
    </message>
    <message>
        <source>Take every mark away</source>
        <translation>去掉全部標記</translation>
    </message>
    <message>
        <source>&amp;Filter</source>
        <translation>篩選(&amp;F)</translation>
    </message>
    <message>
        <source>Type what the groups shown must have in their paths</source>
        <translation>輸入要顯示的群組在路徑中必須包含的文字</translation>
    </message>
    <message>
        <source>Show &amp;all groups</source>
        <translation>顯示所有群組(&amp;A)</translation>
    </message>
    <message>
        <source>Take every filter away</source>
        <translation>清除所有篩選條件</translation>
    </message>
    <message>
        <source>E&amp;xpand all groups</source>
        <translation>展開所有群組(&amp;X)</translation>
    </message>
    <message>
        <source>Show all documents</source>
        <translation>顯示所有文件</translation>
    </message>
    <message>
        <source>Collaps&amp;e all groups</source>
        <translation>摺疊所有群組(&amp;E)</translation>
    </message>
    <message>
        <source>Show the titles of groups alone</source>
        <translation>只顯示群組標題</translation>
    </message>
    <message>
        <source>Give sizes, times and numbers of words as differences to the kept document</source>
        <translation>大小、時間和詞數顯示為與保留的文件的差值</translation>
    </message>
    <message>
        <source>Arri&amp;vals</source>
        <translation>新到文件(&amp;V)</translation>
    </message>
    <message>
        <source>Documents that came to watched folders, and what they are like</source>
        <translation>到達監視資料夾的文件及其相似文件</translation>
    </message>
    <message>
        <source>&amp;Zoom in</source>
        <translation>放大(&amp;Z)</translation>
    </message>
    <message>
        <source>Larger text in the differences</source>
        <translation>放大差異中的文字</translation>
    </message>
    <message>
        <source>Zoom o&amp;ut</source>
        <translation>縮小(&amp;U)</translation>
    </message>
    <message>
        <source>Smaller text in the differences</source>
        <translation>縮小差異中的文字</translation>
    </message>
    <message>
        <source>&amp;Commands…</source>
        <translation>指令(&amp;C)…</translation>
    </message>
    <message>
        <source>Find any command of this window by a few letters of its name</source>
        <translation>輸入名稱中的幾個字，尋找本視窗的任何指令</translation>
    </message>
    <message>
        <source>&amp;Shortcuts</source>
        <translation>快速鍵(&amp;S)</translation>
    </message>
    <message>
        <source>Every shortcut of this window, to be searched</source>
        <translation>此視窗的所有快速鍵，可以搜尋</translation>
    </message>
    <message>
        <source>&amp;Manual</source>
        <translation>使用手冊(&amp;M)</translation>
    </message>
    <message>
        <source>What everything means, step by step</source>
        <translation>逐步說明各項內容的含義</translation>
    </message>
    <message>
        <source>&amp;About Variorum</source>
        <translation>關於 Variorum(&amp;A)</translation>
    </message>
    <message>
        <source>Version and licence</source>
        <translation>版本和授權條款</translation>
    </message>
    <message>
        <source>&amp;Find similar to this document</source>
        <translation>尋找與此文件相似的文件(&amp;F)</translation>
    </message>
    <message>
        <source>Ask the index for all documents like the chosen one; or drop a file</source>
        <translation>在索引中尋找與選取的文件相似的所有文件；也可以將檔案拖放到視窗</translation>
    </message>
    <message>
        <source>Find similar to a fi&amp;le…</source>
        <translation>尋找與某個檔案相似的文件(&amp;L)…</translation>
    </message>
    <message>
        <source>Ask the index for all documents like a file of any folder</source>
        <translation>在索引中尋找與任意資料夾中的某個檔案相似的所有文件</translation>
    </message>
    <message>
        <source>Check th&amp;is document</source>
        <translation>對此文件查重(&amp;I)</translation>
    </message>
    <message>
        <source>How much of the chosen document stands in others of the index, and where</source>
        <translation>所選文件與索引中其他文件重合多少、在何處</translation>
    </message>
    <message>
        <source>Check a &amp;document…</source>
        <translation>文件查重(&amp;D)…</translation>
    </message>
    <message>
        <source>How much of a file of any folder stands in documents of the index, and where</source>
        <translation>任意資料夾中的一個檔案與索引中的文件重合多少、在何處</translation>
    </message>
    <message>
        <source>Compare these &amp;two</source>
        <translation>比較這兩個文件(&amp;T)</translation>
    </message>
    <message>
        <source>Show the differences of the two selected documents, of any groups</source>
        <translation>顯示選取的兩個文件的差異，可以來自不同的群組</translation>
    </message>
    <message>
        <source>Compare &amp;with…</source>
        <translation>與其他檔案比較(&amp;W)…</translation>
    </message>
    <message>
        <source>Show the differences of the chosen document and any file</source>
        <translation>顯示選取的文件與任意檔案的差異</translation>
    </message>
    <message>
        <source>Compare in another &amp;program</source>
        <translation>在其他程式中比較(&amp;P)</translation>
    </message>
    <message>
        <source>Open the two documents shown below in the program named in the settings</source>
        <translation>用設定中指定的程式開啟下方顯示的兩個文件</translation>
    </message>
    <message>
        <source>Show onl&amp;y these groups</source>
        <translation>只顯示這些群組(&amp;Y)</translation>
    </message>
    <message>
        <source>Hide all groups but the selected ones</source>
        <translation>隱藏選取的群組以外的所有群組</translation>
    </message>
    <message>
        <source>Show the ot&amp;her groups again</source>
        <translation>重新顯示其他群組(&amp;H)</translation>
    </message>
    <message>
        <source>Show all groups again, not only those chosen</source>
        <translation>重新顯示所有群組，不再只顯示選取的群組</translation>
    </message>
    <message>
        <source>Resu&amp;me</source>
        <translation>繼續(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>暫停(&amp;P)</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>復原</translation>
    </message>
    <message>
        <source>There is nothing to undo</source>
        <translation>沒有可復原的操作</translation>
    </message>
    <message>
        <source>Move {0} to &amp;trash…</source>
        <translation>將 {0} 個移到資源回收筒(&amp;T)…</translation>
    </message>
    <message>
        <source>Move to &amp;trash…</source>
        <translation>移到資源回收筒(&amp;T)…</translation>
    </message>
    <message>
        <source>Export &amp;ids to drop ({0})…</source>
        <translation>匯出要剔除的 ID（{0}）(&amp;I)…</translation>
    </message>
    <message>
        <source>Not while something else is done</source>
        <translation>正在執行其他操作，暫不可用</translation>
    </message>
    <message>
        <source>Add a folder first</source>
        <translation>請先新增資料夾</translation>
    </message>
    <message>
        <source>The documents of these results are not on this machine</source>
        <translation>這些結果的文件不在本機</translation>
    </message>
    <message>
        <source>Export the ids of documents that are not on this machine (menu File)</source>
        <translation>不在本機的文件，請匯出它們的 ID（「檔案」選單）</translation>
    </message>
    <message>
        <source>The documents of these results are on this machine: remove them here</source>
        <translation>這些結果的文件就在本機：請在這裡移除</translation>
    </message>
    <message>
        <source>There are no results yet</source>
        <translation>還沒有結果</translation>
    </message>
    <message>
        <source>Mark documents first</source>
        <translation>請先標記文件</translation>
    </message>
    <message>
        <source>All marked documents are hidden by the filter</source>
        <translation>已標記的文件都被篩選隱藏</translation>
    </message>
    <message>
        <source>No scan is running</source>
        <translation>沒有正在進行的掃描</translation>
    </message>
    <message>
        <source>Nothing is being done</source>
        <translation>沒有正在進行的操作</translation>
    </message>
    <message>
        <source>Nothing is marked</source>
        <translation>沒有標記任何文件</translation>
    </message>
    <message>
        <source>Nothing is filtered</source>
        <translation>沒有篩選</translation>
    </message>
</context>
<context>
    <name>AdvancedPage</name>
    <message>
        <source>Advanced</source>
        <translation>進階</translation>
    </message>
    <message>
        <source>For specialists. The defaults suit texts in any language; a change takes effect with the next scan.</source>
        <translation>供專業使用者使用。預設值適合各種語言的文字；變更在下次掃描時生效。</translation>
    </message>
    <message>
        <source>Recipe</source>
        <translation>配方</translation>
    </message>
    <message>
        <source>How a text becomes a fingerprint. Other recipes follow published papers and find less on mixed folders.</source>
        <translation>文字如何變成指紋。其他配方依照已發表的論文，在混合資料夾中找到的較少。</translation>
    </message>
    <message>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <source>A part holds</source>
        <translation>部分的包含度</translation>
    </message>
    <message>
        <source>Of a document this much must be inside the other to be called its part. Default {0} %.</source>
        <translation>一個文件至少有這麼多在另一個之內，才算其部分。預設 {0} %。</translation>
    </message>
    <message>
        <source>Like the kept document (default)</source>
        <translation>與保留的文件相似（預設）</translation>
    </message>
    <message>
        <source>Linked through others, too</source>
        <translation>也包括透過其他文件相連的</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>分組</translation>
    </message>
    <message>
        <source>The other choice also joins documents that are linked only through a third one; groups get larger and looser. Takes effect at once.</source>
        <translation>另一選項還會合併只透過第三個文件相連的文件，群組會更大、更鬆散。立即生效。</translation>
    </message>
    <message>
        <source>All (default)</source>
        <translation>全部（預設）</translation>
    </message>
    <message>
        <source>Processors</source>
        <translation>處理器</translation>
    </message>
    <message>
        <source>Fewer leave the computer free for other work; a scan takes longer.</source>
        <translation>減少數量可讓電腦兼顧其他工作，但掃描更慢。</translation>
    </message>
    <message>
        <source> s</source>
        <translation> 秒</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>Time for a file</source>
        <translation>每個檔案的時間</translation>
    </message>
    <message>
        <source>A file that takes longer is tried once more, then listed under Not read. Default {0} s.</source>
        <translation>耗時更長的檔案再試一次，之後列在「未讀取」中。預設 {0} 秒。</translation>
    </message>
    <message>
        <source>Extracted text</source>
        <translation>提取的文字</translation>
    </message>
    <message>
        <source>Text read out of PDF, Word and other documents is kept with the index, so that each is read once. Default {0} MB.</source>
        <translation>從 PDF、Word 等文件讀出的文字與索引一起儲存，每個文件只需讀取一次。預設 {0} MB。</translation>
    </message>
    <message>
        <source>Presets</source>
        <translation>預設</translation>
    </message>
    <message>
        <source>The pages What is read and Advanced under a name. Choose one to get its values back.</source>
        <translation>以名稱儲存的「讀取內容」和「進階」兩頁。選擇一個即可還原其中的值。</translation>
    </message>
    <message>
        <source>none</source>
        <translation>無</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>選擇…</translation>
    </message>
    <message>
        <source>Choose a word list</source>
        <translation>選擇詞表</translation>
    </message>
    <message>
        <source>Word list</source>
        <translation>詞表</translation>
    </message>
    <message>
        <source>Terms that Chinese word division keeps together, one a line, as a jieba dictionary. Fingerprints change with it.</source>
        <translation>中文分詞時保持完整的詞，每行一個，格式同 jieba 詞典。指紋會隨之改變。</translation>
    </message>
</context>
<context>
    <name>Application</name>
    <message>
        <source>{0}: cannot be written. Settings last until the window is closed.</source>
        <translation>{0}：無法寫入。設定只保留到視窗關閉為止。</translation>
    </message>
</context>
<context>
    <name>ArrivalController</name>
    <message>
        <source>Compare the two</source>
        <translation>比較這兩個</translation>
    </message>
    <message>
        <source>Choose a document with a match</source>
        <translation>請選擇有相似文件的一項</translation>
    </message>
    <message>
        <source>The results do not have this document yet: wait until the scan ends</source>
        <translation>結果中尚無此文件：請等待掃描結束</translation>
    </message>
    <message>
        <source>Choose a document that is still there</source>
        <translation>請選擇仍然存在的文件</translation>
    </message>
    <message>
        <source>No group of the results has this document; scan again if it is new</source>
        <translation>結果中沒有任何一組包含此文件；如果是新文件，請重新掃描</translation>
    </message>
    <message>
        <source>It is marked already</source>
        <translation>已經標記</translation>
    </message>
    <message>
        <source>Its folder is protected</source>
        <translation>所在資料夾受保護</translation>
    </message>
    <message>
        <source>Its group keeps this document: {0}</source>
        <translation>該組保留此文件：{0}</translation>
    </message>
    <message>
        <source>1 document marked; nothing is moved yet</source>
        <translation>已標記 1 個文件；尚未移動任何文件</translation>
    </message>
    <message>
        <source>Show its group</source>
        <translation>檢視所在群組</translation>
    </message>
    <message>
        <source>The results do not have this document yet. Scan again?</source>
        <translation>結果中還沒有此文件。要重新掃描嗎？</translation>
    </message>
    <message>
        <source>Scan again</source>
        <translation>重新掃描</translation>
    </message>
    <message>
        <source>No group of the results has this document.</source>
        <translation>結果中沒有包含此文件的群組。</translation>
    </message>
    <message>
        <source>Here {0} is compared with another one than its match {1} ({2}, {3})</source>
        <translation>此處與 {0} 比較的不是它的相似文件 {1}（{2}，{3}）</translation>
    </message>
</context>
<context>
    <name>ArrivalPanel</name>
    <message>
        <source>Arrivals</source>
        <translation>新到文件</translation>
    </message>
    <message>
        <source>Watch a folder…</source>
        <translation>監視資料夾…</translation>
    </message>
    <message>
        <source>Show its group</source>
        <translation>檢視所在群組</translation>
    </message>
    <message>
        <source>Mark</source>
        <translation>標記</translation>
    </message>
    <message>
        <source>&amp;Find similar to this document</source>
        <translation>尋找與此文件相似的文件(&amp;F)</translation>
    </message>
    <message>
        <source>Count all as &amp;looked at</source>
        <translation>全部視為已檢視(&amp;L)</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>7 days</source>
        <translation>7 天</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Only with a match</source>
        <translation>僅顯示有相似的</translation>
    </message>
    <message>
        <source>Arrivals are only listed. Nothing is marked or moved.</source>
        <translation>新到文件只列出，不標記也不移動。</translation>
    </message>
    <message>
        <source>No arrival of this time has a match.</source>
        <translation>這段時間新到的文件都沒有相似文件。</translation>
    </message>
    <message>
        <source>Nothing came in this time.</source>
        <translation>這段時間沒有新文件。</translation>
    </message>
    <message>
        <source>Nothing to show</source>
        <translation>沒有可顯示的內容</translation>
    </message>
    <message>
        <source>Nothing came yet</source>
        <translation>還沒有新文件</translation>
    </message>
    <message>
        <source>Documents that come to the watched folders are listed here.</source>
        <translation>監視的資料夾中新到的文件會列在這裡。</translation>
    </message>
    <message>
        <source>No folder is watched</source>
        <translation>沒有監視任何資料夾</translation>
    </message>
    <message>
        <source>A watched folder is looked at all the time: each document that comes to it is compared with all others. Nothing is marked or moved.</source>
        <translation>監視的資料夾隨時受到檢視：每個新到的文件都會與其他所有文件比較。不標記也不移動任何文件。</translation>
    </message>
    <message>
        <source>Arrivals: nothing came today</source>
        <translation>新到文件：今天沒有</translation>
    </message>
    <message>
        <source>Arrivals: 1 document came today, and has a match</source>
        <translation>新到文件：今天到達 1 個，找到相似文件</translation>
    </message>
    <message>
        <source>Arrivals: 1 document came today, without a match</source>
        <translation>新到文件：今天到達 1 個，無相似文件</translation>
    </message>
    <message>
        <source>Arrivals: {0} of {1} documents that came today have a match</source>
        <translation>新到文件：今天到達的 {1} 個中有 {0} 個找到相似文件</translation>
    </message>
    <message>
        <source>Select a document to compare it with its match.</source>
        <translation>選擇一個文件，與它的相似文件比較。</translation>
    </message>
    <message>
        <source>This document is gone.</source>
        <translation>此文件已不存在。</translation>
    </message>
    <message>
        <source>This document has no match to compare it with.</source>
        <translation>此文件沒有可比較的相似文件。</translation>
    </message>
</context>
<context>
    <name>ArrivalTable</name>
    <message>
        <source>Arrivals</source>
        <translation>新到文件</translation>
    </message>
    <message>
        <source>Close or open a day, or further matches</source>
        <translation>摺疊或展開一天，或其他相似文件</translation>
    </message>
    <message>
        <source>Close or open a day</source>
        <translation>摺疊或展開一天</translation>
    </message>
</context>
<context>
    <name>Arrivals</name>
    <message>
        <source>Today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>昨天</translation>
    </message>
    <message>
        <source>gone</source>
        <translation>已消失</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>已變更</translation>
    </message>
    <message>
        <source>moved</source>
        <translation>已移動</translation>
    </message>
    <message>
        <source>was {0}</source>
        <translation>原名 {0}</translation>
    </message>
    <message>
        <source>renamed</source>
        <translation>已改名</translation>
    </message>
    <message>
        <source>1 document</source>
        <translation>1 個文件</translation>
    </message>
    <message>
        <source>{0} documents</source>
        <translation>{0} 個文件</translation>
    </message>
    <message>
        <source>{0} with a match</source>
        <translation>{0} 個有相似</translation>
    </message>
    <message>
        <source>not read</source>
        <translation>未讀取</translation>
    </message>
    <message>
        <source>no match</source>
        <translation>無相似文件</translation>
    </message>
    <message>
        <source>and {0} more</source>
        <translation>另有 {0} 個</translation>
    </message>
    <message>
        <source>Match: {0}</source>
        <translation>相似文件：{0}</translation>
    </message>
    <message>
        <source>Arrived</source>
        <translation>到達</translation>
    </message>
    <message>
        <source>When the watch noticed it</source>
        <translation>監視注意到它的時間</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>The document that came, and what happened to it</source>
        <translation>新到的文件及其變化</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>類型</translation>
    </message>
    <message>
        <source>What it is to the document that it is most like</source>
        <translation>與最相似文件的關係</translation>
    </message>
    <message>
        <source>Similarity</source>
        <translation>相似度</translation>
    </message>
    <message>
        <source>How much of the text of both is in both; of a part, how much of it</source>
        <translation>兩者文字中共有的比例；對於部分，則是其中的比例</translation>
    </message>
    <message>
        <source>Match</source>
        <translation>相似文件</translation>
    </message>
    <message>
        <source>The document of the library that it is most like</source>
        <translation>文件庫中與它最相似的文件</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>資料夾</translation>
    </message>
    <message>
        <source>The folder that it came to</source>
        <translation>它到達的資料夾</translation>
    </message>
</context>
<context>
    <name>ArrivalsEntry</name>
    <message>
        <source>Arrivals</source>
        <translation>新到文件</translation>
    </message>
    <message>
        <source>Documents that came to watched folders, and what they are like</source>
        <translation>到達監視資料夾的文件及其相似文件</translation>
    </message>
    <message>
        <source>1 new</source>
        <translation>1 個新的</translation>
    </message>
    <message>
        <source>{0} new</source>
        <translation>{0} 個新的</translation>
    </message>
</context>
<context>
    <name>AskingController</name>
    <message>
        <source>{0} files were dropped; only the first was taken: {1}</source>
        <translation>拖放了 {0} 個檔案；只採用了第一個：{1}</translation>
    </message>
</context>
<context>
    <name>Banner</name>
    <message>
        <source>Message</source>
        <translation>訊息</translation>
    </message>
    <message>
        <source>Close this message</source>
        <translation>關閉此訊息</translation>
    </message>
</context>
<context>
    <name>Beginning</name>
    <message>
        <source>The sample documents cannot be copied: {0}</source>
        <translation>無法複製範例文件：{0}</translation>
    </message>
</context>
<context>
    <name>BitModel</name>
    <message>
        <source>bit {0} differs</source>
        <translation>第 {0} 位元不同</translation>
    </message>
    <message>
        <source>bit {0} is equal</source>
        <translation>第 {0} 位元相同</translation>
    </message>
    <message>
        <source>bit {0} is {1}, and differs</source>
        <translation>第 {0} 位元是 {1}，且不同</translation>
    </message>
    <message>
        <source>bit {0} is {1}</source>
        <translation>第 {0} 位元是 {1}</translation>
    </message>
</context>
<context>
    <name>BitSquares</name>
    <message>
        <source>Fingerprint {0}, bit by bit</source>
        <translation>{0}的指紋，逐位元顯示</translation>
    </message>
    <message>
        <source>what differs</source>
        <translation>不同之處</translation>
    </message>
    <message>
        <source>Bits in which the fingerprints differ</source>
        <translation>兩個指紋中不同的位元</translation>
    </message>
</context>
<context>
    <name>CheckModel</name>
    <message>
        <source>No.</source>
        <translation>編號</translation>
    </message>
    <message>
        <source>The number that passages name the source by</source>
        <translation>段落中標明來源所用的編號</translation>
    </message>
    <message>
        <source>How much of the document stands in this source</source>
        <translation>文件中有多少與此來源重合</translation>
    </message>
    <message>
        <source>How much of the document stands in this source and in no other</source>
        <translation>文件中有多少只與此來源重合</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>行</translation>
    </message>
    <message>
        <source>The lines of the document</source>
        <translation>文件中的行</translation>
    </message>
    <message>
        <source>The source that it is given to, and others that have most of it</source>
        <translation>該段落歸入的來源，以及含有其大部分的其他來源</translation>
    </message>
    <message>
        <source>How much of the document this passage is</source>
        <translation>此段落佔文件多少</translation>
    </message>
    <message>
        <source>Quoted</source>
        <translation>引用</translation>
    </message>
    <message>
        <source>What shows that the passage is a quotation</source>
        <translation>表明該段落是引用的標誌</translation>
    </message>
    <message>
        <source>Begins with</source>
        <translation>開頭</translation>
    </message>
</context>
<context>
    <name>CheckPanel</name>
    <message>
        <source>Check of a document</source>
        <translation>文件查重</translation>
    </message>
    <message>
        <source>&amp;Back to the groups</source>
        <translation>返回群組清單(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Save as HTML…</source>
        <translation>儲存為 HTML(&amp;S)…</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>進度</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Cancel the check</source>
        <translation>取消查重</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>來源</translation>
    </message>
    <message>
        <source>Check th&amp;is document</source>
        <translation>對此文件查重(&amp;I)</translation>
    </message>
    <message>
        <source>Passages</source>
        <translation>段落</translation>
    </message>
    <message>
        <source>Reading the document…</source>
        <translation>正在讀取文件…</translation>
    </message>
    <message>
        <source>Looking for texts that share passages…</source>
        <translation>正在尋找含有相同段落的文字…</translation>
    </message>
    <message>
        <source>Reading the texts that share passages…</source>
        <translation>正在讀取含有相同段落的文字…</translation>
    </message>
    <message>
        <source>No passage of this document stands in a document of the index.
The index knows what was scanned, of any folder.</source>
        <translation>索引中的文件不含此文件的任何段落。
索引知道任何資料夾中掃描過的內容。</translation>
    </message>
    <message>
        <source>and {0} more</source>
        <translation>以及另外 {0} 個</translation>
    </message>
</context>
<context>
    <name>ChipField</name>
    <message>
        <source>Add</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>Add: {0}</source>
        <translation>新增：{0}</translation>
    </message>
    <message>
        <source>Remove {0}</source>
        <translation>移除 {0}</translation>
    </message>
</context>
<context>
    <name>ClosingController</name>
    <message>
        <source>Keep watching?</source>
        <translation>要繼續監視嗎？</translation>
    </message>
    <message>
        <source>Folders are watched. Shall the window go and watching go on in the tray, or shall the program end?</source>
        <translation>正在監視資料夾。要關閉視窗並在系統匣中繼續監視，還是結束程式？</translation>
    </message>
    <message>
        <source>Keep watching in the tray</source>
        <translation>在系統匣中繼續監視</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>結束</translation>
    </message>
    <message>
        <source>Remember</source>
        <translation>記住選擇</translation>
    </message>
</context>
<context>
    <name>CommandPalette</name>
    <message>
        <source>Commands</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>Find a command, in this language or in English</source>
        <translation>尋找指令，可用本語言或英語</translation>
    </message>
    <message>
        <source>on</source>
        <translation>已開啟</translation>
    </message>
    <message>
        <source>off</source>
        <translation>已關閉</translation>
    </message>
    <message>
        <source>not available now</source>
        <translation>現在無法使用</translation>
    </message>
    <message>
        <source>No command has these words.</source>
        <translation>沒有含有這些字的指令。</translation>
    </message>
    <message>
        <source>Not available now. {0}</source>
        <translation>現在無法使用。{0}</translation>
    </message>
</context>
<context>
    <name>ComparingPage</name>
    <message>
        <source>Comparing</source>
        <translation>比較</translation>
    </message>
    <message>
        <source>Which documents are shown as similar. No file is read again for a change.</source>
        <translation>哪些文件顯示為相似。變更時不會重新讀取檔案。</translation>
    </message>
    <message>
        <source>up to </source>
        <translation>最多 </translation>
    </message>
    <message>
        <source> bits</source>
        <translation> 位元</translation>
    </message>
    <message>
        <source>Distance</source>
        <translation>距離</translation>
    </message>
    <message>
        <source>How many bits of two fingerprints may differ. More finds looser likeness; every pair is then compared word by word. The slider above the list is the same value. Default {0}.</source>
        <translation>兩個指紋最多可以有多少位元不同。越多，找到的相似越寬鬆；之後每一對都會逐字比較。與清單上方的滑桿是同一個值。預設 {0}。</translation>
    </message>
    <message>
        <source>at least </source>
        <translation>至少 </translation>
    </message>
    <message>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <source>Similarity</source>
        <translation>相似度</translation>
    </message>
    <message>
        <source>How much of their text two documents share. The slider above the list is the same value. Default {0} %.</source>
        <translation>兩個文件的文字有多少相同。與清單上方的滑桿是同一個值。預設 {0} %。</translation>
    </message>
    <message>
        <source>Show documents that are part of others</source>
        <translation>顯示屬於其他文件一部分的文件</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>Such as a chapter and its book. How much must match stands under Advanced.</source>
        <translation>例如一章和它所在的書。須有多少相同，在「進階」中設定。</translation>
    </message>
</context>
<context>
    <name>ComparisonController</name>
    <message>
        <source>{0} is inside an archive or a mailbox; other programs cannot open it.</source>
        <translation>{0} 在壓縮檔或信箱檔裡，其他程式無法開啟。</translation>
    </message>
    <message>
        <source>The differences were written to {0}.</source>
        <translation>差異已寫入 {0}。</translation>
    </message>
    <message>
        <source>Choose a program…</source>
        <translation>選擇程式…</translation>
    </message>
    <message>
        <source>Select a document of a group first.</source>
        <translation>請先選擇群組中的一個文件。</translation>
    </message>
    <message>
        <source>{0} is not on this machine; other programs cannot open it.</source>
        <translation>{0} 不在本機，其他程式打不開。</translation>
    </message>
    <message>
        <source>kept: {0}</source>
        <translation>保留：{0}</translation>
    </message>
    <message>
        <source>chosen: {0}</source>
        <translation>選取：{0}</translation>
    </message>
    <message>
        <source>one: {0}</source>
        <translation>其一：{0}</translation>
    </message>
    <message>
        <source>other: {0}</source>
        <translation>其二：{0}</translation>
    </message>
    <message>
        <source>Select exactly two documents to compare them; hold Ctrl for the second.</source>
        <translation>請正好選擇兩個文件進行比較；按住 Ctrl 選擇第二個。</translation>
    </message>
    <message>
        <source>Compare {0} with</source>
        <translation>將 {0} 與以下檔案比較</translation>
    </message>
</context>
<context>
    <name>DifferenceFindBar</name>
    <message>
        <source>Find in both texts</source>
        <translation>在兩份文字中尋找</translation>
    </message>
    <message>
        <source>Places found</source>
        <translation>找到的位置</translation>
    </message>
    <message>
        <source>Find previous (Shift+F3)</source>
        <translation>尋找上一個 (Shift+F3)</translation>
    </message>
    <message>
        <source>Find next (F3)</source>
        <translation>尋找下一個 (F3)</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>關閉 (Esc)</translation>
    </message>
    <message>
        <source>looking…</source>
        <translation>正在尋找…</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>more than {0}</source>
        <translation>多於 {0}</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0}，共 {1}</translation>
    </message>
    <message>
        <source>Go to the next place</source>
        <translation>轉到下一處</translation>
    </message>
    <message>
        <source>Go to the previous place</source>
        <translation>轉到上一處</translation>
    </message>
    <message>
        <source>Close the search</source>
        <translation>關閉尋找</translation>
    </message>
</context>
<context>
    <name>DifferenceHeading</name>
    <message>
        <source>Stop comparing</source>
        <translation>停止比較</translation>
    </message>
</context>
<context>
    <name>DifferenceHtml</name>
    <message>
        <source>1 difference</source>
        <translation>1 處差異</translation>
    </message>
    <message>
        <source>{0} differences</source>
        <translation>{0} 處差異</translation>
    </message>
</context>
<context>
    <name>DifferenceNavigation</name>
    <message>
        <source>&amp;Previous difference</source>
        <translation>上一處差異(&amp;P)</translation>
    </message>
    <message>
        <source>Previous</source>
        <translation>上一處</translation>
    </message>
    <message>
        <source>Nex&amp;t difference</source>
        <translation>下一處差異(&amp;T)</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一處</translation>
    </message>
    <message>
        <source>Current difference</source>
        <translation>目前差異</translation>
    </message>
    <message>
        <source>{0}/{1}</source>
        <translation>{0}/{1}</translation>
    </message>
    <message>
        <source>No differences</source>
        <translation>無差異</translation>
    </message>
    <message>
        <source>1 difference</source>
        <translation>1 處差異</translation>
    </message>
    <message>
        <source>{0} differences</source>
        <translation>{0} 處差異</translation>
    </message>
    <message>
        <source>Difference {0} of {1}</source>
        <translation>第 {0} 處差異，共 {1} 處</translation>
    </message>
    <message>
        <source>{0}, in another order</source>
        <translation>{0}，次序不同</translation>
    </message>
</context>
<context>
    <name>DifferenceNotice</name>
    <message>
        <source>The texts are equal</source>
        <translation>兩份文字相同</translation>
    </message>
    <message>
        <source>The texts are equal but for what is ignored</source>
        <translation>除忽略的內容外，兩份文字相同</translation>
    </message>
    <message>
        <source>Stopped: what is shown was not compared to the end</source>
        <translation>已停止：顯示的內容沒有比較完</translation>
    </message>
    <message>
        <source>A first result is shown; the comparison goes on…</source>
        <translation>先顯示初步結果；比較仍在繼續…</translation>
    </message>
    <message>
        <source>Differences inside long changed passages are not shown in detail</source>
        <translation>大段改動的段落內部不顯示細節差異</translation>
    </message>
</context>
<context>
    <name>DifferenceOptions</name>
    <message>
        <source>White space</source>
        <translation>空白</translation>
    </message>
    <message>
        <source>Upper and lower case</source>
        <translation>大小寫</translation>
    </message>
    <message>
        <source>Punctuation</source>
        <translation>標點</translation>
    </message>
    <message>
        <source>Full and half width</source>
        <translation>全形和半形</translation>
    </message>
    <message>
        <source>Traditional and simplified Chinese</source>
        <translation>繁體和簡體中文</translation>
    </message>
    <message>
        <source>Line ends</source>
        <translation>行尾</translation>
    </message>
    <message>
        <source>Accents: one with their letters or not</source>
        <translation>重音符號：與字母合為一個字元或分開</translation>
    </message>
    <message>
        <source>&amp;Fold equal lines</source>
        <translation>摺疊相同的行(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Wrap lines</source>
        <translation>自動換行(&amp;W)</translation>
    </message>
    <message>
        <source>One &amp;below the other</source>
        <translation>上下對照(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Swap sides</source>
        <translation>交換左右兩側(&amp;S)</translation>
    </message>
    <message>
        <source>F&amp;ind in the texts…</source>
        <translation>在文字中尋找(&amp;I)…</translation>
    </message>
    <message>
        <source>Find &amp;next</source>
        <translation>尋找下一個(&amp;N)</translation>
    </message>
    <message>
        <source>Find p&amp;revious</source>
        <translation>尋找上一個(&amp;R)</translation>
    </message>
    <message>
        <source>Other place of &amp;moved text</source>
        <translation>移動文字的另一處(&amp;M)</translation>
    </message>
    <message>
        <source>Save as &amp;HTML…</source>
        <translation>另存為 HTML(&amp;H)…</translation>
    </message>
    <message>
        <source>Save as a p&amp;atch…</source>
        <translation>另存為修補檔(&amp;A)…</translation>
    </message>
    <message>
        <source>Show the te&amp;xts</source>
        <translation>顯示文字(&amp;X)</translation>
    </message>
    <message>
        <source>Preview of one doc&amp;ument</source>
        <translation>預覽單一文件(&amp;U)</translation>
    </message>
    <message>
        <source>No two texts are compared</source>
        <translation>沒有可比較的兩份文字</translation>
    </message>
    <message>
        <source>Ignore</source>
        <translation>忽略</translation>
    </message>
    <message>
        <source>Lines around differences</source>
        <translation>差異前後保留的行數</translation>
    </message>
    <message>
        <source>Ignore ({0})</source>
        <translation>忽略 ({0})</translation>
    </message>
</context>
<context>
    <name>DifferencePainter</name>
    <message>
        <source>Text of the other document before the part</source>
        <translation>另一文件中該部分之前的文字</translation>
    </message>
    <message>
        <source>Text of the other document after the part</source>
        <translation>另一文件中該部分之後的文字</translation>
    </message>
    <message>
        <source>The part begins here</source>
        <translation>部分從這裡開始</translation>
    </message>
    <message>
        <source>{0} · {1}</source>
        <translation>{0} · {1}</translation>
    </message>
    <message>
        <source>⋯ {0} equal lines ⋯</source>
        <translation>⋯ {0} 行相同 ⋯</translation>
    </message>
</context>
<context>
    <name>DifferencePane</name>
    <message>
        <source>Moved: click to go to the other place (Ctrl+J)</source>
        <translation>已移動：按一下可轉到另一處 (Ctrl+J)</translation>
    </message>
    <message>
        <source>Move the caret; with Shift, select</source>
        <translation>移動游標；按住 Shift 時選擇文字</translation>
    </message>
    <message>
        <source>Show the lines that are folded</source>
        <translation>顯示摺疊的行</translation>
    </message>
    <message>
        <source>Copy the selected text</source>
        <translation>複製選取的文字</translation>
    </message>
    <message>
        <source>Select the whole text</source>
        <translation>選擇全部文字</translation>
    </message>
    <message>
        <source>Find in the two texts</source>
        <translation>在兩份文字中尋找</translation>
    </message>
</context>
<context>
    <name>DifferenceSaver</name>
    <message>
        <source>HTML files (*.html)</source>
        <translation>HTML 檔案 (*.html)</translation>
    </message>
    <message>
        <source>Patches (*.patch *.diff)</source>
        <translation>修補檔 (*.patch *.diff)</translation>
    </message>
    <message>
        <source>Save the differences</source>
        <translation>儲存差異</translation>
    </message>
</context>
<context>
    <name>DifferenceStrip</name>
    <message>
        <source>Overview of the differences</source>
        <translation>差異概覽</translation>
    </message>
    <message>
        <source>All differences, and what is in view. Click or drag to go there</source>
        <translation>所有差異，以及目前顯示的部分。按一下或拖曳可轉到該處</translation>
    </message>
    <message>
        <source>Go a line or a view up or down</source>
        <translation>向上或向下移動一行或一頁</translation>
    </message>
    <message>
        <source>Go to the beginning or the end of the texts</source>
        <translation>轉到文字的開頭或結尾</translation>
    </message>
</context>
<context>
    <name>DifferenceTools</name>
    <message>
        <source>Hide the texts</source>
        <translation>隱藏文字</translation>
    </message>
</context>
<context>
    <name>DifferenceView</name>
    <message>
        <source>Select a document of a group to compare it with the one that is kept.</source>
        <translation>請選擇群組中的一個文件，與保留的文件進行比較。</translation>
    </message>
    <message>
        <source>{0} ({1})</source>
        <translation>{0}（{1}）</translation>
    </message>
    <message>
        <source>Reading and comparing the texts…</source>
        <translation>正在讀取並比較文字…</translation>
    </message>
</context>
<context>
    <name>DocumentChecks</name>
    <message>
        <source>Check a document</source>
        <translation>文件查重</translation>
    </message>
    <message>
        <source>Save the check</source>
        <translation>儲存查重結果</translation>
    </message>
    <message>
        <source>HTML files (*.html)</source>
        <translation>HTML 檔案 (*.html)</translation>
    </message>
    <message>
        <source>The check was written to {0}.</source>
        <translation>查重結果已寫入 {0}。</translation>
    </message>
</context>
<context>
    <name>EncodingButton</name>
    <message>
        <source>Always read these bytes this way</source>
        <translation>以後一直這樣讀取這些位元組</translation>
    </message>
    <message>
        <source>{0}: the text was carried along; it cannot be read in another encoding</source>
        <translation>{0}：文字是隨結果附帶的，不能用其他編碼讀取</translation>
    </message>
    <message>
        <source>{0}: its encoding is part of the format</source>
        <translation>{0}：編碼由格式決定，不能另選</translation>
    </message>
    <message>
        <source>Encoding on the left: {0}</source>
        <translation>左側編碼：{0}</translation>
    </message>
    <message>
        <source>Encoding on the right: {0}</source>
        <translation>右側編碼：{0}</translation>
    </message>
    <message>
        <source>{0}, chosen by hand, for this view only</source>
        <translation>{0}，手動選擇，僅對目前檢視有效</translation>
    </message>
    <message>
        <source>{0}, chosen by hand, for these bytes wherever they are</source>
        <translation>{0}，手動選定，對這些位元組一直有效，無論檔案在哪裡</translation>
    </message>
    <message>
        <source>{0}. Choose another one where the text is not readable</source>
        <translation>{0}。如果文字無法閱讀，請選擇其他編碼</translation>
    </message>
</context>
<context>
    <name>EncodingMenu</name>
    <message>
        <source>Recognise automatically</source>
        <translation>自動識別</translation>
    </message>
</context>
<context>
    <name>ExtractedRow</name>
    <message>
        <source> MB</source>
        <translation> MB</translation>
    </message>
    <message>
        <source>none</source>
        <translation>無</translation>
    </message>
    <message>
        <source>the file of extracted texts cannot be deleted</source>
        <translation>無法刪除儲存提取文字的檔案</translation>
    </message>
    <message>
        <source>Delete all text that is kept; it is read again when it is needed</source>
        <translation>刪除所有儲存的文字；需要時會重新讀取</translation>
    </message>
    <message>
        <source>No text is kept now</source>
        <translation>現在沒有儲存的文字</translation>
    </message>
    <message>
        <source>Clear {0}</source>
        <translation>清除 {0}</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>清除</translation>
    </message>
</context>
<context>
    <name>FiguresPage</name>
    <message>
        <source>Figures in words</source>
        <translation>數值說明</translation>
    </message>
    <message>
        <source>Distance</source>
        <translation>距離</translation>
    </message>
    <message>
        <source>Similarity</source>
        <translation>相似度</translation>
    </message>
    <message>
        <source>Runs in both</source>
        <translation>共有短串</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0}，共 {1} 位元</translation>
    </message>
    <message>
        <source>What differs</source>
        <translation>有什麼不同</translation>
    </message>
    <message>
        <source>in both</source>
        <translation>兩份都有</translation>
    </message>
    <message>
        <source>only in {0}</source>
        <translation>只在{0}裡</translation>
    </message>
    <message>
        <source>Longest passages</source>
        <translation>最長的段落</translation>
    </message>
    <message>
        <source>&lt;b&gt;{0}.&lt;/b&gt; {1}</source>
        <translation>&lt;b&gt;{0}。&lt;/b&gt;{1}</translation>
    </message>
    <message>
        <source>&lt;b&gt;Neither similar nor a part&lt;/b&gt; by the thresholds set:</source>
        <translation>按現在的閾值，&lt;b&gt;既不是相似，也不是部分&lt;/b&gt;：</translation>
    </message>
</context>
<context>
    <name>FileWords</name>
    <message>
        <source>mixed</source>
        <translation>混合</translation>
    </message>
    <message>
        <source>{0} ({1}, {2})</source>
        <translation>{0}（{1}、{2}）</translation>
    </message>
    <message>
        <source>Same text; the files differ in {0}</source>
        <translation>文字相同；檔案的差別在於{0}</translation>
    </message>
    <message>
        <source>encoding</source>
        <translation>編碼</translation>
    </message>
    <message>
        <source>none</source>
        <translation>無</translation>
    </message>
    <message>
        <source>line ends</source>
        <translation>行尾</translation>
    </message>
    <message>
        <source>present</source>
        <translation>有</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>無</translation>
    </message>
    <message>
        <source>end of the last line</source>
        <translation>最後一行的行尾</translation>
    </message>
    <message>
        <source>byte order mark</source>
        <translation>位元組順序標記</translation>
    </message>
    <message>
        <source>normal form of accents</source>
        <translation>重音符號的正規形式</translation>
    </message>
    <message>
        <source> and </source>
        <translation>和</translation>
    </message>
</context>
<context>
    <name>FilterBar</name>
    <message>
        <source>Take the filter for a regular expression, as Perl and PCRE know them</source>
        <translation>將篩選文字當作正規表示式（Perl 和 PCRE 語法）</translation>
    </message>
    <message>
        <source>Show only groups with documents in different ones of the scanned folders</source>
        <translation>只顯示文件分佈在不同的掃描資料夾中的群組</translation>
    </message>
    <message>
        <source>This is no regular expression: {0}. The filter before is in force.</source>
        <translation>這不是正規表示式：{0}。原來的篩選仍然有效。</translation>
    </message>
    <message>
        <source>Filter by name or folder</source>
        <translation>按名稱或資料夾篩選</translation>
    </message>
    <message>
        <source>Shows the documents whose path contains this, or whose kept document&apos;s path does (Ctrl+F; Esc clears)</source>
        <translation>顯示路徑包含此內容的文件，或其保留的文件路徑包含此內容的文件（Ctrl+F；Esc 清除）</translation>
    </message>
    <message>
        <source>More ways to filter</source>
        <translation>更多篩選方式</translation>
    </message>
    <message>
        <source>&amp;Regular expression</source>
        <translation>規則運算式(&amp;R)</translation>
    </message>
    <message>
        <source>Only &amp;across folders</source>
        <translation>僅跨資料夾(&amp;A)</translation>
    </message>
    <message>
        <source>Only where &amp;numbers differ</source>
        <translation>僅數字不同(&amp;N)</translation>
    </message>
    <message>
        <source>Show only documents of which nothing but numbers, dates or names differs</source>
        <translation>只顯示除數字、日期或姓名外都相同的文件</translation>
    </message>
    <message>
        <source>Only what is too &amp;short for the distance</source>
        <translation>僅過短、距離無意義的文件(&amp;S)</translation>
    </message>
    <message>
        <source>Show only documents of so few words that the distance means little</source>
        <translation>只顯示詞數過少、距離意義不大的文件</translation>
    </message>
    <message>
        <source>Clear the filter; if it is empty, go back to the groups</source>
        <translation>清除篩選；篩選為空時返回群組清單</translation>
    </message>
    <message>
        <source>Go to the groups</source>
        <translation>轉到群組清單</translation>
    </message>
</context>
<context>
    <name>FingerprintsPage</name>
    <message>
        <source>The fingerprints in words</source>
        <translation>指紋說明</translation>
    </message>
    <message>
        <source>The votes on the bit</source>
        <translation>這一位元的投票</translation>
    </message>
    <message>
        <source>All bits</source>
        <translation>所有位元</translation>
    </message>
    <message>
        <source>List what decides all differing bits</source>
        <translation>列出決定所有不同位元的特徵</translation>
    </message>
    <message>
        <source>no bit differs</source>
        <translation>沒有不同的位元</translation>
    </message>
    <message>
        <source>different (≠): {0}</source>
        <translation>不同的位元 (≠)：{0}</translation>
    </message>
    <message>
        <source>What makes bits differ</source>
        <translation>使各位元不同的特徵</translation>
    </message>
    <message>
        <source>No bit differs, so nothing decides one</source>
        <translation>沒有不同的位元，因此沒有起決定作用的特徵</translation>
    </message>
    <message>
        <source>What makes bit {0} differ</source>
        <translation>使第 {0} 位元不同的特徵</translation>
    </message>
    <message>
        <source>Heaviest features on bit {0}</source>
        <translation>對第 {0} 位元影響最大的特徵</translation>
    </message>
    <message>
        <source>{0}: first {1} of {2}</source>
        <translation>{0}：前 {1} 個，共 {2} 個</translation>
    </message>
</context>
<context>
    <name>Focus</name>
    <message>
        <source>{0} of {1} groups are shown, those of the documents you chose.</source>
        <translation>只顯示 {1} 個群組中的 {0} 個群組：所選文件所在的群組。</translation>
    </message>
    <message>
        <source>1 of {1} groups is shown, that of the documents you chose.</source>
        <translation>只顯示 {1} 個群組中的 1 個群組：所選文件所在的群組。</translation>
    </message>
</context>
<context>
    <name>FolderModel</name>
    <message>
        <source>All folders</source>
        <translation>全部資料夾</translation>
    </message>
    <message>
        <source>{0} documents</source>
        <translation>{0} 個文件</translation>
    </message>
    <message>
        <source>1 document</source>
        <translation>1 個文件</translation>
    </message>
    <message>
        <source>watched</source>
        <translation>受監視</translation>
    </message>
    <message>
        <source>Show the documents of all folders</source>
        <translation>顯示所有資料夾中的文件</translation>
    </message>
    <message>
        <source>Saved results: their documents are not on this machine</source>
        <translation>儲存的結果：其中的文件不在本機</translation>
    </message>
    <message>
        <source>The disk of this folder is not connected; its documents are kept as they were. Connect it and scan again</source>
        <translation>此資料夾所在的磁碟未連接，其中的文件保持原樣。請連接磁碟後重新掃描</translation>
    </message>
    <message>
        <source>This folder is not there now; nothing in it can be compared</source>
        <translation>此資料夾現在不存在，其中的內容無法比較</translation>
    </message>
    <message>
        <source>Protected: its documents stay, none of them is marked</source>
        <translation>受保護：其中的文件會留下，不會被標記</translation>
    </message>
    <message>
        <source>Excluded: its documents stay, and are left out of the results</source>
        <translation>已排除：其中的文件會留下，且不出現在結果中</translation>
    </message>
    <message>
        <source>It has this role from a folder above it</source>
        <translation>此角色來自上層資料夾</translation>
    </message>
    <message>
        <source>Watched: what comes is compared with all other documents</source>
        <translation>受監視：新到的與其他所有文件比較</translation>
    </message>
</context>
<context>
    <name>FolderPanel</name>
    <message>
        <source>Folders</source>
        <translation>資料夾</translation>
    </message>
    <message>
        <source>Remove from the list</source>
        <translation>從清單中移除</translation>
    </message>
    <message>
        <source>Take the selected folders off this list; nothing is deleted on disk</source>
        <translation>從清單中移除選取的資料夾；不會刪除磁碟上的任何內容</translation>
    </message>
    <message>
        <source>1 document in excluded folders is left out.</source>
        <translation>排除的資料夾中的 1 個文件不在結果裡。</translation>
    </message>
    <message>
        <source>{0} documents in excluded folders are left out.</source>
        <translation>排除的資料夾中的 {0} 個文件不在結果裡。</translation>
    </message>
    <message>
        <source>Choose a subfolder</source>
        <translation>選擇下級資料夾</translation>
    </message>
    <message>
        <source>{path} is no folder; add the folder that holds it</source>
        <translation>{path} 不是資料夾；請新增它所在的資料夾</translation>
    </message>
    <message>
        <source>{path} does not exist, or cannot be reached</source>
        <translation>{path} 不存在，或無法存取</translation>
    </message>
    <message>
        <source>Add folders</source>
        <translation>新增資料夾</translation>
    </message>
</context>
<context>
    <name>FolderRoleCommands</name>
    <message>
        <source>&amp;Normal folder</source>
        <translation>普通資料夾(&amp;N)</translation>
    </message>
    <message>
        <source>Its documents may be marked and removed</source>
        <translation>其中的文件可以標記和移除</translation>
    </message>
    <message>
        <source>&amp;Protect this folder</source>
        <translation>保護此資料夾(&amp;P)</translation>
    </message>
    <message>
        <source>Its documents stay; others may go because they stay</source>
        <translation>其中的文件留下；其他文件可以因為它們留下而移除</translation>
    </message>
    <message>
        <source>&amp;Exclude this folder</source>
        <translation>排除此資料夾(&amp;E)</translation>
    </message>
    <message>
        <source>Its documents stay, and are left out of the results</source>
        <translation>其中的文件留下，並從結果中排除</translation>
    </message>
    <message>
        <source>Protect a &amp;subfolder…</source>
        <translation>保護下級資料夾(&amp;S)…</translation>
    </message>
    <message>
        <source>Exclude a s&amp;ubfolder…</source>
        <translation>排除下級資料夾(&amp;U)…</translation>
    </message>
</context>
<context>
    <name>FolderRoles</name>
    <message>
        <source>Undo</source>
        <translation>復原</translation>
    </message>
    <message>
        <source>Give the folder the role that it had before</source>
        <translation>恢復資料夾原來的角色</translation>
    </message>
    <message>
        <source>{0} is protected: its documents stay, and none of them is marked</source>
        <translation>{0} 已受保護：其中的文件會留下，不會被標記</translation>
    </message>
    <message>
        <source>{0} is excluded: its documents are left out of the results, and stay</source>
        <translation>{0} 已排除：其中的文件不出現在結果中，並會留下</translation>
    </message>
</context>
<context>
    <name>FolderSets</name>
    <message>
        <source>&amp;Clear this list</source>
        <translation>清除此清單(&amp;C)</translation>
    </message>
    <message>
        <source>{folder} — {place}</source>
        <translation>{folder} — {place}</translation>
    </message>
    <message>
        <source>{folders} and {count} more</source>
        <translation>{folders} 和另外 {count} 個</translation>
    </message>
</context>
<context>
    <name>FolderSettingCommands</name>
    <message>
        <source>&amp;Watch this folder</source>
        <translation>監視此資料夾(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Keep for</source>
        <translation>保留期限(&amp;K)</translation>
    </message>
    <message>
        <source>Documents that came longer ago are left out; their files stay</source>
        <translation>更早到達的文件會被排除；其檔案不變</translation>
    </message>
    <message>
        <source>&amp;As in the settings</source>
        <translation>與設定相同(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;For ever</source>
        <translation>永久(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;7 days</source>
        <translation>7 天(&amp;7)</translation>
    </message>
    <message>
        <source>&amp;30 days</source>
        <translation>30 天(&amp;3)</translation>
    </message>
    <message>
        <source>&amp;90 days</source>
        <translation>90 天(&amp;9)</translation>
    </message>
    <message>
        <source>365 &amp;days</source>
        <translation>365 天(&amp;D)</translation>
    </message>
    <message>
        <source>Another &amp;number of days…</source>
        <translation>其他天數(&amp;N)…</translation>
    </message>
    <message>
        <source>A folder above it is watched, and all that is in it</source>
        <translation>其上層資料夾及其中的一切都受監視</translation>
    </message>
    <message>
        <source>Compare each document that comes to it with all others, and list it</source>
        <translation>將每個新到的文件與其他所有文件比較，並列出</translation>
    </message>
    <message>
        <source>Keep documents</source>
        <translation>保留文件</translation>
    </message>
    <message>
        <source>Days after which a document is left out:</source>
        <translation>多少天後排除文件：</translation>
    </message>
</context>
<context>
    <name>FolderTree</name>
    <message>
        <source>Folders</source>
        <translation>資料夾</translation>
    </message>
</context>
<context>
    <name>GroupActions</name>
    <message>
        <source>&amp;Unmark all of this group</source>
        <translation>取消此群組的所有標記(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>開啟(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Show in file manager</source>
        <translation>在檔案管理器中顯示(&amp;S)</translation>
    </message>
    <message>
        <source>Show only this fol&amp;der</source>
        <translation>只顯示此資料夾(&amp;D)</translation>
    </message>
    <message>
        <source>P&amp;rotect the folder of this document</source>
        <translation>保護此文件所在的資料夾(&amp;R)</translation>
    </message>
    <message>
        <source>E&amp;xclude the folder of this document</source>
        <translation>排除此文件所在的資料夾(&amp;X)</translation>
    </message>
    <message>
        <source>&amp;Copy path</source>
        <translation>複製路徑(&amp;C)</translation>
    </message>
    <message>
        <source>Un&amp;mark	Space</source>
        <translation>取消標記(&amp;M)	空白鍵</translation>
    </message>
    <message>
        <source>&amp;Mark	Space</source>
        <translation>標記(&amp;M)	空白鍵</translation>
    </message>
    <message>
        <source>Choose a row first</source>
        <translation>請先選擇一列</translation>
    </message>
    <message>
        <source>Choose the row of a document first</source>
        <translation>請先選擇一份文件所在的列</translation>
    </message>
    <message>
        <source>It is protected already</source>
        <translation>已受保護</translation>
    </message>
    <message>
        <source>What is selected cannot be marked</source>
        <translation>所選內容無法標記</translation>
    </message>
    <message>
        <source>&amp;Copy id</source>
        <translation>複製 ID(&amp;C)</translation>
    </message>
    <message>
        <source>It is not on this machine</source>
        <translation>它不在本機</translation>
    </message>
    <message>
        <source>Read in another &amp;encoding</source>
        <translation>用其他編碼讀取(&amp;E)</translation>
    </message>
    <message>
        <source>Mark &amp;all of this group that may be marked together</source>
        <translation>標記此群組中可以一起標記的所有文件(&amp;A)</translation>
    </message>
    <message>
        <source>Mark &amp;all other documents of this group</source>
        <translation>標記此群組的所有其他文件(&amp;A)</translation>
    </message>
    <message>
        <source>Mark &amp;all of this group but the linked ones</source>
        <translation>標記此群組中除間接相連以外的所有文件(&amp;A)</translation>
    </message>
    <message>
        <source>Mark &amp;all of this group but those with other numbers only</source>
        <translation>標記此群組中除僅數字不同以外的所有文件(&amp;A)</translation>
    </message>
    <message>
        <source>Mark &amp;all of this group but the linked ones and those with other numbers</source>
        <translation>標記此群組中除間接相連和僅數字不同以外的所有文件(&amp;A)</translation>
    </message>
</context>
<context>
    <name>GroupCells</name>
    <message>
        <source>{name}, protected</source>
        <translation>{name}，受保護</translation>
    </message>
    <message>
        <source>{title}, expanded</source>
        <translation>{title}，已展開</translation>
    </message>
    <message>
        <source>{title}, collapsed</source>
        <translation>{title}，已摺疊</translation>
    </message>
    <message>
        <source>Kept: {reason}</source>
        <translation>保留：{reason}</translation>
    </message>
    <message>
        <source>Marked in another group</source>
        <translation>已在其他群組中標記</translation>
    </message>
    <message>
        <source>of {name}</source>
        <comment>a copy</comment>
        <translation>同 {name}</translation>
    </message>
    <message>
        <source>{0} documents</source>
        <translation>{0} 個文件</translation>
    </message>
    <message>
        <source>boilerplate shared by {0} more</source>
        <translation>另有 {0} 份文件含相同的通用段落</translation>
    </message>
    <message>
        <source>contains 1 part</source>
        <translation>包含 1 個部分</translation>
    </message>
    <message>
        <source>contains {0} parts</source>
        <translation>包含 {0} 個部分</translation>
    </message>
    <message>
        <source>own text up to {0}</source>
        <translation>自有文字最多佔 {0}</translation>
    </message>
    <message>
        <source>{0} earlier versions</source>
        <translation>{0} 個較早版本</translation>
    </message>
    <message>
        <source>1 earlier version</source>
        <translation>1 個較早版本</translation>
    </message>
    <message>
        <source>lowest similarity {0}</source>
        <translation>最低相似度 {0}</translation>
    </message>
    <message>
        <source>{0} not compared</source>
        <translation>{0} 個未比較</translation>
    </message>
    <message>
        <source>{0} hidden by the filter</source>
        <translation>{0} 個被篩選隱藏</translation>
    </message>
    <message>
        <source>{0} safe to free</source>
        <translation>可安全釋放 {0}</translation>
    </message>
    <message>
        <source>{0} safe to drop</source>
        <translation>{0} 可安全剔除</translation>
    </message>
    <message>
        <source>{0} to review</source>
        <translation>待檢視 {0}</translation>
    </message>
    <message>
        <source>nothing to drop</source>
        <translation>沒有可剔除的</translation>
    </message>
    <message>
        <source>nothing to free</source>
        <translation>無可釋放</translation>
    </message>
    <message>
        <source>{title}
Kept: {path}</source>
        <translation>{title}
保留：{path}</translation>
    </message>
    <message>
        <source>Least similar: {name}, {percent}</source>
        <translation>相似度最低：{name}，{percent}</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>protected</source>
        <translation>受保護</translation>
    </message>
    <message>
        <source>marked</source>
        <translation>已標記</translation>
    </message>
    <message>
        <source>not marked</source>
        <translation>未標記</translation>
    </message>
    <message>
        <source>Encoding guessed: {name}</source>
        <translation>編碼是猜測的：{name}</translation>
    </message>
    <message>
        <source>It is not on this machine</source>
        <translation>它不在本機</translation>
    </message>
    <message>
        <source>Inside an archive or a mailbox: it cannot be marked</source>
        <translation>在壓縮檔或信箱檔裡：不能標記</translation>
    </message>
    <message>
        <source>Its folder is protected: this document stays and cannot be marked</source>
        <translation>它的資料夾受保護：此文件留下，不能標記</translation>
    </message>
    <message>
        <source>It is in two groups, and kept in one of them: no command marks it, only you can</source>
        <translation>它同時在兩個群組中，並在其中一組被保留：沒有指令會標記它，只能由您自己標記</translation>
    </message>
</context>
<context>
    <name>GroupColumns</name>
    <message>
        <source>Name</source>
        <translation>名稱</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>類型</translation>
    </message>
    <message>
        <source>Distance</source>
        <translation>距離</translation>
    </message>
    <message>
        <source>Similarity</source>
        <translation>相似度</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>The size of the file; groups are sorted by the size of what could go</source>
        <translation>檔案的大小；群組按可移除部分的大小排序</translation>
    </message>
    <message>
        <source>Modified</source>
        <translation>修改時間</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>資料夾</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>詞數</translation>
    </message>
    <message>
        <source>Why it is here</source>
        <translation>列入原因</translation>
    </message>
    <message>
        <source>Chosen by hand, for these bytes wherever they are</source>
        <translation>手動選定，對這些位元組一直有效，無論檔案在哪裡</translation>
    </message>
    <message>
        <source>Encoding guessed: others fit these bytes, too. Where the text is not readable, choose another one in the menu of this row</source>
        <translation>編碼是猜測的：別的編碼也符合這些位元組。文字如果無法閱讀，請在這一列的選單裡選擇另一種編碼</translation>
    </message>
    <message>
        <source>What a document is to the one that is kept</source>
        <translation>文件與保留的文件之間的關係</translation>
    </message>
    <message>
        <source>How many bits of the fingerprints differ from the kept document&apos;s</source>
        <translation>與保留的文件相比，指紋有多少位元不同</translation>
    </message>
    <message>
        <source>When the file was last changed</source>
        <translation>檔案的最後更改時間</translation>
    </message>
    <message>
        <source>How the file&apos;s bytes were read as characters</source>
        <translation>檔案的位元組按什麼編碼讀作字元</translation>
    </message>
    <message>
        <source>Kept</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Mark</source>
        <translation>標記</translation>
    </message>
    <message>
        <source>Tick what is to go</source>
        <translation>勾選要去掉的文件</translation>
    </message>
    <message>
        <source>The name of the file</source>
        <translation>檔案名稱</translation>
    </message>
    <message>
        <source>How much of the text of both documents together is in both; groups are sorted by their lowest similarity</source>
        <translation>兩個文件的全部文字中，同時存在於兩者的比例；群組按其最低相似度排序</translation>
    </message>
    <message>
        <source>The folder that holds the file</source>
        <translation>檔案所在的資料夾</translation>
    </message>
    <message>
        <source>Format or encoding</source>
        <translation>格式或編碼</translation>
    </message>
    <message>
        <source>How many words were found in the text</source>
        <translation>在文字中找到的詞數</translation>
    </message>
    <message>
        <source>What puts the document into its group</source>
        <translation>文件列入該群組的原因</translation>
    </message>
    <message>
        <source>Some characters could not be decoded; they are shown and compared as �</source>
        <translation>有些字元無法解碼；它們顯示為 � 並以此比較</translation>
    </message>
    <message>
        <source>too short</source>
        <translation>太短</translation>
    </message>
    <message>
        <source>This document is kept; the others of its group are compared with it</source>
        <translation>此文件會保留；群組中的其他文件都與它比較</translation>
    </message>
</context>
<context>
    <name>GroupView</name>
    <message>
        <source>Groups of similar documents</source>
        <translation>相似文件群組</translation>
    </message>
    <message>
        <source>Mark or unmark what is selected</source>
        <translation>標記選取的文件，或取消標記</translation>
    </message>
    <message>
        <source>Open a group</source>
        <translation>展開一個群組</translation>
    </message>
    <message>
        <source>Close a group, or go to its title</source>
        <translation>摺疊一個群組，或轉到群組標題</translation>
    </message>
    <message>
        <source>Open or close a group; of a document, show its text and go there</source>
        <translation>展開或摺疊一個群組；對文件則顯示文字並前往該處</translation>
    </message>
    <message>
        <source>Go to the row above or below</source>
        <translation>轉到上一列或下一列</translation>
    </message>
    <message>
        <source>Go to the first or the last row</source>
        <translation>轉到第一列或最後一列</translation>
    </message>
</context>
<context>
    <name>HistogramSlider</name>
    <message>
        <source>Move the slider</source>
        <translation>移動滑桿</translation>
    </message>
</context>
<context>
    <name>HistoryWindow</name>
    <message>
        <source>History of removals</source>
        <translation>移除歷史</translation>
    </message>
    <message>
        <source>Nothing was removed yet.</source>
        <translation>還沒有移除過任何文件。</translation>
    </message>
    <message>
        <source>Removals</source>
        <translation>移除記錄</translation>
    </message>
    <message>
        <source>Documents of the removal</source>
        <translation>此次移除的文件</translation>
    </message>
    <message>
        <source>&amp;Undo this removal</source>
        <translation>復原此次移除(&amp;U)</translation>
    </message>
    <message>
        <source>Use a &amp;numbered name where another file has the name</source>
        <translation>名稱已被其他檔案使用時用帶編號的名稱(&amp;N)</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>When</source>
        <translation>時間</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>備註</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>What became of it</source>
        <translation>結果</translation>
    </message>
    <message>
        <source>Where it went, or why</source>
        <translation>去向或原因</translation>
    </message>
    <message>
        <source>Undo these &amp;documents</source>
        <translation>復原這些文件(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Show in file manager</source>
        <translation>在檔案管理器中顯示(&amp;S)</translation>
    </message>
    <message>
        <source>What stands at a document&apos;s place now is never replaced, with or without this</source>
        <translation>無論是否選取，文件原處現有的檔案都不會被替換</translation>
    </message>
</context>
<context>
    <name>InfluenceModel</name>
    <message>
        <source>Feature</source>
        <translation>特徵</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文字</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>權重</translation>
    </message>
    <message>
        <source>Influence</source>
        <translation>影響</translation>
    </message>
    <message>
        <source>Bits</source>
        <translation>位元</translation>
    </message>
    <message>
        <source>A word or neighbouring words of the text, or the hash of another feature</source>
        <translation>文字中的一個詞或相鄰的詞，或其他特徵的雜湊值</translation>
    </message>
    <message>
        <source>The text that has it alone, or with more weight</source>
        <translation>獨有該特徵，或該特徵權重更大的一份文字</translation>
    </message>
    <message>
        <source>How much more it weighs in this text than in the other</source>
        <translation>在這份文字中的權重比另一份多多少</translation>
    </message>
    <message>
        <source>What it adds to the votes: its weight, times the bits</source>
        <translation>對投票的貢獻：權重乘以位元數</translation>
    </message>
    <message>
        <source>The differing bits on which it votes as the bit came out in this text</source>
        <translation>它投票的方向與這份文字的結果一致的不同位元</translation>
    </message>
    <message>
        <source>Hash {0}, weight {1}; bits {2}</source>
        <translation>雜湊 {0}，權重 {1}；位元 {2}</translation>
    </message>
</context>
<context>
    <name>JudgementController</name>
    <message>
        <source>Choose a document below the kept one, to keep it instead.</source>
        <translation>請選擇保留的文件下面的一個文件，以改為保留它。</translation>
    </message>
    <message>
        <source>A part of a document cannot be kept instead of the whole document.</source>
        <translation>不能改為保留文件的一部分而捨棄整個文件。</translation>
    </message>
    <message>
        <source>{0} is inside an archive or a mailbox and cannot stay for a file.</source>
        <translation>{0} 在壓縮檔或信箱檔裡，不能代替檔案保留。</translation>
    </message>
    <message>
        <source>{0} is kept instead of {1} from now on.</source>
        <translation>從現在起保留 {0}，不再保留 {1}。</translation>
    </message>
    <message>
        <source>Choose a document below the kept one, to say that it is no duplicate.</source>
        <translation>請選擇保留的文件下面的一個文件，以說明它不是重複。</translation>
    </message>
    <message>
        <source>{0} documents are not shown as duplicates of the kept ones any more.</source>
        <translation>{0} 個文件不再顯示為保留的文件的重複。</translation>
    </message>
    <message>
        <source>{0} is a wanted copy of {1} from now on; any further copy is shown again.</source>
        <translation>從現在起 {0} 作為 {1} 的副本有意保留；再出現其他副本時會重新顯示。</translation>
    </message>
    <message>
        <source>{0} and {1} are no duplicates of each other from now on.</source>
        <translation>從現在起 {0} 和 {1} 互不重複。</translation>
    </message>
    <message>
        <source>The encoding is recognised again: {0}.</source>
        <translation>編碼恢復為自動識別：{0}。</translation>
    </message>
    <message>
        <source>The last decision was undone.</source>
        <translation>已撤銷上一次決定。</translation>
    </message>
    <message>
        <source>Read in {1} from the next scan on, wherever the same bytes are: {0}.</source>
        <translation>從下次掃描起用 {1} 讀取，相同的位元組在哪裡都一樣：{0}。</translation>
    </message>
    <message>
        <source>Read in {1} from now on, wherever the same bytes are: {0}.</source>
        <translation>從現在起用 {1} 讀取，相同的位元組在哪裡都一樣：{0}。</translation>
    </message>
    <message>
        <source>{0} files</source>
        <translation>{0} 個檔案</translation>
    </message>
</context>
<context>
    <name>JudgementDialog</name>
    <message>
        <source>Filter by words or path</source>
        <translation>按文字或路徑篩選</translation>
    </message>
    <message>
        <source>Decisions</source>
        <translation>決定</translation>
    </message>
    <message>
        <source>Decisions about documents</source>
        <translation>對文件的決定</translation>
    </message>
    <message>
        <source>When</source>
        <translation>時間</translation>
    </message>
    <message>
        <source>What</source>
        <translation>判斷</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Other document</source>
        <translation>另一個文件</translation>
    </message>
    <message>
        <source>How many entries are shown</source>
        <translation>顯示了多少條</translation>
    </message>
    <message>
        <source>&amp;Delete from the list</source>
        <translation>從清單中刪除(&amp;D)</translation>
    </message>
    <message>
        <source>The documents are grouped again as if this had not been said (Del)</source>
        <translation>文件將重新分組，如同沒有作過此判斷 (Del)</translation>
    </message>
    <message>
        <source>no duplicates of each other</source>
        <translation>互不重複</translation>
    </message>
    <message>
        <source>the other is a wanted copy</source>
        <translation>另一個是有意保留的副本</translation>
    </message>
    <message>
        <source>the other is kept instead</source>
        <translation>改為保留另一個</translation>
    </message>
    <message>
        <source>is read in {0}</source>
        <translation>用 {0} 讀取</translation>
    </message>
    <message>
        <source>{0} of 1 entry</source>
        <translation>{0} / 1 條</translation>
    </message>
    <message>
        <source>{0} of {1} entries</source>
        <translation>{0} / {1} 條</translation>
    </message>
</context>
<context>
    <name>KeepingPage</name>
    <message>
        <source>Keeping and removing</source>
        <translation>保留與移除</translation>
    </message>
    <message>
        <source>Nothing is removed until you say so, and what goes to the trash can return.</source>
        <translation>未經您同意不會移除任何文件，移到資源回收筒的可以還原。</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>資料夾</translation>
    </message>
    <message>
        <source>none</source>
        <translation>無</translation>
    </message>
    <message>
        <source>Folders that you protected or excluded. A folder that you take off here is an ordinary one again.</source>
        <translation>您設為受保護或排除的資料夾。在此去掉後，它重新成為一般資料夾。</translation>
    </message>
    <message>
        <source>Saved rules</source>
        <translation>已儲存的規則</translation>
    </message>
    <message>
        <source>Which document stays, as saved in Mark by rules. Take off what is not used.</source>
        <translation>保留哪個文件，在「依規則標記」中儲存。可去掉不用的。</translation>
    </message>
    <message>
        <source>Decisions</source>
        <translation>決定</translation>
    </message>
    <message>
        <source>On: the next document is chosen after one was marked, kept or judged. Default off.</source>
        <translation>開啟：標記、保留或判斷一個文件之後，選取下一個。預設關閉。</translation>
    </message>
    <message>
        <source>{0} (protected)</source>
        <translation>{0}（受保護）</translation>
    </message>
    <message>
        <source>{0} (excluded)</source>
        <translation>{0}（已排除）</translation>
    </message>
    <message>
        <source>{0} (ordinary)</source>
        <translation>{0}（一般）</translation>
    </message>
</context>
<context>
    <name>KeptMarks</name>
    <message>
        <source>{0} of {1} marks could not be brought back: the documents changed, or cannot be marked any longer.</source>
        <translation>{1} 個標記中有 {0} 個無法還原：文件已變更，或不能再標記。</translation>
    </message>
    <message>
        <source>1 of {1} marks could not be brought back: the document changed, or cannot be marked any longer.</source>
        <translation>{1} 個標記中有 1 個無法還原：文件已變更，或不能再標記。</translation>
    </message>
</context>
<context>
    <name>KeptReason</name>
    <message>
        <source>your choice</source>
        <translation>您的選擇</translation>
    </message>
    <message>
        <source>contains the others</source>
        <translation>包含其餘文件</translation>
    </message>
    <message>
        <source>higher version by name</source>
        <translation>名稱裡的版本更高</translation>
    </message>
    <message>
        <source>states the later date</source>
        <translation>文中的日期更晚</translation>
    </message>
    <message>
        <source>modified last</source>
        <translation>修改得最晚</translation>
    </message>
    <message>
        <source>has most copies</source>
        <translation>副本最多</translation>
    </message>
    <message>
        <source>similar to most</source>
        <translation>與多數相似</translation>
    </message>
    <message>
        <source>longest text</source>
        <translation>文字最長</translation>
    </message>
    <message>
        <source>not named as a copy</source>
        <translation>名稱不像副本</translation>
    </message>
    <message>
        <source>first on the disk</source>
        <translation>在磁碟上最先</translation>
    </message>
    <message>
        <source>first by path</source>
        <translation>路徑最靠前</translation>
    </message>
    <message>
        <source>It is kept because you, or your rules, chose it.</source>
        <translation>保留它，因為您或您的規則選擇了它。</translation>
    </message>
    <message>
        <source>It is kept because it is a file of its own; the others are inside archives or mailboxes.</source>
        <translation>保留它，因為它是獨立的檔案，其餘的在壓縮檔或信箱檔裡。</translation>
    </message>
    <message>
        <source>It is kept because it was read in full and without damaged characters.</source>
        <translation>保留它，因為它讀取完整，沒有損壞的字元。</translation>
    </message>
    <message>
        <source>It is kept because it contains what is in the others, and more.</source>
        <translation>保留它，因為它包含其餘文件的內容，並且內容更多。</translation>
    </message>
    <message>
        <source>It is kept because its name or folder tells of a higher version.</source>
        <translation>保留它，因為它的名稱或資料夾表明版本更高。</translation>
    </message>
    <message>
        <source>It is kept because its text states a later date.</source>
        <translation>保留它，因為文中寫明的日期更晚。</translation>
    </message>
    <message>
        <source>It is kept because it was modified last, and not when the others were copied or unpacked.</source>
        <translation>保留它，因為它的修改時間最晚，而且不是與其餘文件一起複製或解壓縮的。</translation>
    </message>
    <message>
        <source>It is kept because more documents equal it than equal another one here.</source>
        <translation>保留它，因為組裡與它相同的文件最多。</translation>
    </message>
    <message>
        <source>It is kept because it is the most similar to the other documents here.</source>
        <translation>保留它，因為它與組裡其餘文件最相似。</translation>
    </message>
    <message>
        <source>It is kept because its text is the longest.</source>
        <translation>保留它，因為它的文字最長。</translation>
    </message>
    <message>
        <source>It is kept because its format is the best to go on with.</source>
        <translation>保留它，因為它的格式最便於繼續編輯。</translation>
    </message>
    <message>
        <source>It is kept because its encoding is the best to go on with.</source>
        <translation>保留它，因為它的編碼最佳。</translation>
    </message>
    <message>
        <source>It is kept because neither its name nor its folder is that of a copy.</source>
        <translation>保留它，因為它的名稱和資料夾都不像副本。</translation>
    </message>
    <message>
        <source>It is kept because it is the oldest; the others were written after it.</source>
        <translation>保留它，因為它最早，其餘的都是在它之後寫入的。</translation>
    </message>
    <message>
        <source>It is kept because it lies in the fewest folders.</source>
        <translation>保留它，因為它所在的資料夾層級最淺。</translation>
    </message>
    <message>
        <source>It is kept because its file has the lowest number on the disk, as files that came first mostly have.</source>
        <translation>保留它，因為它在磁碟上的檔案編號最小，最先寫入的檔案多半如此。</translation>
    </message>
    <message>
        <source>It is kept because its name is the shortest.</source>
        <translation>保留它，因為它的名稱最短。</translation>
    </message>
    <message>
        <source>It is kept because its path comes first; nothing else speaks for one of them.</source>
        <translation>保留它，因為它的路徑排在最前；其他方面分不出高下。</translation>
    </message>
    <message>
        <source>check: newer by date</source>
        <translation>請核對：日期較新</translation>
    </message>
    <message>
        <source>check: higher version by name</source>
        <translation>請核對：名稱版本較高</translation>
    </message>
    <message>
        <source>Names and dates disagree about the latest version: compare before removing.</source>
        <translation>名稱與日期不一致，無法確定哪一個最新：請先比較，再決定是否移除。</translation>
    </message>
    <message>
        <source>check the dates</source>
        <translation>請核對日期</translation>
    </message>
    <message>
        <source>a file of its own</source>
        <translation>獨立檔案</translation>
    </message>
    <message>
        <source>undamaged</source>
        <translation>未損壞</translation>
    </message>
    <message>
        <source>best format</source>
        <translation>格式最便於編輯</translation>
    </message>
    <message>
        <source>best encoding</source>
        <translation>編碼最佳</translation>
    </message>
    <message>
        <source>shortest path</source>
        <translation>路徑最短</translation>
    </message>
    <message>
        <source>shortest name</source>
        <translation>名稱最短</translation>
    </message>
    <message>
        <source>oldest</source>
        <translation>最早</translation>
    </message>
</context>
<context>
    <name>KindTick</name>
    <message>
        <source>1 document</source>
        <translation>1 個文件</translation>
    </message>
    <message>
        <source>{0} documents</source>
        <translation>{0} 個文件</translation>
    </message>
</context>
<context>
    <name>LanguagePage</name>
    <message>
        <source>Appearance and language</source>
        <translation>外觀與語言</translation>
    </message>
    <message>
        <source>Takes effect at once; nothing is read or scanned again.</source>
        <translation>立即生效；不會重新讀取或掃描。</translation>
    </message>
    <message>
        <source>The system&apos;s</source>
        <translation>跟隨系統</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>語言</translation>
    </message>
    <message>
        <source>Of the window, its dates and its numbers. Your documents may be in any.</source>
        <translation>視窗、日期和數字的語言。您的文件可以是任何語言。</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>淺色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外觀</translation>
    </message>
    <message>
        <source>Fonts, their size and the accent colour are always the system&apos;s.</source>
        <translation>字型、字級和強調色一律跟隨系統。</translation>
    </message>
</context>
<context>
    <name>ListPanel</name>
    <message>
        <source>&amp;Open</source>
        <translation>開啟(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Show in file manager</source>
        <translation>在檔案管理器中顯示(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Copy path</source>
        <translation>複製路徑(&amp;C)</translation>
    </message>
    <message>
        <source>Go back to the groups</source>
        <translation>返回群組清單</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>What is shown of two documents</source>
        <translation>兩個文件的顯示方式</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>差異</translation>
    </message>
    <message>
        <source>Why these two</source>
        <translation>為何相似</translation>
    </message>
    <message>
        <source>Shared passages</source>
        <translation>相同段落</translation>
    </message>
</context>
<context>
    <name>ManualWindow</name>
    <message>
        <source>Variorum: the manual</source>
        <translation>Variorum：使用手冊</translation>
    </message>
    <message>
        <source>The manual</source>
        <translation>使用手冊</translation>
    </message>
    <message>
        <source>{0}: the manual cannot be read: {1}</source>
        <translation>{0}：無法讀取使用手冊：{1}</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>目錄</translation>
    </message>
    <message>
        <source>Find in the manual</source>
        <translation>在手冊中尋找</translation>
    </message>
    <message>
        <source>Places found</source>
        <translation>找到的位置</translation>
    </message>
    <message>
        <source>Previous place (Shift+F3)</source>
        <translation>上一處（Shift+F3）</translation>
    </message>
    <message>
        <source>Next place (F3)</source>
        <translation>下一處（F3）</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>第 {0} 處，共 {1} 處</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>未找到</translation>
    </message>
</context>
<context>
    <name>MarkController</name>
    <message>
        <source>Undo</source>
        <translation>復原</translation>
    </message>
    <message>
        <source>Mark what was marked before, and nothing else</source>
        <translation>恢復之前的標記</translation>
    </message>
    <message>
        <source>1 document marked; {1} hidden by the filter were left alone</source>
        <translation>已標記 1 個文件；被篩選隱藏的 {1} 個未更動</translation>
    </message>
    <message>
        <source>{0} documents marked; {1} hidden by the filter were left alone</source>
        <translation>已標記 {0} 個文件；被篩選隱藏的 {1} 個未更動</translation>
    </message>
    <message>
        <source>1 document marked, the filter taken away; nothing is moved yet</source>
        <translation>已標記 1 個文件，並取消了篩選；尚未移動任何文件</translation>
    </message>
    <message>
        <source>{0} documents marked, the filter taken away; nothing is moved yet</source>
        <translation>已標記 {0} 個文件，並取消了篩選；尚未移動任何文件</translation>
    </message>
    <message>
        <source>1 document marked; nothing is moved yet</source>
        <translation>已標記 1 個文件；尚未移動任何文件</translation>
    </message>
    <message>
        <source>{0} documents marked; nothing is moved yet</source>
        <translation>已標記 {0} 個文件；尚未移動任何文件</translation>
    </message>
    <message>
        <source>Nothing more to mark</source>
        <translation>沒有更多可標記的</translation>
    </message>
    <message>
        <source>1 document marked, the filter taken away; no id is exported yet</source>
        <translation>已標記 1 個文件，並取消了篩選；尚未匯出 ID</translation>
    </message>
    <message>
        <source>{0} documents marked, the filter taken away; no ids are exported yet</source>
        <translation>已標記 {0} 個文件，並取消了篩選；尚未匯出 ID</translation>
    </message>
    <message>
        <source>1 document marked; no id is exported yet</source>
        <translation>已標記 1 個文件；尚未匯出 ID</translation>
    </message>
    <message>
        <source>{0} documents marked; no ids are exported yet</source>
        <translation>已標記 {0} 個文件；尚未匯出 ID</translation>
    </message>
    <message>
        <source>1 document unmarked; {1} hidden by the filter stay marked</source>
        <translation>已取消 1 個文件的標記；被篩選隱藏的 {1} 個仍有標記</translation>
    </message>
    <message>
        <source>{0} documents unmarked; {1} hidden by the filter stay marked</source>
        <translation>已取消 {0} 個文件的標記；被篩選隱藏的 {1} 個仍有標記</translation>
    </message>
    <message>
        <source>1 document unmarked</source>
        <translation>已取消 1 個文件的標記</translation>
    </message>
    <message>
        <source>{0} documents unmarked</source>
        <translation>已取消 {0} 個文件的標記</translation>
    </message>
</context>
<context>
    <name>MemberWords</name>
    <message>
        <source>same bytes as the kept document</source>
        <translation>與保留的文件位元組完全相同</translation>
    </message>
    <message>
        <source>same text as the kept document, other bytes</source>
        <translation>與保留的文件文字相同，位元組不同</translation>
    </message>
    <message>
        <source>same words as the kept document, not all the rest</source>
        <translation>與保留的文件詞句相同，其餘不盡相同</translation>
    </message>
    <message>
        <source>earlier version: {share} of it is in the kept document</source>
        <translation>較早版本：其中 {share} 在保留的文件裡</translation>
    </message>
    <message>
        <source>linked through others of the group</source>
        <translation>透過群組中其他文件間接相連</translation>
    </message>
    <message>
        <source>{share} of it is in the kept document</source>
        <translation>其中 {share} 在保留的文件中</translation>
    </message>
    <message>
        <source>what it shares stands in many documents; {share} is its own text</source>
        <translation>相同的內容也見於許多其他文件；自有文字佔 {share}</translation>
    </message>
    <message>
        <source>similarity {share}, distance {distance} bits</source>
        <translation>相似度 {share}，距離 {distance} 位元</translation>
    </message>
    <message>
        <source>similarity {share}, distance 1 bit</source>
        <translation>相似度 {share}，距離 1 位元</translation>
    </message>
    <message>
        <source>similarity {share}; too short for the distance ({distance})</source>
        <translation>相似度 {share}；過短，距離無意義（{distance}）</translation>
    </message>
    <message>
        <source>{words}; only numbers, dates or names differ</source>
        <translation>{words}；只有數字、日期或名稱不同</translation>
    </message>
    <message>
        <source>{words}; {what}</source>
        <translation>{words}；{what}</translation>
    </message>
    <message>
        <source>same bytes as {name}</source>
        <translation>與 {name} 位元組相同</translation>
    </message>
    <message>
        <source>same text as {name}, other bytes</source>
        <translation>與 {name} 文字相同，位元組不同</translation>
    </message>
    <message>
        <source>{copy}. That document is not a copy of the kept one: it stays when true copies go</source>
        <translation>{copy}。那份文件不是保留的文件的副本：移除確定重複時它會留下</translation>
    </message>
    <message>
        <source>same time</source>
        <translation>時間相同</translation>
    </message>
    <message>
        <source>{number} s</source>
        <translation>{number} 秒</translation>
    </message>
    <message>
        <source>{number} min</source>
        <translation>{number} 分鐘</translation>
    </message>
    <message>
        <source>{number} h</source>
        <translation>{number} 小時</translation>
    </message>
    <message>
        <source>{number} days</source>
        <translation>{number} 天</translation>
    </message>
</context>
<context>
    <name>MenuBarKeeper</name>
    <message>
        <source>Go to the menu bar</source>
        <translation>前往選單列</translation>
    </message>
</context>
<context>
    <name>Narrowing</name>
    <message>
        <source>No document passes the filter. 1 group is hidden.</source>
        <translation>沒有文件符合篩選條件，已隱藏 1 組。</translation>
    </message>
    <message>
        <source>No document passes the filter. {0} groups are hidden.</source>
        <translation>沒有文件符合篩選條件，已隱藏 {0} 組。</translation>
    </message>
    <message>
        <source>Nothing to show</source>
        <translation>沒有可顯示的內容</translation>
    </message>
</context>
<context>
    <name>Notifications</name>
    <message>
        <source>Show</source>
        <translation>檢視</translation>
    </message>
</context>
<context>
    <name>OpeningController</name>
    <message>
        <source>About Variorum</source>
        <translation>關於 Variorum</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Variorum {0}&lt;/h3&gt;&lt;p&gt;Finds, verifies and reviews near-duplicate text documents.&lt;/p&gt;&lt;p&gt;MIT licence. Made with Qt, NumPy, jieba and other free software.&lt;/p&gt;</source>
        <translation>&lt;h3&gt;Variorum {0}&lt;/h3&gt;&lt;p&gt;尋找、核實並審閱近似重複的文字文件。&lt;/p&gt;&lt;p&gt;MIT 授權條款。使用 Qt、NumPy、jieba 和其他自由軟體製作。&lt;/p&gt;</translation>
    </message>
</context>
<context>
    <name>OrderedList</name>
    <message>
        <source>Take it off the list (Delete)</source>
        <translation>從清單中移除（Delete）</translation>
    </message>
    <message>
        <source>Let it count more (Alt+Up)</source>
        <translation>提高優先次序（Alt+Up）</translation>
    </message>
    <message>
        <source>Let it count less (Alt+Down)</source>
        <translation>降低優先次序（Alt+Down）</translation>
    </message>
</context>
<context>
    <name>PageWords</name>
    <message>
        <source>p. {0}</source>
        <translation>第 {0} 頁</translation>
    </message>
    <message>
        <source>slide {0}</source>
        <translation>第 {0} 張</translation>
    </message>
    <message>
        <source>Page {0} begins here</source>
        <translation>第 {0} 頁從這裡開始</translation>
    </message>
    <message>
        <source>Slide {0} begins here</source>
        <translation>第 {0} 張投影片從這裡開始</translation>
    </message>
    <message>
        <source>line {0}</source>
        <translation>第 {0} 行</translation>
    </message>
</context>
<context>
    <name>PairLegend</name>
    <message>
        <source>Legend of the picture</source>
        <translation>分佈圖的圖例</translation>
    </message>
    <message>
        <source>Drag a line, or point at a cell to see its pairs</source>
        <translation>拖動線條，或指向格子檢視其中的文件對</translation>
    </message>
</context>
<context>
    <name>PairPicture</name>
    <message>
        <source>Picture of the pairs</source>
        <translation>文件對分佈圖</translation>
    </message>
    <message>
        <source>Least similarity in percent, line</source>
        <translation>最低相似度（百分比），線</translation>
    </message>
    <message>
        <source>Greatest distance in bits, line</source>
        <translation>最大距離（位元），線</translation>
    </message>
    <message>
        <source>No pairs are known yet</source>
        <translation>還沒有已知的文件對</translation>
    </message>
    <message>
        <source>1 pair by distance and similarity</source>
        <translation>1 對文件，按距離和相似度分佈</translation>
    </message>
    <message>
        <source>{0} pairs by distance and similarity</source>
        <translation>{0} 對文件，按距離和相似度分佈</translation>
    </message>
    <message>
        <source>Not shown below now</source>
        <translation>目前未在下方顯示</translation>
    </message>
</context>
<context>
    <name>PartWords</name>
    <message>
        <source>Page {0} of {2}</source>
        <translation>第 {0} 頁，共 {2} 頁</translation>
    </message>
    <message>
        <source>Pages {0} to {1} of {2}</source>
        <translation>第 {0} 至 {1} 頁，共 {2} 頁</translation>
    </message>
    <message>
        <source>Slide {0} of {2}</source>
        <translation>第 {0} 張投影片，共 {2} 張</translation>
    </message>
    <message>
        <source>Slides {0} to {1} of {2}</source>
        <translation>第 {0} 至 {1} 張投影片，共 {2} 張</translation>
    </message>
    <message>
        <source>Line {0} of {2}</source>
        <translation>第 {0} 行，共 {2} 行</translation>
    </message>
    <message>
        <source>Lines {0} to {1} of {2}</source>
        <translation>第 {0} 至 {1} 行，共 {2} 行</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <comment>a place, and the heading there</comment>
        <translation>{0}：{1}</translation>
    </message>
    <message>
        <source>Its only line is in the other document word for word</source>
        <translation>唯一的一行逐字出現在另一文件中</translation>
    </message>
    <message>
        <source>All {0} lines are in the other document word for word</source>
        <translation>{0} 行全部逐字出現在另一文件中</translation>
    </message>
    <message>
        <source>{0} of {1} lines are in the other document word for word, {2} differ</source>
        <translation>{1} 行中有 {0} 行逐字出現在另一文件中，{2} 行不同</translation>
    </message>
</context>
<context>
    <name>PassageModel</name>
    <message>
        <source>Begins with</source>
        <translation>開頭</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>長度</translation>
    </message>
    <message>
        <source>Characters that both have, without spaces</source>
        <translation>雙方共有的字元，不計空白</translation>
    </message>
    <message>
        <source>How the passage begins in the left text</source>
        <translation>該段落在左邊文字中的開頭</translation>
    </message>
</context>
<context>
    <name>PassagesPage</name>
    <message>
        <source>Passages in both, the longest first</source>
        <translation>雙方共有的段落，最長的在前</translation>
    </message>
    <message>
        <source>1 passage in both</source>
        <translation>1 個共有段落</translation>
    </message>
    <message>
        <source>{0} passages in both</source>
        <translation>{0} 個共有段落</translation>
    </message>
    <message>
        <source>kept, {1} in both: {0}</source>
        <translation>保留的，{1} 雙方共有：{0}</translation>
    </message>
    <message>
        <source>chosen, {1} in both: {0}</source>
        <translation>選取的，{1} 雙方共有：{0}</translation>
    </message>
    <message>
        <source>{1} in both: {0}</source>
        <translation>{1} 雙方共有：{0}</translation>
    </message>
</context>
<context>
    <name>PassagesPanel</name>
    <message>
        <source>Shared passages</source>
        <translation>相同段落</translation>
    </message>
</context>
<context>
    <name>PresetRow</name>
    <message>
        <source>Presets</source>
        <translation>預設</translation>
    </message>
    <message>
        <source>Choose one to get its values back</source>
        <translation>選擇一個即可還原其中的值</translation>
    </message>
    <message>
        <source>&amp;Save as…</source>
        <translation>另存為(&amp;S)…</translation>
    </message>
    <message>
        <source>Save the values of now under a name</source>
        <translation>以名稱儲存目前的值</translation>
    </message>
    <message>
        <source>none chosen</source>
        <translation>未選擇</translation>
    </message>
    <message>
        <source>none saved</source>
        <translation>尚未儲存</translation>
    </message>
    <message>
        <source>Choose a name first</source>
        <translation>請先選擇名稱</translation>
    </message>
    <message>
        <source>Save as</source>
        <translation>另存為</translation>
    </message>
    <message>
        <source>Name; what is saved under it already is replaced</source>
        <translation>名稱；同名的既有內容將被取代</translation>
    </message>
    <message>
        <source>Delete what is saved under this name</source>
        <translation>刪除用這個名稱儲存的內容</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>刪除(&amp;D)</translation>
    </message>
</context>
<context>
    <name>ProblemController</name>
    <message>
        <source>{0} is not on this machine and cannot be read again.</source>
        <translation>{0} 不在本機，無法重新讀取。</translation>
    </message>
    <message>
        <source>{0} was read again: it {1}</source>
        <translation>{0} 已重新讀取：{1}</translation>
    </message>
    <message>
        <source>{0} was read again and still cannot be used: {1}</source>
        <translation>已重新讀取 {0}，仍然無法使用：{1}</translation>
    </message>
    <message>
        <source>The folder {0} can be listed now. Scan to read what is in it.</source>
        <translation>現在可以列出資料夾 {0}。請掃描以讀取其中的內容。</translation>
    </message>
    <message>
        <source>{0} can be used now. Scan to compare it with the other documents.</source>
        <translation>現在可以使用 {0}。請掃描以將它與其他文件比較。</translation>
    </message>
    <message>
        <source>Export the problems shown</source>
        <translation>匯出顯示的問題</translation>
    </message>
    <message>
        <source>The problems shown were written to {0}.</source>
        <translation>顯示的問題已寫入 {0}。</translation>
    </message>
</context>
<context>
    <name>ProblemModel</name>
    <message>
        <source>File</source>
        <translation>檔案</translation>
    </message>
    <message>
        <source>While</source>
        <translation>階段</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
</context>
<context>
    <name>ProblemPanel</name>
    <message>
        <source>Filter by file or reason</source>
        <translation>按檔案或原因篩選</translation>
    </message>
    <message>
        <source>Filter problems</source>
        <translation>篩選問題</translation>
    </message>
    <message>
        <source>Filter problems by stage</source>
        <translation>按階段篩選問題</translation>
    </message>
    <message>
        <source>E&amp;xport…</source>
        <translation>匯出(&amp;X)…</translation>
    </message>
    <message>
        <source>Write the problems shown to a CSV file</source>
        <translation>將顯示的問題寫入 CSV 檔案</translation>
    </message>
    <message>
        <source>Read agai&amp;n</source>
        <translation>重新讀取(&amp;N)</translation>
    </message>
    <message>
        <source>Read the chosen file again, without scanning its folder (Ctrl+R)</source>
        <translation>重新讀取選取的檔案，而不掃描它所在的資料夾 (Ctrl+R)</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>問題</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>複製(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Show in file manager</source>
        <translation>在檔案管理器中顯示(&amp;S)</translation>
    </message>
    <message>
        <source>Read this file &amp;again</source>
        <translation>重新讀取此檔案(&amp;A)</translation>
    </message>
    <message>
        <source>Read in another &amp;encoding</source>
        <translation>用其他編碼讀取(&amp;E)</translation>
    </message>
    <message>
        <source>Problems {count}</source>
        <translation>問題 {count}</translation>
    </message>
    <message>
        <source>All stages</source>
        <translation>所有階段</translation>
    </message>
    <message>
        <source>{stage} ({count})</source>
        <translation>{stage} ({count})</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>正在讀取…</translation>
    </message>
    <message>
        <source>No problem matches the filter</source>
        <translation>沒有符合篩選條件的問題</translation>
    </message>
    <message>
        <source>No problems</source>
        <translation>沒有問題</translation>
    </message>
</context>
<context>
    <name>ReadingPage</name>
    <message>
        <source>What is read</source>
        <translation>讀取內容</translation>
    </message>
    <message>
        <source>Files that cannot be read or are too large are named under Not read, files of other kinds are only counted. None is changed.</source>
        <translation>無法讀取或過大的檔案列在「未讀取」中，其他種類的檔案只計數。任何檔案都不會變更。</translation>
    </message>
    <message>
        <source>All other text</source>
        <translation>其他所有文字</translation>
    </message>
    <message>
        <source>Files of any other name that are text; what is no text is left out, counted</source>
        <translation>名稱不同但內容是文字的檔案；不是文字的會排除並計數</translation>
    </message>
    <message>
        <source>Archives, mailboxes</source>
        <translation>壓縮檔、信箱檔</translation>
    </message>
    <message>
        <source>Documents in .zip and .mbox files are compared and shown; nothing is removed from them</source>
        <translation>比較並顯示 .zip 和 .mbox 檔案中的文件；不會從中移除任何內容</translation>
    </message>
    <message>
        <source>Kinds of files</source>
        <translation>檔案種類</translation>
    </message>
    <message>
        <source>The content decides, not the name: a Word file called notes.txt is read as Word.</source>
        <translation>依內容而非名稱判斷：名為 notes.txt 的 Word 檔案以 Word 讀取。</translation>
    </message>
    <message>
        <source>Other names</source>
        <translation>其他名稱</translation>
    </message>
    <message>
        <source>Read as well: names with *, such as *.cnf; with a slash, the path below a folder.</source>
        <translation>同樣讀取：帶 * 的名稱，例如 *.cnf；帶斜線時為資料夾內的路徑。</translation>
    </message>
    <message>
        <source>Leave out</source>
        <translation>排除</translation>
    </message>
    <message>
        <source>Names of files or folders; * stands for any characters. Documents inside are not counted.</source>
        <translation>檔案或資料夾的名稱；* 代表任意字元。其中的文件不計數。</translation>
    </message>
    <message>
        <source> MB</source>
        <translation> MB</translation>
    </message>
    <message>
        <source>Largest file</source>
        <translation>最大檔案</translation>
    </message>
    <message>
        <source>Larger files are listed under Not read. Default {0} MB.</source>
        <translation>更大的檔案列在「未讀取」中。預設 {0} MB。</translation>
    </message>
    <message>
        <source>Follow links to folders</source>
        <translation>跟隨資料夾連結</translation>
    </message>
    <message>
        <source>Linked folders</source>
        <translation>連結的資料夾</translation>
    </message>
    <message>
        <source>Off: what a link points to is read only where it really stands.</source>
        <translation>關閉：連結指向的內容只在其實際位置讀取。</translation>
    </message>
    <message>
        <source>without a kind or a name, no file would be read</source>
        <translation>沒有選擇種類或名稱，不會讀取任何檔案</translation>
    </message>
</context>
<context>
    <name>RemovalActions</name>
    <message>
        <source>{0}…</source>
        <translation>{0}…</translation>
    </message>
    <message>
        <source>&amp;History of removals…</source>
        <translation>移除歷史(&amp;H)…</translation>
    </message>
    <message>
        <source>What was removed, and what of it can be undone (Ctrl+H)</source>
        <translation>移除過什麼，其中哪些可以復原（Ctrl+H）</translation>
    </message>
    <message>
        <source>&amp;Show the list</source>
        <translation>顯示清單(&amp;S)</translation>
    </message>
    <message>
        <source>What became of each document</source>
        <translation>每個文件的處理結果</translation>
    </message>
    <message>
        <source>&amp;Other ways to remove</source>
        <translation>其他移除方式(&amp;O)</translation>
    </message>
</context>
<context>
    <name>RemovalController</name>
    <message>
        <source>Back to the summary</source>
        <translation>返回摘要</translation>
    </message>
    <message>
        <source>The summary waits. No ids have been exported.</source>
        <translation>摘要仍在等待，尚未匯出 ID。</translation>
    </message>
    <message>
        <source>The summary waits. Nothing has been moved.</source>
        <translation>摘要仍在等待，尚未移動任何文件。</translation>
    </message>
    <message>
        <source>CSV files (*.csv)</source>
        <translation>CSV 檔案 (*.csv)</translation>
    </message>
    <message>
        <source>Export the list</source>
        <translation>匯出清單</translation>
    </message>
    <message>
        <source>The list was written to {0}.</source>
        <translation>清單已寫入 {0}。</translation>
    </message>
</context>
<context>
    <name>RemovalDialog</name>
    <message>
        <source>Nothing goes to the trash: none of these documents has one to go to.</source>
        <translation>沒有文件移到資源回收筒：這些文件所在的磁碟都沒有資源回收筒。</translation>
    </message>
    <message>
        <source>Yes, delete 1 document for good. No trash will have it.</source>
        <translation>是，永久刪除 1 個文件。資源回收筒裡也不會有。</translation>
    </message>
    <message>
        <source>Mo&amp;ve to</source>
        <translation>移到(&amp;V)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Show &amp;differences</source>
        <translation>檢視差異(&amp;D)</translation>
    </message>
    <message>
        <source>Yes, delete {0} documents for good. No trash will have them.</source>
        <translation>是，永久刪除 {0} 個文件。資源回收筒裡也不會有。</translation>
    </message>
    <message>
        <source>No document is chosen.</source>
        <translation>未選擇任何文件。</translation>
    </message>
    <message>
        <source>{0} {1}</source>
        <comment>how many, and of what kind</comment>
        <translation>{0} 個{1}</translation>
    </message>
    <message>
        <source>in 1 group</source>
        <translation>共 1 組</translation>
    </message>
    <message>
        <source>in {0} groups</source>
        <translation>共 {0} 組</translation>
    </message>
    <message>
        <source>Includes 1 other name (hard link) of these files.</source>
        <translation>連同這些檔案的 1 個其他名稱（硬連結）一起處理。</translation>
    </message>
    <message>
        <source>Includes {0} other names (hard links) of these files.</source>
        <translation>連同這些檔案的 {0} 個其他名稱（硬連結）一起處理。</translation>
    </message>
    <message>
        <source>Undo could not bring back {0} documents with all that they have; the list says what they would lack.</source>
        <translation>復原無法完整還原 {0} 個文件；清單中說明將缺少的內容。</translation>
    </message>
    <message>
        <source>1 document in a protected folder stays</source>
        <translation>受保護資料夾中的 1 個文件不會移動</translation>
    </message>
    <message>
        <source>{0} documents in protected folders stay</source>
        <translation>受保護資料夾中的 {0} 個文件不會移動</translation>
    </message>
    <message>
        <source>1 marked document stays: it {1}</source>
        <translation>1 個已標記的文件留下：它{1}</translation>
    </message>
    <message>
        <source>{0} marked documents stay: each {1}</source>
        <translation>{0} 個已標記的文件留下：每個都{1}</translation>
    </message>
    <message>
        <source>{0} marked documents stay; the end of the list says why</source>
        <translation>{0} 個已標記的文件留下；清單末尾說明原因</translation>
    </message>
    <message>
        <source>1 more marked document is hidden by the filter and stays</source>
        <translation>另有 1 個標記的文件被篩選隱藏，會留下</translation>
    </message>
    <message>
        <source>{0} more marked documents are hidden by the filter and stay</source>
        <translation>另有 {0} 個標記的文件被篩選隱藏，會留下</translation>
    </message>
    <message>
        <source>Documents that this is done with</source>
        <translation>要處理的文件</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>類型</translation>
    </message>
    <message>
        <source>Similarity</source>
        <translation>相似度</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Stays</source>
        <translation>留下的文件</translation>
    </message>
    <message>
        <source>No trash to go to: {0}</source>
        <translation>沒有可用的資源回收筒：{0}</translation>
    </message>
    <message>
        <source>Show differences</source>
        <translation>檢視差異</translation>
    </message>
    <message>
        <source>Frees no space: {0}</source>
        <translation>不釋放空間：{0}</translation>
    </message>
    <message>
        <source>Undo cannot bring back in full: {0}</source>
        <translation>復原無法完整還原：{0}</translation>
    </message>
    <message>
        <source>Marked, and stay: {0}</source>
        <translation>已標記但會留下：{0}</translation>
    </message>
    <message>
        <source>Look at this one first: it is only similar, not the same.</source>
        <translation>請先看這一個：它只是相似，並不相同。</translation>
    </message>
    <message>
        <source>Look at this one first: it is no true copy.</source>
        <translation>請先看這一個：它不是確定重複。</translation>
    </message>
    <message>
        <source>Look at these {0} first: they are only similar, not the same.</source>
        <translation>請先看這 {0} 個：它們只是相似，並不相同。</translation>
    </message>
    <message>
        <source>Look at these {0} first: they are no true copies.</source>
        <translation>請先看這 {0} 個：它們不是確定重複。</translation>
    </message>
    <message>
        <source>True copies: identical, or the same text saved differently</source>
        <translation>確定重複：完全相同，或文字相同而儲存方式不同</translation>
    </message>
    <message>
        <source>by hand only</source>
        <translation>只能手動標記</translation>
    </message>
    <message>
        <source>{0}, {1}</source>
        <comment>a kind, and a note on it</comment>
        <translation>{0}，{1}</translation>
    </message>
    <message>
        <source>is hidden by the filter and stays</source>
        <translation>被篩選隱藏，因此留下</translation>
    </message>
    <message>
        <source>1 differs from it in numbers, dates or names only: probably no copy.</source>
        <translation>1 個只有數字、日期或名稱不同：可能不是副本。</translation>
    </message>
    <message>
        <source>{0} differ from it in numbers, dates or names only: probably no copies.</source>
        <translation>{0} 個只有數字、日期或名稱不同：可能不是副本。</translation>
    </message>
    <message>
        <source>1 was marked by hand that no rule would mark; it comes first.</source>
        <translation>1 個是手動標記的，任何規則都不會標記它；它排在最前。</translation>
    </message>
    <message>
        <source>{0} were marked by hand that no rule would mark; they come first.</source>
        <translation>{0} 個是手動標記的，任何規則都不會標記它們；它們排在最前。</translation>
    </message>
    <message>
        <source>What is deleted for good can come back only as a copy of an identical document, while one is left.</source>
        <translation>永久刪除的文件只能由還在的完全相同的文件複製回來。</translation>
    </message>
    <message>
        <source>Undo could not bring back all of {0}: it would lack {1}.</source>
        <translation>復原無法完整還原 {0}，將缺少：{1}。</translation>
    </message>
    <message>
        <source>{0} linked to it through others alone, and no near-duplicates of it.</source>
        <translation>{0} 個只透過其他文件與它間接相連，並非它的近似重複文件。</translation>
    </message>
</context>
<context>
    <name>RemovalResults</name>
    <message>
        <source>What became of each document</source>
        <translation>每個文件的處理結果</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>What became of the documents</source>
        <translation>文件的處理結果</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>結果</translation>
    </message>
    <message>
        <source>Where to, or why not</source>
        <translation>去向或原因</translation>
    </message>
</context>
<context>
    <name>ResultFiles</name>
    <message>
        <source>Save the results</source>
        <translation>儲存結果</translation>
    </message>
    <message>
        <source>results</source>
        <translation>結果</translation>
    </message>
    <message>
        <source>Open saved results</source>
        <translation>開啟儲存的結果</translation>
    </message>
    <message>
        <source>Results of Variorum (*{0})</source>
        <translation>Variorum 結果 (*{0})</translation>
    </message>
    <message>
        <source>The results were saved to {0}.</source>
        <translation>結果已儲存到 {0}。</translation>
    </message>
    <message>
        <source>The web page is being written…</source>
        <translation>正在寫入網頁…</translation>
    </message>
    <message>
        <source>{0}: {1} documents that are not on this machine. Mark what is to go, then export the ids (menu File).</source>
        <translation>{0}：{1} 個文件，都不在本機。請標記要去掉的，再匯出 ID（「檔案」選單）。</translation>
    </message>
    <message>
        <source>{0}: 1 document that is not on this machine.</source>
        <translation>{0}：1 個文件，不在本機。</translation>
    </message>
    <message>
        <source>{0}: nothing has changed since this was saved ({1} documents).</source>
        <translation>{0}：全部 {1} 個文件都與儲存時一樣。</translation>
    </message>
    <message>
        <source>{0}: nothing has changed since this was saved (1 document).</source>
        <translation>{0}：這 1 個文件與儲存時一樣。</translation>
    </message>
    <message>
        <source>{0} changed since</source>
        <translation>{0} 個之後已更改</translation>
    </message>
    <message>
        <source>{0} gone</source>
        <translation>{0} 個已不存在</translation>
    </message>
    <message>
        <source>{0} not readable</source>
        <translation>{0} 個無法讀取</translation>
    </message>
    <message>
        <source>{0}: of the documents ({1}), {2}. They are named under Not read; none of them is marked now.</source>
        <translation>{0}：在 {1} 個文件中，{2}。它們列在「未讀取」中；現在都沒有標記。</translation>
    </message>
    <message>
        <source>Export the groups</source>
        <translation>匯出群組</translation>
    </message>
    <message>
        <source>The groups were written to {0}.</source>
        <translation>群組已寫入 {0}。</translation>
    </message>
</context>
<context>
    <name>ReviewActions</name>
    <message>
        <source>Next &amp;document</source>
        <translation>下一個文件(&amp;D)</translation>
    </message>
    <message>
        <source>P&amp;revious document</source>
        <translation>上一個文件(&amp;R)</translation>
    </message>
    <message>
        <source>Go to the next document of the groups</source>
        <translation>移到群組中的下一個文件</translation>
    </message>
    <message>
        <source>Go to the previous document of the groups</source>
        <translation>移到群組中的上一個文件</translation>
    </message>
    <message>
        <source>Next &amp;group</source>
        <translation>下一個群組(&amp;G)</translation>
    </message>
    <message>
        <source>Go to the next group</source>
        <translation>轉到下一個群組</translation>
    </message>
    <message>
        <source>Pr&amp;evious group</source>
        <translation>上一個群組(&amp;E)</translation>
    </message>
    <message>
        <source>Go to the previous group</source>
        <translation>轉到上一個群組</translation>
    </message>
    <message>
        <source>Next group without a &amp;mark</source>
        <translation>下一個沒有標記的群組(&amp;M)</translation>
    </message>
    <message>
        <source>Go to the next group of which no document is marked</source>
        <translation>轉到下一個沒有標記任何文件的群組</translation>
    </message>
    <message>
        <source>M&amp;ark or unmark</source>
        <translation>標記或取消標記(&amp;A)</translation>
    </message>
    <message>
        <source>Mark the selected documents, or unmark them</source>
        <translation>標記選取的文件，或取消標記</translation>
    </message>
    <message>
        <source>Mark and go &amp;on</source>
        <translation>標記並轉到下一個(&amp;O)</translation>
    </message>
    <message>
        <source>Mark the document and go to the next one</source>
        <translation>標記此文件，並轉到下一個</translation>
    </message>
    <message>
        <source>&amp;Keep this one instead</source>
        <translation>改為保留此文件(&amp;K)</translation>
    </message>
    <message>
        <source>Let the chosen document be the kept one of its group, from now on</source>
        <translation>從現在起，讓選取的文件成為其群組中保留的文件</translation>
    </message>
    <message>
        <source>&amp;Not a duplicate</source>
        <translation>不是重複(&amp;N)</translation>
    </message>
    <message>
        <source>Never again show the chosen document as a duplicate of the kept one</source>
        <translation>不再將選取的文件顯示為保留的文件的重複</translation>
    </message>
    <message>
        <source>Go on after each de&amp;cision</source>
        <translation>每次決定後轉到下一個(&amp;C)</translation>
    </message>
    <message>
        <source>Choose the next document after one was marked, kept or judged</source>
        <translation>標記、改為保留或判斷一個文件以後，選擇下一個文件</translation>
    </message>
    <message>
        <source>Deci&amp;sions…</source>
        <translation>決定(&amp;S)…</translation>
    </message>
    <message>
        <source>List the decisions about documents, and take some back</source>
        <translation>列出對文件的決定，並可撤回其中一些</translation>
    </message>
    <message>
        <source>Ne&amp;xt part of the window</source>
        <translation>視窗的下一部分(&amp;X)</translation>
    </message>
    <message>
        <source>Move the keyboard on: results, differences, filter</source>
        <translation>將鍵盤焦點向後移：結果、差異、篩選</translation>
    </message>
    <message>
        <source>Previous part of the w&amp;indow</source>
        <translation>視窗的上一部分(&amp;I)</translation>
    </message>
    <message>
        <source>Move the keyboard back: filter, differences, results</source>
        <translation>將鍵盤焦點向前移：篩選、差異、結果</translation>
    </message>
</context>
<context>
    <name>ReviewController</name>
    <message>
        <source>Every other group that is shown has a marked document.</source>
        <translation>顯示的其他群組都已有標記的文件。</translation>
    </message>
    <message>
        <source>These are the last documents shown.</source>
        <translation>後面沒有顯示的文件了。</translation>
    </message>
    <message>
        <source>These are the first documents shown.</source>
        <translation>前面沒有顯示的文件了。</translation>
    </message>
</context>
<context>
    <name>RowList</name>
    <message>
        <source>Filter this list</source>
        <translation>篩選此清單</translation>
    </message>
    <message>
        <source>E&amp;xport…</source>
        <translation>匯出(&amp;X)…</translation>
    </message>
    <message>
        <source>Write the rows shown to a CSV file</source>
        <translation>將顯示的列寫入 CSV 檔案</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>複製(&amp;C)</translation>
    </message>
</context>
<context>
    <name>RuleCards</name>
    <message>
        <source>{0}. {1}: {2}</source>
        <comment>the number, name and meaning of a rule</comment>
        <translation>{0}. {1}：{2}</translation>
    </message>
</context>
<context>
    <name>RuleController</name>
    <message>
        <source>Back to the rules</source>
        <translation>返回規則</translation>
    </message>
    <message>
        <source>The rules wait. Nothing has been marked.</source>
        <translation>規則仍在等待，尚未標記任何文件。</translation>
    </message>
    <message>
        <source>The results changed meanwhile; nothing was marked. Ask once more.</source>
        <translation>結果已經改變，沒有標記任何文件。請再試一次。</translation>
    </message>
    <message>
        <source>Marked 1 document.</source>
        <translation>已標記 1 個文件。</translation>
    </message>
    <message>
        <source>Marked {0} documents.</source>
        <translation>已標記 {0} 個文件。</translation>
    </message>
    <message>
        <source>Marked 1 document; {1} hidden by the filter were left alone.</source>
        <translation>已標記 1 個文件；被篩選隱藏的 {1} 個未作改動。</translation>
    </message>
    <message>
        <source>Marked {0} documents; {1} hidden by the filter were left alone.</source>
        <translation>已標記 {0} 個文件；被篩選隱藏的 {1} 個未作改動。</translation>
    </message>
    <message>
        <source>{0} more were left alone: now that other documents are kept, they are kept, too, or only you can mark them.</source>
        <translation>另有 {0} 個沒有標記：保留的文件變了之後，它們自己成了保留的，或者只能由您標記。</translation>
    </message>
</context>
<context>
    <name>RuleList</name>
    <message>
        <source>Rules, the first decides</source>
        <translation>規則，第一條先決定</translation>
    </message>
    <message>
        <source>&amp;Add rule</source>
        <translation>新增規則(&amp;A)</translation>
    </message>
    <message>
        <source>Let the rule count more (Alt+Up)</source>
        <translation>提高規則的優先順序 (Alt+Up)</translation>
    </message>
    <message>
        <source>Let the rule count less (Alt+Down)</source>
        <translation>降低規則的優先順序 (Alt+Down)</translation>
    </message>
    <message>
        <source>Folders, the first is preferred</source>
        <translation>資料夾，第一個優先</translation>
    </message>
    <message>
        <source>Add &amp;folder…</source>
        <translation>新增資料夾(&amp;F)…</translation>
    </message>
    <message>
        <source>Patterns, one a line</source>
        <translation>樣式，每行一個</translation>
    </message>
    <message>
        <source>one pattern a line, such as *final*</source>
        <translation>每行一個樣式，例如 *終稿*</translation>
    </message>
    <message>
        <source>The rule “{0}” wants a folder.</source>
        <translation>規則「{0}」需要一個資料夾。</translation>
    </message>
    <message>
        <source>The rule “{0}” wants a pattern.</source>
        <translation>規則「{0}」需要一個樣式。</translation>
    </message>
    <message>
        <source>protected folder</source>
        <translation>受保護的資料夾</translation>
    </message>
    <message>
        <source>always first</source>
        <translation>始終優先</translation>
    </message>
    <message>
        <source>A document in a protected folder stays, whatever the rules say</source>
        <translation>受保護資料夾中的文件總會留下，不論規則如何</translation>
    </message>
    <message>
        <source>A rule decides only where the rules above it leave several documents equal.</source>
        <translation>僅當上面的規則分不出先後時，下一條規則才起作用。</translation>
    </message>
    <message>
        <source>Without a rule, the document whose path comes first stays.</source>
        <translation>沒有規則時，路徑排在最前的文件留下。</translation>
    </message>
    <message>
        <source>A folder to prefer</source>
        <translation>優先的資料夾</translation>
    </message>
</context>
<context>
    <name>RulePreview</name>
    <message>
        <source>same time</source>
        <translation>時間相同</translation>
    </message>
    <message>
        <source>tie</source>
        <translation>並列</translation>
    </message>
    <message>
        <source>you chose the one that stays</source>
        <translation>您選定了留下的文件</translation>
    </message>
    <message>
        <source>protected folder</source>
        <translation>受保護的資料夾</translation>
    </message>
    <message>
        <source>contains the others</source>
        <translation>包含其餘文件</translation>
    </message>
    <message>
        <source>the other has no usable date</source>
        <translation>另一個沒有可用的日期</translation>
    </message>
    <message>
        <source>Would mark at most 1 document, {2}</source>
        <translation>最多會標記 1 個文件，{2}</translation>
    </message>
    <message>
        <source>Would mark at most {0} documents in 1 group, {2}</source>
        <translation>最多會標記 1 個群組中的 {0} 個文件，{2}</translation>
    </message>
    <message>
        <source>Would mark at most {0} documents in {1} groups, {2}</source>
        <translation>最多會標記 {1} 個群組中的 {0} 個文件，{2}</translation>
    </message>
    <message>
        <source>Would mark 1 document, {2}</source>
        <translation>將標記 1 個文件，{2}</translation>
    </message>
    <message>
        <source>Would mark {0} documents in 1 group, {2}</source>
        <translation>將標記 1 組中的 {0} 個文件，共 {2}</translation>
    </message>
    <message>
        <source>Would mark {0} documents in {1} groups, {2}</source>
        <translation>將標記 {1} 組中的 {0} 個文件，共 {2}</translation>
    </message>
    <message>
        <source>to be marked by hand only</source>
        <translation>只能由您標記</translation>
    </message>
    <message>
        <source>name and date disagree about the latest one</source>
        <translation>名稱與日期不一致，無法確定哪一個最新</translation>
    </message>
    <message>
        <source>inside an archive or a mailbox</source>
        <translation>在壓縮檔或信箱檔裡</translation>
    </message>
    <message>
        <source>in a protected folder</source>
        <translation>它的資料夾受保護</translation>
    </message>
    <message>
        <source>kept for another group</source>
        <translation>它要為另一個群組留下</translation>
    </message>
    <message>
        <source>never compared with the one that stays</source>
        <translation>它從未與留下的文件比較過</translation>
    </message>
    <message>
        <source>hidden by the filter</source>
        <translation>被篩選隱藏</translation>
    </message>
    <message>
        <source>{0} ({1})</source>
        <translation>{0}（{1}）</translation>
    </message>
    <message>
        <source>1 group cannot be decided: {0}.</source>
        <translation>1 個群組不能決定：{0}。</translation>
    </message>
    <message>
        <source>{0} groups cannot be decided: {1}.</source>
        <translation>{0} 個群組不能決定：{1}。</translation>
    </message>
</context>
<context>
    <name>RuleWords</name>
    <message>
        <source>newest</source>
        <translation>最新</translation>
    </message>
    <message>
        <source>oldest</source>
        <translation>最舊</translation>
    </message>
    <message>
        <source>largest file</source>
        <translation>檔案最大</translation>
    </message>
    <message>
        <source>longest text</source>
        <translation>文字最長</translation>
    </message>
    <message>
        <source>most complete</source>
        <translation>最完整</translation>
    </message>
    <message>
        <source>shortest path</source>
        <translation>路徑最短</translation>
    </message>
    <message>
        <source>in these folders</source>
        <translation>在這些資料夾中</translation>
    </message>
    <message>
        <source>name like</source>
        <translation>名稱像</translation>
    </message>
    <message>
        <source>name not like</source>
        <translation>名稱不像</translation>
    </message>
    <message>
        <source>best encoding</source>
        <translation>編碼最好</translation>
    </message>
    <message>
        <source>editable format</source>
        <translation>便於編輯</translation>
    </message>
    <message>
        <source>a PDF</source>
        <translation>PDF 檔案</translation>
    </message>
    <message>
        <source>Keep the one modified last</source>
        <translation>保留最後修改的</translation>
    </message>
    <message>
        <source>Keep the one modified first</source>
        <translation>保留最先修改的</translation>
    </message>
    <message>
        <source>Keep the one with the most bytes</source>
        <translation>保留位元組最多的</translation>
    </message>
    <message>
        <source>Keep the one with the most characters of text</source>
        <translation>保留文字字元最多的</translation>
    </message>
    <message>
        <source>Keep the one that holds the largest share of the others, on average</source>
        <translation>保留平均而言包含其他文件最大份額的</translation>
    </message>
    <message>
        <source>Keep the one in the fewest folders, then of the fewest characters</source>
        <translation>保留資料夾層數最少的，其次是路徑字元最少的</translation>
    </message>
    <message>
        <source>Keep the one in the first of these folders, else in the second, and so on</source>
        <translation>保留在第一個資料夾中的，否則在第二個中的，依此類推</translation>
    </message>
    <message>
        <source>Keep the one whose name matches one of the patterns</source>
        <translation>保留名稱與其中一個樣式相符的</translation>
    </message>
    <message>
        <source>Keep the one whose name matches none of the patterns</source>
        <translation>保留名稱與任何樣式都不相符的</translation>
    </message>
    <message>
        <source>Keep the one without damaged characters, then the one in UTF-8</source>
        <translation>保留沒有損壞字元的，其次是 UTF-8 的</translation>
    </message>
    <message>
        <source>Keep the one that can be edited best: a word processor&apos;s document before plain text, a page, a book, a PDF</source>
        <translation>保留最便於編輯的：文書處理文件先於純文字、網頁、電子書和 PDF</translation>
    </message>
    <message>
        <source>Keep the PDF</source>
        <translation>保留 PDF</translation>
    </message>
    <message>
        <source>by date of change</source>
        <translation>按修改時間</translation>
    </message>
    <message>
        <source>by bytes</source>
        <translation>按位元組數</translation>
    </message>
    <message>
        <source>by characters</source>
        <translation>按字數</translation>
    </message>
    <message>
        <source>holds most of the others</source>
        <translation>包含其餘文件最多</translation>
    </message>
    <message>
        <source>nearest the top folder</source>
        <translation>最接近頂層資料夾</translation>
    </message>
    <message>
        <source>wants a folder</source>
        <translation>需要一個資料夾</translation>
    </message>
    <message>
        <source>wants a pattern</source>
        <translation>需要一個模式</translation>
    </message>
    <message>
        <source>undamaged, then UTF-8</source>
        <translation>先無損，再 UTF-8</translation>
    </message>
    <message>
        <source>a Word file before a page or a PDF</source>
        <translation>Word 檔案先於網頁或 PDF</translation>
    </message>
    <message>
        <source>before any other format</source>
        <translation>先於任何其他格式</translation>
    </message>
    <message>
        <source>that of a copy</source>
        <translation>副本的名稱</translation>
    </message>
</context>
<context>
    <name>RulesDialog</name>
    <message>
        <source>Mark by rules</source>
        <translation>按規則標記</translation>
    </message>
    <message>
        <source>Saved rules</source>
        <translation>儲存的規則</translation>
    </message>
    <message>
        <source>Show &amp;differences</source>
        <translation>檢視差異(&amp;D)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>What to &amp;keep in each group</source>
        <translation>每組保留哪個(&amp;K)</translation>
    </message>
    <message>
        <source>Mark the others if they are</source>
        <translation>標記其餘的</translation>
    </message>
    <message>
        <source>What differs in numbers only is never marked by rules.</source>
        <translation>規則從不標記僅數字不同的文件。</translation>
    </message>
    <message>
        <source>Double-click a row to compare the two documents.</source>
        <translation>按兩下一列可比較兩個文件。</translation>
    </message>
    <message>
        <source>&amp;Rules</source>
        <translation>規則(&amp;R)</translation>
    </message>
    <message>
        <source>A moment: what these rules would mark is not known yet.</source>
        <translation>請稍候：尚不知道這些規則會標記什麼。</translation>
    </message>
    <message>
        <source>Only marks are set. You see a summary before anything is done with them.</source>
        <translation>只做標記。處理之前會顯示摘要。</translation>
    </message>
    <message>
        <source>&amp;Mark up to {0}</source>
        <translation>最多標記 {0} 個(&amp;M)</translation>
    </message>
    <message>
        <source>What would be marked</source>
        <translation>將標記的文件</translation>
    </message>
    <message>
        <source>Choose saved rules</source>
        <translation>選擇儲存的規則</translation>
    </message>
    <message>
        <source>Save these rules under a name</source>
        <translation>以名稱儲存這些規則</translation>
    </message>
    <message>
        <source>&amp;Mark</source>
        <translation>標記(&amp;M)</translation>
    </message>
    <message>
        <source>{0} hidden by the filter are left alone.</source>
        <translation>被篩選隱藏的 {0} 個不作改動。</translation>
    </message>
    <message>
        <source>Would be marked</source>
        <translation>將標記</translation>
    </message>
    <message>
        <source>Stays</source>
        <translation>留下的文件</translation>
    </message>
    <message>
        <source> · {0}</source>
        <comment>a size, behind a folder</comment>
        <translation> · {0}</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>類型</translation>
    </message>
    <message>
        <source>Decided by</source>
        <translation>決定的規則</translation>
    </message>
    <message>
        <source>&amp;Mark {0}</source>
        <translation>標記 {0} 個(&amp;M)</translation>
    </message>
</context>
<context>
    <name>ScanCard</name>
    <message>
        <source>What is being done</source>
        <translation>正在進行的操作</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>檢視</translation>
    </message>
    <message>
        <source>Show the files that could not be read</source>
        <translation>檢視無法讀取的檔案</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Stop the scan (Esc); what was found until then is kept</source>
        <translation>停止掃描（Esc）；會保留已找到的內容</translation>
    </message>
    <message>
        <source>Starting to scan</source>
        <translation>開始掃描</translation>
    </message>
    <message>
        <source>Pausing…</source>
        <translation>正在暫停…</translation>
    </message>
    <message>
        <source>Paused. {0}</source>
        <translation>已暫停。{0}</translation>
    </message>
    <message>
        <source>Cancelling…</source>
        <translation>正在取消…</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>繼續</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暫停</translation>
    </message>
    <message>
        <source>Let the scan stand still, or go on (F6)</source>
        <translation>暫停或繼續掃描（F6）</translation>
    </message>
    <message>
        <source>1 document</source>
        <translation>1 個文件</translation>
    </message>
    <message>
        <source>{0} documents</source>
        <translation>{0} 個文件</translation>
    </message>
    <message>
        <source>{0} of 1 new document</source>
        <translation>{0} / 1 個新文件</translation>
    </message>
    <message>
        <source>{0} of {1} new documents</source>
        <translation>{0} / {1} 個新文件</translation>
    </message>
    <message>
        <source>{0} left out: by name, linked or too large</source>
        <translation>排除 {0} 個：按名稱、連結或過大</translation>
    </message>
    <message>
        <source>{0} not read</source>
        <translation>{0} 個未讀取</translation>
    </message>
    <message>
        <source>listing files</source>
        <translation>列出檔案</translation>
    </message>
    <message>
        <source>reading documents</source>
        <translation>讀取文件</translation>
    </message>
    <message>
        <source>comparing fingerprints and passages</source>
        <translation>比較指紋和段落</translation>
    </message>
    <message>
        <source>verifying pairs word by word</source>
        <translation>逐詞核實文件對</translation>
    </message>
    <message>
        <source>Step {0} of {1}: {2}</source>
        <translation>第 {0} 步，共 {1} 步：{2}</translation>
    </message>
    <message>
        <source>about {0} s left</source>
        <translation>約剩 {0} 秒</translation>
    </message>
    <message>
        <source>about {0} min left</source>
        <translation>約剩 {0} 分鐘</translation>
    </message>
    <message>
        <source>about {0} h left</source>
        <translation>約剩 {0} 小時</translation>
    </message>
</context>
<context>
    <name>ScanController</name>
    <message>
        <source>Set it aside and scan</source>
        <translation>改名保留並掃描</translation>
    </message>
    <message>
        <source>The index is damaged. Shall it be renamed, and a new one made? Judgements and the history of removals are kept.</source>
        <translation>索引已損毀。要把它改名，另建新索引嗎？判斷清單和移除歷史都會保留。</translation>
    </message>
    <message>
        <source>The index was made by an earlier version of Variorum. Rename it and start a new one? Judgements and the history of removals are kept.</source>
        <translation>索引由較早版本的 Variorum 建立。要把它改名，另建新索引嗎？判斷清單和移除歷史都會保留。</translation>
    </message>
</context>
<context>
    <name>ScanEnd</name>
    <message>
        <source>The scan has ended</source>
        <translation>掃描已結束</translation>
    </message>
</context>
<context>
    <name>SettingsController</name>
    <message>
        <source>The start at login cannot be changed: {0}</source>
        <translation>無法變更登入時啟動：{0}</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>設定</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>頁面</translation>
    </message>
    <message>
        <source>Restore this page’s defaults</source>
        <translation>恢復本頁預設值</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>確定</translation>
    </message>
    <message>
        <source>The word list is being read…</source>
        <translation>正在讀取詞表…</translation>
    </message>
    <message>
        <source>This cannot be: {0}.</source>
        <translation>設定無效：{0}。</translation>
    </message>
</context>
<context>
    <name>ShortcutList</name>
    <message>
        <source>Shortcuts</source>
        <translation>快速鍵</translation>
    </message>
    <message>
        <source>Search for a command or a key</source>
        <translation>尋找指令或按鍵</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>按鍵</translation>
    </message>
    <message>
        <source>Nothing has these words or keys.</source>
        <translation>沒有符合這些文字或按鍵的內容。</translation>
    </message>
</context>
<context>
    <name>SideHeading</name>
    <message>
        <source>Kept</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Kept: {0}</source>
        <translation>保留：{0}</translation>
    </message>
    <message>
        <source>Similarity</source>
        <translation>相似度</translation>
    </message>
</context>
<context>
    <name>Sides</name>
    <message>
        <source>{0}, changed since the scan</source>
        <translation>{0}，掃描後已變更</translation>
    </message>
    <message>
        <source>{0} cannot be shown: {1}</source>
        <translation>無法顯示 {0}：{1}</translation>
    </message>
    <message>
        <source>not on this machine</source>
        <translation>不在本機</translation>
    </message>
    <message>
        <source>changed since the scan</source>
        <translation>掃描後已變更</translation>
    </message>
    <message>
        <source>{0} · {1}</source>
        <comment>two facts</comment>
        <translation>{0} · {1}</translation>
    </message>
</context>
<context>
    <name>SimilarDocuments</name>
    <message>
        <source>Find documents similar to a file</source>
        <translation>尋找與某個檔案相似的文件</translation>
    </message>
</context>
<context>
    <name>SimilarModel</name>
    <message>
        <source>Nothing but numbers, dates or names differs</source>
        <translation>只有數字、日期或名稱不同</translation>
    </message>
    <message>
        <source>Every byte is the same</source>
        <translation>每個位元組都相同</translation>
    </message>
    <message>
        <source>The same text; encoding or spacing differ</source>
        <translation>文字相同；編碼或空白不同</translation>
    </message>
    <message>
        <source>The same words; links, images, comments, form values or the format differ</source>
        <translation>詞句相同；連結、圖片、註解、表單內容或格式不同</translation>
    </message>
    <message>
        <source>The same form: what both share stands in many documents, and what differs is their own</source>
        <translation>同一範本：相同的內容也見於許多其他文件，不同的是各自的文字</translation>
    </message>
    <message>
        <source>What both share stands in many documents, such as a licence or a footer</source>
        <translation>相同的內容也見於許多其他文件，例如授權聲明或頁尾</translation>
    </message>
    <message>
        <source>Most of the file stands in this document</source>
        <translation>該檔案的大部分內容在此文件中</translation>
    </message>
    <message>
        <source>Most of this document stands in the file</source>
        <translation>此文件的大部分內容在該檔案中</translation>
    </message>
    <message>
        <source>Most of the text is the same</source>
        <translation>大部分文字相同</translation>
    </message>
    <message>
        <source>Similarity</source>
        <translation>相似度</translation>
    </message>
    <message>
        <source>Of the file</source>
        <translation>佔檔案比例</translation>
    </message>
    <message>
        <source>{percent} of the file is in this document</source>
        <translation>該檔案的 {percent} 在此文件中</translation>
    </message>
    <message>
        <source>In the file</source>
        <translation>在檔案中比例</translation>
    </message>
    <message>
        <source>{percent} of this document is in the file</source>
        <translation>此文件的 {percent} 在該檔案中</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名稱</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>類型</translation>
    </message>
    <message>
        <source>Distance</source>
        <translation>距離</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>資料夾</translation>
    </message>
    <message>
        <source>The document&apos;s name</source>
        <translation>文件的名稱</translation>
    </message>
    <message>
        <source>Whole</source>
        <translation>整體</translation>
    </message>
    <message>
        <source>What this document and the file are to each other</source>
        <translation>此文件與該檔案之間的關係</translation>
    </message>
    <message>
        <source>How much of the text of both together is in both</source>
        <translation>兩者的全部文字中，雙方共有的比例</translation>
    </message>
    <message>
        <source>How much of the file is in this document</source>
        <translation>該檔案有多少內容在此文件中</translation>
    </message>
    <message>
        <source>How much of this document is in the file</source>
        <translation>此文件有多少內容在該檔案中</translation>
    </message>
    <message>
        <source>How many bits of the two fingerprints differ</source>
        <translation>兩個指紋有多少位元不同</translation>
    </message>
    <message>
        <source>The folder that holds the document</source>
        <translation>文件所在的資料夾</translation>
    </message>
</context>
<context>
    <name>SimilarPanel</name>
    <message>
        <source>&amp;Back to the groups</source>
        <translation>返回群組清單(&amp;B)</translation>
    </message>
    <message>
        <source>Similar documents</source>
        <translation>相似文件</translation>
    </message>
    <message>
        <source>&amp;Find similar to this document</source>
        <translation>尋找與此文件相似的文件(&amp;F)</translation>
    </message>
    <message>
        <source>Similar to {0}</source>
        <translation>與 {0} 相似</translation>
    </message>
    <message>
        <source>Looking for similar documents…</source>
        <translation>正在尋找相似文件…</translation>
    </message>
    <message>
        <source>distance in bits at most {bits}, similarity at least {percent}</source>
        <translation>距離最多 {bits} 位元，相似度至少 {percent}</translation>
    </message>
    <message>
        <source>Similar to {{0}}: {count} ({limits}, or parts)</source>
        <translation>與 {{0}} 相似：{count} 個（{limits}，或互為部分）</translation>
    </message>
    <message>
        <source>No document that could be compared is like this file: none is {0}.</source>
        <translation>可以比較的文件中沒有與此檔案相似的：沒有一個{0}。</translation>
    </message>
    <message>
        <source>No document in the index is like this file: none is {0}.
The index knows what was scanned, of any folder.</source>
        <translation>索引中沒有與此檔案相似的文件：沒有一個{0}。
索引包含任意資料夾中掃描過的內容。</translation>
    </message>
    <message>
        <source>Similar to {0}: none</source>
        <translation>與 {0} 相似：無</translation>
    </message>
    <message>
        <source>1 document that may be like it cannot be compared: {1}: {2}</source>
        <translation>1 個可能與它相似的文件無法比較：{1}：{2}</translation>
    </message>
    <message>
        <source>{0} documents that may be like it cannot be compared, such as {1}: {2}</source>
        <translation>{0} 個可能與它相似的文件無法比較，例如 {1}：{2}</translation>
    </message>
    <message>
        <source>and {0} more</source>
        <translation>以及另外 {0} 個</translation>
    </message>
</context>
<context>
    <name>StateWords</name>
    <message>
        <source>Paused</source>
        <translation>已暫停</translation>
    </message>
    <message>
        <source>Nothing is read until you press Resume. You may also close the window: what was indexed is kept, and the next scan goes on from there.</source>
        <translation>按「繼續」之前不會讀取任何內容。您也可以關閉視窗：已編入索引的內容會保留，下次掃描從那裡繼續。</translation>
    </message>
    <message>
        <source>Looking into the index…</source>
        <translation>正在查詢索引…</translation>
    </message>
    <message>
        <source>No folders yet</source>
        <translation>尚無資料夾</translation>
    </message>
    <message>
        <source>Add a folder with documents, or drop one here. Then press Scan to find those that are nearly the same.</source>
        <translation>新增一個存有文件的資料夾，或將資料夾拖放到這裡。然後按「掃描」，尋找幾乎相同的文件。</translation>
    </message>
    <message>
        <source>Not scanned yet</source>
        <translation>尚未掃描</translation>
    </message>
    <message>
        <source>Press Scan to read the documents in the folders and compare them.</source>
        <translation>按「掃描」讀取資料夾中的文件並進行比較。</translation>
    </message>
    <message>
        <source>This did not work</source>
        <translation>操作未成功</translation>
    </message>
    <message>
        <source>{0}. The groups below are those of before.</source>
        <translation>{0}。下面是之前的群組。</translation>
    </message>
    <message>
        <source>What is read: {0}.</source>
        <translation>可以讀取的有：{0}。</translation>
    </message>
    <message>
        <source>Scanning</source>
        <translation>正在掃描</translation>
    </message>
    <message>
        <source>Results appear here as they are verified.</source>
        <translation>核實後的結果會顯示在這裡。</translation>
    </message>
    <message>
        <source>You can look at results and mark them while the scan goes on. Cancel keeps what was found.</source>
        <translation>掃描時可以檢視和標記結果。取消會保留已找到的內容。</translation>
    </message>
    <message>
        <source>Opening saved results…</source>
        <translation>正在開啟儲存的結果…</translation>
    </message>
    <message>
        <source>{0} compared; others of their groups that are exact copies: {1}, that have the same words: {2}, similar: {3}, parts: {4}</source>
        <translation>已比較 {0} 個文件；各群組其餘文件中，{1} 個完全相同，{2} 個詞句相同，{3} 個相似，{4} 個為部分</translation>
    </message>
    <message>
        <source>{0} too short for the distance (fewer than {1} features)</source>
        <translation>{0} 個太短，距離無效（特徵少於 {1} 個）</translation>
    </message>
    <message>
        <source>{0} linked through others</source>
        <translation>{0} 個間接相連</translation>
    </message>
    <message>
        <source>1 file or folder left out by name, link or kind</source>
        <translation>因名稱、連結或種類排除 1 個檔案或資料夾</translation>
    </message>
    <message>
        <source>{0} files or folders left out by name, link or kind</source>
        <translation>因名稱、連結或種類排除 {0} 個檔案或資料夾</translation>
    </message>
    <message>
        <source>These results were saved at {0}. Their documents are not on this machine: mark those that are to go, then choose “Export ids to drop…” in the menu File.</source>
        <translation>這些結果儲存於 {0}。其中的文件不在本機：請標記要去掉的文件，再在「檔案」選單中選擇「匯出要剔除的 ID…」。</translation>
    </message>
    <message>
        <source>Cancelled when {0} of {1} had been read. What was read is kept in the index; “Scan again” goes on from there.</source>
        <translation>讀取 {1} 個檔案中的 {0} 個之後已取消。已讀取的內容保留在索引中；「重新掃描」從那裡繼續。</translation>
    </message>
    <message>
        <source>Cancelled before files were read. Nothing is lost; “Scan again” starts anew.</source>
        <translation>在讀取檔案之前已取消。沒有遺失任何內容；「重新掃描」會從頭開始。</translation>
    </message>
    <message>
        <source>No similar documents in the saved results</source>
        <translation>儲存的結果中沒有相似文件</translation>
    </message>
    <message>
        <source>about {0} pairs of {1} texts not compared (see Not read)</source>
        <translation>{1} 篇文字中約有 {0} 對沒有比較（見「未讀取」）</translation>
    </message>
    <message>
        <source>about 1 pair of {1} texts not compared (see Not read)</source>
        <translation>{1} 篇文字中約有 1 對沒有比較（見「未讀取」）</translation>
    </message>
    <message>
        <source>No similar documents known</source>
        <translation>尚無已知的相似文件</translation>
    </message>
    <message>
        <source>No similar documents found</source>
        <translation>未找到相似文件</translation>
    </message>
    <message>
        <source>None of the {0} documents are similar at these values. Move the sliders above to let less similar ones in, or add another folder.</source>
        <translation>{0} 個文件在目前門檻下都不相似。請移動上方滑桿以顯示相似度較低的文件，或新增其他資料夾。</translation>
    </message>
    <message>
        <source>What is there was {0}.</source>
        <translation>其中的檔案{0}。</translation>
    </message>
    <message>
        <source>No documents found</source>
        <translation>未找到文件</translation>
    </message>
    <message>
        <source>1 group  ·  {1} documents</source>
        <translation>1 組  ·  {1} 個文件</translation>
    </message>
    <message>
        <source>{0}
Nothing was lost. Put it right and press “Scan again”.</source>
        <translation>{0}
沒有遺失任何內容。請解決問題後按「重新掃描」。</translation>
    </message>
    <message>
        <source>{0} groups  ·  {1} documents</source>
        <translation>{0} 組  ·  {1} 個文件</translation>
    </message>
    <message>
        <source>These results were saved at {0}. Press “Scan again” to bring them up to date.</source>
        <translation>這些結果儲存於 {0}。按「重新掃描」可更新。</translation>
    </message>
    <message>
        <source>The index holds documents of these folders, but none that are nearly the same. Press “Scan again” to bring it up to date.</source>
        <translation>索引中有這些資料夾的文件，但沒有幾乎相同的。按「重新掃描」可更新。</translation>
    </message>
    <message>
        <source>This is the last known state. Press “Scan again” to bring it up to date.</source>
        <translation>這是上次已知的狀態。按「重新掃描」可更新。</translation>
    </message>
    <message>
        <source>The folders hold no files that the patterns in the settings let through, or none with text. What could not be used stands under Not read.</source>
        <translation>資料夾中沒有符合設定中的樣式的檔案，或檔案中沒有文字。無法使用的檔案列在「未讀取」中。</translation>
    </message>
    <message>
        <source>There is only one document to compare. Add another folder.</source>
        <translation>只有一個文件可供比較。請再新增一個資料夾。</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>已取消</translation>
    </message>
</context>
<context>
    <name>StatisticsWindow</name>
    <message>
        <source>Statistics of the library</source>
        <translation>文件庫統計</translation>
    </message>
    <message>
        <source>The documents are being counted…</source>
        <translation>正在統計文件…</translation>
    </message>
</context>
<context>
    <name>StatusLine</name>
    <message>
        <source>What was found</source>
        <translation>找到的內容</translation>
    </message>
    <message>
        <source>scanning {0}</source>
        <translation>正在掃描 {0}</translation>
    </message>
    <message>
        <source>No folders yet</source>
        <translation>尚無資料夾</translation>
    </message>
    <message>
        <source>1 too old, left out</source>
        <translation>1 個超過保留天數，已略過</translation>
    </message>
    <message>
        <source>{0} too old, left out</source>
        <translation>{0} 個超過保留天數，已略過</translation>
    </message>
    <message>
        <source>{0} is not connected: its document is kept as it was</source>
        <translation>{0} 未連接，其中的 1 個文件保持原樣</translation>
    </message>
    <message>
        <source>{0} is not connected: its {1} documents are kept as they were</source>
        <translation>{0} 未連接，其中的 {1} 個文件保持原樣</translation>
    </message>
    <message>
        <source>shown: groups {0} of {1}, documents {2} of {3}</source>
        <translation>顯示 {0} / {1} 組，{2} / {3} 個文件</translation>
    </message>
    <message>
        <source>scanned today {0}</source>
        <translation>今天 {0} 掃描</translation>
    </message>
    <message>
        <source>scanned {0}</source>
        <translation>掃描於 {0}</translation>
    </message>
</context>
<context>
    <name>StepBar</name>
    <message>
        <source>Progress</source>
        <translation>進度</translation>
    </message>
    <message>
        <source>List files</source>
        <translation>列出檔案</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>讀取</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比較</translation>
    </message>
    <message>
        <source>Verify</source>
        <translation>核實</translation>
    </message>
</context>
<context>
    <name>StepsPage</name>
    <message>
        <source>The document whose fingerprint is made</source>
        <translation>展示哪個文件的指紋</translation>
    </message>
    <message>
        <source>The five steps</source>
        <translation>五個步驟</translation>
    </message>
    <message>
        <source>&lt;b&gt;Features.&lt;/b&gt; The text is cut into features: here {0}, such as its words and pairs of neighbouring words.</source>
        <translation>&lt;b&gt;特徵。&lt;/b&gt;文字被分成特徵，這裡有 {0} 個，例如詞和相鄰的詞對。</translation>
    </message>
    <message>
        <source>&lt;b&gt;Hash.&lt;/b&gt; Each feature becomes a number that looks as if it were drawn by lot, but is always the same for the same feature.</source>
        <translation>&lt;b&gt;雜湊。&lt;/b&gt;每個特徵變成一個數，看起來像隨機抽取的，但同一特徵總是得到同一個數。</translation>
    </message>
    <message>
        <source>&lt;b&gt;Weight.&lt;/b&gt; A feature that counts more has more votes.</source>
        <translation>&lt;b&gt;權重。&lt;/b&gt;越重要的特徵票數越多。</translation>
    </message>
    <message>
        <source>&lt;b&gt;Votes.&lt;/b&gt; For every bit, a feature adds its weight where its hash has a 1, and takes it away where it has a 0. All votes are added up, column by column.</source>
        <translation>&lt;b&gt;投票。&lt;/b&gt;對於每一位元，特徵的雜湊在該位元是 1 就加上權重，是 0 就減去權重。所有票數逐欄相加。</translation>
    </message>
    <message>
        <source>&lt;b&gt;Sign.&lt;/b&gt; Where the sum is 0 or more, the bit is 1, else 0. A few other features seldom turn a sum around, so texts that are nearly the same have nearly the same bits.</source>
        <translation>&lt;b&gt;符號。&lt;/b&gt;總和大於或等於 0，該位元就是 1，否則是 0。少數特徵的變化很少能改變總和的符號，所以幾乎相同的文字，各位元也幾乎相同。</translation>
    </message>
    <message>
        <source>Features with hash and weight</source>
        <translation>特徵及其雜湊和權重</translation>
    </message>
    <message>
        <source>Votes of the features on each bit</source>
        <translation>特徵對各位元的投票</translation>
    </message>
</context>
<context>
    <name>SummaryStrip</name>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Documents in groups, kept ones too; click to take every filter away</source>
        <translation>各群組中的文件，包括保留的；按一下取消全部篩選</translation>
    </message>
    <message>
        <source>Marked</source>
        <translation>已標記</translation>
    </message>
    <message>
        <source>Show marked documents only</source>
        <translation>只顯示已標記的文件</translation>
    </message>
    <message>
        <source>Not read</source>
        <translation>未讀取</translation>
    </message>
    <message>
        <source>Show the files that could not be read, with the reasons</source>
        <translation>檢視無法讀取的檔案及原因</translation>
    </message>
    <message>
        <source>Documents that could go; click to filter</source>
        <translation>可以移除的文件；按一下可篩選</translation>
    </message>
    <message>
        <source>No true copies</source>
        <translation>沒有確定重複</translation>
    </message>
    <message>
        <source>No true copies so far</source>
        <translation>尚未找到確定重複</translation>
    </message>
    <message>
        <source>{0}, {1} safe to free</source>
        <translation>{0}，可安全釋放 {1}</translation>
    </message>
    <message>
        <source>{0}, {1} safe to drop</source>
        <translation>{0}，{1} 可安全剔除</translation>
    </message>
    <message>
        <source>{0} safe to free</source>
        <translation>可安全釋放 {0}</translation>
    </message>
    <message>
        <source>{0} safe to drop</source>
        <translation>{0} 可安全剔除</translation>
    </message>
    <message>
        <source>{0}; {1} to review</source>
        <translation>{0}；待檢視 {1}</translation>
    </message>
    <message>
        <source>{0}; nothing more to review</source>
        <translation>{0}；沒有其他待檢視的</translation>
    </message>
    <message>
        <source>Similar documents and parts follow</source>
        <translation>稍後顯示相似文件和部分</translation>
    </message>
    <message>
        <source>Scan ended early; the rest was not compared</source>
        <translation>掃描提前結束，其餘未比較</translation>
    </message>
    <message>
        <source>Unmark all</source>
        <translation>取消全部標記</translation>
    </message>
    <message>
        <source>Mark all true copies</source>
        <translation>標記全部確定重複</translation>
    </message>
    <message>
        <source>Take every mark away</source>
        <translation>去掉全部標記</translation>
    </message>
    <message>
        <source>Mark what is identical to a document that stays, or has the same text. Nothing is done with it yet.</source>
        <translation>標記與留下的文件完全相同或文字相同的文件。尚不做任何處理。</translation>
    </message>
    <message>
        <source>1 true copy so far</source>
        <translation>已找到 1 個確定重複</translation>
    </message>
    <message>
        <source>{0} true copies so far</source>
        <translation>已找到 {0} 個確定重複</translation>
    </message>
    <message>
        <source>1 true copy</source>
        <translation>1 個確定重複</translation>
    </message>
    <message>
        <source>{0} true copies</source>
        <translation>{0} 個確定重複</translation>
    </message>
    <message>
        <source>nothing more to review</source>
        <translation>沒有其他待檢視的</translation>
    </message>
    <message>
        <source>{0} more to review, {1}</source>
        <translation>另有 {0} 個待檢視，{1}</translation>
    </message>
</context>
<context>
    <name>Task</name>
    <message>
        <source>Unexpected error: {0}</source>
        <translation>意外錯誤：{0}</translation>
    </message>
</context>
<context>
    <name>TextsPage</name>
    <message>
        <source>Texts</source>
        <translation>文字</translation>
    </message>
    <message>
        <source>How two documents are shown and compared. Takes effect at once.</source>
        <translation>兩個文件如何顯示和比較。立即生效。</translation>
    </message>
    <message>
        <source>the first program found, such as Meld</source>
        <translation>找到的第一個程式，例如 Meld</translation>
    </message>
    <message>
        <source>Other program</source>
        <translation>其他程式</translation>
    </message>
    <message>
        <source>F4 opens the two documents in it, such as meld {left} {right}: the two places take the paths of the files. No shell is used.</source>
        <translation>F4 用它開啟這兩個文件，例如 meld {left} {right}：兩處填入檔案的路徑。不經過 shell。</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Default: long lines are wrapped, both texts stand left and right.</source>
        <translation>預設：長行自動換行，兩份文字左右並排。</translation>
    </message>
    <message>
        <source>Ignore</source>
        <translation>忽略</translation>
    </message>
    <message>
        <source>What is ignored is not shown as a difference. No file is changed.</source>
        <translation>忽略的內容不顯示為差異。不會變更檔案。</translation>
    </message>
</context>
<context>
    <name>ThresholdBar</name>
    <message>
        <source>Greatest distance in bits</source>
        <translation>最大距離（位元）</translation>
    </message>
    <message>
        <source>Least similarity in percent</source>
        <translation>最低相似度（百分比）</translation>
    </message>
    <message>
        <source>Show documents most of which stands in a clearly longer one, at any distance</source>
        <translation>顯示大部分內容包含在明顯更長的文件中的文件，不限距離</translation>
    </message>
    <message>
        <source>{0} bits</source>
        <translation>{0} 位元</translation>
    </message>
    <message>
        <source>{0} %</source>
        <translation>{0} %</translation>
    </message>
    <message>
        <source>Par&amp;ts of other documents</source>
        <translation>其他文件的部分(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Picture</source>
        <translation>分佈圖(&amp;P)</translation>
    </message>
    <message>
        <source>Show or hide the picture of all pairs by distance and similarity</source>
        <translation>顯示或隱藏所有文件對按距離和相似度的分佈圖</translation>
    </message>
    <message>
        <source>{0} bit</source>
        <translation>{0} 位元</translation>
    </message>
    <message>
        <source>&amp;Distance</source>
        <translation>距離(&amp;D)</translation>
    </message>
    <message>
        <source>S&amp;imilarity</source>
        <translation>相似度(&amp;I)</translation>
    </message>
    <message>
        <source>Suggested values; change them whenever you like</source>
        <translation>建議值，可隨時更改</translation>
    </message>
    <message>
        <source>up to</source>
        <translation>最多</translation>
    </message>
    <message>
        <source>at least</source>
        <translation>至少</translation>
    </message>
    <message>
        <source>How many of 64 bits of the two fingerprints may differ. More finds looser likeness; every pair is then compared word by word. {classic} is the classic setting for web pages, {suggested} suits all collections measured.</source>
        <translation>兩個指紋的 64 位元中最多可以有多少位元不同。數值越大，找到的相似越寬鬆；之後每一對都會逐詞比較。{classic} 是網頁的經典設定，{suggested} 適合所有測量過的文件集。</translation>
    </message>
    <message>
        <source>Suggested here: {bits}.</source>
        <translation>此處建議：{bits}。</translation>
    </message>
    <message>
        <source>In a library of this size, fingerprints propose pairs up to {bits} bits; passages that texts share propose them at any distance.</source>
        <translation>對於這樣規模的文件庫，指紋最遠提出相差 {bits} 位元的文件對；共有的段落可提出任意距離的文件對。</translation>
    </message>
    <message>
        <source>Pairs are shown when at least this share of the runs of 4 or 5 characters of both documents together is in both</source>
        <translation>兩個文件合計的 4 或 5 字元短串中，雙方共有的比例不低於此值的文件對才會顯示</translation>
    </message>
</context>
<context>
    <name>ThresholdLine</name>
    <message>
        <source>Move the line</source>
        <translation>移動線</translation>
    </message>
</context>
<context>
    <name>TrashlessChoice</name>
    <message>
        <source>{0} without a trash</source>
        <translation>{0} 個沒有資源回收筒</translation>
    </message>
    <message>
        <source>&amp;Leave them where they are</source>
        <translation>留在原處(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Move them to a folder…</source>
        <translation>移到資料夾(&amp;M)…</translation>
    </message>
    <message>
        <source>&amp;Delete them for good</source>
        <translation>永久刪除(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Move them to {0}</source>
        <translation>移到 {0}(&amp;M)</translation>
    </message>
</context>
<context>
    <name>UndoController</name>
    <message>
        <source>The program was closed in the middle of a removal: {0} of {1} had been dealt with, the others are as they were before.</source>
        <translation>程式在移除過程中被關閉：{1} 個文件中已處理 {0} 個，其餘保持原樣。</translation>
    </message>
    <message>
        <source>The program had stopped in the middle of a removal.</source>
        <translation>程式曾在移除中途停止。</translation>
    </message>
    <message>
        <source>1 document had been dealt with and can be undone.</source>
        <translation>1 個文件已處理，可以復原。</translation>
    </message>
    <message>
        <source>{0} documents had been dealt with and can be undone.</source>
        <translation>{0} 個文件已處理，可以復原。</translation>
    </message>
    <message>
        <source>1 document is unchanged.</source>
        <translation>1 個文件保持原樣。</translation>
    </message>
    <message>
        <source>{0} documents are unchanged.</source>
        <translation>{0} 個文件保持原樣。</translation>
    </message>
    <message>
        <source>What became of 1 document is not certain.</source>
        <translation>1 個文件的結果不能確定。</translation>
    </message>
    <message>
        <source>What became of {0} documents is not certain.</source>
        <translation>{0} 個文件的結果不能確定。</translation>
    </message>
</context>
<context>
    <name>VoteModel</name>
    <message>
        <source>1 Feature</source>
        <translation>1 特徵</translation>
    </message>
    <message>
        <source>2 Hash</source>
        <translation>2 雜湊</translation>
    </message>
    <message>
        <source>3 Weight</source>
        <translation>3 權重</translation>
    </message>
    <message>
        <source>Bit {0}, in which the fingerprints differ</source>
        <translation>第 {0} 位元，兩個指紋在此不同</translation>
    </message>
    <message>
        <source>Bit {0}</source>
        <translation>第 {0} 位元</translation>
    </message>
    <message>
        <source>(its hash only)</source>
        <translation>（只有雜湊）</translation>
    </message>
    <message>
        <source>{0} others</source>
        <translation>其他 {0} 個</translation>
    </message>
    <message>
        <source>4 Sum of the votes</source>
        <translation>4 票數總和</translation>
    </message>
    <message>
        <source>5 Sign: the bit</source>
        <translation>5 符號：該位元</translation>
    </message>
    <message>
        <source>The hash in bits, the highest first: {0}</source>
        <translation>雜湊的各位元，高位元在前：{0}</translation>
    </message>
</context>
<context>
    <name>WatchController</name>
    <message>
        <source>Try again</source>
        <translation>重試</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>詳細資訊</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>檢視</translation>
    </message>
    <message>
        <source>What comes to this folder from now on is listed under Arrivals.</source>
        <translation>此後到達此資料夾的文件列在「新到文件」中。</translation>
    </message>
    <message>
        <source>another window watches</source>
        <translation>另一個視窗正在監視</translation>
    </message>
    <message>
        <source>watching is paused</source>
        <translation>監視已暫停</translation>
    </message>
    <message>
        <source>watching has stopped</source>
        <translation>監視已停止</translation>
    </message>
    <message>
        <source>another watch is at work</source>
        <translation>另一個監視正在執行</translation>
    </message>
    <message>
        <source>about to watch: the folders are read</source>
        <translation>準備監視：正在讀取資料夾</translation>
    </message>
    <message>
        <source>looking at 1 folder every few seconds</source>
        <translation>每隔幾秒檢視 1 個資料夾</translation>
    </message>
    <message>
        <source>looking at {0} folders every few seconds</source>
        <translation>每隔幾秒檢視 {0} 個資料夾</translation>
    </message>
    <message>
        <source>watching 1 folder</source>
        <translation>正在監視 1 個資料夾</translation>
    </message>
    <message>
        <source>watching {0} folders</source>
        <translation>正在監視 {0} 個資料夾</translation>
    </message>
    <message>
        <source>{0} left out: came too long ago</source>
        <translation>排除 {0} 個：到達過久</translation>
    </message>
    <message>
        <source>last arrival {0}</source>
        <translation>最近到達 {0}</translation>
    </message>
    <message>
        <source>Watching has stopped: {0}</source>
        <translation>監視已停止：{0}</translation>
    </message>
    <message>
        <source>Watching has stopped: it broke off several times.</source>
        <translation>監視已停止：它多次中斷。</translation>
    </message>
    <message>
        <source>Watching has stopped</source>
        <translation>監視已停止</translation>
    </message>
    <message>
        <source>This is what the watch said at its end:</source>
        <translation>監視結束時的輸出：</translation>
    </message>
    <message>
        <source>Nothing.</source>
        <translation>無。</translation>
    </message>
    <message>
        <source>Watch folders</source>
        <translation>監視資料夾</translation>
    </message>
</context>
<context>
    <name>WatchProcess</name>
    <message>
        <source>The watch of folders wrote something that cannot be understood</source>
        <translation>資料夾監視輸出了無法理解的內容</translation>
    </message>
</context>
<context>
    <name>WatchTray</name>
    <message>
        <source>&amp;Open</source>
        <translation>開啟(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Pause watching</source>
        <translation>暫停監視(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>結束(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Resume watching</source>
        <translation>繼續監視(&amp;R)</translation>
    </message>
    <message>
        <source>1 new document is like others</source>
        <translation>1 個新文件與其他文件相似</translation>
    </message>
    <message>
        <source>{0} new documents are like others</source>
        <translation>{0} 個新文件與其他文件相似</translation>
    </message>
    <message>
        <source>{0} and {1} more</source>
        <translation>{0} 等，另有 {1} 個</translation>
    </message>
</context>
<context>
    <name>WatchingPage</name>
    <message>
        <source>Watching</source>
        <translation>監視</translation>
    </message>
    <message>
        <source>Documents that come to watched folders are compared with all others at once, and listed under Arrivals. Nothing is marked or moved.</source>
        <translation>到達監視資料夾的文件會立即與其他所有文件比較，並列在「新到文件」中。不標記也不移動任何文件。</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>資料夾</translation>
    </message>
    <message>
        <source>none</source>
        <translation>無</translation>
    </message>
    <message>
        <source>Folders that are watched, or whose documents are kept for some days. The menu of a folder in the list has both; what is taken off here is off.</source>
        <translation>受監視的資料夾，或其文件設有保留期限的資料夾。兩者都在清單中資料夾的選單裡設定；在此去掉即取消。</translation>
    </message>
    <message>
        <source>for ever</source>
        <translation>永久</translation>
    </message>
    <message>
        <source> days</source>
        <translation> 天</translation>
    </message>
    <message>
        <source>Keep documents</source>
        <translation>保留文件</translation>
    </message>
    <message>
        <source>Documents that came longer ago are left out of the results, and forgotten. Their files stay. Default: for ever.</source>
        <translation>更早到達的文件會從結果中排除並從索引中刪除。其檔案不變。預設：永久。</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>詢問</translation>
    </message>
    <message>
        <source>Keep watching in the tray</source>
        <translation>在系統匣中繼續監視</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>結束</translation>
    </message>
    <message>
        <source>Closing</source>
        <translation>關閉視窗</translation>
    </message>
    <message>
        <source>What closing the window means while folders are watched. Default: ask.</source>
        <translation>監視資料夾時關閉視窗的意義。預設：詢問。</translation>
    </message>
    <message>
        <source>Start in the tray</source>
        <translation>在系統匣中啟動</translation>
    </message>
    <message>
        <source>{0} was made or changed by someone else, and is left as it is.</source>
        <translation>{0} 由他人建立或變更，將保持不變。</translation>
    </message>
    <message>
        <source>At login, without a window, while folders are watched. Default off.</source>
        <translation>登入時啟動，不顯示視窗，僅在監視資料夾時。預設關閉。</translation>
    </message>
    <message>
        <source>At login</source>
        <translation>登入時</translation>
    </message>
    <message>
        <source>watched</source>
        <translation>受監視</translation>
    </message>
    <message>
        <source>1 day</source>
        <translation>1 天</translation>
    </message>
    <message>
        <source>{0} days</source>
        <translation>{0} 天</translation>
    </message>
    <message>
        <source>{0} ({1})</source>
        <translation>{0}（{1}）</translation>
    </message>
</context>
<context>
    <name>WelcomePage</name>
    <message>
        <source>Recent folders</source>
        <translation>最近的資料夾</translation>
    </message>
    <message>
        <source>Saved results</source>
        <translation>已儲存的結果</translation>
    </message>
    <message>
        <source>Reads Word, PDF, OpenDocument, e-books, web pages, Markdown, e-mail and plain text in any encoding.</source>
        <translation>可讀取 Word、PDF、OpenDocument、電子書、網頁、Markdown、電子郵件和任何編碼的純文字。</translation>
    </message>
    <message>
        <source>Works on this computer only. Your documents are not changed and not sent anywhere.</source>
        <translation>僅在本機執行，不會變更或傳送您的文件。</translation>
    </message>
    <message>
        <source>Find documents that say the same</source>
        <translation>找出內容相同的文件</translation>
    </message>
    <message>
        <source>Variorum reads the folders you choose and shows copies, earlier versions and parts side by side. Nothing is removed until you say so, and what goes to the trash can be brought back.</source>
        <translation>Variorum 讀取您選擇的資料夾，並排顯示副本、舊版本和部分。未經您同意不會移除任何文件，移到資源回收筒的可以復原。</translation>
    </message>
</context>
<context>
    <name>Why</name>
    <message>
        <source>no bit differs</source>
        <translation>沒有不同的位元</translation>
    </message>
    <message>
        <source>about as many as by chance</source>
        <translation>與偶然相差的位元數差不多</translation>
    </message>
    <message>
        <source>1 bit differs</source>
        <translation>1 位元不同</translation>
    </message>
    <message>
        <source>{0} bits differ</source>
        <translation>{0} 位元不同</translation>
    </message>
    <message>
        <source>Of {0} bits of the fingerprints {1} differ. Texts that have nothing to do with each other differ in about half of them, {2}, by chance; equal texts in none.</source>
        <translation>指紋共 {0} 位元，其中 {1} 位元不同。毫不相干的文字出於偶然約有一半（{2} 位元）不同；相同的文字沒有不同的位元。</translation>
    </message>
    <message>
        <source>Both tables together have {0} rows; {1} of them in both. Many runs of characters go over the ends of rows, which stand in another order.</source>
        <translation>兩個表格合計有 {0} 列，其中 {1} 列雙方都有。許多短串跨越列尾，而列的順序不同。</translation>
    </message>
    <message>
        <source>Both texts together have {0} letters and digits; {1} of them in both, in the same order. A letter that was misread changes all runs with it.</source>
        <translation>兩份文字合計有 {0} 個文字和數字，其中 {1} 個雙方都有，且順序相同。誤識一個字元會使包含它的所有短串不同。</translation>
    </message>
    <message>
        <source>Both texts together have {0} different runs of 4 or 5 characters without their time stamps; {1} of them in both. The stamps are written otherwise.</source>
        <translation>不計時間戳記，兩份文字合計有 {0} 個 4 或 5 個字元的不同短串，其中 {1} 個雙方都有。時間戳記的寫法不同。</translation>
    </message>
    <message>
        <source>Both texts together have {0} runs of {2} characters (one less where they begin with a Chinese one), counted as often as they stand there; {1} of them in both.</source>
        <translation>兩份文字合計有 {0} 個短串，每個取 {2} 個字元（以漢字開頭的少取 1 個），重複出現的重複計數；其中 {1} 個雙方都有。</translation>
    </message>
    <message>
        <source>Both texts together have {0} different runs of {2} characters (one less where they begin with a Chinese one); {1} of them in both.</source>
        <translation>兩份文字合計有 {0} 個不同的短串，每個取 {2} 個字元（以漢字開頭的少取 1 個）；其中 {1} 個雙方都有。</translation>
    </message>
    <message>
        <source>Both texts together have {0} different runs of 4 characters (where they begin with a Chinese one) or 5 (elsewhere); {1} of them in both.</source>
        <translation>兩份文字合計有 {0} 個不同的短串，以漢字開頭的取 4 個字元，其餘取 5 個；其中 {1} 個雙方都有。</translation>
    </message>
    <message>
        <source>{0} and {1} words differ</source>
        <translation>分別有 {0} 個和 {1} 個詞不同</translation>
    </message>
    <message>
        <source>no passage differs</source>
        <translation>沒有不同的段落</translation>
    </message>
    <message>
        <source>they have no passage in common</source>
        <translation>沒有共有的段落</translation>
    </message>
    <message>
        <source>about one character in {0} differs</source>
        <translation>大約每 {0} 個字元有一個不同</translation>
    </message>
    <message>
        <source>more than half of the characters differ</source>
        <translation>超過一半的字元不同</translation>
    </message>
    <message>
        <source>Reckoned for single characters, changed here and there, with runs of {0}: most of both texts is Chinese. Where changes stand together, it is more.</source>
        <translation>按零散改動的單個字元估算，短串長度為 {0}：兩份文字大部分是中文。如果改動集中在一起，實際改動會更多。</translation>
    </message>
    <message>
        <source>about one word in {0} differs</source>
        <translation>大約每 {0} 個詞有一個不同</translation>
    </message>
    <message>
        <source>more than half of the words differ</source>
        <translation>超過一半的詞不同</translation>
    </message>
    <message>
        <source>Reckoned for whole words of {1} characters, changed here and there, with runs of {0}: most of both texts is not Chinese. Where changes stand together, it is more.</source>
        <translation>按零散改動的整個詞（平均 {1} 個字元）估算，短串長度為 {0}：兩份文字大部分不是中文。如果改動集中在一起，實際改動會更多。</translation>
    </message>
    <message>
        <source>1 character removed</source>
        <translation>刪去 1 個字元</translation>
    </message>
    <message>
        <source>{0} characters removed</source>
        <translation>刪去 {0} 個字元</translation>
    </message>
    <message>
        <source>1 character added</source>
        <translation>新增 1 個字元</translation>
    </message>
    <message>
        <source>{0} characters added</source>
        <translation>新增 {0} 個字元</translation>
    </message>
    <message>
        <source>the left text</source>
        <translation>左邊的文字</translation>
    </message>
    <message>
        <source>the right text</source>
        <translation>右邊的文字</translation>
    </message>
    <message>
        <source>the left one</source>
        <translation>左邊的文字</translation>
    </message>
    <message>
        <source>the right one</source>
        <translation>右邊的文字</translation>
    </message>
    <message>
        <source>Left in right</source>
        <translation>左邊文字的包含度</translation>
    </message>
    <message>
        <source>Right in left</source>
        <translation>右邊文字的包含度</translation>
    </message>
    <message>
        <source>left</source>
        <translation>左邊的</translation>
    </message>
    <message>
        <source>right</source>
        <translation>右邊的</translation>
    </message>
    <message>
        <source>of the left document</source>
        <translation>左邊的文件</translation>
    </message>
    <message>
        <source>of the right document</source>
        <translation>右邊的文件</translation>
    </message>
    <message>
        <source>the kept text</source>
        <translation>保留的文字</translation>
    </message>
    <message>
        <source>the chosen text</source>
        <translation>選中的文字</translation>
    </message>
    <message>
        <source>the kept one</source>
        <translation>保留的文字</translation>
    </message>
    <message>
        <source>the chosen one</source>
        <translation>選中的文字</translation>
    </message>
    <message>
        <source>Kept in chosen</source>
        <translation>保留文字的包含度</translation>
    </message>
    <message>
        <source>Chosen in kept</source>
        <translation>選中文字的包含度</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>保留的</translation>
    </message>
    <message>
        <source>chosen</source>
        <translation>選取的</translation>
    </message>
    <message>
        <source>of the kept document</source>
        <translation>保留的文件</translation>
    </message>
    <message>
        <source>of the chosen document</source>
        <translation>選取的文件</translation>
    </message>
    <message>
        <source>The texts are too long to be compared word by word</source>
        <translation>文字太長，無法逐詞比較</translation>
    </message>
    <message>
        <source>1 paragraph moved</source>
        <translation>移動 1 段</translation>
    </message>
    <message>
        <source>{0} paragraphs moved</source>
        <translation>移動 {0} 段</translation>
    </message>
    <message>
        <source>1 sentence moved</source>
        <translation>移動 1 句</translation>
    </message>
    <message>
        <source>{0} sentences moved</source>
        <translation>移動 {0} 句</translation>
    </message>
    <message>
        <source>1 line moved</source>
        <translation>移動 1 行</translation>
    </message>
    <message>
        <source>{0} lines moved</source>
        <translation>移動 {0} 行</translation>
    </message>
    <message>
        <source>nothing but the order differs: {0}</source>
        <translation>只有次序不同：{0}</translation>
    </message>
    <message>
        <source>in another order, hardly a word changed: {0}</source>
        <translation>次序不同，詞句幾乎未改：{0}</translation>
    </message>
    <message>
        <source>page navigation only in {0}: {1}</source>
        <translation>只有{0}有網頁導覽：{1}</translation>
    </message>
    <message>
        <source>1 more place</source>
        <translation>還有 1 處</translation>
    </message>
    <message>
        <source>{0} more places</source>
        <translation>還有 {0} 處</translation>
    </message>
    <message>
        <source>punctuation or signs at 1 place: {1}</source>
        <translation>1 處標點或符號：{1}</translation>
    </message>
    <message>
        <source>punctuation or signs at {0} places: {1}</source>
        <translation>{0} 處標點或符號：{1}</translation>
    </message>
    <message>
        <source>letter case, width or traditional characters of 1 word: {1}</source>
        <translation>1 個詞的大小寫、全半形或繁簡：{1}</translation>
    </message>
    <message>
        <source>letter case, width or traditional characters of {0} words: {1}</source>
        <translation>{0} 個詞的大小寫、全半形或繁簡：{1}</translation>
    </message>
    <message>
        <source>{0} has {1}, {2} has {3}</source>
        <translation>{0}是{1}，{2}是{3}</translation>
    </message>
    <message>
        <source>{0} has {1}</source>
        <translation>{0}多出{1}</translation>
    </message>
    <message>
        <source>{0} ({1} words)</source>
        <translation>{0}（{1} 個詞）</translation>
    </message>
    <message>
        <source>{0} ({1} characters)</source>
        <translation>{0}（{1} 個字）</translation>
    </message>
    <message>
        <source>“{0}”</source>
        <translation>「{0}」</translation>
    </message>
    <message>
        <source>in all {0} of {1} characters of {4} and {2} of {3} of {5}</source>
        <translation>總共：{4} {1} 字中的 {0} 字，{5} {3} 字中的 {2} 字</translation>
    </message>
    <message>
        <source>in all {0} of {1} words of {4} and {2} of {3} of {5}</source>
        <translation>總共：{4} {1} 個詞中的 {0} 個，{5} {3} 個詞中的 {2} 個</translation>
    </message>
    <message>
        <source>{0}, {1} characters: {2}</source>
        <translation>{0}，{1} 個字元：{2}</translation>
    </message>
    <message>
        <source>Shorter runs would be in both by chance.</source>
        <translation>更短的短串可能只是碰巧都有。</translation>
    </message>
    <message>
        <source>Both texts together have {0} words; {1} of them in both, in the same order. Short texts are compared by words: one changed word touches too many of their runs of characters.</source>
        <translation>兩份文字合計有 {0} 個字詞，其中 {1} 個雙方都有，且順序相同。短文字按字詞比較：改動一個字詞就會影響其中過多的短串。</translation>
    </message>
    <message>
        <source>A number, date or name in the place of another counts as two thirds.</source>
        <translation>換成另一個的數字、日期或名稱算三分之二個。</translation>
    </message>
    <message>
        <source>every character of the part is in the whole</source>
        <translation>部分中的每個字元都在整體中</translation>
    </message>
    <message>
        <source>1 character of the part is not in the whole</source>
        <translation>部分中有 1 個字元不在整體中</translation>
    </message>
    <message>
        <source>{0} characters of the part are not in the whole</source>
        <translation>部分中有 {0} 個字元不在整體中</translation>
    </message>
    <message>
        <source>the words are the same; links, images, comments, form values, the format, or traditional and simplified Chinese differ</source>
        <translation>詞句相同；連結、圖片、註解、表單內容、格式或繁簡不同</translation>
    </message>
    <message>
        <source>no run of letters and digits differs; what does is letter case, superscripts, fractions, struck-out text, spaces, lines, the order of passages, or what could not be read</source>
        <translation>沒有一段字母和數字不同；不同的是大小寫、上標、分數、刪除線文字、空格、換行、段落次序，或未能讀出的內容</translation>
    </message>
    <message>
        <source>Of the {1} runs of {2}, {3} has {0}.</source>
        <translation>{2}共有 {1} 個短串，其中 {0} 個在{3}裡。</translation>
    </message>
    <message>
        <source>Of the {1} words of {2}, {3} has {0}.</source>
        <translation>{2}共有 {1} 個字詞，其中 {0} 個在{3}裡。</translation>
    </message>
    <message>
        <source>Of the {1} rows of {2}, {3} has {0}.</source>
        <translation>{2}共有 {1} 列，其中 {0} 列在{3}裡。</translation>
    </message>
    <message>
        <source>Of the {1} letters and digits of {2}, {3} has {0}.</source>
        <translation>{2}共有 {1} 個文字和數字，其中 {0} 個在{3}裡。</translation>
    </message>
    <message>
        <source>every passage of {0} is in {1}</source>
        <translation>{0}的每個段落都在{1}裡</translation>
    </message>
    <message>
        <source>nearly all of {0} is in {1}</source>
        <translation>{0}幾乎全部在{1}裡</translation>
    </message>
    <message>
        <source>{0} has much that {1} has not</source>
        <translation>{0}有很多內容是{1}沒有的</translation>
    </message>
    <message>
        <source>hardly anything of {0} is in {1}</source>
        <translation>{0}幾乎沒有內容在{1}裡</translation>
    </message>
    <message>
        <source>nothing of {0} is in {1}</source>
        <translation>{0}沒有任何內容在{1}裡</translation>
    </message>
    <message>
        <source>Too short: one of the texts has fewer than {0} features, so the distance means little; similarity and containment are exact.</source>
        <translation>太短：其中一份文字少於 {0} 個特徵，距離意義不大；相似度和包含度是精確的。</translation>
    </message>
    <message>
        <source>Numbers only: nothing but numbers, dates or names differs. Probably two documents on one form, not copies.</source>
        <translation>僅數字不同：只有數字、日期或名稱不同。很可能是同一範本的兩份文件，而不是副本。</translation>
    </message>
    <message>
        <source>Encoding guessed: the figures are those of a text that may have been read wrongly.</source>
        <translation>編碼是猜測的：文字可能讀錯了，這些數字也是按讀出的文字算的。</translation>
    </message>
    <message>
        <source>Some characters could not be decoded; they count as they are shown.</source>
        <translation>有些字元無法解碼；按顯示的樣子計算。</translation>
    </message>
    <message>
        <source>Similarity: {0}, similar are at least {1}.</source>
        <translation>相似度：{0}，相似至少要 {1}。</translation>
    </message>
    <message>
        <source>Distance in bits: {0}, similar are at most {1}.</source>
        <translation>距離：{0} 位元，相似最多 {1} 位元。</translation>
    </message>
    <message>
        <source>Parts: they are not shown now.</source>
        <translation>部分：現在不顯示。</translation>
    </message>
    <message>
        <source>Containment: at most {0} of one is in the other, of a part at least {1}.</source>
        <translation>包含度：一份文字最多有 {0} 在另一份裡，部分至少要 {1}。</translation>
    </message>
    <message>
        <source>Length: neither is clearly shorter, a part has at most {0} of the runs of the whole.</source>
        <translation>長度：兩份文字都不明顯更短，部分的段落最多是整體的 {0}。</translation>
    </message>
    <message>
        <source>Bit {0}: what both texts have adds up to {1}. What {8} has more adds {2}, which makes {3}: bit {4}. What {9} has more adds {5}, which makes {6}: bit {7}.</source>
        <translation>第 {0} 位元：兩份文字共有的特徵合計 {1}。{8}多出的特徵加 {2}，得 {3}：該位元是 {4}。{9}多出的特徵加 {5}，得 {6}：該位元是 {7}。</translation>
    </message>
    <message>
        <source>The bits agree.</source>
        <translation>該位元相同。</translation>
    </message>
    <message>
        <source>The bits differ.</source>
        <translation>該位元不同。</translation>
    </message>
</context>
<context>
    <name>WhyKeys</name>
    <message>
        <source>Go from bit to bit</source>
        <translation>逐位元移動</translation>
    </message>
    <message>
        <source>List what decides the current bit, or all bits again</source>
        <translation>列出決定這一位元的特徵，或恢復所有位元</translation>
    </message>
</context>
<context>
    <name>WhyPages</name>
    <message>
        <source>In words</source>
        <translation>文字說明</translation>
    </message>
    <message>
        <source>Fingerprints</source>
        <translation>指紋</translation>
    </message>
    <message>
        <source>Five steps</source>
        <translation>五個步驟</translation>
    </message>
    <message>
        <source>Parts of the explanation</source>
        <translation>說明的各部分</translation>
    </message>
    <message>
        <source>Votes</source>
        <translation>票數</translation>
    </message>
    <message>
        <source>How features and their votes make the fingerprints</source>
        <translation>特徵和它們的票怎樣得出指紋</translation>
    </message>
    <message>
        <source>Changed since the scan, and explained as it is now: {0}</source>
        <translation>掃描之後已更改，按現在的內容說明：{0}</translation>
    </message>
</context>
<context>
    <name>WhyPanel</name>
    <message>
        <source>Why these two</source>
        <translation>為何相似</translation>
    </message>
    <message>
        <source>Select a document of a group to see why it is similar to the kept one.</source>
        <translation>請選擇群組中的一個文件，查看它為何與保留的文件相似。</translation>
    </message>
    <message>
        <source>Explaining {0} and {1}…</source>
        <translation>正在分析 {0} 和 {1}…</translation>
    </message>
    <message>
        <source>These two cannot be explained: {0}</source>
        <translation>無法說明這兩個文件：{0}</translation>
    </message>
</context>
<context>
    <name>WindowFrame</name>
    <message>
        <source>Variorum</source>
        <translation>Variorum</translation>
    </message>
</context>
<context>
    <name>WindowMenus</name>
    <message>
        <source>&amp;File</source>
        <translation>檔案(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Recent folders</source>
        <translation>最近的資料夾(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>編輯(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Review</source>
        <translation>審閱(&amp;R)</translation>
    </message>
    <message>
        <source>D&amp;ocument</source>
        <translation>文件(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>檢視(&amp;V)</translation>
    </message>
    <message>
        <source>I&amp;gnore</source>
        <translation>忽略(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Columns</source>
        <translation>欄(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>說明(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>語言(&amp;L)</translation>
    </message>
    <message>
        <source>The system&apos;s</source>
        <translation>跟隨系統</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>淺色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>&amp;Appearance</source>
        <translation>外觀(&amp;A)</translation>
    </message>
</context>
<context>
    <name>WorkStatus</name>
    <message>
        <source>What is being done</source>
        <translation>正在進行的操作</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>進度</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Cancel what is being done</source>
        <translation>取消正在進行的操作</translation>
    </message>
    <message>
        <source>Cancelling…</source>
        <translation>正在取消…</translation>
    </message>
    <message>
        <source>Looking into the index</source>
        <translation>正在檢視索引</translation>
    </message>
    <message>
        <source>Looking at the documents again</source>
        <translation>正在再次檢視文件</translation>
    </message>
    <message>
        <source>Opening saved results</source>
        <translation>正在開啟已儲存的結果</translation>
    </message>
    <message>
        <source>Undoing: {0} of {1}</source>
        <translation>正在復原：{0} / {1}</translation>
    </message>
</context>
<context>
    <name>_DropArea</name>
    <message>
        <source>Drop folders anywhere in this window, or</source>
        <translation>將資料夾拖到此視窗，或</translation>
    </message>
    <message>
        <source>&amp;Add folder…</source>
        <translation>新增資料夾(&amp;A)…</translation>
    </message>
    <message>
        <source>&amp;Try the sample documents</source>
        <translation>試用範例文件(&amp;T)</translation>
    </message>
</context>
<context>
    <name>age</name>
    <message>
        <source>1 document came too long ago and was left out</source>
        <translation>1 個文件來得太早，已略過</translation>
    </message>
    <message>
        <source>{0} documents came too long ago and were left out</source>
        <translation>{0} 個文件來得太早，已略過</translation>
    </message>
    <message>
        <source>1 document came before the last {1} days and was left out</source>
        <translation>1 個文件早於最近 {1} 天到來，已略過</translation>
    </message>
    <message>
        <source>{0} documents came before the last {1} days and were left out</source>
        <translation>{0} 個文件早於最近 {1} 天到來，已略過</translation>
    </message>
</context>
<context>
    <name>check</name>
    <message>
        <source>Check of {0}</source>
        <translation>{0} 的查重結果</translation>
    </message>
    <message>
        <source>{0} of this document stands in the library; {1} without quotations.</source>
        <translation>此文件的總文字複製比為 {0}，去除引用後為 {1}。</translation>
    </message>
    <message>
        <source>No passage of this document stands in the library.</source>
        <translation>文件庫中沒有此文件的任何段落。</translation>
    </message>
    <message>
        <source>No passage of this document stands in the documents it was compared with.</source>
        <translation>參與比較的文件中沒有此文件的任何段落。</translation>
    </message>
    <message>
        <source>{0} stands in one source alone.</source>
        <translation>單篇最大文字複製比為 {0}。</translation>
    </message>
    <message>
        <source>{0} characters are counted: letters, digits and ideographs. Found: {1} of them, quoted: {2} of these.</source>
        <translation>總字數 {0}（字母、數字和表意文字），重合字數 {1}，其中引用 {2}。</translation>
    </message>
    <message>
        <source>A passage counts from {0} letters or {1} Chinese characters on.</source>
        <translation>連續 {0} 個字母或 {1} 個漢字起計為段落。</translation>
    </message>
    <message>
        <source>Not all was compared: more documents probably have passages of this one ({0}), and {1} that was not found may be theirs.</source>
        <translation>未全部比對：另有 {0} 個文件可能含有此文件的段落，未檢出的內容中有 {1} 可能來自它們。</translation>
    </message>
    <message>
        <source>Documents left out, since they came before the days that are kept: {0}.</source>
        <translation>因早於保留天數而排除的文件：{0}。</translation>
    </message>
    <message>
        <source>Documents left out, since their disk is not connected: {0}.</source>
        <translation>因磁碟未連接而排除的文件：{0}。</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>來源</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>來源</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>複製比</translation>
    </message>
    <message>
        <source>Only there</source>
        <translation>僅此來源</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Also there: {0}</source>
        <translation>同文另見：{0}</translation>
    </message>
    <message>
        <source>{0} more</source>
        <translation>另有 {0} 個</translation>
    </message>
    <message>
        <source>named in the text</source>
        <translation>正文中註明</translation>
    </message>
    <message>
        <source>in the list of references</source>
        <translation>列於參考文獻</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>正文</translation>
    </message>
    <message>
        <source>Passages</source>
        <translation>段落</translation>
    </message>
    <message>
        <source>{0}, {1} characters ({2})</source>
        <translation>{0}，{1} 字（{2}）</translation>
    </message>
    <message>
        <source>Line {0}</source>
        <translation>第 {0} 行</translation>
    </message>
    <message>
        <source>Lines {0} to {1}</source>
        <translation>第 {0} 至 {1} 行</translation>
    </message>
    <message>
        <source>in [{0}]: {1}</source>
        <translation>見 [{0}]：{1}</translation>
    </message>
    <message>
        <source>quoted: {0}</source>
        <translation>引用：{0}</translation>
    </message>
    <message>
        <source>also in {0}</source>
        <translation>另見 {0}</translation>
    </message>
    <message>
        <source>all of it also in {0}</source>
        <translation>全部也見於{0}</translation>
    </message>
    <message>
        <source>to the text</source>
        <translation>回到正文</translation>
    </message>
    <message>
        <source>{0} characters that were not found are not shown here.</source>
        <translation>此處省略 {0} 個未檢出的字元。</translation>
    </message>
    <message>
        <source>Passages that are not shown, since the page would be too large: {0}.</source>
        <translation>因頁面過大而未顯示的段落：{0}。</translation>
    </message>
    <message>
        <source>What could not be read, or may be misread</source>
        <translation>無法讀取或可能誤讀的內容</translation>
    </message>
    <message>
        <source>between quotes</source>
        <translation>在引號中</translation>
    </message>
    <message>
        <source>in lines that begin with &gt;</source>
        <translation>在以 &gt; 開頭的行中</translation>
    </message>
    <message>
        <source>its source stands in the list of references</source>
        <translation>來源列於參考文獻</translation>
    </message>
    <message>
        <source>its source is named in the text</source>
        <translation>正文中註明了來源</translation>
    </message>
</context>
<context>
    <name>compare</name>
    <message>
        <source>The command {0} cannot be read: {1}</source>
        <translation>無法理解指令 {0}：{1}</translation>
    </message>
    <message>
        <source>The command to compare with must name a program and hold {{left}} and {{right}}, such as meld {{left}} {{right}}; it is {0}</source>
        <translation>比較指令必須寫明程式，並含有 {{left}} 和 {{right}}，例如 meld {{left}} {{right}}；現在是 {0}</translation>
    </message>
    <message>
        <source>No program to compare files with was found. Name one, such as meld</source>
        <translation>找不到用於比較檔案的程式。請指定一個，例如 meld</translation>
    </message>
    <message>
        <source>{0} is no longer there</source>
        <translation>{0} 已不存在</translation>
    </message>
    <message>
        <source>{0} cannot be started: {1}</source>
        <translation>無法啟動 {0}：{1}</translation>
    </message>
</context>
<context>
    <name>desktop</name>
    <message>
        <source>CSV files (*.csv)</source>
        <translation>CSV 檔案 (*.csv)</translation>
    </message>
    <message>
        <source>JSON files (*.json)</source>
        <translation>JSON 檔案 (*.json)</translation>
    </message>
    <message>
        <source>Web pages with the differences (*.html)</source>
        <translation>含差異的網頁 (*.html)</translation>
    </message>
    <message>
        <source>{path} exists already. Do you want to replace it?</source>
        <translation>{path} 已經存在。要取代它嗎？</translation>
    </message>
    <message>
        <source>{path} cannot be opened: it is gone, or no program is set for it</source>
        <translation>無法開啟 {path}：檔案已不存在，或沒有為其設定程式</translation>
    </message>
    <message>
        <source>The folder of {path} cannot be shown</source>
        <translation>無法顯示 {path} 所在的資料夾</translation>
    </message>
    <message>
        <source>{path} is not on this machine</source>
        <translation>{path} 不在本機</translation>
    </message>
    <message>
        <source>&amp;Add</source>
        <translation>新增(&amp;A)</translation>
    </message>
</context>
<context>
    <name>encodings</name>
    <message>
        <source>Unicode</source>
        <translation>Unicode</translation>
    </message>
    <message>
        <source>Simplified Chinese</source>
        <translation>簡體中文</translation>
    </message>
    <message>
        <source>Traditional Chinese</source>
        <translation>繁體中文</translation>
    </message>
    <message>
        <source>Japanese</source>
        <translation>日文</translation>
    </message>
    <message>
        <source>Korean</source>
        <translation>韓文</translation>
    </message>
    <message>
        <source>Western European</source>
        <translation>西歐</translation>
    </message>
    <message>
        <source>Nordic, Celtic, Portuguese and others</source>
        <translation>北歐、凱爾特、葡萄牙文等</translation>
    </message>
    <message>
        <source>Central European</source>
        <translation>中歐</translation>
    </message>
    <message>
        <source>Baltic</source>
        <translation>波羅的海</translation>
    </message>
    <message>
        <source>Cyrillic</source>
        <translation>西里爾文</translation>
    </message>
    <message>
        <source>Greek</source>
        <translation>希臘文</translation>
    </message>
    <message>
        <source>Turkish</source>
        <translation>土耳其文</translation>
    </message>
    <message>
        <source>Hebrew</source>
        <translation>希伯來文</translation>
    </message>
    <message>
        <source>Arabic and Urdu</source>
        <translation>阿拉伯文和烏爾都文</translation>
    </message>
    <message>
        <source>Thai</source>
        <translation>泰文</translation>
    </message>
    <message>
        <source>Vietnamese</source>
        <translation>越南文</translation>
    </message>
    <message>
        <source>Mainframe</source>
        <translation>大型主機</translation>
    </message>
    <message>
        <source>{0} ({1})</source>
        <translation>{0}（{1}）</translation>
    </message>
</context>
<context>
    <name>engine</name>
    <message>
        <source>a pair of documents without words</source>
        <translation>有一對文件沒有詞語</translation>
    </message>
    <message>
        <source>a worker process cannot be started: {0}</source>
        <translation>無法啟動工作處理程序：{0}</translation>
    </message>
    <message>
        <source>another file has its name</source>
        <translation>已有另一個檔案使用它的名稱</translation>
    </message>
    <message>
        <source>another file has its name; it is {0}</source>
        <translation>已有另一個檔案使用它的名稱；它現在是 {0}</translation>
    </message>
    <message>
        <source>another file took its name meanwhile; it is {0} now</source>
        <translation>其間另一個檔案佔用了它的名稱；它現在是 {0}</translation>
    </message>
    <message>
        <source>another file took its name while it was being removed</source>
        <translation>移除期間，另一個檔案佔用了它的名稱</translation>
    </message>
    <message>
        <source>another file took its name while it was being replaced</source>
        <translation>替換期間，另一個檔案佔用了它的名稱</translation>
    </message>
    <message>
        <source>another run is at work on it</source>
        <translation>另一次操作正在處理它</translation>
    </message>
    <message>
        <source>another run is at work on the document to keep</source>
        <translation>另一次操作正在處理要保留的文件</translation>
    </message>
    <message>
        <source>cancelled before its turn</source>
        <translation>未輪到處理就已取消</translation>
    </message>
    <message>
        <source>cannot be listed: {0}</source>
        <translation>無法列出：{0}</translation>
    </message>
    <message>
        <source>cannot be parsed as HTML: {0}</source>
        <translation>無法解析為 HTML：{0}</translation>
    </message>
    <message>
        <source>cannot be read in {0}, which is not known here</source>
        <translation>無法按 {0} 讀取，這裡不支援該編碼</translation>
    </message>
    <message>
        <source>cannot be read: {0}</source>
        <translation>無法讀取：{0}</translation>
    </message>
    <message>
        <source>cannot be read: {0}; scan again</source>
        <translation>無法讀取：{0}；請重新掃描</translation>
    </message>
    <message>
        <source>changed during the scan; scan again</source>
        <translation>在掃描期間已更改；請重新掃描</translation>
    </message>
    <message>
        <source>changed since the last scan; scan again</source>
        <translation>在上次掃描之後已更改；請重新掃描</translation>
    </message>
    <message>
        <source>changed since the results were saved</source>
        <translation>在結果儲存之後已更改</translation>
    </message>
    <message>
        <source>changed while it was read</source>
        <translation>在讀取期間已更改</translation>
    </message>
    <message>
        <source>changed while it was read; scan again</source>
        <translation>在讀取期間已更改；請重新掃描</translation>
    </message>
    <message>
        <source>could not be given its name back ({0}); it is {1}</source>
        <translation>無法恢復原名（{0}）；它現在是 {1}</translation>
    </message>
    <message>
        <source>could not be put back ({0}); it is {1}</source>
        <translation>無法放回原處（{0}）；它現在是 {1}</translation>
    </message>
    <message>
        <source>does not exist</source>
        <translation>不存在</translation>
    </message>
    <message>
        <source>groups are made by {0}, there is no {1}</source>
        <translation>群組的構成方式有 {0}，沒有 {1}</translation>
    </message>
    <message>
        <source>has changed since the scan</source>
        <translation>在掃描之後已更改</translation>
    </message>
    <message>
        <source>has no identical document that stays, and stays</source>
        <translation>沒有完全相同的文件會留下，所以它會留下</translation>
    </message>
    <message>
        <source>has no words to compare</source>
        <translation>沒有可比較的詞語</translation>
    </message>
    <message>
        <source>is a symbolic link, which is not followed</source>
        <translation>是符號連結，設定為不跟隨</translation>
    </message>
    <message>
        <source>is another name (link) of {0}</source>
        <translation>是 {0} 的另一個名稱（連結）</translation>
    </message>
    <message>
        <source>is binary, not text</source>
        <translation>是二進位檔案，不是文字</translation>
    </message>
    <message>
        <source>is binary, or text in an encoding that was not recognised</source>
        <translation>是二進位檔案，或文字的編碼無法識別</translation>
    </message>
    <message>
        <source>is gone since the results were saved</source>
        <translation>在結果儲存之後已不存在</translation>
    </message>
    <message>
        <source>is in a folder that is excluded and stays</source>
        <translation>在已排除的資料夾中，會留下</translation>
    </message>
    <message>
        <source>is in a folder that is protected and stays</source>
        <translation>在受保護的資料夾中，會留下</translation>
    </message>
    <message>
        <source>is in no group</source>
        <translation>不在任何群組中</translation>
    </message>
    <message>
        <source>is in no group and stays</source>
        <translation>不在任何群組中，會留下</translation>
    </message>
    <message>
        <source>has a line that is no object of JSON: {0}</source>
        <translation>有一行不是 JSON 物件：{0}</translation>
    </message>
    <message>
        <source>is larger than the limit of {0} MB ({1} MB) and was not read</source>
        <translation>超過 {0} MB 的上限（{1} MB），未讀取</translation>
    </message>
    <message>
        <source>is neither at its place nor in the trash</source>
        <translation>既不在原處，也不在資源回收筒中</translation>
    </message>
    <message>
        <source>is no longer the link that was made</source>
        <translation>已不是當時建立的連結</translation>
    </message>
    <message>
        <source>is no longer there</source>
        <translation>已不存在</translation>
    </message>
    <message>
        <source>is no longer where it was moved to</source>
        <translation>已不在移動後的位置</translation>
    </message>
    <message>
        <source>is no regular file</source>
        <translation>不是普通檔案</translation>
    </message>
    <message>
        <source>is not a folder</source>
        <translation>不是資料夾</translation>
    </message>
    <message>
        <source>is not a regular file</source>
        <translation>不是普通檔案</translation>
    </message>
    <message>
        <source>is not text in {0}, which it looks like</source>
        <translation>看起來像 {0}，但不是該編碼的文字</translation>
    </message>
    <message>
        <source>is the last of its group and stays</source>
        <translation>是群組中的最後一個，會留下</translation>
    </message>
    <message>
        <source>is the same folder as {0}, which was listed already</source>
        <translation>與 {0} 是同一個資料夾，後者已經列出</translation>
    </message>
    <message>
        <source>it does not hold as much as it says</source>
        <translation>內容比所宣告的少</translation>
    </message>
    <message>
        <source>it ends too early</source>
        <translation>過早結束</translation>
    </message>
    <message>
        <source>it is the same file as the document to keep</source>
        <translation>與要保留的文件是同一個檔案</translation>
    </message>
    <message>
        <source>it stands for documents that were removed since the scan; scan again to remove it</source>
        <translation>掃描之後有文件因為它留下而被移除；請重新掃描，然後再移除它</translation>
    </message>
    <message>
        <source>it {0}</source>
        <translation>該文件{0}</translation>
    </message>
    <message>
        <source>its disk has no trash, and none can be made</source>
        <translation>它所在的磁碟沒有資源回收筒，也無法建立</translation>
    </message>
    <message>
        <source>it is on a RAM disk, whose trash is lost when the computer is switched off</source>
        <translation>它在記憶體磁碟上，那裡的資源回收筒會在關機時遺失</translation>
    </message>
    <message>
        <source>it is on a network drive, which has no trash</source>
        <translation>它在網路磁碟上，那裡沒有資源回收筒</translation>
    </message>
    <message>
        <source>its disk is read-only</source>
        <translation>它所在的磁碟是唯讀的</translation>
    </message>
    <message>
        <source>nobody can tell whether its disk has a trash</source>
        <translation>無法得知它所在的磁碟有沒有資源回收筒</translation>
    </message>
    <message>
        <source>its disk has no trash</source>
        <translation>它所在的磁碟沒有資源回收筒</translation>
    </message>
    <message>
        <source>its trash cannot be made: {0} ({1})</source>
        <translation>無法建立它的資源回收筒：{0}（{1}）</translation>
    </message>
    <message>
        <source>its trash cannot be written: {0}</source>
        <translation>無法寫入它的資源回收筒：{0}</translation>
    </message>
    <message>
        <source>made its worker process end, perhaps for want of memory; left out</source>
        <translation>使處理它的工作處理程序終止，可能是記憶體不足；已排除</translation>
    </message>
    <message>
        <source>may be marked by hand only and stays</source>
        <translation>只能手動標記，會留下</translation>
    </message>
    <message>
        <source>may not be read (no rights)</source>
        <translation>沒有讀取權限</translation>
    </message>
    <message>
        <source>is left out by the pattern {0}</source>
        <translation>被樣式 {0} 排除</translation>
    </message>
    <message>
        <source>is left out: no pattern of names to read includes it</source>
        <translation>已排除：沒有要讀取的名稱樣式與它相符</translation>
    </message>
    <message>
        <source>is left out: it was looked at, and is no text of the kind that such a name may have</source>
        <translation>已排除：已查看過，不是這類名稱應有的文字</translation>
    </message>
    <message>
        <source>is left out: it came before the days for which documents are kept</source>
        <translation>已排除：它出現的時間早於文件的保留天數</translation>
    </message>
    <message>
        <source>is a trash, which is read only if it is named itself</source>
        <translation>是資源回收筒，只有直接指定時才會讀取</translation>
    </message>
    <message>
        <source>no folder to scan was named</source>
        <translation>未指定要掃描的資料夾</translation>
    </message>
    <message>
        <source>no identical document is left that it could be copied from</source>
        <translation>已沒有完全相同的文件可供複製</translation>
    </message>
    <message>
        <source>no rule marks what is only linked</source>
        <translation>任何規則都不標記只是間接相連的文件</translation>
    </message>
    <message>
        <source>nobody knows where it went; look for it in the trash</source>
        <translation>無法得知它的去向；請在資源回收筒中尋找</translation>
    </message>
    <message>
        <source>only a document of the same bytes can become a link</source>
        <translation>只有位元組相同的文件才能變成連結</translation>
    </message>
    <message>
        <source>overlaps with {0}, which was listed already</source>
        <translation>與已經列出的 {0} 重疊</translation>
    </message>
    <message>
        <source>recipe {0}: a fingerprint has one width</source>
        <translation>配方 {0}：指紋只能有一種寬度</translation>
    </message>
    <message>
        <source>recipe {0}: options are {1}, not +{2}</source>
        <translation>配方 {0}：選項有 {1}，沒有 +{2}</translation>
    </message>
    <message>
        <source>stands for documents that were removed since the scan and stays; scan again to remove it</source>
        <translation>掃描之後有文件因為它留下而被移除，所以它會留下；請重新掃描，然後再移除它</translation>
    </message>
    <message>
        <source>the containment must lie between {0} and 1, not {1}</source>
        <translation>包含度必須在 {0} 和 1 之間，不能是 {1}</translation>
    </message>
    <message>
        <source>the copy is not like the original</source>
        <translation>副本與原件不同</translation>
    </message>
    <message>
        <source>the copy or its original was changed since</source>
        <translation>副本或原件在此之後已更改</translation>
    </message>
    <message>
        <source>the copy {0}</source>
        <translation>副本{0}</translation>
    </message>
    <message>
        <source>the distance must lie between 0 and {0} bits, not {1}</source>
        <translation>距離必須在 0 和 {0} 位元之間，不能是 {1}</translation>
    </message>
    <message>
        <source>the document to keep is being removed by another run</source>
        <translation>另一次操作正在移除要保留的文件</translation>
    </message>
    <message>
        <source>the document to keep is in an excluded folder</source>
        <translation>要保留的文件在已排除的資料夾中</translation>
    </message>
    <message>
        <source>the document to keep is marked, too</source>
        <translation>要保留的文件也有標記</translation>
    </message>
    <message>
        <source>the document to keep is on another disk; no hard link leads there</source>
        <translation>要保留的文件在另一個磁碟上；硬連結不能跨磁碟</translation>
    </message>
    <message>
        <source>the document to keep was replaced while it was being linked</source>
        <translation>建立連結期間，要保留的文件被替換</translation>
    </message>
    <message>
        <source>the document to keep {0}</source>
        <translation>要保留的文件{0}</translation>
    </message>
    <message>
        <source>the largest file must have 1 byte or more, not {0}</source>
        <translation>最大檔案必須為 1 位元組或更大，不能是 {0}</translation>
    </message>
    <message>
        <source>the least similarity must lie between {0} and 1, not {1}</source>
        <translation>最低相似度必須在 {0} 和 1 之間，不能是 {1}</translation>
    </message>
    <message>
        <source>the link that was made is not there</source>
        <translation>當時建立的連結已不存在</translation>
    </message>
    <message>
        <source>the number of jobs must be 0 or more, not {0}</source>
        <translation>處理程序數必須為 0 或更大，不能是 {0}</translation>
    </message>
    <message>
        <source>the rule {0} is there twice</source>
        <translation>規則 {0} 出現了兩次</translation>
    </message>
    <message>
        <source>the rule {0} takes {1}</source>
        <translation>規則 {0} 需要 {1}</translation>
    </message>
    <message>
        <source>the seconds a file must be more than 0, not {0}</source>
        <translation>單個檔案的秒數必須大於 0，不能是 {0}</translation>
    </message>
    <message>
        <source>the setting {0} cannot be {1}</source>
        <translation>設定項 {0} 不能是 {1}</translation>
    </message>
    <message>
        <source>the trash said that it was moved, but it is still there</source>
        <translation>資源回收筒報告已移動，但檔案仍在原處</translation>
    </message>
    <message>
        <source>there is no batch {0}</source>
        <translation>沒有第 {0} 批</translation>
    </message>
    <message>
        <source>there is no free name</source>
        <translation>沒有可用的名稱</translation>
    </message>
    <message>
        <source>there is no recipe {0}; there are: {1}</source>
        <translation>沒有配方 {0}；可用的有：{1}</translation>
    </message>
    <message>
        <source>there is no row {0}</source>
        <translation>沒有第 {0} 列</translation>
    </message>
    <message>
        <source>there is nothing to undo</source>
        <translation>沒有可復原的內容</translation>
    </message>
    <message>
        <source>there is nothing to undo in batch {0}</source>
        <translation>第 {0} 批中沒有可復原的內容</translation>
    </message>
    <message>
        <source>took longer than {0} s; left out</source>
        <translation>耗時超過 {0} 秒；已排除</translation>
    </message>
    <message>
        <source>was changed since it was removed; it is {0}</source>
        <translation>在移除之後已更改；它現在是 {0}</translation>
    </message>
    <message>
        <source>was interrupted after it was copied</source>
        <translation>複製之後中斷</translation>
    </message>
    <message>
        <source>was interrupted after it was deleted</source>
        <translation>刪除之後中斷</translation>
    </message>
    <message>
        <source>was interrupted after it was moved</source>
        <translation>移動之後中斷</translation>
    </message>
    <message>
        <source>was interrupted after it was moved to the trash</source>
        <translation>移到資源回收筒之後中斷</translation>
    </message>
    <message>
        <source>was interrupted after it was replaced</source>
        <translation>替換之後中斷</translation>
    </message>
    <message>
        <source>was interrupted before its turn came to an end; it is as it was</source>
        <translation>未處理完就已中斷；檔案保持原樣</translation>
    </message>
    <message>
        <source>was interrupted, and another file has its name</source>
        <translation>已中斷，並且已有另一個檔案使用它的名稱</translation>
    </message>
    <message>
        <source>was interrupted, and cannot be looked at: {0}</source>
        <translation>已中斷，並且無法檢視：{0}</translation>
    </message>
    <message>
        <source>was interrupted, and is no longer where it was</source>
        <translation>已中斷，並且已不在原處</translation>
    </message>
    <message>
        <source>was interrupted, and is no longer where it was; look for it in the trash</source>
        <translation>已中斷，並且已不在原處；請在資源回收筒中尋找</translation>
    </message>
    <message>
        <source>was interrupted, and the document is no longer there</source>
        <translation>已中斷，並且該文件已不存在</translation>
    </message>
    <message>
        <source>worker processes end as soon as they are started, perhaps for want of memory</source>
        <translation>工作處理程序一啟動就終止，可能是記憶體不足</translation>
    </message>
    <message>
        <source>{0} has a place in the trash</source>
        <translation>{0} 在資源回收筒中已有位置</translation>
    </message>
    <message>
        <source>is a symbolic link</source>
        <translation>是符號連結</translation>
    </message>
    <message>
        <source>was interrupted, and the disk of {0} is not connected. Connect it and start Variorum again, or use &quot;{1}&quot;</source>
        <translation>操作曾中斷，而 {0} 所在的磁碟未連接。請連接磁碟後重新啟動 Variorum，或使用「{1}」</translation>
    </message>
    <message>
        <source>it is {0}, in a folder that is protected or excluded and loses nothing</source>
        <translation>它是 {0}，所在的資料夾受保護或已排除，不會移走其中的任何文件</translation>
    </message>
    <message>
        <source>{0} is another file now</source>
        <translation>{0} 現在是另一個檔案</translation>
    </message>
    <message>
        <source>{0}: was made by an earlier version of Variorum, whose index this one does not read; rename it or name another file, and scan again. Nothing was changed.</source>
        <translation>{0}：由較早版本的 Variorum 建立，此版本不讀取這樣的索引；請將它改名或指定其他檔案，然後重新掃描。沒有更改任何內容。</translation>
    </message>
    <message>
        <source>{0}: could not be used and is kept as {1}; a new index is made</source>
        <translation>{0}：無法使用，已改名為 {1}；另建新索引</translation>
    </message>
    <message>
        <source>{0}: cannot be used, and cannot be renamed: {1}</source>
        <translation>{0}：無法使用，且無法改名：{1}</translation>
    </message>
    <message>
        <source>{0} is below 0</source>
        <translation>{0} 小於 0</translation>
    </message>
    <message>
        <source>{0} is neither true nor false</source>
        <translation>{0} 既不是真也不是假</translation>
    </message>
    <message>
        <source>{0} is no path</source>
        <translation>{0} 不是路徑</translation>
    </message>
    <message>
        <source>{0} is no hash</source>
        <translation>{0} 不是雜湊</translation>
    </message>
    <message>
        <source>{0} is no list</source>
        <translation>{0} 不是清單</translation>
    </message>
    <message>
        <source>{0} is no number</source>
        <translation>{0} 不是數字</translation>
    </message>
    <message>
        <source>{0} is no path from the root</source>
        <translation>{0} 不是從根目錄開始的路徑</translation>
    </message>
    <message>
        <source>{0} is no rule; there are {1}</source>
        <translation>{0} 不是規則；可用的有 {1}</translation>
    </message>
    <message>
        <source>{0} is no share</source>
        <translation>{0} 不是比例</translation>
    </message>
    <message>
        <source>{0} is no text</source>
        <translation>{0} 不是文字</translation>
    </message>
    <message>
        <source>{0} is no whole number</source>
        <translation>{0} 不是整數</translation>
    </message>
    <message>
        <source>{0} needs a destination</source>
        <translation>{0} 需要指定目標資料夾</translation>
    </message>
    <message>
        <source>{0} was changed while it was being checked</source>
        <translation>{0} 在檢查期間已更改</translation>
    </message>
    <message>
        <source>{0} was replaced by a link to it</source>
        <translation>{0} 已被替換為指向它的連結</translation>
    </message>
    <message>
        <source>{0}: another program has been using it for over a minute</source>
        <translation>{0}：另一個程式佔用它已超過一分鐘</translation>
    </message>
    <message>
        <source>{0}: another program has been using it for over a minute. Without this journal nothing is removed.</source>
        <translation>{0}：另一個程式佔用它已超過一分鐘。沒有此日誌就不會移除任何內容。</translation>
    </message>
    <message>
        <source>{0}: cannot be created: {1}</source>
        <translation>{0}：無法建立：{1}</translation>
    </message>
    <message>
        <source>{0}: cannot be read: {1}</source>
        <translation>{0}：無法讀取：{1}</translation>
    </message>
    <message>
        <source>{0}: cannot be used as a dictionary: {1}</source>
        <translation>{0}：無法用作詞典：{1}</translation>
    </message>
    <message>
        <source>{0}: cannot be used: {1}</source>
        <translation>{0}：無法使用：{1}</translation>
    </message>
    <message>
        <source>{0}: cannot be used: {1}. Without this journal nothing is removed.</source>
        <translation>{0}：無法使用：{1}。沒有此日誌就不會移除任何內容。</translation>
    </message>
    <message>
        <source>{0}: cannot be written: {1}</source>
        <translation>{0}：無法寫入：{1}</translation>
    </message>
    <message>
        <source>{0} and {1} are identical byte for byte. There is no text to compare: {2}</source>
        <translation>{0} 與 {1} 的每個位元組都完全相同，但沒有可比較的文字：{2}</translation>
    </message>
    <message>
        <source>{0}: has no words to compare</source>
        <translation>{0}：沒有可比較的詞語</translation>
    </message>
    <message>
        <source>{0}: is a database of another program, not a journal</source>
        <translation>{0}：是其他程式的資料庫，不是日誌</translation>
    </message>
    <message>
        <source>{0}: is a database of another program, not an index of Variorum; name another file</source>
        <translation>{0}：是其他程式的資料庫，不是 Variorum 的索引；請指定其他檔案</translation>
    </message>
    <message>
        <source>{0}: is damaged and was not opened ({1})</source>
        <translation>{0}：已損壞，未開啟（{1}）</translation>
    </message>
    <message>
        <source>{0}: is damaged or no index of Variorum ({1}). It was left as it is: move it away, and the next scan makes a new one; your documents are not affected.</source>
        <translation>{0}：已損壞，或不是 Variorum 的索引（{1}）。檔案保持原樣：請將它移走，下次掃描會建立一個；您的文件不受影響。</translation>
    </message>
    <message>
        <source>{0}: is damaged or no journal of Variorum ({1}). It was left as it is, and nothing is removed without it. Move it away, and the next removal begins a new one; what was removed before cannot be undone by Variorum then.</source>
        <translation>{0}：已損壞，或不是 Variorum 的日誌（{1}）。檔案保持原樣；沒有日誌就不會移除任何內容。請將它移走，下次移除會建立一個；但以前移除的內容就無法再由 Variorum 復原。</translation>
    </message>
    <message>
        <source>{0}: is no file of saved results</source>
        <translation>{0}：不是儲存的結果檔案</translation>
    </message>
    <message>
        <source>{0}: is not the table of word weights that recipes are made with</source>
        <translation>{0}：不是配方所用的詞語權重表</translation>
    </message>
    <message>
        <source>{0}: the disk is full or failing ({1}). Without this journal nothing is removed.</source>
        <translation>{0}：磁碟已滿或有故障（{1}）。沒有此日誌就不會移除任何內容。</translation>
    </message>
    <message>
        <source>{0}: the disk is full or failing ({1}); what was written before is kept. Make room, then scan again.</source>
        <translation>{0}：磁碟已滿或有故障（{1}）；之前寫入的內容已保留。請騰出空間後重新掃描。</translation>
    </message>
    <message>
        <source>{0}: the table of word weights cannot be read: {1}</source>
        <translation>{0}：無法讀取詞語權重表：{1}</translation>
    </message>
    <message>
        <source>{0}: was saved by a newer version of Variorum (format {1}, this one reads up to {2})</source>
        <translation>{0}：由更新版本的 Variorum 儲存（格式 {1}，此版本最高能讀 {2}）</translation>
    </message>
    <message>
        <source>{0}: was saved on another kind of system ({1}), whose paths mean nothing here</source>
        <translation>{0}：在另一類系統（{1}）上儲存，其中的路徑在這裡沒有意義</translation>
    </message>
    <message>
        <source>{0}: was written by a newer version of Variorum (schema {1}, this one knows {2}); update Variorum or name another file. Nothing was changed.</source>
        <translation>{0}：由更新版本的 Variorum 寫入（結構版本 {1}，此版本支援 {2}）；請更新 Variorum，或指定其他檔案。沒有更改任何內容。</translation>
    </message>
    <message>
        <source>{0}: was written by a newer version of Variorum (schema {1}, this one knows {2}); update Variorum. Nothing was changed.</source>
        <translation>{0}：由更新版本的 Variorum 寫入（結構版本 {1}，此版本支援 {2}）；請更新 Variorum。沒有更改任何內容。</translation>
    </message>
    <message>
        <source>{0}: was written by a newer version of Variorum; update Variorum. Nothing was changed.</source>
        <translation>{0}：由更新版本的 Variorum 寫入；請更新 Variorum。沒有更改任何內容。</translation>
    </message>
    <message>
        <source>the reason is not known to this version of Variorum</source>
        <translation>此版本的 Variorum 不認得其原因</translation>
    </message>
    <message>
        <source>is an archive of files; the documents inside are read when that is asked for</source>
        <translation>是裝有檔案的壓縮檔；裡面的文件要另行選擇才會讀取</translation>
    </message>
    <message>
        <source>is a mailbox; the messages inside are read when that is asked for</source>
        <translation>是信箱檔案；裡面的郵件要另行選擇才會讀取</translation>
    </message>
    <message>
        <source>is not text in {0}: too many of its bytes do not fit</source>
        <translation>不是 {0} 編碼的文字：太多位元組不符合這種編碼</translation>
    </message>
    <message>
        <source>was not read in the encoding that was chosen for it, but in one that was recognised; it {0}</source>
        <translation>沒有用為它選定的編碼讀取，而是用辨識出來的編碼：{0}</translation>
    </message>
    <message>
        <source>may have been read wrongly: the encoding {0} is guessed</source>
        <translation>可能讀錯了：編碼 {0} 是猜測的</translation>
    </message>
    <message>
        <source>has the name of a manual page and is none</source>
        <translation>名稱像手冊頁，但並不是手冊頁</translation>
    </message>
    <message>
        <source>is a file of {0}, a format that is not read</source>
        <translation>是 {0} 的檔案，這種格式不讀取</translation>
    </message>
    <message>
        <source>is protected by a password</source>
        <translation>受密碼保護</translation>
    </message>
    <message>
        <source>is damaged, or not what its beginning says ({0})</source>
        <translation>已損壞，或與其開頭所示不符（{0}）</translation>
    </message>
    <message>
        <source>is damaged, or was not saved or copied to its end: the list of what it holds is missing</source>
        <translation>已損壞，或沒有完整儲存或複製：缺少其內容清單</translation>
    </message>
    <message>
        <source>unpacks to more than {0} MB and was not read</source>
        <translation>解壓縮後超過 {0} MB，未讀取</translation>
    </message>
    <message>
        <source>holds more than {0} documents and was not read</source>
        <translation>含有超過 {0} 個文件，未讀取</translation>
    </message>
    <message>
        <source>is inside an archive or a mailbox, from which nothing is removed</source>
        <translation>在壓縮檔或信箱檔裡，不會從中刪除任何內容</translation>
    </message>
    <message>
        <source>is no file of this machine, and its text is not beside the results</source>
        <translation>不是本機上的檔案，結果旁邊也沒有它的文字</translation>
    </message>
    <message>
        <source>has no text layer (a scan?): only its bytes are compared</source>
        <translation>沒有文字層（可能是掃描檔），只按位元組比較</translation>
    </message>
    <message>
        <source>was written by a version of Word before 97</source>
        <translation>由 Word 97 之前的版本寫成</translation>
    </message>
    <message>
        <source>was saved by Word as a list of changes (fast save); save it anew to have it read</source>
        <translation>由 Word 以「快速儲存」方式存為一系列變更；請重新儲存後再讀取</translation>
    </message>
    <message>
        <source>was not read in full: {0}</source>
        <translation>沒有完整讀出：{0}</translation>
    </message>
    <message>
        <source>its markup exceeds what the parser can hold (line {0}: {1})</source>
        <translation>它的標記超出了剖析器能處理的範圍（第 {0} 行：{1}）</translation>
    </message>
    <message>
        <source>a part of it is damaged ({0})</source>
        <translation>其中一部分已損壞（{0}）</translation>
    </message>
    <message>
        <source>number of its pages without a text layer: {0} (scans?)</source>
        <translation>其中 {0} 頁沒有文字層：可能是掃描檔</translation>
    </message>
    <message>
        <source>its text is longer than {0} MB</source>
        <translation>其文字超過 {0} MB</translation>
    </message>
    <message>
        <source>it holds more than {0} cells, paragraphs and other elements</source>
        <translation>其中的儲存格、段落和其他元素超過 {0} 個</translation>
    </message>
    <message>
        <source>its markup nests too deep, or holds too long a text, for the parser (line {0})</source>
        <translation>其標記的巢狀過深，或所含文字過長，超出了剖析器的能力（第 {0} 行）</translation>
    </message>
    <message>
        <source>has no text: the value is missing or null</source>
        <translation>沒有文字：值缺失或為空</translation>
    </message>
    <message>
        <source>caused an unexpected error ({0}); left out</source>
        <translation>引發了意外錯誤（{0}）；已排除</translation>
    </message>
    <message>
        <source>about {0} pairs of {1} texts were not compared, since too many of these texts are alike; each was compared with the longest and the most similar ones. To find the others, remove what is not needed and scan again, or scan fewer folders at a time</source>
        <translation>{1} 篇文字中約有 {0} 對沒有比較，因為相似的文字太多；每篇只與其中最長的和最相似的幾篇作了比較。要找出其餘的，請移除不需要的文件後重新掃描，或每次少掃描幾個資料夾</translation>
    </message>
    <message>
        <source>{0} more problems are not in this file; the table of problems that the job wrote has all</source>
        <translation>另有 {0} 個問題不在此檔案中；作業寫出的問題表中有全部問題</translation>
    </message>
    <message>
        <source>a folder of its path has become a link or a file; it is not followed: {0}</source>
        <translation>其路徑中的某個資料夾已變成連結或檔案，不會跟隨：{0}</translation>
    </message>
    <message>
        <source>{0} is a link that belongs to {1} and leads to {2}; nothing is removed through it: name that folder itself if it is meant</source>
        <translation>{0} 是屬於 {1} 的連結，指向 {2}；不會透過它刪除任何內容：如果確實要處理，請直接指定那個資料夾</translation>
    </message>
    <message>
        <source>is shown by a path that does not lead to it; it is {0}</source>
        <translation>顯示的路徑並不指向它；它實際是 {0}</translation>
    </message>
    <message>
        <source>is not to the document to keep what the saved results say; scan again</source>
        <translation>與要保留的文件的關係和儲存的結果所說的不符；請重新掃描</translation>
    </message>
    <message>
        <source>is not on this machine, where nothing of it can be removed; export its id to have it dropped where it is</source>
        <translation>不在本機，無法在這裡移除；匯出它的 ID，以便在它所在之處剔除</translation>
    </message>
    <message>
        <source>is on this machine, where it can be removed; it has no id to export</source>
        <translation>就在本機，可以在這裡移除；沒有可匯出的 ID</translation>
    </message>
    <message>
        <source>its id holds a half of a character, which no table can hold, and stays</source>
        <translation>它的 ID 含有半個字元，表格無法儲存，因此保留</translation>
    </message>
    <message>
        <source>was not read in full and stays</source>
        <translation>沒有完整讀出，所以會留下</translation>
    </message>
    <message>
        <source>the document to keep was not read in full, so it stays</source>
        <translation>要保留的文件沒有完整讀出，所以它會留下</translation>
    </message>
    <message>
        <source>the document to keep is in the trash</source>
        <translation>要保留的文件在資源回收筒中</translation>
    </message>
    <message>
        <source>the copy was changed or removed while it was made; it is not touched any more: {0}</source>
        <translation>副本在製作時被改動或移走了，之後不再觸動它：{0}</translation>
    </message>
    <message>
        <source>the copy and its original are one file now</source>
        <translation>副本和原件現在是同一個檔案</translation>
    </message>
    <message>
        <source>the folder {0} is append-only, so that nothing in it can be replaced</source>
        <translation>資料夾 {0} 只能增加名稱，其中的內容無法替換</translation>
    </message>
    <message>
        <source>{0}; {1} was made on the way and could not be deleted: you may delete it</source>
        <translation>{0}；途中產生的 {1} 無法刪除，您可以自行刪除</translation>
    </message>
    <message>
        <source>the trash of its disk is not yours alone, so it is not used: {0} belongs to another user, may be written by others, or is a link</source>
        <translation>它所在磁碟的資源回收筒不是您獨有的，所以不使用：{0} 屬於其他使用者、別人可以寫入，或者是連結</translation>
    </message>
    <message>
        <source>Its name is not valid UTF-8; the desktop&apos;s trash cannot take such names</source>
        <translation>名稱不是有效的 UTF-8；桌面的資源回收筒無法接收這樣的名稱</translation>
    </message>
    <message>
        <source>its owner {0}</source>
        <translation>其擁有者 {0}</translation>
    </message>
    <message>
        <source>its group of users {0}</source>
        <translation>其所屬使用者群組 {0}</translation>
    </message>
    <message>
        <source>also has names (hard links) outside the scanned folders: {0}; no space is freed</source>
        <translation>在掃描的資料夾之外還有 {0} 個名稱（硬連結），不會釋放空間</translation>
    </message>
    <message>
        <source>its other name {0}: {1}</source>
        <translation>其另一個名稱 {0}：{1}</translation>
    </message>
    <message>
        <source>its other names (hard links)</source>
        <translation>其另外的名稱（硬連結）</translation>
    </message>
    <message>
        <source>its flags of the file system ({0})</source>
        <translation>其檔案系統旗標（{0}）</translation>
    </message>
    <message>
        <source>extended attributes ({0})</source>
        <translation>延伸屬性（{0}）</translation>
    </message>
    <message>
        <source>was interrupted and is as it was; its copy was changed since and stays: {0}</source>
        <translation>操作被中斷，文件保持原樣；它的副本之後被改動過，所以留下：{0}</translation>
    </message>
    <message>
        <source>was begun and has not ended, and no lock tells whether that run is still at work; once no Variorum is, &quot;{0}&quot; finishes it</source>
        <translation>已開始但尚未結束，且沒有鎖能表明那次執行是否仍在進行；確認沒有 Variorum 在執行後，用「{0}」完成</translation>
    </message>
    <message>
        <source>its folder is no longer there: {0}</source>
        <translation>所在的資料夾已不存在：{0}</translation>
    </message>
    <message>
        <source>the disk of {0} is not connected</source>
        <translation>{0} 所在的磁碟未連接</translation>
    </message>
    <message>
        <source>was interrupted, and the disk that is mounted at {0} covers it. Unmount that disk and start Variorum again, or use &quot;{1}&quot;</source>
        <translation>已中斷，文件被掛載在 {0} 的磁碟遮住了。請卸載該磁碟後重新啟動 Variorum，或使用「{1}」</translation>
    </message>
    <message>
        <source>the disk of {0} is not connected. Connect it and undo again; if the folder is on another disk for good, use &quot;{1}&quot;</source>
        <translation>{0} 所在的磁碟未連接。請連接磁碟後再次復原；如果資料夾已改放在另一個磁碟上，請使用「{1}」</translation>
    </message>
    <message>
        <source>the disk that is mounted at {0} covers it. Unmount that disk and undo again; if the documents are on that disk for good, use &quot;{1}&quot;</source>
        <translation>文件被掛載在 {0} 的磁碟遮住了。請先卸載該磁碟，再復原；如果文件已長期存放在該磁碟上，請使用「{1}」</translation>
    </message>
    <message>
        <source>the document that was kept is on a disk that is not connected: {0}. Connect it and undo again</source>
        <translation>保留下來的文件在未連接的磁碟上：{0}。請連接磁碟後再次復原</translation>
    </message>
    <message>
        <source>was begun and has not ended, and this folder is not there or has become a link: {0}; it is finished once the folder is back, or by &quot;{1}&quot;</source>
        <translation>已開始但尚未結束，且此資料夾不在或已變成連結：{0}；資料夾恢復後會完成，也可用「{1}」完成</translation>
    </message>
    <message>
        <source>its undo was interrupted; it can be undone again</source>
        <translation>復原它時被中斷；可以再次復原</translation>
    </message>
    <message>
        <source>is back without what could not be given to it: {0}</source>
        <translation>已還原，但無法恢復：{0}</translation>
    </message>
    <message>
        <source>is restored; a copy stays at {0} because it could not be deleted ({1})</source>
        <translation>已還原；{0} 的副本無法刪除（{1}），仍然保留</translation>
    </message>
    <message>
        <source>the extracted texts that are kept may take 0 bytes or more, not {0}</source>
        <translation>保留的提取文字至少為 0 位元組，不能是 {0}</translation>
    </message>
    <message>
        <source>documents may be kept for 0 (for ever) to {0} days, not {1}</source>
        <translation>文件可保留 0（永久）至 {0} 天，不能是 {1}</translation>
    </message>
    <message>
        <source>no rule marks what is only on the same form</source>
        <translation>任何規則都不標記只是範本相同的文件</translation>
    </message>
    <message>
        <source>no rule marks earlier versions</source>
        <translation>任何規則都不標記較早版本</translation>
    </message>
    <message>
        <source>no rule marks what only shares boilerplate</source>
        <translation>任何規則都不標記只是含相同通用段落的文件</translation>
    </message>
    <message>
        <source>{0}: is in {1}, where it would be found again. Choose another folder.</source>
        <translation>{0} 位於 {1} 中，移入的文件會再次被掃描到。請選擇其他資料夾。</translation>
    </message>
    <message>
        <source>{0}: the disk of {1} is not connected; documents would be stored below it, where nobody sees them once it is connected. Connect it, or choose another folder.</source>
        <translation>{0}：{1} 的磁碟未連接。現在移入的文件會存到掛載點下的空資料夾中，磁碟連接後就看不到它們。請先連接該磁碟，或選擇其他資料夾。</translation>
    </message>
    <message>
        <source>{0}: its disk does not tell of changes; it is looked at every {1} seconds</source>
        <translation>{0}：所在磁碟不通知變動；每 {1} 秒檢查一次</translation>
    </message>
    <message>
        <source>{0}: the system does not tell of changes ({1}); it is looked at every {2} seconds</source>
        <translation>{0}：系統不通知變動（{1}）；每 {2} 秒檢查一次</translation>
    </message>
    <message>
        <source>its limit {0} is reached</source>
        <translation>已達到上限 {0}</translation>
    </message>
    <message>
        <source>changes came faster than the system keeps them; all folders are listed again</source>
        <translation>變動太快，系統來不及保存；將重新列出所有資料夾</translation>
    </message>
    <message>
        <source>the disk is not connected; documents on it stay in the index: {0}</source>
        <translation>磁碟未連接，其中的 {0} 個文件仍保留在索引中</translation>
    </message>
    <message>
        <source>another disk is connected here; documents of the earlier disk stay in the index: {0}</source>
        <translation>此處連接的是另一個磁碟，原磁碟的 {0} 個文件仍保留在索引中</translation>
    </message>
    <message>
        <source>another disk is connected here; documents of the earlier disk that stay in the index: {0}; that were replaced by files with the same path: {1}</source>
        <translation>此處連接的是另一個磁碟，原磁碟的文件有 {0} 個仍保留在索引中，{1} 個已被路徑相同的檔案取代</translation>
    </message>
    <message>
        <source>the disk is not connected; documents on it that were not compared: {0}</source>
        <translation>磁碟未連接，其中有 {0} 個文件未參與比較</translation>
    </message>
    <message>
        <source>{0}: is not there; what is known of its documents is kept until it is there again</source>
        <translation>{0}：目前不在；已知的文件資訊會保留，直到它再次出現</translation>
    </message>
    <message>
        <source>{0}: is there again</source>
        <translation>{0}：已再次出現</translation>
    </message>
    <message>
        <source>what came is told later, for it cannot be stored now: {0}</source>
        <translation>新到的內容現在無法保存，稍後再通知：{0}</translation>
    </message>
    <message>
        <source>what came can be stored again</source>
        <translation>新到的內容又可以保存了</translation>
    </message>
    <message>
        <source>more documents are like it: {0}</source>
        <translation>另有 {0} 個文件與它相似</translation>
    </message>
    <message>
        <source>is short: its fingerprint means little, so only shared passages and equal texts are found</source>
        <translation>太短，指紋意義不大：只尋找相同段落和相同的文字</translation>
    </message>
    <message>
        <source>another watch of this index is at work; this one begins when that one ends</source>
        <translation>另一個監視正在使用此索引；它結束後，這個監視才開始</translation>
    </message>
    <message>
        <source>{0}: another watch of this index is at work, and tells what comes</source>
        <translation>{0}：另一個監視正在使用此索引，由它說明新到的文件</translation>
    </message>
    <message>
        <source>{0}: was deleted or replaced while folders are watched; all folders are listed again</source>
        <translation>{0}：在監視資料夾期間被刪除或取代；將重新列出所有資料夾</translation>
    </message>
    <message>
        <source>the clock was set back by {0} s</source>
        <translation>時鐘被撥回了 {0} 秒</translation>
    </message>
    <message>
        <source>documents that came too long ago were forgotten: {0}</source>
        <translation>已忘記到達太久的文件：{0} 個</translation>
    </message>
    <message>
        <source>{0} is one of the scanned documents. Choose another name.</source>
        <translation>{0} 是掃描過的文件，請另選檔名。</translation>
    </message>
    <message>
        <source>{0}: is in {1}, which has scanned documents; name a file in another folder</source>
        <translation>{0}：位於 {1} 中，該資料夾含有已掃描的文件；請選擇其他資料夾中的檔案</translation>
    </message>
    <message>
        <source>{0} holds data of Variorum. Choose another name.</source>
        <translation>{0} 儲存著 Variorum 自身的資料，請另選檔名。</translation>
    </message>
    <message>
        <source>{0}: is damaged, so it is not known which folders are protected; protect them again in the window, or delete this file</source>
        <translation>{0}：已損壞，因此不知道哪些資料夾受保護；請在視窗中重新保護它們，或者刪除此檔案</translation>
    </message>
    <message>
        <source>{0}: is damaged, so it is not known how long documents are kept and which folders are watched; set it again in the window, or delete this file</source>
        <translation>{0}：已損壞，因此不知道文件保留多久、監視哪些資料夾；請在視窗中重新設定，或者刪除此檔案</translation>
    </message>
    <message>
        <source>{0}: was not written: its name has to end in .csv or .json</source>
        <translation>{0}：未寫入：檔名必須以 .csv 或 .json 結尾</translation>
    </message>
    <message>
        <source>{0}: is no list of judgements of Variorum. It was left as it is. Move it away, and a new list is begun.</source>
        <translation>{0}：不是 Variorum 的判斷清單。檔案保持原樣。把它移走後會新建一個清單。</translation>
    </message>
    <message>
        <source>{0}: is damaged or no list of judgements of Variorum ({1}). It was left as it is. Move it away, and a new list is begun; what you said of duplicates, the encodings you chose and the marks are not known to Variorum then. Your documents are not affected.</source>
        <translation>{0}：已損壞，或不是 Variorum 的判斷清單（{1}）。檔案保持原樣。把它移走後會新建一個清單；此前對重複文件所作的判斷、選定的編碼和標記，Variorum 就不再知道了。您的文件不受影響。</translation>
    </message>
    <message>
        <source>{0}: is no list of arrivals of Variorum. It was left as it is. Move it away, and a new list is begun.</source>
        <translation>{0}：不是 Variorum 的新到文件清單。檔案保持原樣。把它移走後會新建一個清單。</translation>
    </message>
    <message>
        <source>{0}: is a list of arrivals of a newer version of Variorum; update Variorum. Nothing was changed.</source>
        <translation>{0}：是較新版本 Variorum 的新到文件清單；請更新 Variorum。沒有作任何變更。</translation>
    </message>
    <message>
        <source>{0}: is damaged or no list of arrivals of Variorum ({1}). It was left as it is. Move it away, and a new list is begun; the documents that are there then are taken for known. Your documents are not affected.</source>
        <translation>{0}：已損壞，或不是 Variorum 的新到文件清單（{1}）。檔案保持原樣。把它移走後會新建一個清單；屆時已在資料夾中的文件都視為已知。您的文件不受影響。</translation>
    </message>
    <message>
        <source>{0}: is missing, a part of Variorum that is built when it is installed. Install Variorum again (a checkout: pip install -e .).</source>
        <translation>{0}：缺少該檔案，它是安裝時產生的 Variorum 組成部分。請重新安裝 Variorum（原始碼目錄：pip install -e .）。</translation>
    </message>
    <message>
        <source>{0}: cannot be used, a part of Variorum that is built when it is installed ({1}). Install Variorum again (a checkout: pip install -e .).</source>
        <translation>{0}：無法使用，它是安裝時產生的 Variorum 組成部分（{1}）。請重新安裝 Variorum（原始碼目錄：pip install -e .）。</translation>
    </message>
    <message>
        <source>{0}: belongs to another version of Variorum ({1}, this one needs {2}). Install Variorum again (a checkout: pip install -e .).</source>
        <translation>{0}：屬於另一個版本的 Variorum（{1}，本版本需要 {2}）。請重新安裝 Variorum（原始碼目錄：pip install -e .）。</translation>
    </message>
    <message>
        <source>Variorum runs on x64 and arm64 processors only (64-bit, little-endian); this is {0}</source>
        <translation>Variorum 只能在 x64 和 arm64 處理器（64 位元、小端序）上執行；本機為 {0}</translation>
    </message>
    <message>
        <source>{0}: was saved by an earlier version of Variorum, whose results this one does not read; scan again and save them anew</source>
        <translation>{0}：由較早版本的 Variorum 儲存，此版本不讀取這樣的結果；請重新掃描並儲存</translation>
    </message>
    <message>
        <source>a line of it is longer than any that is written</source>
        <translation>其中有一行過長，不會由本程式寫出</translation>
    </message>
    <message>
        <source>it says more than a file of its size can hold</source>
        <translation>它所說的內容超過這樣大小的檔案所能容納的</translation>
    </message>
    <message>
        <source>two documents have the id {0}</source>
        <translation>有兩個文件的 ID 都是 {0}</translation>
    </message>
    <message>
        <source>an id has more than {0} characters</source>
        <translation>有一個 ID 超過 {0} 個字元</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}: {1}</translation>
    </message>
    <message>
        <source>{0}; {1}</source>
        <translation>{0}; {1}</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>權限不夠</translation>
    </message>
    <message>
        <source>Operation not permitted</source>
        <translation>不允許的操作</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>沒有該檔案或資料夾</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>裝置上沒有剩餘空間</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>唯讀檔案系統</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>是一個資料夾</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>不是資料夾</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>輸入/輸出錯誤</translation>
    </message>
    <message>
        <source>Device or resource busy</source>
        <translation>裝置或資源正忙</translation>
    </message>
    <message>
        <source>File exists</source>
        <translation>檔案已存在</translation>
    </message>
    <message>
        <source>Too many open files</source>
        <translation>開啟的檔案過多</translation>
    </message>
    <message>
        <source>Too many open files in system</source>
        <translation>系統中開啟的檔案過多</translation>
    </message>
    <message>
        <source>File name too long</source>
        <translation>檔案名稱過長</translation>
    </message>
    <message>
        <source>Too many levels of symbolic links</source>
        <translation>符號連結的層數過多</translation>
    </message>
    <message>
        <source>Directory not empty</source>
        <translation>資料夾非空</translation>
    </message>
    <message>
        <source>Invalid cross-device link</source>
        <translation>跨裝置的連結無效</translation>
    </message>
    <message>
        <source>Disk quota exceeded</source>
        <translation>超出磁碟配額</translation>
    </message>
    <message>
        <source>File too large</source>
        <translation>檔案過大</translation>
    </message>
    <message>
        <source>Stale file handle</source>
        <translation>檔案控制代碼已失效</translation>
    </message>
    <message>
        <source>Connection timed out</source>
        <translation>連線逾時</translation>
    </message>
    <message>
        <source>No such device</source>
        <translation>沒有該裝置</translation>
    </message>
    <message>
        <source>No such device or address</source>
        <translation>沒有該裝置或位址</translation>
    </message>
    <message>
        <source>Invalid argument</source>
        <translation>參數無效</translation>
    </message>
    <message>
        <source>Cannot allocate memory</source>
        <translation>無法分配記憶體</translation>
    </message>
    <message>
        <source>Transport endpoint is not connected</source>
        <translation>傳輸端點尚未連線</translation>
    </message>
    <message>
        <source>Host is down</source>
        <translation>主機已關閉</translation>
    </message>
    <message>
        <source>No route to host</source>
        <translation>沒有到主機的路由</translation>
    </message>
    <message>
        <source>Connection refused</source>
        <translation>連線被拒絕</translation>
    </message>
    <message>
        <source>Exec format error</source>
        <translation>執行檔格式錯誤</translation>
    </message>
    <message>
        <source>Text file busy</source>
        <translation>檔案正在使用</translation>
    </message>
    <message>
        <source>Operation not supported</source>
        <translation>不支援的操作</translation>
    </message>
    <message>
        <source>Bad file descriptor</source>
        <translation>檔案描述符錯誤</translation>
    </message>
    <message>
        <source>Interrupted system call</source>
        <translation>系統呼叫被中斷</translation>
    </message>
    <message>
        <source>Resource temporarily unavailable</source>
        <translation>資源暫時不可用</translation>
    </message>
</context>
<context>
    <name>folders</name>
    <message>
        <source>Documents are kept for ever</source>
        <translation>文件永久保留</translation>
    </message>
    <message>
        <source>Documents that came more than a day ago are left out</source>
        <translation>排除一天前到達的文件</translation>
    </message>
    <message>
        <source>Documents that came more than {0} days ago are left out</source>
        <translation>排除 {0} 天前到達的文件</translation>
    </message>
    <message>
        <source>not connected</source>
        <translation>未連接</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>遺失</translation>
    </message>
    <message>
        <source>protected</source>
        <translation>受保護</translation>
    </message>
    <message>
        <source>excluded</source>
        <translation>已排除</translation>
    </message>
</context>
<context>
    <name>formats</name>
    <message>
        <source>Word</source>
        <translation>Word</translation>
    </message>
    <message>
        <source>PowerPoint</source>
        <translation>PowerPoint</translation>
    </message>
    <message>
        <source>Excel</source>
        <translation>Excel</translation>
    </message>
    <message>
        <source>OpenDocument text</source>
        <translation>OpenDocument 文字文件</translation>
    </message>
    <message>
        <source>OpenDocument slides</source>
        <translation>OpenDocument 簡報</translation>
    </message>
    <message>
        <source>OpenDocument sheet</source>
        <translation>OpenDocument 試算表</translation>
    </message>
    <message>
        <source>EPUB</source>
        <translation>EPUB</translation>
    </message>
    <message>
        <source>Word 97</source>
        <translation>Word 97</translation>
    </message>
    <message>
        <source>PDF</source>
        <translation>PDF</translation>
    </message>
    <message>
        <source>RTF</source>
        <translation>RTF</translation>
    </message>
    <message>
        <source>Excel 97</source>
        <translation>Excel 97</translation>
    </message>
    <message>
        <source>HTML</source>
        <translation>HTML</translation>
    </message>
    <message>
        <source>E-mail</source>
        <translation>電子郵件</translation>
    </message>
    <message>
        <source>Web archive</source>
        <translation>網頁封存</translation>
    </message>
    <message>
        <source>Notebook</source>
        <translation>筆記本</translation>
    </message>
    <message>
        <source>Subtitles</source>
        <translation>字幕</translation>
    </message>
    <message>
        <source>TeX</source>
        <translation>TeX</translation>
    </message>
    <message>
        <source>Manual page</source>
        <translation>手冊頁</translation>
    </message>
    <message>
        <source>plain text, source code, Word, PowerPoint, Excel, OpenDocument, RTF, PDF, EPUB, web pages, e-mails, notebooks, subtitles, TeX and manual pages</source>
        <translation>純文字、原始碼、Word、PowerPoint、Excel、OpenDocument、RTF、PDF、EPUB、網頁、電子郵件、筆記本（ipynb）、字幕、TeX 和手冊頁（man）</translation>
    </message>
</context>
<context>
    <name>heading</name>
    <message>
        <source>{0}, 1 page</source>
        <translation>{0}，1 頁</translation>
    </message>
    <message>
        <source>{0}, {1} pages</source>
        <translation>{0}，{1} 頁</translation>
    </message>
    <message>
        <source>{0}, 1 slide</source>
        <translation>{0}，1 張投影片</translation>
    </message>
    <message>
        <source>{0}, {1} slides</source>
        <translation>{0}，{1} 張投影片</translation>
    </message>
    <message>
        <source>Line ends: {0}</source>
        <translation>行尾：{0}</translation>
    </message>
</context>
<context>
    <name>history</name>
    <message>
        <source>{0} left as they were</source>
        <translation>{0} 個保持原樣</translation>
    </message>
    <message>
        <source>{0} {1}</source>
        <comment>how many, and what became of them</comment>
        <translation>{0} 個{1}</translation>
    </message>
    <message>
        <source>{0} ({1})</source>
        <comment>something, and a note on it</comment>
        <translation>{0}（{1}）</translation>
    </message>
</context>
<context>
    <name>kinds</name>
    <message>
        <source>Identical</source>
        <translation>完全相同</translation>
    </message>
    <message>
        <source>Same text</source>
        <translation>文字相同</translation>
    </message>
    <message>
        <source>Same words</source>
        <translation>僅詞句相同</translation>
    </message>
    <message>
        <source>Similar</source>
        <translation>相似</translation>
    </message>
    <message>
        <source>Earlier version</source>
        <translation>較早版本</translation>
    </message>
    <message>
        <source>Earlier versions</source>
        <translation>較早版本</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>Linked</source>
        <translation>間接相連</translation>
    </message>
    <message>
        <source>Same form</source>
        <translation>同一範本</translation>
    </message>
    <message>
        <source>Boilerplate</source>
        <translation>通用段落</translation>
    </message>
    <message>
        <source>Capitals or layout</source>
        <translation>大小寫或版面</translation>
    </message>
    <message>
        <source>Spaces only</source>
        <translation>僅空格</translation>
    </message>
    <message>
        <source>Punctuation only</source>
        <translation>僅標點</translation>
    </message>
    <message>
        <source>Accents only</source>
        <translation>僅變音符號</translation>
    </message>
    <message>
        <source>Signs and accents</source>
        <translation>標點和變音符號</translation>
    </message>
    <message>
        <source>Numbers only</source>
        <translation>僅數字不同</translation>
    </message>
    <message>
        <source>Newer by date</source>
        <translation>日期較新</translation>
    </message>
    <message>
        <source>Higher version</source>
        <translation>版本名較高</translation>
    </message>
</context>
<context>
    <name>kinds of files</name>
    <message>
        <source>Text and Markdown</source>
        <translation>文字和 Markdown</translation>
    </message>
    <message>
        <source>Word, OpenDocument, RTF</source>
        <translation>Word、OpenDocument、RTF</translation>
    </message>
    <message>
        <source>PDF</source>
        <translation>PDF</translation>
    </message>
    <message>
        <source>Web pages</source>
        <translation>網頁</translation>
    </message>
    <message>
        <source>E-books</source>
        <translation>電子書</translation>
    </message>
    <message>
        <source>E-mail</source>
        <translation>電子郵件</translation>
    </message>
    <message>
        <source>Presentations, tables</source>
        <translation>簡報、表格</translation>
    </message>
    <message>
        <source>TeX, notebooks, manual pages</source>
        <translation>TeX、筆記本、手冊頁</translation>
    </message>
    <message>
        <source>Subtitles</source>
        <translation>字幕</translation>
    </message>
    <message>
        <source>Source code</source>
        <translation>原始碼</translation>
    </message>
</context>
<context>
    <name>not-read</name>
    <message>
        <source>not read</source>
        <translation>未讀取</translation>
    </message>
    <message>
        <source>{0} other kinds</source>
        <translation>另有 {0} 種</translation>
    </message>
    <message>
        <source>{0} without a suffix</source>
        <translation>{0} 個沒有副檔名的檔案</translation>
    </message>
    <message>
        <source>1 other</source>
        <translation>1 個其他檔案</translation>
    </message>
    <message>
        <source>{0} others</source>
        <translation>{0} 個其他檔案</translation>
    </message>
    <message>
        <source>{0} {1}</source>
        <comment>how many files, their suffix</comment>
        <translation>{0} 個 {1}</translation>
    </message>
    <message>
        <source>{0} ({1})</source>
        <comment>files, why they were not read</comment>
        <translation>{0}（{1}）</translation>
    </message>
    <message>
        <source>not text</source>
        <translation>不是文字</translation>
    </message>
    <message>
        <source>archive</source>
        <translation>壓縮檔</translation>
    </message>
    <message>
        <source>mailbox</source>
        <translation>信箱檔案</translation>
    </message>
    <message>
        <source>unknown encoding</source>
        <translation>編碼不明</translation>
    </message>
    <message>
        <source>password</source>
        <translation>有密碼</translation>
    </message>
    <message>
        <source>damaged</source>
        <translation>已損壞</translation>
    </message>
    <message>
        <source>too large</source>
        <translation>太大</translation>
    </message>
    <message>
        <source>no text layer: a scan?</source>
        <translation>沒有文字層：可能是掃描件</translation>
    </message>
    <message>
        <source>before Word 97</source>
        <translation>早於 Word 97</translation>
    </message>
    <message>
        <source>fast save</source>
        <translation>快速儲存</translation>
    </message>
    <message>
        <source>took too long</source>
        <translation>耗時太久</translation>
    </message>
    <message>
        <source>no rights</source>
        <translation>沒有權限</translation>
    </message>
    <message>
        <source>format not read</source>
        <translation>不讀取的格式</translation>
    </message>
    <message>
        <source>not readable</source>
        <translation>無法讀取</translation>
    </message>
</context>
<context>
    <name>pair_axes</name>
    <message>
        <source>{bits} bits, suggested</source>
        <translation>{bits} 位元（建議）</translation>
    </message>
    <message>
        <source>{bits} classic</source>
        <translation>經典 {bits}</translation>
    </message>
    <message>
        <source>0 bits</source>
        <translation>0 位元</translation>
    </message>
</context>
<context>
    <name>pair_words</name>
    <message>
        <source>identical</source>
        <translation>完全相同</translation>
    </message>
    <message>
        <source>same text</source>
        <translation>文字相同</translation>
    </message>
    <message>
        <source>numbers only</source>
        <translation>僅數字不同</translation>
    </message>
    <message>
        <source>similar or same words</source>
        <translation>相似或詞句相同</translation>
    </message>
    <message>
        <source>compared, not similar</source>
        <translation>比較後不相似</translation>
    </message>
    <message>
        <source>part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>Copies</source>
        <translation>副本</translation>
    </message>
    <message>
        <source>Short</source>
        <translation>過短</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>Every two documents that were compared, by the distance of their fingerprints and by their similarity. The stronger the shade, the more pairs.
Copies: documents of equal text; one pair for each copy.
Short: texts whose distance means little; only the similarity decides.
Parts: most of one document stands in the other, clearly longer one; what the lines do not show as similar is shown as a part, at any similarity and distance.
Compared, not similar: proposed by fingerprints or passages, compared exactly and rejected. No threshold shows them.</source>
        <translation>比較過的每兩個文件，按指紋距離和相似度排列。顏色越深，文件對越多。
副本：文字相同的文件，每個副本算一對。
過短：距離意義不大的文字，只由相似度決定。
部分：一個文件的大部分在另一個明顯更長的文件中；線條未顯示為相似的，不論相似度和距離都顯示為部分。
比較後不相似：由指紋或段落提出，經精確比較後否定。任何閾值都不顯示。</translation>
    </message>
    <message>
        <source>similarity 100 %</source>
        <translation>相似度 100 %</translation>
    </message>
    <message>
        <source>similarity {least} to {most}</source>
        <translation>相似度 {least} 至 {most}</translation>
    </message>
    <message>
        <source>{lane}, {similarity}</source>
        <translation>{lane}，{similarity}</translation>
    </message>
    <message>
        <source>distance {bits}, {similarity}</source>
        <translation>距離 {bits}，{similarity}</translation>
    </message>
    <message>
        <source>{place}: no pairs</source>
        <translation>{place}：沒有文件對</translation>
    </message>
    <message>
        <source>{place}: 1 pair</source>
        <translation>{place}：1 對</translation>
    </message>
    <message>
        <source>{place}: {count} pairs</source>
        <translation>{place}：{count} 對</translation>
    </message>
    <message>
        <source>{count} {sort}</source>
        <comment>such as: 5 identical</comment>
        <translation>{count} 對{sort}</translation>
    </message>
    <message>
        <source>Click to show one, click again for the next</source>
        <translation>按一下顯示一對，再按一下顯示下一對</translation>
    </message>
</context>
<context>
    <name>punctuation</name>
    <message>
        <source>{0}, {1}</source>
        <comment>a list of names</comment>
        <translation>{0}、{1}</translation>
    </message>
    <message>
        <source>{0}, {1}</source>
        <comment>two phrases</comment>
        <translation>{0}，{1}</translation>
    </message>
    <message>
        <source>{0}; {1}</source>
        <comment>two parts of a sentence</comment>
        <translation>{0}；{1}</translation>
    </message>
    <message>
        <source>{0} {1}</source>
        <comment>two whole sentences</comment>
        <translation>{0}{1}</translation>
    </message>
    <message>
        <source>{0}. {1}</source>
        <comment>two sentences without stops</comment>
        <translation>{0}。{1}</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <comment>what is said of something</comment>
        <translation>{0}：{1}</translation>
    </message>
</context>
<context>
    <name>recipes</name>
    <message>
        <source>Words and pairs of words</source>
        <translation>詞與詞對</translation>
    </message>
    <message>
        <source>Words by how often they occur (Charikar 2002)</source>
        <translation>詞，依出現次數（Charikar 2002）</translation>
    </message>
    <message>
        <source>Runs of three words (Broder 1997)</source>
        <translation>連續三個詞（Broder 1997）</translation>
    </message>
    <message>
        <source>The 20 most telling words</source>
        <translation>最具代表性的 20 個詞</translation>
    </message>
    <message>
        <source>Words in five levels of weight</source>
        <translation>詞，分五級權重</translation>
    </message>
    <message>
        <source>Runs of four characters</source>
        <translation>連續四個字元</translation>
    </message>
    <message>
        <source>Runs of two characters</source>
        <translation>連續兩個字元</translation>
    </message>
    <message>
        <source>Every word, the classic hash</source>
        <translation>每個詞，經典雜湊</translation>
    </message>
    <message>
        <source>{0}, {1} bits</source>
        <translation>{0}，{1} 位元</translation>
    </message>
    <message>
        <source>{0} (default)</source>
        <translation>{0}（預設）</translation>
    </message>
    <message>
        <source>Bits of the fingerprint</source>
        <translation>指紋的位元數</translation>
    </message>
    <message>
        <source>As many bits as the recipe has</source>
        <translation>位元數同配方</translation>
    </message>
    <message>
        <source>{0} bits</source>
        <translation>{0} 位元</translation>
    </message>
    <message>
        <source>Leave out the commonest words</source>
        <translation>排除最常見的詞</translation>
    </message>
    <message>
        <source>Cut English words to their stems</source>
        <translation>英文詞只取詞幹</translation>
    </message>
</context>
<context>
    <name>removal</name>
    <message>
        <source>moved to the trash</source>
        <translation>移到資源回收筒</translation>
    </message>
    <message>
        <source>moved to a folder</source>
        <translation>移到資料夾</translation>
    </message>
    <message>
        <source>copied to a folder</source>
        <translation>複製到資料夾</translation>
    </message>
    <message>
        <source>deleted for good</source>
        <translation>永久刪除</translation>
    </message>
    <message>
        <source>replaced by hard links</source>
        <translation>替換為硬連結</translation>
    </message>
    <message>
        <source>Replace 1 document by a symbolic link?</source>
        <translation>將 1 個文件替換為符號連結？</translation>
    </message>
    <message>
        <source>Replace {0} documents by symbolic links?</source>
        <translation>將 {0} 個文件替換為符號連結？</translation>
    </message>
    <message>
        <source>It becomes a link to the identical file that stays; that frees {0}. Undo (Ctrl+Z) makes a file of it again.</source>
        <translation>它會變成指向所保留的完全相同的檔案的連結，釋放 {0}。可以復原（Ctrl+Z），重新變為檔案。</translation>
    </message>
    <message>
        <source>Each of them becomes a link to the identical file that stays; that frees {0}. Undo (Ctrl+Z) makes files of them again.</source>
        <translation>它們會變成指向所保留的完全相同的檔案的連結，釋放 {0}。可以復原（Ctrl+Z），重新變為檔案。</translation>
    </message>
    <message>
        <source>replaced by symbolic links</source>
        <translation>替換為符號連結</translation>
    </message>
    <message>
        <source>Move to the trash</source>
        <translation>移到資源回收筒</translation>
    </message>
    <message>
        <source>Export ids to drop</source>
        <translation>匯出要剔除的 ID</translation>
    </message>
    <message>
        <source>Export the id of 1 document to drop?</source>
        <translation>匯出 1 個要剔除的文件的 ID？</translation>
    </message>
    <message>
        <source>Export the ids of {0} documents to drop?</source>
        <translation>匯出 {0} 個要剔除的文件的 ID？</translation>
    </message>
    <message>
        <source>It is not on this machine, where nothing changes. Where it is, it can be dropped by this list ({0}); one like it stays.</source>
        <translation>它不在本機，本機上什麼都不會改變。可在它所在之處按此清單剔除（{0}）；與它相似的一個會保留。</translation>
    </message>
    <message>
        <source>They are not on this machine, where nothing changes. Where they are, they can be dropped by this list ({0}); for each of them one document stays.</source>
        <translation>它們不在本機，本機上什麼都不會改變。可在它們所在之處按此清單剔除（{0}）；每個都有一個文件保留。</translation>
    </message>
    <message>
        <source>Is to be dropped</source>
        <translation>要剔除</translation>
    </message>
    <message>
        <source>The id of 1 document was written to {1}.</source>
        <translation>1 個文件的 ID 已寫入 {1}。</translation>
    </message>
    <message>
        <source>The ids of {0} documents were written to {1}.</source>
        <translation>{0} 個文件的 ID 已寫入 {1}。</translation>
    </message>
    <message>
        <source>Move 1 document to the trash?</source>
        <translation>將 1 個文件移到資源回收筒？</translation>
    </message>
    <message>
        <source>Move {0} documents to the trash?</source>
        <translation>將 {0} 個文件移到資源回收筒？</translation>
    </message>
    <message>
        <source>One like it stays. Undo (Ctrl+Z) brings it back until the trash is emptied; that frees {0}.</source>
        <translation>有一份保留。清空資源回收筒之前可以復原（Ctrl+Z）；清空後釋放 {0}。</translation>
    </message>
    <message>
        <source>For each of them one document stays. Undo (Ctrl+Z) brings them back until the trash is emptied; that frees {0}.</source>
        <translation>每個文件都有一份保留。清空資源回收筒之前可以復原（Ctrl+Z）；清空後釋放 {0}。</translation>
    </message>
    <message>
        <source>Goes to the trash</source>
        <translation>將移走</translation>
    </message>
    <message>
        <source>{0} of {1} moved to the trash</source>
        <translation>已將 {0} / {1} 移到資源回收筒</translation>
    </message>
    <message>
        <source>&amp;Undo the move of 1 document to the trash</source>
        <translation>復原：將 1 個文件移到資源回收筒(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Undo the move of {0} documents to the trash</source>
        <translation>復原：將 {0} 個文件移到資源回收筒(&amp;U)</translation>
    </message>
    <message>
        <source>Trash (can be undone)</source>
        <translation>資源回收筒（可復原）</translation>
    </message>
    <message>
        <source>Move to a folder</source>
        <translation>移到資料夾</translation>
    </message>
    <message>
        <source>Move 1 document to a folder?</source>
        <translation>將 1 個文件移到資料夾？</translation>
    </message>
    <message>
        <source>Move {0} documents to a folder?</source>
        <translation>將 {0} 個文件移到資料夾？</translation>
    </message>
    <message>
        <source>One like it stays. It goes to {1}, in the folders that it is in now: {0}. Undo (Ctrl+Z) brings it back.</source>
        <translation>有一份保留。它將移到 {1}，並保持現有的資料夾結構：{0}。可以復原（Ctrl+Z）。</translation>
    </message>
    <message>
        <source>For each of them one document stays. They go to {1}, in the folders that they are in now: {0}. Undo (Ctrl+Z) brings them back.</source>
        <translation>每個文件都有一份保留。它們將移到 {1}，並保持現有的資料夾結構：{0}。可以復原（Ctrl+Z）。</translation>
    </message>
    <message>
        <source>Goes to the folder</source>
        <translation>將移到資料夾</translation>
    </message>
    <message>
        <source>{0} of {1} moved</source>
        <translation>已移動 {0} / {1}</translation>
    </message>
    <message>
        <source>&amp;Undo the move of 1 document to a folder</source>
        <translation>復原：將 1 個文件移到資料夾(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Undo the move of {0} documents to a folder</source>
        <translation>復原：將 {0} 個文件移到資料夾(&amp;U)</translation>
    </message>
    <message>
        <source>A folder…</source>
        <translation>資料夾…</translation>
    </message>
    <message>
        <source>Copy to a folder</source>
        <translation>複製到資料夾</translation>
    </message>
    <message>
        <source>Copy 1 document to a folder?</source>
        <translation>將 1 個文件複製到資料夾？</translation>
    </message>
    <message>
        <source>Copy {0} documents to a folder?</source>
        <translation>將 {0} 個文件複製到資料夾？</translation>
    </message>
    <message>
        <source>The document stays where it is. The copy goes to {1}, in the folders that the document is in now: {0}.</source>
        <translation>文件留在原處。複本將放到 {1}，並保持現有的資料夾結構：{0}。</translation>
    </message>
    <message>
        <source>The documents stay where they are. The copies go to {1}, in the folders that the documents are in now: {0}.</source>
        <translation>文件都留在原處。複本將放到 {1}，並保持現有的資料夾結構：{0}。</translation>
    </message>
    <message>
        <source>Is copied</source>
        <translation>將複製</translation>
    </message>
    <message>
        <source>{0} of {1} copied</source>
        <translation>已複製 {0} / {1}</translation>
    </message>
    <message>
        <source>&amp;Undo the copy of 1 document</source>
        <translation>復原：將 1 個文件複製到資料夾(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Undo the copies of {0} documents</source>
        <translation>復原：將 {0} 個文件複製到資料夾(&amp;U)</translation>
    </message>
    <message>
        <source>Delete for good</source>
        <translation>永久刪除</translation>
    </message>
    <message>
        <source>Delete 1 document for good?</source>
        <translation>永久刪除 1 個文件？</translation>
    </message>
    <message>
        <source>Delete {0} documents for good?</source>
        <translation>永久刪除 {0} 個文件？</translation>
    </message>
    <message>
        <source>One like it stays. No trash will have it; {0} are free.</source>
        <translation>有一份保留。資源回收筒裡不會有它；釋放 {0}。</translation>
    </message>
    <message>
        <source>For each of them one document stays. No trash will have them; {0} are free.</source>
        <translation>每個文件都有一份保留。資源回收筒裡不會有它們；釋放 {0}。</translation>
    </message>
    <message>
        <source>Is deleted for good</source>
        <translation>將永久刪除</translation>
    </message>
    <message>
        <source>{0} of {1} deleted for good</source>
        <translation>已永久刪除 {0} / {1}</translation>
    </message>
    <message>
        <source>&amp;Undo the deletion of 1 document</source>
        <translation>復原：永久刪除 1 個文件(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Undo the deletion of {0} documents</source>
        <translation>復原：永久刪除 {0} 個文件(&amp;U)</translation>
    </message>
    <message>
        <source>Replace by hard links</source>
        <translation>替換為硬連結</translation>
    </message>
    <message>
        <source>Replace 1 document by a hard link?</source>
        <translation>將 1 個文件替換為硬連結？</translation>
    </message>
    <message>
        <source>Replace {0} documents by hard links?</source>
        <translation>將 {0} 個文件替換為硬連結？</translation>
    </message>
    <message>
        <source>It becomes another name of the identical file that stays; that frees {0}. Undo (Ctrl+Z) makes a file of it again.</source>
        <translation>它會成為所保留的完全相同的檔案的另一個名稱，釋放 {0}。可以復原（Ctrl+Z），重新變為檔案。</translation>
    </message>
    <message>
        <source>Each of them becomes another name of the identical file that stays; that frees {0}. Undo (Ctrl+Z) makes files of them again.</source>
        <translation>它們會成為所保留的完全相同的檔案的另一個名稱，釋放 {0}。可以復原（Ctrl+Z），重新變為檔案。</translation>
    </message>
    <message>
        <source>Becomes a link</source>
        <translation>將變為連結</translation>
    </message>
    <message>
        <source>{0} of {1} replaced by links</source>
        <translation>已替換為連結 {0} / {1}</translation>
    </message>
    <message>
        <source>&amp;Undo the hard link of 1 document</source>
        <translation>復原：將 1 個文件替換為硬連結(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Undo the hard links of {0} documents</source>
        <translation>復原：將 {0} 個文件替換為硬連結(&amp;U)</translation>
    </message>
    <message>
        <source>Replace by symbolic links</source>
        <translation>替換為符號連結</translation>
    </message>
    <message>
        <source>&amp;Undo the symbolic link of 1 document</source>
        <translation>復原：將 1 個文件替換為符號連結(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Undo the symbolic links of {0} documents</source>
        <translation>復原：將 {0} 個文件替換為符號連結(&amp;U)</translation>
    </message>
    <message>
        <source>Move {0} to trash</source>
        <translation>將 {0} 個移到資源回收筒</translation>
    </message>
    <message>
        <source>Export ids ({0})…</source>
        <translation>匯出 ID（{0}）…</translation>
    </message>
    <message>
        <source>Move {0} to the folder</source>
        <translation>將 {0} 個移到資料夾</translation>
    </message>
    <message>
        <source>Copy {0} to the folder</source>
        <translation>將 {0} 個複製到資料夾</translation>
    </message>
    <message>
        <source>Delete {0} for good</source>
        <translation>永久刪除 {0} 個</translation>
    </message>
    <message>
        <source>Replace {0} by hard links</source>
        <translation>將 {0} 個替換為硬連結</translation>
    </message>
    <message>
        <source>Replace {0} by symbolic links</source>
        <translation>將 {0} 個替換為符號連結</translation>
    </message>
    <message>
        <source>skipped</source>
        <translation>已跳過</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失敗</translation>
    </message>
    <message>
        <source>moved</source>
        <translation>已移動</translation>
    </message>
    <message>
        <source>copied</source>
        <translation>已複製</translation>
    </message>
    <message>
        <source>hard link</source>
        <translation>硬連結</translation>
    </message>
    <message>
        <source>symbolic link</source>
        <translation>符號連結</translation>
    </message>
    <message>
        <source>Nothing was changed.</source>
        <translation>沒有任何改動。</translation>
    </message>
    <message>
        <source>{0} skipped.</source>
        <translation>跳過 {0} 個。</translation>
    </message>
    <message>
        <source>{0} failed.</source>
        <translation>失敗 {0} 個。</translation>
    </message>
    <message>
        <source>The index could not be told ({0}); the next scan will notice.</source>
        <translation>無法更新索引（{0}）；下次掃描會發現變化。</translation>
    </message>
    <message>
        <source>1 document was moved to the trash.</source>
        <translation>已將 1 個文件移到資源回收筒。</translation>
    </message>
    <message>
        <source>1 document was moved to the folder.</source>
        <translation>已將 1 個文件移到資料夾。</translation>
    </message>
    <message>
        <source>1 document was copied to the folder.</source>
        <translation>已將 1 個文件複製到資料夾。</translation>
    </message>
    <message>
        <source>1 document was deleted for good.</source>
        <translation>已永久刪除 1 個文件。</translation>
    </message>
    <message>
        <source>1 document was replaced by a hard link.</source>
        <translation>已將 1 個文件替換為硬連結。</translation>
    </message>
    <message>
        <source>1 document was replaced by a symbolic link.</source>
        <translation>已將 1 個文件替換為符號連結。</translation>
    </message>
    <message>
        <source>{0} documents were moved to the trash.</source>
        <translation>已將 {0} 個文件移到資源回收筒。</translation>
    </message>
    <message>
        <source>{0} documents were moved to the folder.</source>
        <translation>已將 {0} 個文件移到資料夾。</translation>
    </message>
    <message>
        <source>{0} documents were copied to the folder.</source>
        <translation>已將 {0} 個文件複製到資料夾。</translation>
    </message>
    <message>
        <source>{0} documents were deleted for good.</source>
        <translation>已永久刪除 {0} 個文件。</translation>
    </message>
    <message>
        <source>{0} documents were replaced by hard links.</source>
        <translation>已將 {0} 個文件替換為硬連結。</translation>
    </message>
    <message>
        <source>{0} documents were replaced by symbolic links.</source>
        <translation>已將 {0} 個文件替換為符號連結。</translation>
    </message>
    <message>
        <source>begun</source>
        <translation>已開始</translation>
    </message>
    <message>
        <source>done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>left as it was</source>
        <translation>保持原樣</translation>
    </message>
    <message>
        <source>nobody knows where it is</source>
        <translation>下落不明</translation>
    </message>
    <message>
        <source>undone</source>
        <translation>已復原</translation>
    </message>
    <message>
        <source>1 document restored.</source>
        <translation>已還原 1 個文件。</translation>
    </message>
    <message>
        <source>{0} documents restored.</source>
        <translation>已還原 {0} 個文件。</translation>
    </message>
    <message>
        <source>1 group keeps again the document that it kept before the rules.</source>
        <translation>1 組重新保留套用規則之前的文件。</translation>
    </message>
    <message>
        <source>{0} groups keep again the document that they kept before the rules.</source>
        <translation>{0} 組重新保留套用規則之前的文件。</translation>
    </message>
    <message>
        <source>1 group keeps the document that the rules chose until all of it is restored.</source>
        <translation>有 1 組仍保留規則所選的文件，直到該組全部復原。</translation>
    </message>
    <message>
        <source>{0} groups keep the document that the rules chose until all of them is restored.</source>
        <translation>有 {0} 組仍保留規則所選的文件，直到這些組全部復原。</translation>
    </message>
    <message>
        <source>{0} {1}.</source>
        <translation>{0}：{1}。</translation>
    </message>
    <message>
        <source>{0} more are back without all that they had.</source>
        <translation>另有 {0} 份已還原，但不完整。</translation>
    </message>
    <message>
        <source>Copies of {0} of them could not be deleted and stay where they were moved to.</source>
        <translation>其中 {0} 份的副本無法刪除，仍留在移動到的位置。</translation>
    </message>
    <message>
        <source>{0} is not connected; its documents were left unchanged.</source>
        <translation>{0} 未連接，其中的文件未作更改。</translation>
    </message>
    <message>
        <source>Check formats: {0} documents are easier to edit than the ones that stay.</source>
        <translation>請核對格式：有 {0} 個文件比留下的更便於編輯。</translation>
    </message>
    <message>
        <source>Check formats: 1 document is easier to edit than the one that stays.</source>
        <translation>請核對格式：有 1 個文件比留下的更便於編輯。</translation>
    </message>
    <message>
        <source>The folder {0} is no longer there; its document was left unchanged.</source>
        <translation>資料夾 {0} 已不存在，其中的 1 個文件維持不變。</translation>
    </message>
    <message>
        <source>The folder {0} is no longer there; its {1} documents were left unchanged.</source>
        <translation>資料夾 {0} 已不存在，其中的 {1} 個文件維持不變。</translation>
    </message>
    <message>
        <source>undo has begun</source>
        <translation>復原已開始</translation>
    </message>
    <message>
        <source>{0} could not be restored: {1}.</source>
        <translation>{0} 無法恢復：{1}。</translation>
    </message>
    <message>
        <source>{0} could not be restored; the history says why.</source>
        <translation>{0} 個無法恢復；原因見移除歷史。</translation>
    </message>
    <message>
        <source>Move the marked documents to the trash, after a summary</source>
        <translation>將標記的文件移到資源回收筒，移動前會先顯示摘要</translation>
    </message>
    <message>
        <source>Move the marked documents to a folder, their own folders kept</source>
        <translation>將標記的文件移到一個資料夾，保留各級資料夾</translation>
    </message>
    <message>
        <source>Copy the marked documents to a folder; they stay, too</source>
        <translation>將標記的文件複製到一個資料夾；原文件也留下</translation>
    </message>
    <message>
        <source>Delete the marked documents; no trash will have them</source>
        <translation>刪除標記的文件；資源回收筒裡也不會有</translation>
    </message>
    <message>
        <source>Make marked documents other names of the identical one that stays</source>
        <translation>使標記的文件成為留下的完全相同的文件的另一個名稱</translation>
    </message>
    <message>
        <source>Make marked documents links to the identical one that stays</source>
        <translation>使標記的文件成為指向留下的完全相同的文件的連結</translation>
    </message>
    <message>
        <source>Move documents to a folder</source>
        <translation>將文件移到資料夾</translation>
    </message>
    <message>
        <source>Copy documents to a folder</source>
        <translation>將文件複製到資料夾</translation>
    </message>
</context>
<context>
    <name>report</name>
    <message>
        <source>Similar documents</source>
        <translation>相似文件</translation>
    </message>
    <message>
        <source>Made by Variorum on {0}</source>
        <translation>由 Variorum 產生於 {0}</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>資料夾</translation>
    </message>
    <message>
        <source>Distance in bits up to {0}, similarity at least {1}</source>
        <translation>距離最多 {0} 位元，相似度至少 {1}</translation>
    </message>
    <message>
        <source>Documents: {0}, in groups: {1}</source>
        <translation>文件：{0} 個，共 {1} 組</translation>
    </message>
    <message>
        <source>True copies: {0}, safe to free: {1}</source>
        <translation>確定重複：{0} 個，可安全釋放：{1}</translation>
    </message>
    <message>
        <source>To review: {0}, {1}</source>
        <translation>待檢視：{0} 個，{1}</translation>
    </message>
    <message>
        <source>{0} documents, {1}, lowest similarity {2}</source>
        <translation>{0} 個文件，{1}，最低相似度 {2}</translation>
    </message>
    <message>
        <source>Documents that it contains: {0}</source>
        <translation>包含的文件：{0} 個</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>類型</translation>
    </message>
    <message>
        <source>Similarity</source>
        <translation>相似度</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Modified</source>
        <translation>修改時間</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>路徑</translation>
    </message>
    <message>
        <source>not compared</source>
        <translation>未比較</translation>
    </message>
    <message>
        <source>Kept: {0}</source>
        <translation>保留：{0}</translation>
    </message>
    <message>
        <source>True copies: {0}, safe to drop: {1}</source>
        <translation>確定重複：{0} 個，可安全剔除：{1}</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>目錄</translation>
    </message>
    <message>
        <source>own text {0}</source>
        <translation>自有文字佔 {0}</translation>
    </message>
    <message>
        <source>Documents that share boilerplate with it: {0}</source>
        <translation>與它含相同通用段落的文件：{0}</translation>
    </message>
    <message>
        <source>{0}: differences from the kept document</source>
        <translation>{0}：與保留的文件的差異</translation>
    </message>
    <message>
        <source>{0}: lines that are not in the kept document</source>
        <translation>{0}：不在保留的文件中的行</translation>
    </message>
    <message>
        <source>No line differs.</source>
        <translation>沒有不同的行。</translation>
    </message>
    <message>
        <source>All of its lines are in the kept document.</source>
        <translation>它的所有行都在保留的文件中。</translation>
    </message>
    <message>
        <source>Changes and lines that are not shown: {0}.</source>
        <translation>未顯示的變更和行：{0} 處。</translation>
    </message>
    <message>
        <source>Lines that were not compared, since the texts are very long: {0}.</source>
        <translation>文字過長而未比較的行：{0} 行。</translation>
    </message>
    <message>
        <source>Documents of this group whose differences are not shown: {0}.</source>
        <translation>此組中未顯示差異的文件：{0} 個。</translation>
    </message>
    <message>
        <source>{0}: the text could not be read again ({1}).</source>
        <translation>{0}：無法再次讀取文字（{1}）。</translation>
    </message>
    <message>
        <source>Groups that are not shown in full: {0}</source>
        <translation>未完整顯示的群組：{0}</translation>
    </message>
    <message>
        <source>Groups that are not named either: {0}</source>
        <translation>也未列出名稱的群組：{0}</translation>
    </message>
    <message>
        <source>Only in the kept document</source>
        <translation>僅在保留的文件中</translation>
    </message>
    <message>
        <source>Only in this document</source>
        <translation>僅在此文件中</translation>
    </message>
</context>
<context>
    <name>statistics</name>
    <message>
        <source>Documents: {0}, {1}</source>
        <translation>{0} 個文件，{1}</translation>
    </message>
    <message>
        <source>{0}; {1} of them inside archives and mailboxes</source>
        <translation>{0}；其中 {1} 個在壓縮檔和信箱裡</translation>
    </message>
    <message>
        <source>Safe to drop</source>
        <translation>可安全剔除</translation>
    </message>
    <message>
        <source>Safe to free</source>
        <translation>可安全釋放</translation>
    </message>
    <message>
        <source>To review</source>
        <translation>待檢視</translation>
    </message>
    <message>
        <source>What could go</source>
        <translation>可以移除的</translation>
    </message>
    <message>
        <source>By kind</source>
        <translation>依類型</translation>
    </message>
    <message>
        <source>Formats</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Encodings</source>
        <translation>編碼</translation>
    </message>
    <message>
        <source>Scripts</source>
        <translation>文字</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Samples of passages</source>
        <translation>段落樣本</translation>
    </message>
    <message>
        <source>Tables of fingerprints</source>
        <translation>指紋表</translation>
    </message>
    <message>
        <source>Fingerprints</source>
        <translation>指紋</translation>
    </message>
    <message>
        <source>Texts</source>
        <translation>文字</translation>
    </message>
    <message>
        <source>Comparisons</source>
        <translation>比較結果</translation>
    </message>
    <message>
        <source>Pairs found</source>
        <translation>找到的對</translation>
    </message>
    <message>
        <source>Forgotten documents</source>
        <translation>已忘記的文件</translation>
    </message>
    <message>
        <source>Folders and all else</source>
        <translation>資料夾及其他</translation>
    </message>
    <message>
        <source>Free room</source>
        <translation>閒置空間</translation>
    </message>
    <message>
        <source>The index: about {0}; of each document and in all</source>
        <translation>索引：約 {0}；每個文件與總計</translation>
    </message>
    <message>
        <source>The index: {0}; of each document and in all</source>
        <translation>索引：{0}；每個文件與總計</translation>
    </message>
    <message>
        <source>Plain text</source>
        <translation>純文字</translation>
    </message>
    <message>
        <source>Latin</source>
        <translation>拉丁文</translation>
    </message>
    <message>
        <source>Chinese</source>
        <translation>中文</translation>
    </message>
    <message>
        <source>Japanese</source>
        <translation>日文</translation>
    </message>
    <message>
        <source>Korean</source>
        <translation>韓文</translation>
    </message>
    <message>
        <source>Cyrillic</source>
        <translation>西里爾文</translation>
    </message>
    <message>
        <source>Greek</source>
        <translation>希臘文</translation>
    </message>
    <message>
        <source>Arabic</source>
        <translation>阿拉伯文</translation>
    </message>
    <message>
        <source>Hebrew</source>
        <translation>希伯來文</translation>
    </message>
    <message>
        <source>Devanagari</source>
        <translation>天城文</translation>
    </message>
    <message>
        <source>Thai</source>
        <translation>泰文</translation>
    </message>
    <message>
        <source>Other scripts</source>
        <translation>其他文字</translation>
    </message>
    <message>
        <source>No letters</source>
        <translation>沒有文字</translation>
    </message>
    <message>
        <source>Not known before the next scan</source>
        <translation>下次掃描後才知道</translation>
    </message>
</context>
<context>
    <name>undo</name>
    <message>
        <source>&amp;Undo</source>
        <translation>復原(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Undo “{0}”</source>
        <translation>復原「{0}」(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Undo “Delete from the list”</source>
        <translation>復原「從清單中刪除」(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Undo “Read in another encoding”</source>
        <translation>復原「用其他編碼讀取」(&amp;U)</translation>
    </message>
</context>
<context>
    <name>wording</name>
    <message>
        <source>1 byte</source>
        <translation>1 位元組</translation>
    </message>
    <message>
        <source>{count} bytes</source>
        <translation>{count} 位元組</translation>
    </message>
    <message>
        <source>{number} {unit}</source>
        <translation>{number} {unit}</translation>
    </message>
    <message>
        <source>To have texts here, run “variorum cluster” with --carry-texts, and leave its texts with its results</source>
        <translation>「variorum cluster --carry-texts」會把文字寫在結果旁邊：請把兩個檔案放在一起</translation>
    </message>
    <message>
        <source>{number} %</source>
        <translation>{number} %</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>{encoding} (guessed, lossy)</source>
        <translation>{encoding}（猜測，有損）</translation>
    </message>
    <message>
        <source>{encoding} (guessed)</source>
        <translation>{encoding}（猜測）</translation>
    </message>
    <message>
        <source>{encoding} (lossy)</source>
        <translation>{encoding}（有損）</translation>
    </message>
    <message>
        <source>Read this way they cannot be compared: {0}</source>
        <translation>按此編碼讀取後無法比較：{0}</translation>
    </message>
    <message>
        <source>none</source>
        <translation>無</translation>
    </message>
    <message>
        <source>Every byte is the same as in the kept document</source>
        <translation>每個位元組都與保留的文件相同</translation>
    </message>
    <message>
        <source>A reader cannot tell the text from that of the kept document; the encoding, line breaks or the width of characters differ</source>
        <translation>讀者看不出與保留的文件有何不同；編碼、換行或字元寬度不同</translation>
    </message>
    <message>
        <source>The words are the same as in the kept document; links, images, comments, form values, the format, or traditional and simplified Chinese differ</source>
        <translation>字詞與保留的文件相同；連結、圖片、註解、表單內容、格式或繁簡不同</translation>
    </message>
    <message>
        <source>Most of the text is the same as in the kept document, not all of it</source>
        <translation>大部分文字與保留的文件相同，但不是全部</translation>
    </message>
    <message>
        <source>An earlier version: the kept document holds most of it and is the later one by the versions between them, its name or its date.
Only its own row marks it</source>
        <translation>較早的版本：保留的文件包含它的大部分內容；從中間版本、名稱或日期看，保留的文件較新。
只能在它自己的列上標記</translation>
    </message>
    <message>
        <source>It is here through other documents of the group:
it and the kept document are not known to be similar enough themselves.
It is marked by its own row alone</source>
        <translation>它透過群組中的其他文件列入：
它與保留的文件本身是否足夠相似尚不確定。
只能在它自己的列上標記</translation>
    </message>
    <message>
        <source>It and the kept document are on the same form: what they share stands in many documents, and what differs is their own.
It is marked by its own row alone</source>
        <translation>它與保留的文件出自同一範本：相同的內容也見於許多其他文件，不同的是各自的文字。
只能在它自己的列上標記</translation>
    </message>
    <message>
        <source>What it shares with the kept document stands in many documents, such as a licence or a footer.
It is marked by its own row alone</source>
        <translation>它與保留的文件相同的內容也見於許多文件，例如授權聲明或頁尾。
只能在它自己的列上標記</translation>
    </message>
    <message>
        <source>only capitals, superscripts or the layout differ</source>
        <translation>僅大小寫、上標或版面不同</translation>
    </message>
    <message>
        <source>only spaces differ</source>
        <translation>僅空格不同</translation>
    </message>
    <message>
        <source>only punctuation differs</source>
        <translation>僅標點符號不同</translation>
    </message>
    <message>
        <source>only accents differ</source>
        <translation>僅字母的變音符號不同</translation>
    </message>
    <message>
        <source>only punctuation and accents differ</source>
        <translation>僅標點符號和變音符號不同</translation>
    </message>
    <message>
        <source>The letters and digits are the same; {0}</source>
        <translation>文字和數字相同；{0}</translation>
    </message>
    <message>
        <source>{0} of the words</source>
        <translation>字詞的 {0}</translation>
    </message>
    <message>
        <source>{0} of the rows</source>
        <translation>列的 {0}</translation>
    </message>
    <message>
        <source>{0} of the letters</source>
        <translation>字元的 {0}</translation>
    </message>
    <message>
        <source>{0} without time stamps</source>
        <translation>{0}（不計時間戳記）</translation>
    </message>
    <message>
        <source>{percent} of the words of both documents together are in both, in the same order.
Texts this short are compared by words</source>
        <translation>兩個文件合計的字詞中，{percent} 雙方都有，且順序相同。
這麼短的文字按字詞比較</translation>
    </message>
    <message>
        <source>{percent} of the rows of both documents together are in both.
Tables whose rows stand in another order are compared by rows</source>
        <translation>兩個文件合計的列中有 {percent} 雙方都有。
列序不同的表格按列比較</translation>
    </message>
    <message>
        <source>{percent} of the letters of both documents together are in both, in the same order.
Texts with single letters changed all over are compared by letters</source>
        <translation>兩個文件合計的字元中有 {percent} 雙方都有，且順序相同。
到處有個別字元不同的文字按字元比較</translation>
    </message>
    <message>
        <source>{percent} of the runs of 4 or 5 characters of both documents together are in both, without their time stamps, which are written otherwise</source>
        <translation>兩個文件合計的 4 或 5 個字元的短串中有 {percent} 雙方都有；時間戳記寫法不同，不計在內</translation>
    </message>
    <message>
        <source>Read this way: similarity {percent}, distance {distance}. The encoding is for this view only, unless “Always read these bytes this way” is chosen in its menu</source>
        <translation>這樣讀取：相似度 {percent}，距離 {distance}。此編碼僅用於目前顯示，除非在其選單中選擇「以後一直這樣讀取這些位元組」</translation>
    </message>
    <message>
        <source>Most of this text stands in the kept document, which has more</source>
        <translation>這份文字的大部分在保留的文件裡，而保留的文件內容更多</translation>
    </message>
    <message>
        <source>The characters are equal; superscripts, subscripts, struck-out text or the layout of code differ</source>
        <translation>字元相同；上標、下標、刪除線文字或程式碼的排版不同</translation>
    </message>
    <message>
        <source>The words are equal; links, images, comments, form values or the format differ</source>
        <translation>詞句相同；連結、圖片、註解、表單內容或格式不同</translation>
    </message>
    <message>
        <source>The texts are equal as far as they could be read</source>
        <translation>在能讀出的範圍內，兩份文字相同</translation>
    </message>
    <message>
        <source>Nothing but numbers, dates or names differs from the kept document, as in two invoices: probably another document, not a copy</source>
        <translation>與保留的文件相比只有數字、日期或名稱不同，例如兩張發票：很可能是另一個文件，而不是副本</translation>
    </message>
    <message>
        <source>{percent} of it</source>
        <translation>本文件的 {percent}</translation>
    </message>
    <message>
        <source>not compared</source>
        <translation>未比較</translation>
    </message>
    <message>
        <source>This document was not compared with the kept one itself; the next scan compares them</source>
        <translation>此文件沒有與保留的文件本身比較過；下次掃描時會比較</translation>
    </message>
    <message>
        <source>{percent} of the runs of 4 or 5 characters of this document are in the kept one; of those of both together {other} are in both</source>
        <translation>此文件的 4 或 5 字元短串有 {percent} 在保留的文件中；在兩個文件合計的短串中，{other} 雙方都有</translation>
    </message>
    <message>
        <source>1 bit of the fingerprints differs</source>
        <translation>指紋有 1 位元不同</translation>
    </message>
    <message>
        <source>{bits} bits of the fingerprints differ</source>
        <translation>指紋有 {bits} 位元不同</translation>
    </message>
    <message>
        <source>too short: {bits}</source>
        <translation>太短：{bits}</translation>
    </message>
    <message>
        <source>The kept document has fewer than {least} features</source>
        <translation>保留的文件的特徵少於 {least} 個</translation>
    </message>
    <message>
        <source>This document has fewer than {least} features</source>
        <translation>此文件的特徵少於 {least} 個</translation>
    </message>
    <message>
        <source>{words}, such as different words:
too few for a fingerprint to mean much. The distance was not used:
texts this short are found by their passages and judged by their exact similarity.</source>
        <translation>{words}，例如不同的詞：
太少，指紋說明不了什麼。沒有使用距離：
這麼短的文字憑段落尋找，並按精確相似度判斷。</translation>
    </message>
    <message>
        <source>{percent} of the runs of 4 or 5 characters of both documents together are in both</source>
        <translation>兩個文件合計的 4 或 5 字元短串中，{percent} 雙方都有</translation>
    </message>
    <message>
        <source>listing</source>
        <translation>列出</translation>
    </message>
    <message>
        <source>reading</source>
        <translation>讀取</translation>
    </message>
    <message>
        <source>telling the encoding</source>
        <translation>辨識編碼</translation>
    </message>
    <message>
        <source>finding words</source>
        <translation>尋找詞語</translation>
    </message>
    <message>
        <source>comparing</source>
        <translation>比較</translation>
    </message>
    <message>
        <source>removing</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>opening results</source>
        <translation>開啟結果</translation>
    </message>
    <message>
        <source>It was left out while the folders were listed</source>
        <translation>列出資料夾時被排除</translation>
    </message>
    <message>
        <source>It could not be read</source>
        <translation>無法讀取</translation>
    </message>
    <message>
        <source>It is not text, or not in an encoding that could be recognised for sure</source>
        <translation>不是文字，或者不能確切辨識其編碼</translation>
    </message>
    <message>
        <source>It holds no words that could be compared</source>
        <translation>沒有可比較的詞語</translation>
    </message>
    <message>
        <source>It could not be read again for the exact comparison</source>
        <translation>無法重新讀取以進行精確比較</translation>
    </message>
    <message>
        <source>It was marked for removal and stays</source>
        <translation>已標記為移除，但會留下</translation>
    </message>
    <message>
        <source>It is not what it was when the results were saved</source>
        <translation>與結果儲存時不同</translation>
    </message>
    <message>
        <source>after 2262</source>
        <translation>2262 年以後</translation>
    </message>
    <message>
        <source>before 1677</source>
        <translation>1677 年以前</translation>
    </message>
</context>
</TS>
