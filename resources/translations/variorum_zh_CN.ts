<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Actions</name>
    <message>
        <source>&amp;Add folder…</source>
        <translation>添加文件夹(&amp;A)…</translation>
    </message>
    <message>
        <source>Add a folder whose documents are compared</source>
        <translation>添加一个文件夹，比较其中的文档</translation>
    </message>
    <message>
        <source>Take back the last decision or removal</source>
        <translation>撤销上一次决定或移除</translation>
    </message>
    <message>
        <source>Mark all true &amp;copies</source>
        <translation>标记全部确定重复(&amp;C)</translation>
    </message>
    <message>
        <source>Mark every document that is identical or has the same text as the kept one</source>
        <translation>标记与保留的文档完全相同或文字相同的每个文档</translation>
    </message>
    <message>
        <source>Show figures as &amp;differences to the kept document</source>
        <translation>将大小和时间显示为与保留的文档的差值(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Scan</source>
        <translation>扫描(&amp;S)</translation>
    </message>
    <message>
        <source>Read what is new in the folders and compare all documents</source>
        <translation>读取文件夹中的新内容，并比较所有文档</translation>
    </message>
    <message>
        <source>&amp;Scan again</source>
        <translation>重新扫描(&amp;S)</translation>
    </message>
    <message>
        <source>Let the scan stand still, or go on</source>
        <translation>让扫描暂停，或继续扫描</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>Stop what is being done; what was indexed is kept</source>
        <translation>停止正在进行的操作；已编入索引的内容会保留</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>导出(&amp;E)…</translation>
    </message>
    <message>
        <source>Write the groups to a CSV file</source>
        <translation>将所有组写入 CSV 文件</translation>
    </message>
    <message>
        <source>Export &amp;ids to drop…</source>
        <translation>导出要剔除的 ID(&amp;I)…</translation>
    </message>
    <message>
        <source>Write the ids of the marked documents to a CSV file, after a summary</source>
        <translation>先看汇总，再把标记的文档的 ID 写入 CSV 文件</translation>
    </message>
    <message>
        <source>&amp;Open results…</source>
        <translation>打开结果(&amp;O)…</translation>
    </message>
    <message>
        <source>Show results that were saved to a file</source>
        <translation>显示保存在文件中的结果</translation>
    </message>
    <message>
        <source>Sa&amp;ve results…</source>
        <translation>保存结果(&amp;V)…</translation>
    </message>
    <message>
        <source>Save groups, pairs, problems and marks to a file</source>
        <translation>将组、文档对、问题和标记保存到文件</translation>
    </message>
    <message>
        <source>S&amp;tatistics of the library…</source>
        <translation>文档库统计(&amp;T)…</translation>
    </message>
    <message>
        <source>Kinds, formats, encodings and scripts of the documents, and their space</source>
        <translation>文档的类型、格式、编码和文字，以及所占空间</translation>
    </message>
    <message>
        <source>S&amp;ettings…</source>
        <translation>设置(&amp;E)…</translation>
    </message>
    <message>
        <source>Which files are read, and how</source>
        <translation>读取哪些文件，以及如何读取</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>Close the window</source>
        <translation>关闭窗口</translation>
    </message>
    <message>
        <source>&amp;Mark</source>
        <translation>标记(&amp;M)</translation>
    </message>
    <message>
        <source>Mark documents for removal</source>
        <translation>标记要移除的文档</translation>
    </message>
    <message>
        <source>All &amp;commands</source>
        <translation>所有命令(&amp;C)</translation>
    </message>
    <message>
        <source>All menus (Alt or F10 shows them as a bar)</source>
        <translation>所有菜单（按 Alt 或 F10 显示菜单栏）</translation>
    </message>
    <message>
        <source>Sh&amp;ow the menu bar</source>
        <translation>显示菜单栏(&amp;O)</translation>
    </message>
    <message>
        <source>Keep the menu bar in sight</source>
        <translation>始终显示菜单栏</translation>
    </message>
    <message>
        <source>Mark all &amp;identical</source>
        <translation>标记所有完全相同的文档(&amp;I)</translation>
    </message>
    <message>
        <source>Mark every document whose bytes are those of the kept one</source>
        <translation>标记字节与保留的文档完全相同的每个文档</translation>
    </message>
    <message>
        <source>Mark by &amp;rules…</source>
        <translation>按规则标记(&amp;R)…</translation>
    </message>
    <message>
        <source>Say which document stays; see what would be marked, then mark it</source>
        <translation>指定哪个文档留下；先查看将标记什么，再标记</translation>
    </message>
    <message>
        <source>Unmar&amp;k all</source>
        <translation>取消所有标记(&amp;K)</translation>
    </message>
    <message>
        <source>Take every mark away</source>
        <translation>去掉全部标记</translation>
    </message>
    <message>
        <source>&amp;Filter</source>
        <translation>筛选(&amp;F)</translation>
    </message>
    <message>
        <source>Type what the groups shown must have in their paths</source>
        <translation>输入要显示的组在路径中必须包含的文字</translation>
    </message>
    <message>
        <source>Show &amp;all groups</source>
        <translation>显示所有组(&amp;A)</translation>
    </message>
    <message>
        <source>Take every filter away</source>
        <translation>清除所有筛选条件</translation>
    </message>
    <message>
        <source>E&amp;xpand all groups</source>
        <translation>展开所有组(&amp;X)</translation>
    </message>
    <message>
        <source>Show all documents</source>
        <translation>显示所有文档</translation>
    </message>
    <message>
        <source>Collaps&amp;e all groups</source>
        <translation>折叠所有组(&amp;E)</translation>
    </message>
    <message>
        <source>Show the titles of groups alone</source>
        <translation>只显示组标题</translation>
    </message>
    <message>
        <source>Give sizes, times and numbers of words as differences to the kept document</source>
        <translation>大小、时间和词数显示为与保留的文档的差值</translation>
    </message>
    <message>
        <source>Arri&amp;vals</source>
        <translation>新到文档(&amp;V)</translation>
    </message>
    <message>
        <source>Documents that came to watched folders, and what they are like</source>
        <translation>到达监视文件夹的文档及其相似文档</translation>
    </message>
    <message>
        <source>&amp;Zoom in</source>
        <translation>放大(&amp;Z)</translation>
    </message>
    <message>
        <source>Larger text in the differences</source>
        <translation>放大差异中的文字</translation>
    </message>
    <message>
        <source>Zoom o&amp;ut</source>
        <translation>缩小(&amp;U)</translation>
    </message>
    <message>
        <source>Smaller text in the differences</source>
        <translation>缩小差异中的文字</translation>
    </message>
    <message>
        <source>&amp;Commands…</source>
        <translation>命令(&amp;C)…</translation>
    </message>
    <message>
        <source>Find any command of this window by a few letters of its name</source>
        <translation>输入名称中的几个字，查找本窗口的任何命令</translation>
    </message>
    <message>
        <source>&amp;Shortcuts</source>
        <translation>快捷键(&amp;S)</translation>
    </message>
    <message>
        <source>Every shortcut of this window, to be searched</source>
        <translation>此窗口的所有快捷键，可以搜索</translation>
    </message>
    <message>
        <source>&amp;Manual</source>
        <translation>使用手册(&amp;M)</translation>
    </message>
    <message>
        <source>What everything means, step by step</source>
        <translation>逐步说明各项内容的含义</translation>
    </message>
    <message>
        <source>&amp;About Variorum</source>
        <translation>关于 Variorum(&amp;A)</translation>
    </message>
    <message>
        <source>Version and licence</source>
        <translation>版本和许可证</translation>
    </message>
    <message>
        <source>&amp;Find similar to this document</source>
        <translation>查找与此文档相似的文档(&amp;F)</translation>
    </message>
    <message>
        <source>Ask the index for all documents like the chosen one; or drop a file</source>
        <translation>在索引中查找与选中的文档相似的所有文档；也可以将文件拖放到窗口</translation>
    </message>
    <message>
        <source>Find similar to a fi&amp;le…</source>
        <translation>查找与某个文件相似的文档(&amp;L)…</translation>
    </message>
    <message>
        <source>Ask the index for all documents like a file of any folder</source>
        <translation>在索引中查找与任意文件夹中的某个文件相似的所有文档</translation>
    </message>
    <message>
        <source>Check th&amp;is document</source>
        <translation>对此文档查重(&amp;I)</translation>
    </message>
    <message>
        <source>How much of the chosen document stands in others of the index, and where</source>
        <translation>所选文档与索引中其他文档重合多少、在何处</translation>
    </message>
    <message>
        <source>Check a &amp;document…</source>
        <translation>文档查重(&amp;D)…</translation>
    </message>
    <message>
        <source>How much of a file of any folder stands in documents of the index, and where</source>
        <translation>任意文件夹中的一个文件与索引中的文档重合多少、在何处</translation>
    </message>
    <message>
        <source>Compare these &amp;two</source>
        <translation>比较这两个文档(&amp;T)</translation>
    </message>
    <message>
        <source>Show the differences of the two selected documents, of any groups</source>
        <translation>显示选中的两个文档的差异，可以来自不同的组</translation>
    </message>
    <message>
        <source>Compare &amp;with…</source>
        <translation>与其他文件比较(&amp;W)…</translation>
    </message>
    <message>
        <source>Show the differences of the chosen document and any file</source>
        <translation>显示选中的文档与任意文件的差异</translation>
    </message>
    <message>
        <source>Compare in another &amp;program</source>
        <translation>在其他程序中比较(&amp;P)</translation>
    </message>
    <message>
        <source>Open the two documents shown below in the program named in the settings</source>
        <translation>用设置中指定的程序打开下方显示的两个文档</translation>
    </message>
    <message>
        <source>Show onl&amp;y these groups</source>
        <translation>只显示这些组(&amp;Y)</translation>
    </message>
    <message>
        <source>Hide all groups but the selected ones</source>
        <translation>隐藏选中的组以外的所有组</translation>
    </message>
    <message>
        <source>Show the ot&amp;her groups again</source>
        <translation>重新显示其他组(&amp;H)</translation>
    </message>
    <message>
        <source>Show all groups again, not only those chosen</source>
        <translation>重新显示所有组，不再只显示选中的组</translation>
    </message>
    <message>
        <source>Resu&amp;me</source>
        <translation>继续(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>暂停(&amp;P)</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>There is nothing to undo</source>
        <translation>没有可撤销的操作</translation>
    </message>
    <message>
        <source>Move {0} to &amp;trash…</source>
        <translation>将 {0} 个移到回收站(&amp;T)…</translation>
    </message>
    <message>
        <source>Move to &amp;trash…</source>
        <translation>移到回收站(&amp;T)…</translation>
    </message>
    <message>
        <source>Export &amp;ids to drop ({0})…</source>
        <translation>导出要剔除的 ID（{0}）(&amp;I)…</translation>
    </message>
    <message>
        <source>Not while something else is done</source>
        <translation>正在执行其他操作，暂不可用</translation>
    </message>
    <message>
        <source>Add a folder first</source>
        <translation>请先添加文件夹</translation>
    </message>
    <message>
        <source>The documents of these results are not on this machine</source>
        <translation>这些结果的文档不在本机</translation>
    </message>
    <message>
        <source>Export the ids of documents that are not on this machine (menu File)</source>
        <translation>不在本机的文档，请导出它们的 ID（“文件”菜单）</translation>
    </message>
    <message>
        <source>The documents of these results are on this machine: remove them here</source>
        <translation>这些结果的文档就在本机：请在这里移除</translation>
    </message>
    <message>
        <source>There are no results yet</source>
        <translation>还没有结果</translation>
    </message>
    <message>
        <source>Mark documents first</source>
        <translation>请先标记文档</translation>
    </message>
    <message>
        <source>All marked documents are hidden by the filter</source>
        <translation>已标记的文档都被筛选隐藏</translation>
    </message>
    <message>
        <source>No scan is running</source>
        <translation>没有正在进行的扫描</translation>
    </message>
    <message>
        <source>Nothing is being done</source>
        <translation>没有正在进行的操作</translation>
    </message>
    <message>
        <source>Nothing is marked</source>
        <translation>没有标记任何文档</translation>
    </message>
    <message>
        <source>Nothing is filtered</source>
        <translation>没有筛选</translation>
    </message>
</context>
<context>
    <name>AdvancedPage</name>
    <message>
        <source>Advanced</source>
        <translation>高级</translation>
    </message>
    <message>
        <source>For specialists. The defaults suit texts in any language; a change takes effect with the next scan.</source>
        <translation>供专业用户使用。默认值适合各种语言的文本；更改在下次扫描时生效。</translation>
    </message>
    <message>
        <source>Recipe</source>
        <translation>配方</translation>
    </message>
    <message>
        <source>How a text becomes a fingerprint. Other recipes follow published papers and find less on mixed folders.</source>
        <translation>文本如何变成指纹。其他配方依照已发表的论文，在混合文件夹中找到的较少。</translation>
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
        <translation>一个文档至少有这么多在另一个之内，才算其部分。默认 {0} %。</translation>
    </message>
    <message>
        <source>Like the kept document (default)</source>
        <translation>与保留的文档相似（默认）</translation>
    </message>
    <message>
        <source>Linked through others, too</source>
        <translation>也包括通过其他文档相连的</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>分组</translation>
    </message>
    <message>
        <source>The other choice also joins documents that are linked only through a third one; groups get larger and looser. Takes effect at once.</source>
        <translation>另一选项还会合并只通过第三个文档相连的文档，组会更大、更松散。立即生效。</translation>
    </message>
    <message>
        <source>All (default)</source>
        <translation>全部（默认）</translation>
    </message>
    <message>
        <source>Processors</source>
        <translation>处理器</translation>
    </message>
    <message>
        <source>Fewer leave the computer free for other work; a scan takes longer.</source>
        <translation>减少数量可让电脑兼顾其他工作，但扫描更慢。</translation>
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
        <translation>每个文件的时间</translation>
    </message>
    <message>
        <source>A file that takes longer is tried once more, then listed under Not read. Default {0} s.</source>
        <translation>耗时更长的文件再试一次，之后列在“未读取”中。默认 {0} 秒。</translation>
    </message>
    <message>
        <source>Extracted text</source>
        <translation>提取的文字</translation>
    </message>
    <message>
        <source>Text read out of PDF, Word and other documents is kept with the index, so that each is read once. Default {0} MB.</source>
        <translation>从 PDF、Word 等文档读出的文字与索引一起保存，每个文档只需读取一次。默认 {0} MB。</translation>
    </message>
    <message>
        <source>Presets</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>The pages What is read and Advanced under a name. Choose one to get its values back.</source>
        <translation>以名称保存的“读取内容”和“高级”两页。选择一个即可恢复其中的值。</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Choose a word list</source>
        <translation>选择词表</translation>
    </message>
    <message>
        <source>Word list</source>
        <translation>词表</translation>
    </message>
    <message>
        <source>Terms that Chinese word division keeps together, one a line, as a jieba dictionary. Fingerprints change with it.</source>
        <translation>中文分词时保持完整的词，每行一个，格式同 jieba 词典。指纹会随之改变。</translation>
    </message>
</context>
<context>
    <name>Application</name>
    <message>
        <source>{0}: cannot be written. Settings last until the window is closed.</source>
        <translation>{0}：无法写入。设置只保留到窗口关闭为止。</translation>
    </message>
</context>
<context>
    <name>ArrivalController</name>
    <message>
        <source>Compare the two</source>
        <translation>比较这两个</translation>
    </message>
    <message>
        <source>Choose a document with a match</source>
        <translation>请选择有相似文档的一项</translation>
    </message>
    <message>
        <source>The results do not have this document yet: wait until the scan ends</source>
        <translation>结果中尚无此文档：请等待扫描结束</translation>
    </message>
    <message>
        <source>Choose a document that is still there</source>
        <translation>请选择仍然存在的文档</translation>
    </message>
    <message>
        <source>No group of the results has this document; scan again if it is new</source>
        <translation>结果中没有任何一组包含此文档；如果是新文档，请重新扫描</translation>
    </message>
    <message>
        <source>It is marked already</source>
        <translation>已经标记</translation>
    </message>
    <message>
        <source>Its folder is protected</source>
        <translation>所在文件夹受保护</translation>
    </message>
    <message>
        <source>Its group keeps this document: {0}</source>
        <translation>该组保留此文档：{0}</translation>
    </message>
    <message>
        <source>1 document marked; nothing is moved yet</source>
        <translation>已标记 1 个文档；尚未移动任何文档</translation>
    </message>
    <message>
        <source>Show its group</source>
        <translation>查看所在组</translation>
    </message>
    <message>
        <source>The results do not have this document yet. Scan again?</source>
        <translation>结果中还没有此文档。要重新扫描吗？</translation>
    </message>
    <message>
        <source>Scan again</source>
        <translation>重新扫描</translation>
    </message>
    <message>
        <source>No group of the results has this document.</source>
        <translation>结果中没有包含此文档的组。</translation>
    </message>
    <message>
        <source>Here {0} is compared with another one than its match {1} ({2}, {3})</source>
        <translation>此处与 {0} 比较的不是它的相似文档 {1}（{2}，{3}）</translation>
    </message>
</context>
<context>
    <name>ArrivalPanel</name>
    <message>
        <source>Arrivals</source>
        <translation>新到文档</translation>
    </message>
    <message>
        <source>Watch a folder…</source>
        <translation>监视文件夹…</translation>
    </message>
    <message>
        <source>Show its group</source>
        <translation>查看所在组</translation>
    </message>
    <message>
        <source>Mark</source>
        <translation>标记</translation>
    </message>
    <message>
        <source>&amp;Find similar to this document</source>
        <translation>查找与此文档相似的文档(&amp;F)</translation>
    </message>
    <message>
        <source>Count all as &amp;looked at</source>
        <translation>全部视为已查看(&amp;L)</translation>
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
        <translation>仅显示有相似的</translation>
    </message>
    <message>
        <source>Arrivals are only listed. Nothing is marked or moved.</source>
        <translation>新到文档只列出，不标记也不移动。</translation>
    </message>
    <message>
        <source>No arrival of this time has a match.</source>
        <translation>这段时间新到的文档都没有相似文档。</translation>
    </message>
    <message>
        <source>Nothing came in this time.</source>
        <translation>这段时间没有新文档。</translation>
    </message>
    <message>
        <source>Nothing to show</source>
        <translation>没有可显示的内容</translation>
    </message>
    <message>
        <source>Nothing came yet</source>
        <translation>还没有新文档</translation>
    </message>
    <message>
        <source>Documents that come to the watched folders are listed here.</source>
        <translation>监视的文件夹中新到的文档会列在这里。</translation>
    </message>
    <message>
        <source>No folder is watched</source>
        <translation>没有监视任何文件夹</translation>
    </message>
    <message>
        <source>A watched folder is looked at all the time: each document that comes to it is compared with all others. Nothing is marked or moved.</source>
        <translation>监视的文件夹随时受到查看：每个新到的文档都会与其他所有文档比较。不标记也不移动任何文档。</translation>
    </message>
    <message>
        <source>Arrivals: nothing came today</source>
        <translation>新到文档：今天没有</translation>
    </message>
    <message>
        <source>Arrivals: 1 document came today, and has a match</source>
        <translation>新到文档：今天到达 1 个，找到相似文档</translation>
    </message>
    <message>
        <source>Arrivals: 1 document came today, without a match</source>
        <translation>新到文档：今天到达 1 个，无相似文档</translation>
    </message>
    <message>
        <source>Arrivals: {0} of {1} documents that came today have a match</source>
        <translation>新到文档：今天到达的 {1} 个中有 {0} 个找到相似文档</translation>
    </message>
    <message>
        <source>Select a document to compare it with its match.</source>
        <translation>选择一个文档，与它的相似文档比较。</translation>
    </message>
    <message>
        <source>This document is gone.</source>
        <translation>此文档已不存在。</translation>
    </message>
    <message>
        <source>This document has no match to compare it with.</source>
        <translation>此文档没有可比较的相似文档。</translation>
    </message>
</context>
<context>
    <name>ArrivalTable</name>
    <message>
        <source>Arrivals</source>
        <translation>新到文档</translation>
    </message>
    <message>
        <source>Close or open a day, or further matches</source>
        <translation>折叠或展开一天，或其他相似文档</translation>
    </message>
    <message>
        <source>Close or open a day</source>
        <translation>折叠或展开一天</translation>
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
        <translation>已更改</translation>
    </message>
    <message>
        <source>moved</source>
        <translation>已移动</translation>
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
        <translation>1 个文档</translation>
    </message>
    <message>
        <source>{0} documents</source>
        <translation>{0} 个文档</translation>
    </message>
    <message>
        <source>{0} with a match</source>
        <translation>{0} 个有相似</translation>
    </message>
    <message>
        <source>not read</source>
        <translation>未读取</translation>
    </message>
    <message>
        <source>no match</source>
        <translation>无相似文档</translation>
    </message>
    <message>
        <source>and {0} more</source>
        <translation>另有 {0} 个</translation>
    </message>
    <message>
        <source>Match: {0}</source>
        <translation>相似文档：{0}</translation>
    </message>
    <message>
        <source>Arrived</source>
        <translation>到达</translation>
    </message>
    <message>
        <source>When the watch noticed it</source>
        <translation>监视注意到它的时间</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>The document that came, and what happened to it</source>
        <translation>新到的文档及其变化</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>What it is to the document that it is most like</source>
        <translation>与最相似文档的关系</translation>
    </message>
    <message>
        <source>Similarity</source>
        <translation>相似度</translation>
    </message>
    <message>
        <source>How much of the text of both is in both; of a part, how much of it</source>
        <translation>两者文字中共有的比例；对于部分，则是其中的比例</translation>
    </message>
    <message>
        <source>Match</source>
        <translation>相似文档</translation>
    </message>
    <message>
        <source>The document of the library that it is most like</source>
        <translation>文档库中与它最相似的文档</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>The folder that it came to</source>
        <translation>它到达的文件夹</translation>
    </message>
</context>
<context>
    <name>ArrivalsEntry</name>
    <message>
        <source>Arrivals</source>
        <translation>新到文档</translation>
    </message>
    <message>
        <source>Documents that came to watched folders, and what they are like</source>
        <translation>到达监视文件夹的文档及其相似文档</translation>
    </message>
    <message>
        <source>1 new</source>
        <translation>1 个新的</translation>
    </message>
    <message>
        <source>{0} new</source>
        <translation>{0} 个新的</translation>
    </message>
</context>
<context>
    <name>AskingController</name>
    <message>
        <source>{0} files were dropped; only the first was taken: {1}</source>
        <translation>拖放了 {0} 个文件；只采用了第一个：{1}</translation>
    </message>
</context>
<context>
    <name>Banner</name>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Close this message</source>
        <translation>关闭此消息</translation>
    </message>
</context>
<context>
    <name>Beginning</name>
    <message>
        <source>The sample documents cannot be copied: {0}</source>
        <translation>无法复制示例文档：{0}</translation>
    </message>
</context>
<context>
    <name>BitModel</name>
    <message>
        <source>bit {0} differs</source>
        <translation>第 {0} 位不同</translation>
    </message>
    <message>
        <source>bit {0} is equal</source>
        <translation>第 {0} 位相同</translation>
    </message>
    <message>
        <source>bit {0} is {1}, and differs</source>
        <translation>第 {0} 位是 {1}，且不同</translation>
    </message>
    <message>
        <source>bit {0} is {1}</source>
        <translation>第 {0} 位是 {1}</translation>
    </message>
</context>
<context>
    <name>BitSquares</name>
    <message>
        <source>Fingerprint {0}, bit by bit</source>
        <translation>{0}的指纹，逐位显示</translation>
    </message>
    <message>
        <source>what differs</source>
        <translation>不同之处</translation>
    </message>
    <message>
        <source>Bits in which the fingerprints differ</source>
        <translation>两个指纹中不同的位</translation>
    </message>
</context>
<context>
    <name>CheckModel</name>
    <message>
        <source>No.</source>
        <translation>编号</translation>
    </message>
    <message>
        <source>The number that passages name the source by</source>
        <translation>段落中标明来源所用的编号</translation>
    </message>
    <message>
        <source>How much of the document stands in this source</source>
        <translation>文档中有多少与此来源重合</translation>
    </message>
    <message>
        <source>How much of the document stands in this source and in no other</source>
        <translation>文档中有多少只与此来源重合</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>行</translation>
    </message>
    <message>
        <source>The lines of the document</source>
        <translation>文档中的行</translation>
    </message>
    <message>
        <source>The source that it is given to, and others that have most of it</source>
        <translation>该段落归入的来源，以及含有其大部分的其他来源</translation>
    </message>
    <message>
        <source>How much of the document this passage is</source>
        <translation>此段落占文档多少</translation>
    </message>
    <message>
        <source>Quoted</source>
        <translation>引用</translation>
    </message>
    <message>
        <source>What shows that the passage is a quotation</source>
        <translation>表明该段落是引用的标志</translation>
    </message>
    <message>
        <source>Begins with</source>
        <translation>开头</translation>
    </message>
</context>
<context>
    <name>CheckPanel</name>
    <message>
        <source>Check of a document</source>
        <translation>文档查重</translation>
    </message>
    <message>
        <source>&amp;Back to the groups</source>
        <translation>返回组列表(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Save as HTML…</source>
        <translation>保存为 HTML(&amp;S)…</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
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
        <translation>来源</translation>
    </message>
    <message>
        <source>Check th&amp;is document</source>
        <translation>对此文档查重(&amp;I)</translation>
    </message>
    <message>
        <source>Passages</source>
        <translation>段落</translation>
    </message>
    <message>
        <source>Reading the document…</source>
        <translation>正在读取文档…</translation>
    </message>
    <message>
        <source>Looking for texts that share passages…</source>
        <translation>正在查找含有相同段落的文本…</translation>
    </message>
    <message>
        <source>Reading the texts that share passages…</source>
        <translation>正在读取含有相同段落的文本…</translation>
    </message>
    <message>
        <source>No passage of this document stands in a document of the index.
The index knows what was scanned, of any folder.</source>
        <translation>索引中的文档不含此文档的任何段落。
索引知道任何文件夹中扫描过的内容。</translation>
    </message>
    <message>
        <source>and {0} more</source>
        <translation>以及另外 {0} 个</translation>
    </message>
</context>
<context>
    <name>ChipField</name>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Add: {0}</source>
        <translation>添加：{0}</translation>
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
        <translation>继续监视吗？</translation>
    </message>
    <message>
        <source>Folders are watched. Shall the window go and watching go on in the tray, or shall the program end?</source>
        <translation>正在监视文件夹。要关闭窗口并在系统托盘中继续监视，还是退出程序？</translation>
    </message>
    <message>
        <source>Keep watching in the tray</source>
        <translation>在系统托盘中继续监视</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Remember</source>
        <translation>记住选择</translation>
    </message>
</context>
<context>
    <name>CommandPalette</name>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Find a command, in this language or in English</source>
        <translation>查找命令，可用本语言或英语</translation>
    </message>
    <message>
        <source>on</source>
        <translation>已打开</translation>
    </message>
    <message>
        <source>off</source>
        <translation>已关闭</translation>
    </message>
    <message>
        <source>not available now</source>
        <translation>现在不可用</translation>
    </message>
    <message>
        <source>No command has these words.</source>
        <translation>没有含有这些字的命令。</translation>
    </message>
    <message>
        <source>Not available now. {0}</source>
        <translation>现在不可用。{0}</translation>
    </message>
</context>
<context>
    <name>ComparingPage</name>
    <message>
        <source>Comparing</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Which documents are shown as similar. No file is read again for a change.</source>
        <translation>哪些文档显示为相似。更改时不会重新读取文件。</translation>
    </message>
    <message>
        <source>up to </source>
        <translation>最多 </translation>
    </message>
    <message>
        <source> bits</source>
        <translation> 位</translation>
    </message>
    <message>
        <source>Distance</source>
        <translation>距离</translation>
    </message>
    <message>
        <source>How many bits of two fingerprints may differ. More finds looser likeness; every pair is then compared word by word. The slider above the list is the same value. Default {0}.</source>
        <translation>两个指纹最多可以有多少位不同。越多，找到的相似越宽松；之后每一对都会逐字比较。与列表上方的滑块是同一个值。默认 {0}。</translation>
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
        <translation>两个文档的文字有多少相同。与列表上方的滑块是同一个值。默认 {0} %。</translation>
    </message>
    <message>
        <source>Show documents that are part of others</source>
        <translation>显示属于其他文档一部分的文档</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>Such as a chapter and its book. How much must match stands under Advanced.</source>
        <translation>例如一章和它所在的书。须有多少相同，在“高级”中设置。</translation>
    </message>
</context>
<context>
    <name>ComparisonController</name>
    <message>
        <source>{0} is inside an archive or a mailbox; other programs cannot open it.</source>
        <translation>{0} 在压缩包或邮箱文件里，其他程序无法打开。</translation>
    </message>
    <message>
        <source>The differences were written to {0}.</source>
        <translation>差异已写入 {0}。</translation>
    </message>
    <message>
        <source>Choose a program…</source>
        <translation>选择程序…</translation>
    </message>
    <message>
        <source>Select a document of a group first.</source>
        <translation>请先选择组中的一个文档。</translation>
    </message>
    <message>
        <source>{0} is not on this machine; other programs cannot open it.</source>
        <translation>{0} 不在本机，其他程序打不开。</translation>
    </message>
    <message>
        <source>kept: {0}</source>
        <translation>保留：{0}</translation>
    </message>
    <message>
        <source>chosen: {0}</source>
        <translation>选中：{0}</translation>
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
        <translation>请正好选择两个文档进行比较；按住 Ctrl 选择第二个。</translation>
    </message>
    <message>
        <source>Compare {0} with</source>
        <translation>将 {0} 与以下文件比较</translation>
    </message>
</context>
<context>
    <name>DifferenceFindBar</name>
    <message>
        <source>Find in both texts</source>
        <translation>在两份文字中查找</translation>
    </message>
    <message>
        <source>Places found</source>
        <translation>找到的位置</translation>
    </message>
    <message>
        <source>Find previous (Shift+F3)</source>
        <translation>查找上一个 (Shift+F3)</translation>
    </message>
    <message>
        <source>Find next (F3)</source>
        <translation>查找下一个 (F3)</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>关闭 (Esc)</translation>
    </message>
    <message>
        <source>looking…</source>
        <translation>正在查找…</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>more than {0}</source>
        <translation>多于 {0}</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0}，共 {1}</translation>
    </message>
    <message>
        <source>Go to the next place</source>
        <translation>转到下一处</translation>
    </message>
    <message>
        <source>Go to the previous place</source>
        <translation>转到上一处</translation>
    </message>
    <message>
        <source>Close the search</source>
        <translation>关闭查找</translation>
    </message>
</context>
<context>
    <name>DifferenceHeading</name>
    <message>
        <source>Stop comparing</source>
        <translation>停止比较</translation>
    </message>
</context>
<context>
    <name>DifferenceHtml</name>
    <message>
        <source>1 difference</source>
        <translation>1 处差异</translation>
    </message>
    <message>
        <source>{0} differences</source>
        <translation>{0} 处差异</translation>
    </message>
</context>
<context>
    <name>DifferenceNavigation</name>
    <message>
        <source>&amp;Previous difference</source>
        <translation>上一处差异(&amp;P)</translation>
    </message>
    <message>
        <source>Previous</source>
        <translation>上一处</translation>
    </message>
    <message>
        <source>Nex&amp;t difference</source>
        <translation>下一处差异(&amp;T)</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一处</translation>
    </message>
    <message>
        <source>Current difference</source>
        <translation>当前差异</translation>
    </message>
    <message>
        <source>{0}/{1}</source>
        <translation>{0}/{1}</translation>
    </message>
    <message>
        <source>No differences</source>
        <translation>无差异</translation>
    </message>
    <message>
        <source>1 difference</source>
        <translation>1 处差异</translation>
    </message>
    <message>
        <source>{0} differences</source>
        <translation>{0} 处差异</translation>
    </message>
    <message>
        <source>Difference {0} of {1}</source>
        <translation>第 {0} 处差异，共 {1} 处</translation>
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
        <translation>两份文字相同</translation>
    </message>
    <message>
        <source>The texts are equal but for what is ignored</source>
        <translation>除忽略的内容外，两份文字相同</translation>
    </message>
    <message>
        <source>Stopped: what is shown was not compared to the end</source>
        <translation>已停止：显示的内容没有比较完</translation>
    </message>
    <message>
        <source>A first result is shown; the comparison goes on…</source>
        <translation>先显示初步结果；比较仍在继续…</translation>
    </message>
    <message>
        <source>Differences inside long changed passages are not shown in detail</source>
        <translation>大段改动的段落内部不显示细节差异</translation>
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
        <translation>大小写</translation>
    </message>
    <message>
        <source>Punctuation</source>
        <translation>标点</translation>
    </message>
    <message>
        <source>Full and half width</source>
        <translation>全角和半角</translation>
    </message>
    <message>
        <source>Traditional and simplified Chinese</source>
        <translation>繁体和简体中文</translation>
    </message>
    <message>
        <source>Line ends</source>
        <translation>行尾</translation>
    </message>
    <message>
        <source>Accents: one with their letters or not</source>
        <translation>重音符号：与字母合为一个字符或分开</translation>
    </message>
    <message>
        <source>&amp;Fold equal lines</source>
        <translation>折叠相同的行(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Wrap lines</source>
        <translation>自动换行(&amp;W)</translation>
    </message>
    <message>
        <source>One &amp;below the other</source>
        <translation>上下对照(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Swap sides</source>
        <translation>交换左右两侧(&amp;S)</translation>
    </message>
    <message>
        <source>F&amp;ind in the texts…</source>
        <translation>在文字中查找(&amp;I)…</translation>
    </message>
    <message>
        <source>Find &amp;next</source>
        <translation>查找下一个(&amp;N)</translation>
    </message>
    <message>
        <source>Find p&amp;revious</source>
        <translation>查找上一个(&amp;R)</translation>
    </message>
    <message>
        <source>Other place of &amp;moved text</source>
        <translation>移动文字的另一处(&amp;M)</translation>
    </message>
    <message>
        <source>Save as &amp;HTML…</source>
        <translation>另存为 HTML(&amp;H)…</translation>
    </message>
    <message>
        <source>Save as a p&amp;atch…</source>
        <translation>另存为补丁(&amp;A)…</translation>
    </message>
    <message>
        <source>Show the te&amp;xts</source>
        <translation>显示文本(&amp;X)</translation>
    </message>
    <message>
        <source>Preview of one doc&amp;ument</source>
        <translation>预览单个文档(&amp;U)</translation>
    </message>
    <message>
        <source>No two texts are compared</source>
        <translation>没有可比较的两份文字</translation>
    </message>
    <message>
        <source>Ignore</source>
        <translation>忽略</translation>
    </message>
    <message>
        <source>Lines around differences</source>
        <translation>差异前后保留的行数</translation>
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
        <translation>另一文档中该部分之前的文字</translation>
    </message>
    <message>
        <source>Text of the other document after the part</source>
        <translation>另一文档中该部分之后的文字</translation>
    </message>
    <message>
        <source>The part begins here</source>
        <translation>部分从这里开始</translation>
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
        <translation>已移动：单击可转到另一处 (Ctrl+J)</translation>
    </message>
    <message>
        <source>Move the caret; with Shift, select</source>
        <translation>移动光标；按住 Shift 时选择文字</translation>
    </message>
    <message>
        <source>Show the lines that are folded</source>
        <translation>显示折叠的行</translation>
    </message>
    <message>
        <source>Copy the selected text</source>
        <translation>复制选中的文字</translation>
    </message>
    <message>
        <source>Select the whole text</source>
        <translation>选择全部文字</translation>
    </message>
    <message>
        <source>Find in the two texts</source>
        <translation>在两份文字中查找</translation>
    </message>
</context>
<context>
    <name>DifferenceSaver</name>
    <message>
        <source>HTML files (*.html)</source>
        <translation>HTML 文件 (*.html)</translation>
    </message>
    <message>
        <source>Patches (*.patch *.diff)</source>
        <translation>补丁 (*.patch *.diff)</translation>
    </message>
    <message>
        <source>Save the differences</source>
        <translation>保存差异</translation>
    </message>
</context>
<context>
    <name>DifferenceStrip</name>
    <message>
        <source>Overview of the differences</source>
        <translation>差异概览</translation>
    </message>
    <message>
        <source>All differences, and what is in view. Click or drag to go there</source>
        <translation>所有差异，以及当前显示的部分。单击或拖动可转到该处</translation>
    </message>
    <message>
        <source>Go a line or a view up or down</source>
        <translation>向上或向下移动一行或一页</translation>
    </message>
    <message>
        <source>Go to the beginning or the end of the texts</source>
        <translation>转到文字的开头或结尾</translation>
    </message>
</context>
<context>
    <name>DifferenceTools</name>
    <message>
        <source>Hide the texts</source>
        <translation>隐藏文本</translation>
    </message>
</context>
<context>
    <name>DifferenceView</name>
    <message>
        <source>Select a document of a group to compare it with the one that is kept.</source>
        <translation>请选择组中的一个文档，与保留的文档进行比较。</translation>
    </message>
    <message>
        <source>{0} ({1})</source>
        <translation>{0}（{1}）</translation>
    </message>
    <message>
        <source>Reading and comparing the texts…</source>
        <translation>正在读取并比较文字…</translation>
    </message>
</context>
<context>
    <name>DocumentChecks</name>
    <message>
        <source>Check a document</source>
        <translation>文档查重</translation>
    </message>
    <message>
        <source>Save the check</source>
        <translation>保存查重结果</translation>
    </message>
    <message>
        <source>HTML files (*.html)</source>
        <translation>HTML 文件 (*.html)</translation>
    </message>
    <message>
        <source>The check was written to {0}.</source>
        <translation>查重结果已写入 {0}。</translation>
    </message>
</context>
<context>
    <name>EncodingButton</name>
    <message>
        <source>Always read these bytes this way</source>
        <translation>以后一直这样读取这些字节</translation>
    </message>
    <message>
        <source>{0}: the text was carried along; it cannot be read in another encoding</source>
        <translation>{0}：文字是随结果附带的，不能用其他编码读取</translation>
    </message>
    <message>
        <source>{0}: its encoding is part of the format</source>
        <translation>{0}：编码由格式决定，不能另选</translation>
    </message>
    <message>
        <source>Encoding on the left: {0}</source>
        <translation>左侧编码：{0}</translation>
    </message>
    <message>
        <source>Encoding on the right: {0}</source>
        <translation>右侧编码：{0}</translation>
    </message>
    <message>
        <source>{0}, chosen by hand, for this view only</source>
        <translation>{0}，手动选择，仅对当前视图有效</translation>
    </message>
    <message>
        <source>{0}, chosen by hand, for these bytes wherever they are</source>
        <translation>{0}，手动选定，对这些字节一直有效，无论文件在哪里</translation>
    </message>
    <message>
        <source>{0}. Choose another one where the text is not readable</source>
        <translation>{0}。如果文字无法阅读，请选择其他编码</translation>
    </message>
</context>
<context>
    <name>EncodingMenu</name>
    <message>
        <source>Recognise automatically</source>
        <translation>自动识别</translation>
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
        <translation>无</translation>
    </message>
    <message>
        <source>the file of extracted texts cannot be deleted</source>
        <translation>无法删除保存提取文本的文件</translation>
    </message>
    <message>
        <source>Delete all text that is kept; it is read again when it is needed</source>
        <translation>删除所有保存的文字；需要时会重新读取</translation>
    </message>
    <message>
        <source>No text is kept now</source>
        <translation>现在没有保存的文字</translation>
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
        <translation>数值说明</translation>
    </message>
    <message>
        <source>Distance</source>
        <translation>距离</translation>
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
        <translation>{0}，共 {1} 位</translation>
    </message>
    <message>
        <source>What differs</source>
        <translation>有什么不同</translation>
    </message>
    <message>
        <source>in both</source>
        <translation>两份都有</translation>
    </message>
    <message>
        <source>only in {0}</source>
        <translation>只在{0}里</translation>
    </message>
    <message>
        <source>Longest passages</source>
        <translation>最长的段落</translation>
    </message>
    <message>
        <source>&lt;b&gt;{0}.&lt;/b&gt; {1}</source>
        <translation>&lt;b&gt;{0}。&lt;/b&gt;{1}</translation>
    </message>
    <message>
        <source>&lt;b&gt;Neither similar nor a part&lt;/b&gt; by the thresholds set:</source>
        <translation>按现在的阈值，&lt;b&gt;既不是相似，也不是部分&lt;/b&gt;：</translation>
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
        <translation>文字相同；文件的区别在于{0}</translation>
    </message>
    <message>
        <source>encoding</source>
        <translation>编码</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
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
        <translation>无</translation>
    </message>
    <message>
        <source>end of the last line</source>
        <translation>最后一行的行尾</translation>
    </message>
    <message>
        <source>byte order mark</source>
        <translation>字节顺序标记</translation>
    </message>
    <message>
        <source>normal form of accents</source>
        <translation>重音符号的规范形式</translation>
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
        <translation>将筛选文字当作正则表达式（Perl 和 PCRE 语法）</translation>
    </message>
    <message>
        <source>Show only groups with documents in different ones of the scanned folders</source>
        <translation>只显示文档分布在不同的扫描文件夹中的组</translation>
    </message>
    <message>
        <source>This is no regular expression: {0}. The filter before is in force.</source>
        <translation>这不是正则表达式：{0}。原来的筛选仍然有效。</translation>
    </message>
    <message>
        <source>Filter by name or folder</source>
        <translation>按名称或文件夹筛选</translation>
    </message>
    <message>
        <source>Shows the documents whose path contains this, or whose kept document&apos;s path does (Ctrl+F; Esc clears)</source>
        <translation>显示路径包含此内容的文档，或其保留的文档路径包含此内容的文档（Ctrl+F；Esc 清除）</translation>
    </message>
    <message>
        <source>More ways to filter</source>
        <translation>更多筛选方式</translation>
    </message>
    <message>
        <source>&amp;Regular expression</source>
        <translation>正则表达式(&amp;R)</translation>
    </message>
    <message>
        <source>Only &amp;across folders</source>
        <translation>仅跨文件夹(&amp;A)</translation>
    </message>
    <message>
        <source>Only where &amp;numbers differ</source>
        <translation>仅数字不同(&amp;N)</translation>
    </message>
    <message>
        <source>Show only documents of which nothing but numbers, dates or names differs</source>
        <translation>只显示除数字、日期或姓名外都相同的文档</translation>
    </message>
    <message>
        <source>Only what is too &amp;short for the distance</source>
        <translation>仅过短、距离无意义的文档(&amp;S)</translation>
    </message>
    <message>
        <source>Show only documents of so few words that the distance means little</source>
        <translation>只显示词数过少、距离意义不大的文档</translation>
    </message>
    <message>
        <source>Clear the filter; if it is empty, go back to the groups</source>
        <translation>清除筛选；筛选为空时返回组列表</translation>
    </message>
    <message>
        <source>Go to the groups</source>
        <translation>转到组列表</translation>
    </message>
</context>
<context>
    <name>FingerprintsPage</name>
    <message>
        <source>The fingerprints in words</source>
        <translation>指纹说明</translation>
    </message>
    <message>
        <source>The votes on the bit</source>
        <translation>这一位的投票</translation>
    </message>
    <message>
        <source>All bits</source>
        <translation>所有位</translation>
    </message>
    <message>
        <source>List what decides all differing bits</source>
        <translation>列出决定所有不同位的特征</translation>
    </message>
    <message>
        <source>no bit differs</source>
        <translation>没有不同的位</translation>
    </message>
    <message>
        <source>different (≠): {0}</source>
        <translation>不同的位 (≠)：{0}</translation>
    </message>
    <message>
        <source>What makes bits differ</source>
        <translation>使各位不同的特征</translation>
    </message>
    <message>
        <source>No bit differs, so nothing decides one</source>
        <translation>没有不同的位，因此没有起决定作用的特征</translation>
    </message>
    <message>
        <source>What makes bit {0} differ</source>
        <translation>使第 {0} 位不同的特征</translation>
    </message>
    <message>
        <source>Heaviest features on bit {0}</source>
        <translation>对第 {0} 位影响最大的特征</translation>
    </message>
    <message>
        <source>{0}: first {1} of {2}</source>
        <translation>{0}：前 {1} 个，共 {2} 个</translation>
    </message>
</context>
<context>
    <name>Focus</name>
    <message>
        <source>{0} of {1} groups are shown, those of the documents you chose.</source>
        <translation>只显示 {1} 组中的 {0} 组：所选文档所在的组。</translation>
    </message>
    <message>
        <source>1 of {1} groups is shown, that of the documents you chose.</source>
        <translation>只显示 {1} 组中的 1 组：所选文档所在的组。</translation>
    </message>
</context>
<context>
    <name>FolderModel</name>
    <message>
        <source>All folders</source>
        <translation>全部文件夹</translation>
    </message>
    <message>
        <source>{0} documents</source>
        <translation>{0} 个文档</translation>
    </message>
    <message>
        <source>1 document</source>
        <translation>1 个文档</translation>
    </message>
    <message>
        <source>watched</source>
        <translation>受监视</translation>
    </message>
    <message>
        <source>Show the documents of all folders</source>
        <translation>显示所有文件夹中的文档</translation>
    </message>
    <message>
        <source>Saved results: their documents are not on this machine</source>
        <translation>保存的结果：其中的文档不在本机</translation>
    </message>
    <message>
        <source>The disk of this folder is not connected; its documents are kept as they were. Connect it and scan again</source>
        <translation>此文件夹所在的磁盘未连接，其中的文档保持原样。请连接磁盘后重新扫描</translation>
    </message>
    <message>
        <source>This folder is not there now; nothing in it can be compared</source>
        <translation>此文件夹现在不存在，其中的内容无法比较</translation>
    </message>
    <message>
        <source>Protected: its documents stay, none of them is marked</source>
        <translation>受保护：其中的文档会留下，不会被标记</translation>
    </message>
    <message>
        <source>Excluded: its documents stay, and are left out of the results</source>
        <translation>已排除：其中的文档会留下，且不出现在结果中</translation>
    </message>
    <message>
        <source>It has this role from a folder above it</source>
        <translation>此角色来自上级文件夹</translation>
    </message>
    <message>
        <source>Watched: what comes is compared with all other documents</source>
        <translation>受监视：新到的与其他所有文档比较</translation>
    </message>
</context>
<context>
    <name>FolderPanel</name>
    <message>
        <source>Folders</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Remove from the list</source>
        <translation>从列表中移除</translation>
    </message>
    <message>
        <source>Take the selected folders off this list; nothing is deleted on disk</source>
        <translation>从列表中移除选中的文件夹；不会删除磁盘上的任何内容</translation>
    </message>
    <message>
        <source>1 document in excluded folders is left out.</source>
        <translation>排除的文件夹中的 1 个文档不在结果里。</translation>
    </message>
    <message>
        <source>{0} documents in excluded folders are left out.</source>
        <translation>排除的文件夹中的 {0} 个文档不在结果里。</translation>
    </message>
    <message>
        <source>Choose a subfolder</source>
        <translation>选择下级文件夹</translation>
    </message>
    <message>
        <source>{path} is no folder; add the folder that holds it</source>
        <translation>{path} 不是文件夹；请添加它所在的文件夹</translation>
    </message>
    <message>
        <source>{path} does not exist, or cannot be reached</source>
        <translation>{path} 不存在，或无法访问</translation>
    </message>
    <message>
        <source>Add folders</source>
        <translation>添加文件夹</translation>
    </message>
</context>
<context>
    <name>FolderRoleCommands</name>
    <message>
        <source>&amp;Normal folder</source>
        <translation>普通文件夹(&amp;N)</translation>
    </message>
    <message>
        <source>Its documents may be marked and removed</source>
        <translation>其中的文档可以标记和移除</translation>
    </message>
    <message>
        <source>&amp;Protect this folder</source>
        <translation>保护此文件夹(&amp;P)</translation>
    </message>
    <message>
        <source>Its documents stay; others may go because they stay</source>
        <translation>其中的文档留下；其他文档可以因为它们留下而移除</translation>
    </message>
    <message>
        <source>&amp;Exclude this folder</source>
        <translation>排除此文件夹(&amp;E)</translation>
    </message>
    <message>
        <source>Its documents stay, and are left out of the results</source>
        <translation>其中的文档留下，并从结果中排除</translation>
    </message>
    <message>
        <source>Protect a &amp;subfolder…</source>
        <translation>保护下级文件夹(&amp;S)…</translation>
    </message>
    <message>
        <source>Exclude a s&amp;ubfolder…</source>
        <translation>排除下级文件夹(&amp;U)…</translation>
    </message>
</context>
<context>
    <name>FolderRoles</name>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Give the folder the role that it had before</source>
        <translation>恢复文件夹原来的角色</translation>
    </message>
    <message>
        <source>{0} is protected: its documents stay, and none of them is marked</source>
        <translation>{0} 已受保护：其中的文档会留下，不会被标记</translation>
    </message>
    <message>
        <source>{0} is excluded: its documents are left out of the results, and stay</source>
        <translation>{0} 已排除：其中的文档不出现在结果中，并会留下</translation>
    </message>
</context>
<context>
    <name>FolderSets</name>
    <message>
        <source>&amp;Clear this list</source>
        <translation>清除此列表(&amp;C)</translation>
    </message>
    <message>
        <source>{folder} — {place}</source>
        <translation>{folder} — {place}</translation>
    </message>
    <message>
        <source>{folders} and {count} more</source>
        <translation>{folders} 和另外 {count} 个</translation>
    </message>
</context>
<context>
    <name>FolderSettingCommands</name>
    <message>
        <source>&amp;Watch this folder</source>
        <translation>监视此文件夹(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Keep for</source>
        <translation>保留期限(&amp;K)</translation>
    </message>
    <message>
        <source>Documents that came longer ago are left out; their files stay</source>
        <translation>更早到达的文档会被排除；其文件不变</translation>
    </message>
    <message>
        <source>&amp;As in the settings</source>
        <translation>与设置相同(&amp;A)</translation>
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
        <translation>其他天数(&amp;N)…</translation>
    </message>
    <message>
        <source>A folder above it is watched, and all that is in it</source>
        <translation>其上层文件夹及其中的一切都受监视</translation>
    </message>
    <message>
        <source>Compare each document that comes to it with all others, and list it</source>
        <translation>将每个新到的文档与其他所有文档比较，并列出</translation>
    </message>
    <message>
        <source>Keep documents</source>
        <translation>保留文档</translation>
    </message>
    <message>
        <source>Days after which a document is left out:</source>
        <translation>多少天后排除文档：</translation>
    </message>
</context>
<context>
    <name>FolderTree</name>
    <message>
        <source>Folders</source>
        <translation>文件夹</translation>
    </message>
</context>
<context>
    <name>GroupActions</name>
    <message>
        <source>&amp;Unmark all of this group</source>
        <translation>取消此组的所有标记(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>打开(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Show in file manager</source>
        <translation>在文件管理器中显示(&amp;S)</translation>
    </message>
    <message>
        <source>Show only this fol&amp;der</source>
        <translation>只显示此文件夹(&amp;D)</translation>
    </message>
    <message>
        <source>P&amp;rotect the folder of this document</source>
        <translation>保护此文档所在的文件夹(&amp;R)</translation>
    </message>
    <message>
        <source>E&amp;xclude the folder of this document</source>
        <translation>排除此文档所在的文件夹(&amp;X)</translation>
    </message>
    <message>
        <source>&amp;Copy path</source>
        <translation>复制路径(&amp;C)</translation>
    </message>
    <message>
        <source>Un&amp;mark	Space</source>
        <translation>取消标记(&amp;M)	空格</translation>
    </message>
    <message>
        <source>&amp;Mark	Space</source>
        <translation>标记(&amp;M)	空格</translation>
    </message>
    <message>
        <source>Choose a row first</source>
        <translation>请先选择一行</translation>
    </message>
    <message>
        <source>Choose the row of a document first</source>
        <translation>请先选择一个文档所在的行</translation>
    </message>
    <message>
        <source>It is protected already</source>
        <translation>已受保护</translation>
    </message>
    <message>
        <source>What is selected cannot be marked</source>
        <translation>所选内容不能标记</translation>
    </message>
    <message>
        <source>&amp;Copy id</source>
        <translation>复制 ID(&amp;C)</translation>
    </message>
    <message>
        <source>It is not on this machine</source>
        <translation>它不在本机</translation>
    </message>
    <message>
        <source>Read in another &amp;encoding</source>
        <translation>用其他编码读取(&amp;E)</translation>
    </message>
    <message>
        <source>Mark &amp;all of this group that may be marked together</source>
        <translation>标记此组中可以一起标记的所有文档(&amp;A)</translation>
    </message>
    <message>
        <source>Mark &amp;all other documents of this group</source>
        <translation>标记此组的所有其他文档(&amp;A)</translation>
    </message>
    <message>
        <source>Mark &amp;all of this group but the linked ones</source>
        <translation>标记此组中除间接相连以外的所有文档(&amp;A)</translation>
    </message>
    <message>
        <source>Mark &amp;all of this group but those with other numbers only</source>
        <translation>标记此组中除仅数字不同以外的所有文档(&amp;A)</translation>
    </message>
    <message>
        <source>Mark &amp;all of this group but the linked ones and those with other numbers</source>
        <translation>标记此组中除间接相连和仅数字不同以外的所有文档(&amp;A)</translation>
    </message>
</context>
<context>
    <name>GroupCells</name>
    <message>
        <source>{name}, protected</source>
        <translation>{name}，受保护</translation>
    </message>
    <message>
        <source>{title}, expanded</source>
        <translation>{title}，已展开</translation>
    </message>
    <message>
        <source>{title}, collapsed</source>
        <translation>{title}，已折叠</translation>
    </message>
    <message>
        <source>Kept: {reason}</source>
        <translation>保留：{reason}</translation>
    </message>
    <message>
        <source>Marked in another group</source>
        <translation>已在其他组中标记</translation>
    </message>
    <message>
        <source>of {name}</source>
        <comment>a copy</comment>
        <translation>同 {name}</translation>
    </message>
    <message>
        <source>{0} documents</source>
        <translation>{0} 个文档</translation>
    </message>
    <message>
        <source>boilerplate shared by {0} more</source>
        <translation>另有 {0} 个文档含相同的通用段落</translation>
    </message>
    <message>
        <source>contains 1 part</source>
        <translation>包含 1 个部分</translation>
    </message>
    <message>
        <source>contains {0} parts</source>
        <translation>包含 {0} 个部分</translation>
    </message>
    <message>
        <source>own text up to {0}</source>
        <translation>自有文字最多占 {0}</translation>
    </message>
    <message>
        <source>{0} earlier versions</source>
        <translation>{0} 个较早版本</translation>
    </message>
    <message>
        <source>1 earlier version</source>
        <translation>1 个较早版本</translation>
    </message>
    <message>
        <source>lowest similarity {0}</source>
        <translation>最低相似度 {0}</translation>
    </message>
    <message>
        <source>{0} not compared</source>
        <translation>{0} 个未比较</translation>
    </message>
    <message>
        <source>{0} hidden by the filter</source>
        <translation>{0} 个被筛选隐藏</translation>
    </message>
    <message>
        <source>{0} safe to free</source>
        <translation>可安全释放 {0}</translation>
    </message>
    <message>
        <source>{0} safe to drop</source>
        <translation>{0} 可安全剔除</translation>
    </message>
    <message>
        <source>{0} to review</source>
        <translation>待查看 {0}</translation>
    </message>
    <message>
        <source>nothing to drop</source>
        <translation>没有可剔除的</translation>
    </message>
    <message>
        <source>nothing to free</source>
        <translation>无可释放</translation>
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
        <translation>受保护</translation>
    </message>
    <message>
        <source>marked</source>
        <translation>已标记</translation>
    </message>
    <message>
        <source>not marked</source>
        <translation>未标记</translation>
    </message>
    <message>
        <source>Encoding guessed: {name}</source>
        <translation>编码是猜测的：{name}</translation>
    </message>
    <message>
        <source>It is not on this machine</source>
        <translation>它不在本机</translation>
    </message>
    <message>
        <source>Inside an archive or a mailbox: it cannot be marked</source>
        <translation>在压缩包或邮箱文件里：不能标记</translation>
    </message>
    <message>
        <source>Its folder is protected: this document stays and cannot be marked</source>
        <translation>它的文件夹受保护：此文档留下，不能标记</translation>
    </message>
    <message>
        <source>It is in two groups, and kept in one of them: no command marks it, only you can</source>
        <translation>它同时在两个组中，并在其中一组被保留：没有命令会标记它，只能由您自己标记</translation>
    </message>
</context>
<context>
    <name>GroupColumns</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Distance</source>
        <translation>距离</translation>
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
        <translation>文件的大小；组按可移除部分的大小排序</translation>
    </message>
    <message>
        <source>Modified</source>
        <translation>修改时间</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>词数</translation>
    </message>
    <message>
        <source>Why it is here</source>
        <translation>列入原因</translation>
    </message>
    <message>
        <source>Chosen by hand, for these bytes wherever they are</source>
        <translation>手动选定，对这些字节一直有效，无论文件在哪里</translation>
    </message>
    <message>
        <source>Encoding guessed: others fit these bytes, too. Where the text is not readable, choose another one in the menu of this row</source>
        <translation>编码是猜测的：别的编码也符合这些字节。文字如果无法阅读，请在这一行的菜单里选择另一种编码</translation>
    </message>
    <message>
        <source>What a document is to the one that is kept</source>
        <translation>文档与保留的文档之间的关系</translation>
    </message>
    <message>
        <source>How many bits of the fingerprints differ from the kept document&apos;s</source>
        <translation>与保留的文档相比，指纹有多少位不同</translation>
    </message>
    <message>
        <source>When the file was last changed</source>
        <translation>文件的最后更改时间</translation>
    </message>
    <message>
        <source>How the file&apos;s bytes were read as characters</source>
        <translation>文件的字节按什么编码读作字符</translation>
    </message>
    <message>
        <source>Kept</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Mark</source>
        <translation>标记</translation>
    </message>
    <message>
        <source>Tick what is to go</source>
        <translation>勾选要去掉的文档</translation>
    </message>
    <message>
        <source>The name of the file</source>
        <translation>文件名</translation>
    </message>
    <message>
        <source>How much of the text of both documents together is in both; groups are sorted by their lowest similarity</source>
        <translation>两个文档的全部文字中，同时存在于两者的比例；组按其最低相似度排序</translation>
    </message>
    <message>
        <source>The folder that holds the file</source>
        <translation>文件所在的文件夹</translation>
    </message>
    <message>
        <source>Format or encoding</source>
        <translation>格式或编码</translation>
    </message>
    <message>
        <source>How many words were found in the text</source>
        <translation>在文字中找到的词数</translation>
    </message>
    <message>
        <source>What puts the document into its group</source>
        <translation>文档列入该组的原因</translation>
    </message>
    <message>
        <source>Some characters could not be decoded; they are shown and compared as �</source>
        <translation>有些字符无法解码；它们显示为 � 并以此比较</translation>
    </message>
    <message>
        <source>too short</source>
        <translation>太短</translation>
    </message>
    <message>
        <source>This document is kept; the others of its group are compared with it</source>
        <translation>此文档会保留；组中的其他文档都与它比较</translation>
    </message>
</context>
<context>
    <name>GroupView</name>
    <message>
        <source>Groups of similar documents</source>
        <translation>相似文档组</translation>
    </message>
    <message>
        <source>Mark or unmark what is selected</source>
        <translation>标记选中的文档，或取消标记</translation>
    </message>
    <message>
        <source>Open a group</source>
        <translation>展开一组</translation>
    </message>
    <message>
        <source>Close a group, or go to its title</source>
        <translation>折叠一组，或转到组标题</translation>
    </message>
    <message>
        <source>Open or close a group; of a document, show its text and go there</source>
        <translation>展开或折叠一组；对文档则显示文字并转到那里</translation>
    </message>
    <message>
        <source>Go to the row above or below</source>
        <translation>转到上一行或下一行</translation>
    </message>
    <message>
        <source>Go to the first or the last row</source>
        <translation>转到第一行或最后一行</translation>
    </message>
</context>
<context>
    <name>HistogramSlider</name>
    <message>
        <source>Move the slider</source>
        <translation>移动滑块</translation>
    </message>
</context>
<context>
    <name>HistoryWindow</name>
    <message>
        <source>History of removals</source>
        <translation>移除历史</translation>
    </message>
    <message>
        <source>Nothing was removed yet.</source>
        <translation>还没有移除过任何文档。</translation>
    </message>
    <message>
        <source>Removals</source>
        <translation>移除记录</translation>
    </message>
    <message>
        <source>Documents of the removal</source>
        <translation>此次移除的文档</translation>
    </message>
    <message>
        <source>&amp;Undo this removal</source>
        <translation>撤销此次移除(&amp;U)</translation>
    </message>
    <message>
        <source>Use a &amp;numbered name where another file has the name</source>
        <translation>名称已被其他文件使用时用带编号的名称(&amp;N)</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>When</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>What became of it</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Where it went, or why</source>
        <translation>去向或原因</translation>
    </message>
    <message>
        <source>Undo these &amp;documents</source>
        <translation>撤销这些文档(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Show in file manager</source>
        <translation>在文件管理器中显示(&amp;S)</translation>
    </message>
    <message>
        <source>What stands at a document&apos;s place now is never replaced, with or without this</source>
        <translation>无论是否选中，文档原处现有的文件都不会被替换</translation>
    </message>
</context>
<context>
    <name>InfluenceModel</name>
    <message>
        <source>Feature</source>
        <translation>特征</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文字</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Influence</source>
        <translation>影响</translation>
    </message>
    <message>
        <source>Bits</source>
        <translation>位</translation>
    </message>
    <message>
        <source>A word or neighbouring words of the text, or the hash of another feature</source>
        <translation>文字中的一个词或相邻的词，或其他特征的哈希值</translation>
    </message>
    <message>
        <source>The text that has it alone, or with more weight</source>
        <translation>独有该特征，或该特征权重更大的一份文字</translation>
    </message>
    <message>
        <source>How much more it weighs in this text than in the other</source>
        <translation>在这份文字中的权重比另一份多多少</translation>
    </message>
    <message>
        <source>What it adds to the votes: its weight, times the bits</source>
        <translation>对投票的贡献：权重乘以位数</translation>
    </message>
    <message>
        <source>The differing bits on which it votes as the bit came out in this text</source>
        <translation>它投票的方向与这份文字的结果一致的不同位</translation>
    </message>
    <message>
        <source>Hash {0}, weight {1}; bits {2}</source>
        <translation>哈希 {0}，权重 {1}；位 {2}</translation>
    </message>
</context>
<context>
    <name>JudgementController</name>
    <message>
        <source>Choose a document below the kept one, to keep it instead.</source>
        <translation>请选择保留的文档下面的一个文档，以改为保留它。</translation>
    </message>
    <message>
        <source>A part of a document cannot be kept instead of the whole document.</source>
        <translation>不能改为保留文档的一部分而舍弃整个文档。</translation>
    </message>
    <message>
        <source>{0} is inside an archive or a mailbox and cannot stay for a file.</source>
        <translation>{0} 在压缩包或邮箱文件里，不能代替文件保留。</translation>
    </message>
    <message>
        <source>{0} is kept instead of {1} from now on.</source>
        <translation>从现在起保留 {0}，不再保留 {1}。</translation>
    </message>
    <message>
        <source>Choose a document below the kept one, to say that it is no duplicate.</source>
        <translation>请选择保留的文档下面的一个文档，以说明它不是重复。</translation>
    </message>
    <message>
        <source>{0} documents are not shown as duplicates of the kept ones any more.</source>
        <translation>{0} 个文档不再显示为保留的文档的重复。</translation>
    </message>
    <message>
        <source>{0} is a wanted copy of {1} from now on; any further copy is shown again.</source>
        <translation>从现在起 {0} 作为 {1} 的副本有意保留；再出现其他副本时会重新显示。</translation>
    </message>
    <message>
        <source>{0} and {1} are no duplicates of each other from now on.</source>
        <translation>从现在起 {0} 和 {1} 互不重复。</translation>
    </message>
    <message>
        <source>The encoding is recognised again: {0}.</source>
        <translation>编码恢复为自动识别：{0}。</translation>
    </message>
    <message>
        <source>The last decision was undone.</source>
        <translation>已撤销上一次决定。</translation>
    </message>
    <message>
        <source>Read in {1} from the next scan on, wherever the same bytes are: {0}.</source>
        <translation>从下次扫描起用 {1} 读取，相同的字节在哪里都一样：{0}。</translation>
    </message>
    <message>
        <source>Read in {1} from now on, wherever the same bytes are: {0}.</source>
        <translation>从现在起用 {1} 读取，相同的字节在哪里都一样：{0}。</translation>
    </message>
    <message>
        <source>{0} files</source>
        <translation>{0} 个文件</translation>
    </message>
</context>
<context>
    <name>JudgementDialog</name>
    <message>
        <source>Filter by words or path</source>
        <translation>按文字或路径筛选</translation>
    </message>
    <message>
        <source>Decisions</source>
        <translation>决定</translation>
    </message>
    <message>
        <source>Decisions about documents</source>
        <translation>对文档的决定</translation>
    </message>
    <message>
        <source>When</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>What</source>
        <translation>判断</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Other document</source>
        <translation>另一个文档</translation>
    </message>
    <message>
        <source>How many entries are shown</source>
        <translation>显示了多少条</translation>
    </message>
    <message>
        <source>&amp;Delete from the list</source>
        <translation>从列表中删除(&amp;D)</translation>
    </message>
    <message>
        <source>The documents are grouped again as if this had not been said (Del)</source>
        <translation>文档将重新分组，如同没有作过此判断 (Del)</translation>
    </message>
    <message>
        <source>no duplicates of each other</source>
        <translation>互不重复</translation>
    </message>
    <message>
        <source>the other is a wanted copy</source>
        <translation>另一个是有意保留的副本</translation>
    </message>
    <message>
        <source>the other is kept instead</source>
        <translation>改为保留另一个</translation>
    </message>
    <message>
        <source>is read in {0}</source>
        <translation>用 {0} 读取</translation>
    </message>
    <message>
        <source>{0} of 1 entry</source>
        <translation>{0} / 1 条</translation>
    </message>
    <message>
        <source>{0} of {1} entries</source>
        <translation>{0} / {1} 条</translation>
    </message>
</context>
<context>
    <name>KeepingPage</name>
    <message>
        <source>Keeping and removing</source>
        <translation>保留与移除</translation>
    </message>
    <message>
        <source>Nothing is removed until you say so, and what goes to the trash can return.</source>
        <translation>未经您同意不会移除任何文档，移到回收站的可以恢复。</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Folders that you protected or excluded. A folder that you take off here is an ordinary one again.</source>
        <translation>您设为受保护或排除的文件夹。在此去掉后，它重新成为普通文件夹。</translation>
    </message>
    <message>
        <source>Saved rules</source>
        <translation>已保存的规则</translation>
    </message>
    <message>
        <source>Which document stays, as saved in Mark by rules. Take off what is not used.</source>
        <translation>保留哪个文档，在“按规则标记”中保存。可去掉不用的。</translation>
    </message>
    <message>
        <source>Decisions</source>
        <translation>决定</translation>
    </message>
    <message>
        <source>On: the next document is chosen after one was marked, kept or judged. Default off.</source>
        <translation>打开：标记、保留或判断一个文档之后，选中下一个。默认关闭。</translation>
    </message>
    <message>
        <source>{0} (protected)</source>
        <translation>{0}（受保护）</translation>
    </message>
    <message>
        <source>{0} (excluded)</source>
        <translation>{0}（已排除）</translation>
    </message>
    <message>
        <source>{0} (ordinary)</source>
        <translation>{0}（普通）</translation>
    </message>
</context>
<context>
    <name>KeptMarks</name>
    <message>
        <source>{0} of {1} marks could not be brought back: the documents changed, or cannot be marked any longer.</source>
        <translation>{1} 个标记中有 {0} 个无法恢复：文档已更改，或不能再标记。</translation>
    </message>
    <message>
        <source>1 of {1} marks could not be brought back: the document changed, or cannot be marked any longer.</source>
        <translation>{1} 个标记中有 1 个无法恢复：文档已更改，或不能再标记。</translation>
    </message>
</context>
<context>
    <name>KeptReason</name>
    <message>
        <source>your choice</source>
        <translation>您的选择</translation>
    </message>
    <message>
        <source>contains the others</source>
        <translation>包含其余文档</translation>
    </message>
    <message>
        <source>higher version by name</source>
        <translation>名称里的版本更高</translation>
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
        <translation>与多数相似</translation>
    </message>
    <message>
        <source>longest text</source>
        <translation>文字最长</translation>
    </message>
    <message>
        <source>not named as a copy</source>
        <translation>名称不像副本</translation>
    </message>
    <message>
        <source>first on the disk</source>
        <translation>在磁盘上最先</translation>
    </message>
    <message>
        <source>first by path</source>
        <translation>路径最靠前</translation>
    </message>
    <message>
        <source>It is kept because you, or your rules, chose it.</source>
        <translation>保留它，因为您或您的规则选择了它。</translation>
    </message>
    <message>
        <source>It is kept because it is a file of its own; the others are inside archives or mailboxes.</source>
        <translation>保留它，因为它是独立的文件，其余的在压缩包或邮箱文件里。</translation>
    </message>
    <message>
        <source>It is kept because it was read in full and without damaged characters.</source>
        <translation>保留它，因为它读取完整，没有损坏的字符。</translation>
    </message>
    <message>
        <source>It is kept because it contains what is in the others, and more.</source>
        <translation>保留它，因为它包含其余文档的内容，并且内容更多。</translation>
    </message>
    <message>
        <source>It is kept because its name or folder tells of a higher version.</source>
        <translation>保留它，因为它的名称或文件夹表明版本更高。</translation>
    </message>
    <message>
        <source>It is kept because its text states a later date.</source>
        <translation>保留它，因为文中写明的日期更晚。</translation>
    </message>
    <message>
        <source>It is kept because it was modified last, and not when the others were copied or unpacked.</source>
        <translation>保留它，因为它的修改时间最晚，而且不是与其余文档一起复制或解压的。</translation>
    </message>
    <message>
        <source>It is kept because more documents equal it than equal another one here.</source>
        <translation>保留它，因为组里与它相同的文档最多。</translation>
    </message>
    <message>
        <source>It is kept because it is the most similar to the other documents here.</source>
        <translation>保留它，因为它与组里其余文档最相似。</translation>
    </message>
    <message>
        <source>It is kept because its text is the longest.</source>
        <translation>保留它，因为它的文字最长。</translation>
    </message>
    <message>
        <source>It is kept because its format is the best to go on with.</source>
        <translation>保留它，因为它的格式最便于继续编辑。</translation>
    </message>
    <message>
        <source>It is kept because its encoding is the best to go on with.</source>
        <translation>保留它，因为它的编码最佳。</translation>
    </message>
    <message>
        <source>It is kept because neither its name nor its folder is that of a copy.</source>
        <translation>保留它，因为它的名称和文件夹都不像副本。</translation>
    </message>
    <message>
        <source>It is kept because it is the oldest; the others were written after it.</source>
        <translation>保留它，因为它最早，其余的都是在它之后写入的。</translation>
    </message>
    <message>
        <source>It is kept because it lies in the fewest folders.</source>
        <translation>保留它，因为它所在的文件夹层级最浅。</translation>
    </message>
    <message>
        <source>It is kept because its file has the lowest number on the disk, as files that came first mostly have.</source>
        <translation>保留它，因为它在磁盘上的文件编号最小，最先写入的文件多半如此。</translation>
    </message>
    <message>
        <source>It is kept because its name is the shortest.</source>
        <translation>保留它，因为它的名称最短。</translation>
    </message>
    <message>
        <source>It is kept because its path comes first; nothing else speaks for one of them.</source>
        <translation>保留它，因为它的路径排在最前；其他方面分不出高下。</translation>
    </message>
    <message>
        <source>check: newer by date</source>
        <translation>请核对：日期更新</translation>
    </message>
    <message>
        <source>check: higher version by name</source>
        <translation>请核对：名称版本更高</translation>
    </message>
    <message>
        <source>Names and dates disagree about the latest version: compare before removing.</source>
        <translation>名称与日期不一致，无法确定哪一个最新：请先比较，再决定是否移除。</translation>
    </message>
    <message>
        <source>check the dates</source>
        <translation>请核对日期</translation>
    </message>
    <message>
        <source>a file of its own</source>
        <translation>独立文件</translation>
    </message>
    <message>
        <source>undamaged</source>
        <translation>未损坏</translation>
    </message>
    <message>
        <source>best format</source>
        <translation>格式最便于编辑</translation>
    </message>
    <message>
        <source>best encoding</source>
        <translation>编码最佳</translation>
    </message>
    <message>
        <source>shortest path</source>
        <translation>路径最短</translation>
    </message>
    <message>
        <source>shortest name</source>
        <translation>名称最短</translation>
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
        <translation>1 个文档</translation>
    </message>
    <message>
        <source>{0} documents</source>
        <translation>{0} 个文档</translation>
    </message>
</context>
<context>
    <name>LanguagePage</name>
    <message>
        <source>Appearance and language</source>
        <translation>外观与语言</translation>
    </message>
    <message>
        <source>Takes effect at once; nothing is read or scanned again.</source>
        <translation>立即生效；不会重新读取或扫描。</translation>
    </message>
    <message>
        <source>The system&apos;s</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Of the window, its dates and its numbers. Your documents may be in any.</source>
        <translation>窗口、日期和数字的语言。您的文档可以是任何语言。</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Fonts, their size and the accent colour are always the system&apos;s.</source>
        <translation>字体、字号和强调色始终跟随系统。</translation>
    </message>
</context>
<context>
    <name>ListPanel</name>
    <message>
        <source>&amp;Open</source>
        <translation>打开(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Show in file manager</source>
        <translation>在文件管理器中显示(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Copy path</source>
        <translation>复制路径(&amp;C)</translation>
    </message>
    <message>
        <source>Go back to the groups</source>
        <translation>返回组列表</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>What is shown of two documents</source>
        <translation>两个文档的显示方式</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>Why these two</source>
        <translation>为何相似</translation>
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
        <translation>Variorum：使用手册</translation>
    </message>
    <message>
        <source>The manual</source>
        <translation>使用手册</translation>
    </message>
    <message>
        <source>{0}: the manual cannot be read: {1}</source>
        <translation>{0}：无法读取使用手册：{1}</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>目录</translation>
    </message>
    <message>
        <source>Find in the manual</source>
        <translation>在手册中查找</translation>
    </message>
    <message>
        <source>Places found</source>
        <translation>找到的位置</translation>
    </message>
    <message>
        <source>Previous place (Shift+F3)</source>
        <translation>上一处（Shift+F3）</translation>
    </message>
    <message>
        <source>Next place (F3)</source>
        <translation>下一处（F3）</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>第 {0} 处，共 {1} 处</translation>
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
        <translation>撤销</translation>
    </message>
    <message>
        <source>Mark what was marked before, and nothing else</source>
        <translation>恢复之前的标记</translation>
    </message>
    <message>
        <source>1 document marked; {1} hidden by the filter were left alone</source>
        <translation>已标记 1 个文档；被筛选隐藏的 {1} 个未改动</translation>
    </message>
    <message>
        <source>{0} documents marked; {1} hidden by the filter were left alone</source>
        <translation>已标记 {0} 个文档；被筛选隐藏的 {1} 个未改动</translation>
    </message>
    <message>
        <source>1 document marked, the filter taken away; nothing is moved yet</source>
        <translation>已标记 1 个文档，并取消了筛选；尚未移动任何文档</translation>
    </message>
    <message>
        <source>{0} documents marked, the filter taken away; nothing is moved yet</source>
        <translation>已标记 {0} 个文档，并取消了筛选；尚未移动任何文档</translation>
    </message>
    <message>
        <source>1 document marked; nothing is moved yet</source>
        <translation>已标记 1 个文档；尚未移动任何文档</translation>
    </message>
    <message>
        <source>{0} documents marked; nothing is moved yet</source>
        <translation>已标记 {0} 个文档；尚未移动任何文档</translation>
    </message>
    <message>
        <source>Nothing more to mark</source>
        <translation>没有更多可标记的</translation>
    </message>
    <message>
        <source>1 document marked, the filter taken away; no id is exported yet</source>
        <translation>已标记 1 个文档，并取消了筛选；尚未导出 ID</translation>
    </message>
    <message>
        <source>{0} documents marked, the filter taken away; no ids are exported yet</source>
        <translation>已标记 {0} 个文档，并取消了筛选；尚未导出 ID</translation>
    </message>
    <message>
        <source>1 document marked; no id is exported yet</source>
        <translation>已标记 1 个文档；尚未导出 ID</translation>
    </message>
    <message>
        <source>{0} documents marked; no ids are exported yet</source>
        <translation>已标记 {0} 个文档；尚未导出 ID</translation>
    </message>
    <message>
        <source>1 document unmarked; {1} hidden by the filter stay marked</source>
        <translation>已取消 1 个文档的标记；被筛选隐藏的 {1} 个仍有标记</translation>
    </message>
    <message>
        <source>{0} documents unmarked; {1} hidden by the filter stay marked</source>
        <translation>已取消 {0} 个文档的标记；被筛选隐藏的 {1} 个仍有标记</translation>
    </message>
    <message>
        <source>1 document unmarked</source>
        <translation>已取消 1 个文档的标记</translation>
    </message>
    <message>
        <source>{0} documents unmarked</source>
        <translation>已取消 {0} 个文档的标记</translation>
    </message>
</context>
<context>
    <name>MemberWords</name>
    <message>
        <source>same bytes as the kept document</source>
        <translation>与保留的文档字节完全相同</translation>
    </message>
    <message>
        <source>same text as the kept document, other bytes</source>
        <translation>与保留的文档文字相同，字节不同</translation>
    </message>
    <message>
        <source>same words as the kept document, not all the rest</source>
        <translation>与保留的文档词句相同，其余不尽相同</translation>
    </message>
    <message>
        <source>earlier version: {share} of it is in the kept document</source>
        <translation>较早版本：其中 {share} 在保留的文档里</translation>
    </message>
    <message>
        <source>linked through others of the group</source>
        <translation>通过组中其他文档间接相连</translation>
    </message>
    <message>
        <source>{share} of it is in the kept document</source>
        <translation>其中 {share} 在保留的文档中</translation>
    </message>
    <message>
        <source>what it shares stands in many documents; {share} is its own text</source>
        <translation>相同的内容也见于许多其他文档；自有文字占 {share}</translation>
    </message>
    <message>
        <source>similarity {share}, distance {distance} bits</source>
        <translation>相似度 {share}，距离 {distance} 位</translation>
    </message>
    <message>
        <source>similarity {share}, distance 1 bit</source>
        <translation>相似度 {share}，距离 1 位</translation>
    </message>
    <message>
        <source>similarity {share}; too short for the distance ({distance})</source>
        <translation>相似度 {share}；过短，距离无意义（{distance}）</translation>
    </message>
    <message>
        <source>{words}; only numbers, dates or names differ</source>
        <translation>{words}；只有数字、日期或名称不同</translation>
    </message>
    <message>
        <source>{words}; {what}</source>
        <translation>{words}；{what}</translation>
    </message>
    <message>
        <source>same bytes as {name}</source>
        <translation>与 {name} 字节相同</translation>
    </message>
    <message>
        <source>same text as {name}, other bytes</source>
        <translation>与 {name} 文字相同，字节不同</translation>
    </message>
    <message>
        <source>{copy}. That document is not a copy of the kept one: it stays when true copies go</source>
        <translation>{copy}。那个文档不是保留的文档的副本：移除确定重复时它会留下</translation>
    </message>
    <message>
        <source>same time</source>
        <translation>时间相同</translation>
    </message>
    <message>
        <source>{number} s</source>
        <translation>{number} 秒</translation>
    </message>
    <message>
        <source>{number} min</source>
        <translation>{number} 分钟</translation>
    </message>
    <message>
        <source>{number} h</source>
        <translation>{number} 小时</translation>
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
        <translation>转到菜单栏</translation>
    </message>
</context>
<context>
    <name>Narrowing</name>
    <message>
        <source>No document passes the filter. 1 group is hidden.</source>
        <translation>没有文档符合筛选条件，已隐藏 1 组。</translation>
    </message>
    <message>
        <source>No document passes the filter. {0} groups are hidden.</source>
        <translation>没有文档符合筛选条件，已隐藏 {0} 组。</translation>
    </message>
    <message>
        <source>Nothing to show</source>
        <translation>没有可显示的内容</translation>
    </message>
</context>
<context>
    <name>Notifications</name>
    <message>
        <source>Show</source>
        <translation>查看</translation>
    </message>
</context>
<context>
    <name>OpeningController</name>
    <message>
        <source>About Variorum</source>
        <translation>关于 Variorum</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Variorum {0}&lt;/h3&gt;&lt;p&gt;Finds, verifies and reviews near-duplicate text documents.&lt;/p&gt;&lt;p&gt;MIT licence. Made with Qt, NumPy, jieba and other free software.&lt;/p&gt;</source>
        <translation>&lt;h3&gt;Variorum {0}&lt;/h3&gt;&lt;p&gt;查找、核实并审阅近似重复的文本文档。&lt;/p&gt;&lt;p&gt;MIT 许可证。使用 Qt、NumPy、jieba 和其他自由软件制作。&lt;/p&gt;</translation>
    </message>
</context>
<context>
    <name>OrderedList</name>
    <message>
        <source>Take it off the list (Delete)</source>
        <translation>从列表中移除（Delete）</translation>
    </message>
    <message>
        <source>Let it count more (Alt+Up)</source>
        <translation>提高优先次序（Alt+Up）</translation>
    </message>
    <message>
        <source>Let it count less (Alt+Down)</source>
        <translation>降低优先次序（Alt+Down）</translation>
    </message>
</context>
<context>
    <name>PageWords</name>
    <message>
        <source>p. {0}</source>
        <translation>第 {0} 页</translation>
    </message>
    <message>
        <source>slide {0}</source>
        <translation>第 {0} 张</translation>
    </message>
    <message>
        <source>Page {0} begins here</source>
        <translation>第 {0} 页从这里开始</translation>
    </message>
    <message>
        <source>Slide {0} begins here</source>
        <translation>第 {0} 张幻灯片从这里开始</translation>
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
        <translation>分布图的图例</translation>
    </message>
    <message>
        <source>Drag a line, or point at a cell to see its pairs</source>
        <translation>拖动线条，或指向格子查看其中的文档对</translation>
    </message>
</context>
<context>
    <name>PairPicture</name>
    <message>
        <source>Picture of the pairs</source>
        <translation>文档对分布图</translation>
    </message>
    <message>
        <source>Least similarity in percent, line</source>
        <translation>最低相似度（百分比），线</translation>
    </message>
    <message>
        <source>Greatest distance in bits, line</source>
        <translation>最大距离（位），线</translation>
    </message>
    <message>
        <source>No pairs are known yet</source>
        <translation>还没有已知的文档对</translation>
    </message>
    <message>
        <source>1 pair by distance and similarity</source>
        <translation>1 对文档，按距离和相似度分布</translation>
    </message>
    <message>
        <source>{0} pairs by distance and similarity</source>
        <translation>{0} 对文档，按距离和相似度分布</translation>
    </message>
    <message>
        <source>Not shown below now</source>
        <translation>目前未在下方显示</translation>
    </message>
</context>
<context>
    <name>PartWords</name>
    <message>
        <source>Page {0} of {2}</source>
        <translation>第 {0} 页，共 {2} 页</translation>
    </message>
    <message>
        <source>Pages {0} to {1} of {2}</source>
        <translation>第 {0} 至 {1} 页，共 {2} 页</translation>
    </message>
    <message>
        <source>Slide {0} of {2}</source>
        <translation>第 {0} 张幻灯片，共 {2} 张</translation>
    </message>
    <message>
        <source>Slides {0} to {1} of {2}</source>
        <translation>第 {0} 至 {1} 张幻灯片，共 {2} 张</translation>
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
        <translation>唯一的一行逐字出现在另一文档中</translation>
    </message>
    <message>
        <source>All {0} lines are in the other document word for word</source>
        <translation>{0} 行全部逐字出现在另一文档中</translation>
    </message>
    <message>
        <source>{0} of {1} lines are in the other document word for word, {2} differ</source>
        <translation>{1} 行中有 {0} 行逐字出现在另一文档中，{2} 行不同</translation>
    </message>
</context>
<context>
    <name>PassageModel</name>
    <message>
        <source>Begins with</source>
        <translation>开头</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>长度</translation>
    </message>
    <message>
        <source>Characters that both have, without spaces</source>
        <translation>双方共有的字符，不计空白</translation>
    </message>
    <message>
        <source>How the passage begins in the left text</source>
        <translation>该段落在左边文字中的开头</translation>
    </message>
</context>
<context>
    <name>PassagesPage</name>
    <message>
        <source>Passages in both, the longest first</source>
        <translation>双方共有的段落，最长的在前</translation>
    </message>
    <message>
        <source>1 passage in both</source>
        <translation>1 个共有段落</translation>
    </message>
    <message>
        <source>{0} passages in both</source>
        <translation>{0} 个共有段落</translation>
    </message>
    <message>
        <source>kept, {1} in both: {0}</source>
        <translation>保留的，{1} 双方共有：{0}</translation>
    </message>
    <message>
        <source>chosen, {1} in both: {0}</source>
        <translation>选中的，{1} 双方共有：{0}</translation>
    </message>
    <message>
        <source>{1} in both: {0}</source>
        <translation>{1} 双方共有：{0}</translation>
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
        <translation>预设</translation>
    </message>
    <message>
        <source>Choose one to get its values back</source>
        <translation>选择一个即可恢复其中的值</translation>
    </message>
    <message>
        <source>&amp;Save as…</source>
        <translation>另存为(&amp;S)…</translation>
    </message>
    <message>
        <source>Save the values of now under a name</source>
        <translation>以名称保存当前的值</translation>
    </message>
    <message>
        <source>none chosen</source>
        <translation>未选择</translation>
    </message>
    <message>
        <source>none saved</source>
        <translation>尚未保存</translation>
    </message>
    <message>
        <source>Choose a name first</source>
        <translation>请先选择名称</translation>
    </message>
    <message>
        <source>Save as</source>
        <translation>另存为</translation>
    </message>
    <message>
        <source>Name; what is saved under it already is replaced</source>
        <translation>名称；同名的已有内容将被替换</translation>
    </message>
    <message>
        <source>Delete what is saved under this name</source>
        <translation>删除用这个名称保存的内容</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>删除(&amp;D)</translation>
    </message>
</context>
<context>
    <name>ProblemController</name>
    <message>
        <source>{0} is not on this machine and cannot be read again.</source>
        <translation>{0} 不在本机，无法重新读取。</translation>
    </message>
    <message>
        <source>{0} was read again: it {1}</source>
        <translation>{0} 已重新读取：{1}</translation>
    </message>
    <message>
        <source>{0} was read again and still cannot be used: {1}</source>
        <translation>已重新读取 {0}，仍然无法使用：{1}</translation>
    </message>
    <message>
        <source>The folder {0} can be listed now. Scan to read what is in it.</source>
        <translation>现在可以列出文件夹 {0}。请扫描以读取其中的内容。</translation>
    </message>
    <message>
        <source>{0} can be used now. Scan to compare it with the other documents.</source>
        <translation>现在可以使用 {0}。请扫描以将它与其他文档比较。</translation>
    </message>
    <message>
        <source>Export the problems shown</source>
        <translation>导出显示的问题</translation>
    </message>
    <message>
        <source>The problems shown were written to {0}.</source>
        <translation>显示的问题已写入 {0}。</translation>
    </message>
</context>
<context>
    <name>ProblemModel</name>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>While</source>
        <translation>阶段</translation>
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
        <translation>按文件或原因筛选</translation>
    </message>
    <message>
        <source>Filter problems</source>
        <translation>筛选问题</translation>
    </message>
    <message>
        <source>Filter problems by stage</source>
        <translation>按阶段筛选问题</translation>
    </message>
    <message>
        <source>E&amp;xport…</source>
        <translation>导出(&amp;X)…</translation>
    </message>
    <message>
        <source>Write the problems shown to a CSV file</source>
        <translation>将显示的问题写入 CSV 文件</translation>
    </message>
    <message>
        <source>Read agai&amp;n</source>
        <translation>重新读取(&amp;N)</translation>
    </message>
    <message>
        <source>Read the chosen file again, without scanning its folder (Ctrl+R)</source>
        <translation>重新读取选中的文件，而不扫描它所在的文件夹 (Ctrl+R)</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Show in file manager</source>
        <translation>在文件管理器中显示(&amp;S)</translation>
    </message>
    <message>
        <source>Read this file &amp;again</source>
        <translation>重新读取此文件(&amp;A)</translation>
    </message>
    <message>
        <source>Read in another &amp;encoding</source>
        <translation>用其他编码读取(&amp;E)</translation>
    </message>
    <message>
        <source>Problems {count}</source>
        <translation>问题 {count}</translation>
    </message>
    <message>
        <source>All stages</source>
        <translation>所有阶段</translation>
    </message>
    <message>
        <source>{stage} ({count})</source>
        <translation>{stage} ({count})</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>No problem matches the filter</source>
        <translation>没有符合筛选条件的问题</translation>
    </message>
    <message>
        <source>No problems</source>
        <translation>没有问题</translation>
    </message>
</context>
<context>
    <name>ReadingPage</name>
    <message>
        <source>What is read</source>
        <translation>读取内容</translation>
    </message>
    <message>
        <source>Files that cannot be read or are too large are named under Not read, files of other kinds are only counted. None is changed.</source>
        <translation>无法读取或过大的文件列在“未读取”中，其他种类的文件只计数。任何文件都不会更改。</translation>
    </message>
    <message>
        <source>All other text</source>
        <translation>其他所有文本</translation>
    </message>
    <message>
        <source>Files of any other name that are text; what is no text is left out, counted</source>
        <translation>名称不同但内容是文本的文件；不是文本的会排除并计数</translation>
    </message>
    <message>
        <source>Archives, mailboxes</source>
        <translation>压缩包、邮箱文件</translation>
    </message>
    <message>
        <source>Documents in .zip and .mbox files are compared and shown; nothing is removed from them</source>
        <translation>比较并显示 .zip 和 .mbox 文件中的文档；不会从中移除任何内容</translation>
    </message>
    <message>
        <source>Kinds of files</source>
        <translation>文件种类</translation>
    </message>
    <message>
        <source>The content decides, not the name: a Word file called notes.txt is read as Word.</source>
        <translation>按内容而非名称判断：名为 notes.txt 的 Word 文件按 Word 读取。</translation>
    </message>
    <message>
        <source>Other names</source>
        <translation>其他名称</translation>
    </message>
    <message>
        <source>Read as well: names with *, such as *.cnf; with a slash, the path below a folder.</source>
        <translation>同样读取：带 * 的名称，例如 *.cnf；带斜杠时为文件夹内的路径。</translation>
    </message>
    <message>
        <source>Leave out</source>
        <translation>排除</translation>
    </message>
    <message>
        <source>Names of files or folders; * stands for any characters. Documents inside are not counted.</source>
        <translation>文件或文件夹的名称；* 代表任意字符。其中的文档不计数。</translation>
    </message>
    <message>
        <source> MB</source>
        <translation> MB</translation>
    </message>
    <message>
        <source>Largest file</source>
        <translation>最大文件</translation>
    </message>
    <message>
        <source>Larger files are listed under Not read. Default {0} MB.</source>
        <translation>更大的文件列在“未读取”中。默认 {0} MB。</translation>
    </message>
    <message>
        <source>Follow links to folders</source>
        <translation>跟随文件夹链接</translation>
    </message>
    <message>
        <source>Linked folders</source>
        <translation>链接的文件夹</translation>
    </message>
    <message>
        <source>Off: what a link points to is read only where it really stands.</source>
        <translation>关闭：链接指向的内容只在其实际位置读取。</translation>
    </message>
    <message>
        <source>without a kind or a name, no file would be read</source>
        <translation>没有选择种类或名称，不会读取任何文件</translation>
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
        <translation>移除历史(&amp;H)…</translation>
    </message>
    <message>
        <source>What was removed, and what of it can be undone (Ctrl+H)</source>
        <translation>移除过什么，其中哪些可以撤销（Ctrl+H）</translation>
    </message>
    <message>
        <source>&amp;Show the list</source>
        <translation>显示列表(&amp;S)</translation>
    </message>
    <message>
        <source>What became of each document</source>
        <translation>每个文档的处理结果</translation>
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
        <translation>摘要仍在等待，尚未导出 ID。</translation>
    </message>
    <message>
        <source>The summary waits. Nothing has been moved.</source>
        <translation>摘要仍在等待，尚未移动任何文档。</translation>
    </message>
    <message>
        <source>CSV files (*.csv)</source>
        <translation>CSV 文件 (*.csv)</translation>
    </message>
    <message>
        <source>Export the list</source>
        <translation>导出列表</translation>
    </message>
    <message>
        <source>The list was written to {0}.</source>
        <translation>列表已写入 {0}。</translation>
    </message>
</context>
<context>
    <name>RemovalDialog</name>
    <message>
        <source>Nothing goes to the trash: none of these documents has one to go to.</source>
        <translation>没有文档移到回收站：这些文档所在的磁盘都没有回收站。</translation>
    </message>
    <message>
        <source>Yes, delete 1 document for good. No trash will have it.</source>
        <translation>是，永久删除 1 个文档。回收站里也不会有。</translation>
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
        <translation>查看差异(&amp;D)</translation>
    </message>
    <message>
        <source>Yes, delete {0} documents for good. No trash will have them.</source>
        <translation>是，永久删除 {0} 个文档。回收站里也不会有。</translation>
    </message>
    <message>
        <source>No document is chosen.</source>
        <translation>未选择任何文档。</translation>
    </message>
    <message>
        <source>{0} {1}</source>
        <comment>how many, and of what kind</comment>
        <translation>{0} 个{1}</translation>
    </message>
    <message>
        <source>in 1 group</source>
        <translation>共 1 组</translation>
    </message>
    <message>
        <source>in {0} groups</source>
        <translation>共 {0} 组</translation>
    </message>
    <message>
        <source>Includes 1 other name (hard link) of these files.</source>
        <translation>连同这些文件的 1 个其他名称（硬链接）一起处理。</translation>
    </message>
    <message>
        <source>Includes {0} other names (hard links) of these files.</source>
        <translation>连同这些文件的 {0} 个其他名称（硬链接）一起处理。</translation>
    </message>
    <message>
        <source>Undo could not bring back {0} documents with all that they have; the list says what they would lack.</source>
        <translation>撤销无法完整恢复 {0} 个文档；列表中说明将缺少的内容。</translation>
    </message>
    <message>
        <source>1 document in a protected folder stays</source>
        <translation>受保护文件夹中的 1 个文档不会移动</translation>
    </message>
    <message>
        <source>{0} documents in protected folders stay</source>
        <translation>受保护文件夹中的 {0} 个文档不会移动</translation>
    </message>
    <message>
        <source>1 marked document stays: it {1}</source>
        <translation>1 个已标记的文档留下：它{1}</translation>
    </message>
    <message>
        <source>{0} marked documents stay: each {1}</source>
        <translation>{0} 个已标记的文档留下：每个都{1}</translation>
    </message>
    <message>
        <source>{0} marked documents stay; the end of the list says why</source>
        <translation>{0} 个已标记的文档留下；列表末尾说明原因</translation>
    </message>
    <message>
        <source>1 more marked document is hidden by the filter and stays</source>
        <translation>另有 1 个标记的文档被筛选隐藏，会留下</translation>
    </message>
    <message>
        <source>{0} more marked documents are hidden by the filter and stay</source>
        <translation>另有 {0} 个标记的文档被筛选隐藏，会留下</translation>
    </message>
    <message>
        <source>Documents that this is done with</source>
        <translation>要处理的文档</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
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
        <translation>留下的文档</translation>
    </message>
    <message>
        <source>No trash to go to: {0}</source>
        <translation>没有可用的回收站：{0}</translation>
    </message>
    <message>
        <source>Show differences</source>
        <translation>查看差异</translation>
    </message>
    <message>
        <source>Frees no space: {0}</source>
        <translation>不释放空间：{0}</translation>
    </message>
    <message>
        <source>Undo cannot bring back in full: {0}</source>
        <translation>撤销无法完整恢复：{0}</translation>
    </message>
    <message>
        <source>Marked, and stay: {0}</source>
        <translation>已标记但会留下：{0}</translation>
    </message>
    <message>
        <source>Look at this one first: it is only similar, not the same.</source>
        <translation>请先看这一个：它只是相似，并不相同。</translation>
    </message>
    <message>
        <source>Look at this one first: it is no true copy.</source>
        <translation>请先看这一个：它不是确定重复。</translation>
    </message>
    <message>
        <source>Look at these {0} first: they are only similar, not the same.</source>
        <translation>请先看这 {0} 个：它们只是相似，并不相同。</translation>
    </message>
    <message>
        <source>Look at these {0} first: they are no true copies.</source>
        <translation>请先看这 {0} 个：它们不是确定重复。</translation>
    </message>
    <message>
        <source>True copies: identical, or the same text saved differently</source>
        <translation>确定重复：完全相同，或文字相同而保存方式不同</translation>
    </message>
    <message>
        <source>by hand only</source>
        <translation>只能手工标记</translation>
    </message>
    <message>
        <source>{0}, {1}</source>
        <comment>a kind, and a note on it</comment>
        <translation>{0}，{1}</translation>
    </message>
    <message>
        <source>is hidden by the filter and stays</source>
        <translation>被筛选隐藏，因此留下</translation>
    </message>
    <message>
        <source>1 differs from it in numbers, dates or names only: probably no copy.</source>
        <translation>1 个只有数字、日期或名称不同：可能不是副本。</translation>
    </message>
    <message>
        <source>{0} differ from it in numbers, dates or names only: probably no copies.</source>
        <translation>{0} 个只有数字、日期或名称不同：可能不是副本。</translation>
    </message>
    <message>
        <source>1 was marked by hand that no rule would mark; it comes first.</source>
        <translation>1 个是手工标记的，任何规则都不会标记它；它排在最前。</translation>
    </message>
    <message>
        <source>{0} were marked by hand that no rule would mark; they come first.</source>
        <translation>{0} 个是手工标记的，任何规则都不会标记它们；它们排在最前。</translation>
    </message>
    <message>
        <source>What is deleted for good can come back only as a copy of an identical document, while one is left.</source>
        <translation>永久删除的文档只能由还在的完全相同的文档复制回来。</translation>
    </message>
    <message>
        <source>Undo could not bring back all of {0}: it would lack {1}.</source>
        <translation>撤销无法完整恢复 {0}，将缺少：{1}。</translation>
    </message>
    <message>
        <source>{0} linked to it through others alone, and no near-duplicates of it.</source>
        <translation>{0} 个只通过其他文档与它间接相连，并非它的近似重复文档。</translation>
    </message>
</context>
<context>
    <name>RemovalResults</name>
    <message>
        <source>What became of each document</source>
        <translation>每个文档的处理结果</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>What became of the documents</source>
        <translation>文档的处理结果</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
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
        <translation>保存结果</translation>
    </message>
    <message>
        <source>results</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Open saved results</source>
        <translation>打开保存的结果</translation>
    </message>
    <message>
        <source>Results of Variorum (*{0})</source>
        <translation>Variorum 结果 (*{0})</translation>
    </message>
    <message>
        <source>The results were saved to {0}.</source>
        <translation>结果已保存到 {0}。</translation>
    </message>
    <message>
        <source>The web page is being written…</source>
        <translation>正在写入网页…</translation>
    </message>
    <message>
        <source>{0}: {1} documents that are not on this machine. Mark what is to go, then export the ids (menu File).</source>
        <translation>{0}：{1} 个文档，都不在本机。请标记要去掉的，再导出 ID（“文件”菜单）。</translation>
    </message>
    <message>
        <source>{0}: 1 document that is not on this machine.</source>
        <translation>{0}：1 个文档，不在本机。</translation>
    </message>
    <message>
        <source>{0}: nothing has changed since this was saved ({1} documents).</source>
        <translation>{0}：全部 {1} 个文档都与保存时一样。</translation>
    </message>
    <message>
        <source>{0}: nothing has changed since this was saved (1 document).</source>
        <translation>{0}：这 1 个文档与保存时一样。</translation>
    </message>
    <message>
        <source>{0} changed since</source>
        <translation>{0} 个之后已更改</translation>
    </message>
    <message>
        <source>{0} gone</source>
        <translation>{0} 个已不存在</translation>
    </message>
    <message>
        <source>{0} not readable</source>
        <translation>{0} 个无法读取</translation>
    </message>
    <message>
        <source>{0}: of the documents ({1}), {2}. They are named under Not read; none of them is marked now.</source>
        <translation>{0}：在 {1} 个文档中，{2}。它们列在“未读取”中；现在都没有标记。</translation>
    </message>
    <message>
        <source>Export the groups</source>
        <translation>导出组</translation>
    </message>
    <message>
        <source>The groups were written to {0}.</source>
        <translation>组已写入 {0}。</translation>
    </message>
</context>
<context>
    <name>ReviewActions</name>
    <message>
        <source>Next &amp;document</source>
        <translation>下一个文档(&amp;D)</translation>
    </message>
    <message>
        <source>P&amp;revious document</source>
        <translation>上一个文档(&amp;R)</translation>
    </message>
    <message>
        <source>Go to the next document of the groups</source>
        <translation>转到组中的下一个文档</translation>
    </message>
    <message>
        <source>Go to the previous document of the groups</source>
        <translation>转到组中的上一个文档</translation>
    </message>
    <message>
        <source>Next &amp;group</source>
        <translation>下一组(&amp;G)</translation>
    </message>
    <message>
        <source>Go to the next group</source>
        <translation>转到下一组</translation>
    </message>
    <message>
        <source>Pr&amp;evious group</source>
        <translation>上一组(&amp;E)</translation>
    </message>
    <message>
        <source>Go to the previous group</source>
        <translation>转到上一组</translation>
    </message>
    <message>
        <source>Next group without a &amp;mark</source>
        <translation>下一个没有标记的组(&amp;M)</translation>
    </message>
    <message>
        <source>Go to the next group of which no document is marked</source>
        <translation>转到下一个没有标记任何文档的组</translation>
    </message>
    <message>
        <source>M&amp;ark or unmark</source>
        <translation>标记或取消标记(&amp;A)</translation>
    </message>
    <message>
        <source>Mark the selected documents, or unmark them</source>
        <translation>标记选中的文档，或取消标记</translation>
    </message>
    <message>
        <source>Mark and go &amp;on</source>
        <translation>标记并转到下一个(&amp;O)</translation>
    </message>
    <message>
        <source>Mark the document and go to the next one</source>
        <translation>标记此文档，并转到下一个</translation>
    </message>
    <message>
        <source>&amp;Keep this one instead</source>
        <translation>改为保留此文档(&amp;K)</translation>
    </message>
    <message>
        <source>Let the chosen document be the kept one of its group, from now on</source>
        <translation>从现在起，让选中的文档成为其组中保留的文档</translation>
    </message>
    <message>
        <source>&amp;Not a duplicate</source>
        <translation>不是重复(&amp;N)</translation>
    </message>
    <message>
        <source>Never again show the chosen document as a duplicate of the kept one</source>
        <translation>不再将选中的文档显示为保留的文档的重复</translation>
    </message>
    <message>
        <source>Go on after each de&amp;cision</source>
        <translation>每次决定后转到下一个(&amp;C)</translation>
    </message>
    <message>
        <source>Choose the next document after one was marked, kept or judged</source>
        <translation>标记、改为保留或判断一个文档以后，选择下一个文档</translation>
    </message>
    <message>
        <source>Deci&amp;sions…</source>
        <translation>决定(&amp;S)…</translation>
    </message>
    <message>
        <source>List the decisions about documents, and take some back</source>
        <translation>列出对文档的决定，并可撤回其中一些</translation>
    </message>
    <message>
        <source>Ne&amp;xt part of the window</source>
        <translation>窗口的下一部分(&amp;X)</translation>
    </message>
    <message>
        <source>Move the keyboard on: results, differences, filter</source>
        <translation>将键盘焦点向后移：结果、差异、筛选</translation>
    </message>
    <message>
        <source>Previous part of the w&amp;indow</source>
        <translation>窗口的上一部分(&amp;I)</translation>
    </message>
    <message>
        <source>Move the keyboard back: filter, differences, results</source>
        <translation>将键盘焦点向前移：筛选、差异、结果</translation>
    </message>
</context>
<context>
    <name>ReviewController</name>
    <message>
        <source>Every other group that is shown has a marked document.</source>
        <translation>显示的其他组都已有标记的文档。</translation>
    </message>
    <message>
        <source>These are the last documents shown.</source>
        <translation>后面没有显示的文档了。</translation>
    </message>
    <message>
        <source>These are the first documents shown.</source>
        <translation>前面没有显示的文档了。</translation>
    </message>
</context>
<context>
    <name>RowList</name>
    <message>
        <source>Filter this list</source>
        <translation>筛选此列表</translation>
    </message>
    <message>
        <source>E&amp;xport…</source>
        <translation>导出(&amp;X)…</translation>
    </message>
    <message>
        <source>Write the rows shown to a CSV file</source>
        <translation>将显示的行写入 CSV 文件</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
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
        <translation>返回规则</translation>
    </message>
    <message>
        <source>The rules wait. Nothing has been marked.</source>
        <translation>规则仍在等待，尚未标记任何文档。</translation>
    </message>
    <message>
        <source>The results changed meanwhile; nothing was marked. Ask once more.</source>
        <translation>结果已经改变，没有标记任何文档。请再试一次。</translation>
    </message>
    <message>
        <source>Marked 1 document.</source>
        <translation>已标记 1 个文档。</translation>
    </message>
    <message>
        <source>Marked {0} documents.</source>
        <translation>已标记 {0} 个文档。</translation>
    </message>
    <message>
        <source>Marked 1 document; {1} hidden by the filter were left alone.</source>
        <translation>已标记 1 个文档；被筛选隐藏的 {1} 个未作改动。</translation>
    </message>
    <message>
        <source>Marked {0} documents; {1} hidden by the filter were left alone.</source>
        <translation>已标记 {0} 个文档；被筛选隐藏的 {1} 个未作改动。</translation>
    </message>
    <message>
        <source>{0} more were left alone: now that other documents are kept, they are kept, too, or only you can mark them.</source>
        <translation>另有 {0} 个没有标记：保留的文档变了之后，它们自己成了保留的，或者只能由您标记。</translation>
    </message>
</context>
<context>
    <name>RuleList</name>
    <message>
        <source>Rules, the first decides</source>
        <translation>规则，第一条先决定</translation>
    </message>
    <message>
        <source>&amp;Add rule</source>
        <translation>添加规则(&amp;A)</translation>
    </message>
    <message>
        <source>Let the rule count more (Alt+Up)</source>
        <translation>提高规则的优先级 (Alt+Up)</translation>
    </message>
    <message>
        <source>Let the rule count less (Alt+Down)</source>
        <translation>降低规则的优先级 (Alt+Down)</translation>
    </message>
    <message>
        <source>Folders, the first is preferred</source>
        <translation>文件夹，第一个优先</translation>
    </message>
    <message>
        <source>Add &amp;folder…</source>
        <translation>添加文件夹(&amp;F)…</translation>
    </message>
    <message>
        <source>Patterns, one a line</source>
        <translation>模式，每行一个</translation>
    </message>
    <message>
        <source>one pattern a line, such as *final*</source>
        <translation>每行一个模式，例如 *终稿*</translation>
    </message>
    <message>
        <source>The rule “{0}” wants a folder.</source>
        <translation>规则“{0}”需要一个文件夹。</translation>
    </message>
    <message>
        <source>The rule “{0}” wants a pattern.</source>
        <translation>规则“{0}”需要一个模式。</translation>
    </message>
    <message>
        <source>protected folder</source>
        <translation>受保护的文件夹</translation>
    </message>
    <message>
        <source>always first</source>
        <translation>始终优先</translation>
    </message>
    <message>
        <source>A document in a protected folder stays, whatever the rules say</source>
        <translation>受保护文件夹中的文档总会留下，不论规则如何</translation>
    </message>
    <message>
        <source>A rule decides only where the rules above it leave several documents equal.</source>
        <translation>仅当上面的规则分不出先后时，下一条规则才起作用。</translation>
    </message>
    <message>
        <source>Without a rule, the document whose path comes first stays.</source>
        <translation>没有规则时，路径排在最前的文档留下。</translation>
    </message>
    <message>
        <source>A folder to prefer</source>
        <translation>优先的文件夹</translation>
    </message>
</context>
<context>
    <name>RulePreview</name>
    <message>
        <source>same time</source>
        <translation>时间相同</translation>
    </message>
    <message>
        <source>tie</source>
        <translation>并列</translation>
    </message>
    <message>
        <source>you chose the one that stays</source>
        <translation>您选定了留下的文档</translation>
    </message>
    <message>
        <source>protected folder</source>
        <translation>受保护的文件夹</translation>
    </message>
    <message>
        <source>contains the others</source>
        <translation>包含其余文档</translation>
    </message>
    <message>
        <source>the other has no usable date</source>
        <translation>另一个没有可用的日期</translation>
    </message>
    <message>
        <source>Would mark at most 1 document, {2}</source>
        <translation>最多会标记 1 个文档，{2}</translation>
    </message>
    <message>
        <source>Would mark at most {0} documents in 1 group, {2}</source>
        <translation>最多会标记 1 个组中的 {0} 个文档，{2}</translation>
    </message>
    <message>
        <source>Would mark at most {0} documents in {1} groups, {2}</source>
        <translation>最多会标记 {1} 个组中的 {0} 个文档，{2}</translation>
    </message>
    <message>
        <source>Would mark 1 document, {2}</source>
        <translation>将标记 1 个文档，{2}</translation>
    </message>
    <message>
        <source>Would mark {0} documents in 1 group, {2}</source>
        <translation>将标记 1 组中的 {0} 个文档，共 {2}</translation>
    </message>
    <message>
        <source>Would mark {0} documents in {1} groups, {2}</source>
        <translation>将标记 {1} 组中的 {0} 个文档，共 {2}</translation>
    </message>
    <message>
        <source>to be marked by hand only</source>
        <translation>只能由您标记</translation>
    </message>
    <message>
        <source>name and date disagree about the latest one</source>
        <translation>名称与日期不一致，无法确定哪一个最新</translation>
    </message>
    <message>
        <source>inside an archive or a mailbox</source>
        <translation>在压缩包或邮箱文件里</translation>
    </message>
    <message>
        <source>in a protected folder</source>
        <translation>它的文件夹受保护</translation>
    </message>
    <message>
        <source>kept for another group</source>
        <translation>它要为另一个组留下</translation>
    </message>
    <message>
        <source>never compared with the one that stays</source>
        <translation>它从未与留下的文档比较过</translation>
    </message>
    <message>
        <source>hidden by the filter</source>
        <translation>被筛选隐藏</translation>
    </message>
    <message>
        <source>{0} ({1})</source>
        <translation>{0}（{1}）</translation>
    </message>
    <message>
        <source>1 group cannot be decided: {0}.</source>
        <translation>1 个组不能决定：{0}。</translation>
    </message>
    <message>
        <source>{0} groups cannot be decided: {1}.</source>
        <translation>{0} 个组不能决定：{1}。</translation>
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
        <translation>最旧</translation>
    </message>
    <message>
        <source>largest file</source>
        <translation>文件最大</translation>
    </message>
    <message>
        <source>longest text</source>
        <translation>文字最长</translation>
    </message>
    <message>
        <source>most complete</source>
        <translation>最完整</translation>
    </message>
    <message>
        <source>shortest path</source>
        <translation>路径最短</translation>
    </message>
    <message>
        <source>in these folders</source>
        <translation>在这些文件夹中</translation>
    </message>
    <message>
        <source>name like</source>
        <translation>名称像</translation>
    </message>
    <message>
        <source>name not like</source>
        <translation>名称不像</translation>
    </message>
    <message>
        <source>best encoding</source>
        <translation>编码最好</translation>
    </message>
    <message>
        <source>editable format</source>
        <translation>便于编辑</translation>
    </message>
    <message>
        <source>a PDF</source>
        <translation>PDF 文件</translation>
    </message>
    <message>
        <source>Keep the one modified last</source>
        <translation>保留最后修改的</translation>
    </message>
    <message>
        <source>Keep the one modified first</source>
        <translation>保留最先修改的</translation>
    </message>
    <message>
        <source>Keep the one with the most bytes</source>
        <translation>保留字节最多的</translation>
    </message>
    <message>
        <source>Keep the one with the most characters of text</source>
        <translation>保留文字字符最多的</translation>
    </message>
    <message>
        <source>Keep the one that holds the largest share of the others, on average</source>
        <translation>保留平均而言包含其他文档最大份额的</translation>
    </message>
    <message>
        <source>Keep the one in the fewest folders, then of the fewest characters</source>
        <translation>保留文件夹层数最少的，其次是路径字符最少的</translation>
    </message>
    <message>
        <source>Keep the one in the first of these folders, else in the second, and so on</source>
        <translation>保留在第一个文件夹中的，否则在第二个中的，依此类推</translation>
    </message>
    <message>
        <source>Keep the one whose name matches one of the patterns</source>
        <translation>保留名称与其中一个模式相符的</translation>
    </message>
    <message>
        <source>Keep the one whose name matches none of the patterns</source>
        <translation>保留名称与任何模式都不相符的</translation>
    </message>
    <message>
        <source>Keep the one without damaged characters, then the one in UTF-8</source>
        <translation>保留没有损坏字符的，其次是 UTF-8 的</translation>
    </message>
    <message>
        <source>Keep the one that can be edited best: a word processor&apos;s document before plain text, a page, a book, a PDF</source>
        <translation>保留最便于编辑的：文字处理文档先于纯文本、网页、电子书和 PDF</translation>
    </message>
    <message>
        <source>Keep the PDF</source>
        <translation>保留 PDF</translation>
    </message>
    <message>
        <source>by date of change</source>
        <translation>按修改时间</translation>
    </message>
    <message>
        <source>by bytes</source>
        <translation>按字节数</translation>
    </message>
    <message>
        <source>by characters</source>
        <translation>按字数</translation>
    </message>
    <message>
        <source>holds most of the others</source>
        <translation>包含其余文档最多</translation>
    </message>
    <message>
        <source>nearest the top folder</source>
        <translation>最接近顶层文件夹</translation>
    </message>
    <message>
        <source>wants a folder</source>
        <translation>需要一个文件夹</translation>
    </message>
    <message>
        <source>wants a pattern</source>
        <translation>需要一个模式</translation>
    </message>
    <message>
        <source>undamaged, then UTF-8</source>
        <translation>先无损，再 UTF-8</translation>
    </message>
    <message>
        <source>a Word file before a page or a PDF</source>
        <translation>Word 文件先于网页或 PDF</translation>
    </message>
    <message>
        <source>before any other format</source>
        <translation>先于任何其他格式</translation>
    </message>
    <message>
        <source>that of a copy</source>
        <translation>副本的名称</translation>
    </message>
</context>
<context>
    <name>RulesDialog</name>
    <message>
        <source>Mark by rules</source>
        <translation>按规则标记</translation>
    </message>
    <message>
        <source>Saved rules</source>
        <translation>保存的规则</translation>
    </message>
    <message>
        <source>Show &amp;differences</source>
        <translation>查看差异(&amp;D)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>What to &amp;keep in each group</source>
        <translation>每组保留哪个(&amp;K)</translation>
    </message>
    <message>
        <source>Mark the others if they are</source>
        <translation>标记其余的</translation>
    </message>
    <message>
        <source>What differs in numbers only is never marked by rules.</source>
        <translation>规则从不标记仅数字不同的文档。</translation>
    </message>
    <message>
        <source>Double-click a row to compare the two documents.</source>
        <translation>双击一行可比较两个文档。</translation>
    </message>
    <message>
        <source>&amp;Rules</source>
        <translation>规则(&amp;R)</translation>
    </message>
    <message>
        <source>A moment: what these rules would mark is not known yet.</source>
        <translation>请稍候：尚不知道这些规则会标记什么。</translation>
    </message>
    <message>
        <source>Only marks are set. You see a summary before anything is done with them.</source>
        <translation>只做标记。处理之前会显示摘要。</translation>
    </message>
    <message>
        <source>&amp;Mark up to {0}</source>
        <translation>最多标记 {0} 个(&amp;M)</translation>
    </message>
    <message>
        <source>What would be marked</source>
        <translation>将标记的文档</translation>
    </message>
    <message>
        <source>Choose saved rules</source>
        <translation>选择保存的规则</translation>
    </message>
    <message>
        <source>Save these rules under a name</source>
        <translation>以名称保存这些规则</translation>
    </message>
    <message>
        <source>&amp;Mark</source>
        <translation>标记(&amp;M)</translation>
    </message>
    <message>
        <source>{0} hidden by the filter are left alone.</source>
        <translation>被筛选隐藏的 {0} 个不作改动。</translation>
    </message>
    <message>
        <source>Would be marked</source>
        <translation>将标记</translation>
    </message>
    <message>
        <source>Stays</source>
        <translation>留下的文档</translation>
    </message>
    <message>
        <source> · {0}</source>
        <comment>a size, behind a folder</comment>
        <translation> · {0}</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Decided by</source>
        <translation>决定的规则</translation>
    </message>
    <message>
        <source>&amp;Mark {0}</source>
        <translation>标记 {0} 个(&amp;M)</translation>
    </message>
</context>
<context>
    <name>ScanCard</name>
    <message>
        <source>What is being done</source>
        <translation>正在进行的操作</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>查看</translation>
    </message>
    <message>
        <source>Show the files that could not be read</source>
        <translation>查看无法读取的文件</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Stop the scan (Esc); what was found until then is kept</source>
        <translation>停止扫描（Esc）；会保留已找到的内容</translation>
    </message>
    <message>
        <source>Starting to scan</source>
        <translation>开始扫描</translation>
    </message>
    <message>
        <source>Pausing…</source>
        <translation>正在暂停…</translation>
    </message>
    <message>
        <source>Paused. {0}</source>
        <translation>已暂停。{0}</translation>
    </message>
    <message>
        <source>Cancelling…</source>
        <translation>正在取消…</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Let the scan stand still, or go on (F6)</source>
        <translation>暂停或继续扫描（F6）</translation>
    </message>
    <message>
        <source>1 document</source>
        <translation>1 个文档</translation>
    </message>
    <message>
        <source>{0} documents</source>
        <translation>{0} 个文档</translation>
    </message>
    <message>
        <source>{0} of 1 new document</source>
        <translation>{0} / 1 个新文档</translation>
    </message>
    <message>
        <source>{0} of {1} new documents</source>
        <translation>{0} / {1} 个新文档</translation>
    </message>
    <message>
        <source>{0} left out: by name, linked or too large</source>
        <translation>排除 {0} 个：按名称、链接或过大</translation>
    </message>
    <message>
        <source>{0} not read</source>
        <translation>{0} 个未读取</translation>
    </message>
    <message>
        <source>listing files</source>
        <translation>列出文件</translation>
    </message>
    <message>
        <source>reading documents</source>
        <translation>读取文档</translation>
    </message>
    <message>
        <source>comparing fingerprints and passages</source>
        <translation>比较指纹和段落</translation>
    </message>
    <message>
        <source>verifying pairs word by word</source>
        <translation>逐词核实文档对</translation>
    </message>
    <message>
        <source>Step {0} of {1}: {2}</source>
        <translation>第 {0} 步，共 {1} 步：{2}</translation>
    </message>
    <message>
        <source>about {0} s left</source>
        <translation>约剩 {0} 秒</translation>
    </message>
    <message>
        <source>about {0} min left</source>
        <translation>约剩 {0} 分钟</translation>
    </message>
    <message>
        <source>about {0} h left</source>
        <translation>约剩 {0} 小时</translation>
    </message>
</context>
<context>
    <name>ScanController</name>
    <message>
        <source>Set it aside and scan</source>
        <translation>改名保留并扫描</translation>
    </message>
    <message>
        <source>The index is damaged. Shall it be renamed, and a new one made? Judgements and the history of removals are kept.</source>
        <translation>索引已损坏。要把它改名，另建新索引吗？判断列表和移除历史都会保留。</translation>
    </message>
    <message>
        <source>The index was made by an earlier version of Variorum. Rename it and start a new one? Judgements and the history of removals are kept.</source>
        <translation>索引由较早版本的 Variorum 创建。要把它改名，另建新索引吗？判断列表和移除历史都会保留。</translation>
    </message>
</context>
<context>
    <name>ScanEnd</name>
    <message>
        <source>The scan has ended</source>
        <translation>扫描已结束</translation>
    </message>
</context>
<context>
    <name>SettingsController</name>
    <message>
        <source>The start at login cannot be changed: {0}</source>
        <translation>无法更改登录时启动：{0}</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>Restore this page’s defaults</source>
        <translation>恢复本页默认值</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>确定</translation>
    </message>
    <message>
        <source>The word list is being read…</source>
        <translation>正在读取词表…</translation>
    </message>
    <message>
        <source>This cannot be: {0}.</source>
        <translation>设置无效：{0}。</translation>
    </message>
</context>
<context>
    <name>ShortcutList</name>
    <message>
        <source>Shortcuts</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Search for a command or a key</source>
        <translation>查找命令或按键</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>Nothing has these words or keys.</source>
        <translation>没有符合这些文字或按键的内容。</translation>
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
        <translation>{0}，扫描后已更改</translation>
    </message>
    <message>
        <source>{0} cannot be shown: {1}</source>
        <translation>无法显示 {0}：{1}</translation>
    </message>
    <message>
        <source>not on this machine</source>
        <translation>不在本机</translation>
    </message>
    <message>
        <source>changed since the scan</source>
        <translation>扫描后已更改</translation>
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
        <translation>查找与某个文件相似的文档</translation>
    </message>
</context>
<context>
    <name>SimilarModel</name>
    <message>
        <source>Nothing but numbers, dates or names differs</source>
        <translation>只有数字、日期或名称不同</translation>
    </message>
    <message>
        <source>Every byte is the same</source>
        <translation>每个字节都相同</translation>
    </message>
    <message>
        <source>The same text; encoding or spacing differ</source>
        <translation>文字相同；编码或空格不同</translation>
    </message>
    <message>
        <source>The same words; links, images, comments, form values or the format differ</source>
        <translation>词句相同；链接、图片、批注、表单内容或格式不同</translation>
    </message>
    <message>
        <source>The same form: what both share stands in many documents, and what differs is their own</source>
        <translation>同一模板：相同的内容也见于许多其他文档，不同的是各自的文字</translation>
    </message>
    <message>
        <source>What both share stands in many documents, such as a licence or a footer</source>
        <translation>相同的内容也见于许多其他文档，例如许可声明或页脚</translation>
    </message>
    <message>
        <source>Most of the file stands in this document</source>
        <translation>该文件的大部分内容在此文档中</translation>
    </message>
    <message>
        <source>Most of this document stands in the file</source>
        <translation>此文档的大部分内容在该文件中</translation>
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
        <translation>占文件比例</translation>
    </message>
    <message>
        <source>{percent} of the file is in this document</source>
        <translation>该文件的 {percent} 在此文档中</translation>
    </message>
    <message>
        <source>In the file</source>
        <translation>在文件中比例</translation>
    </message>
    <message>
        <source>{percent} of this document is in the file</source>
        <translation>此文档的 {percent} 在该文件中</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Distance</source>
        <translation>距离</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>The document&apos;s name</source>
        <translation>文档的名称</translation>
    </message>
    <message>
        <source>Whole</source>
        <translation>整体</translation>
    </message>
    <message>
        <source>What this document and the file are to each other</source>
        <translation>此文档与该文件之间的关系</translation>
    </message>
    <message>
        <source>How much of the text of both together is in both</source>
        <translation>两者的全部文字中，双方共有的比例</translation>
    </message>
    <message>
        <source>How much of the file is in this document</source>
        <translation>该文件有多少内容在此文档中</translation>
    </message>
    <message>
        <source>How much of this document is in the file</source>
        <translation>此文档有多少内容在该文件中</translation>
    </message>
    <message>
        <source>How many bits of the two fingerprints differ</source>
        <translation>两个指纹有多少位不同</translation>
    </message>
    <message>
        <source>The folder that holds the document</source>
        <translation>文档所在的文件夹</translation>
    </message>
</context>
<context>
    <name>SimilarPanel</name>
    <message>
        <source>&amp;Back to the groups</source>
        <translation>返回组列表(&amp;B)</translation>
    </message>
    <message>
        <source>Similar documents</source>
        <translation>相似文档</translation>
    </message>
    <message>
        <source>&amp;Find similar to this document</source>
        <translation>查找与此文档相似的文档(&amp;F)</translation>
    </message>
    <message>
        <source>Similar to {0}</source>
        <translation>与 {0} 相似</translation>
    </message>
    <message>
        <source>Looking for similar documents…</source>
        <translation>正在查找相似文档…</translation>
    </message>
    <message>
        <source>distance in bits at most {bits}, similarity at least {percent}</source>
        <translation>距离最多 {bits} 位，相似度至少 {percent}</translation>
    </message>
    <message>
        <source>Similar to {{0}}: {count} ({limits}, or parts)</source>
        <translation>与 {{0}} 相似：{count} 个（{limits}，或互为部分）</translation>
    </message>
    <message>
        <source>No document that could be compared is like this file: none is {0}.</source>
        <translation>可以比较的文档中没有与此文件相似的：没有一个{0}。</translation>
    </message>
    <message>
        <source>No document in the index is like this file: none is {0}.
The index knows what was scanned, of any folder.</source>
        <translation>索引中没有与此文件相似的文档：没有一个{0}。
索引包含任意文件夹中扫描过的内容。</translation>
    </message>
    <message>
        <source>Similar to {0}: none</source>
        <translation>与 {0} 相似：无</translation>
    </message>
    <message>
        <source>1 document that may be like it cannot be compared: {1}: {2}</source>
        <translation>1 个可能与它相似的文档无法比较：{1}：{2}</translation>
    </message>
    <message>
        <source>{0} documents that may be like it cannot be compared, such as {1}: {2}</source>
        <translation>{0} 个可能与它相似的文档无法比较，例如 {1}：{2}</translation>
    </message>
    <message>
        <source>and {0} more</source>
        <translation>以及另外 {0} 个</translation>
    </message>
</context>
<context>
    <name>StateWords</name>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Nothing is read until you press Resume. You may also close the window: what was indexed is kept, and the next scan goes on from there.</source>
        <translation>按“继续”之前不会读取任何内容。您也可以关闭窗口：已编入索引的内容会保留，下次扫描从那里继续。</translation>
    </message>
    <message>
        <source>Looking into the index…</source>
        <translation>正在查询索引…</translation>
    </message>
    <message>
        <source>No folders yet</source>
        <translation>尚无文件夹</translation>
    </message>
    <message>
        <source>Add a folder with documents, or drop one here. Then press Scan to find those that are nearly the same.</source>
        <translation>添加一个存有文档的文件夹，或将文件夹拖放到这里。然后按“扫描”，查找几乎相同的文档。</translation>
    </message>
    <message>
        <source>Not scanned yet</source>
        <translation>尚未扫描</translation>
    </message>
    <message>
        <source>Press Scan to read the documents in the folders and compare them.</source>
        <translation>按“扫描”读取文件夹中的文档并进行比较。</translation>
    </message>
    <message>
        <source>This did not work</source>
        <translation>操作未成功</translation>
    </message>
    <message>
        <source>{0}. The groups below are those of before.</source>
        <translation>{0}。下面是之前的组。</translation>
    </message>
    <message>
        <source>What is read: {0}.</source>
        <translation>可以读取的有：{0}。</translation>
    </message>
    <message>
        <source>Scanning</source>
        <translation>正在扫描</translation>
    </message>
    <message>
        <source>Results appear here as they are verified.</source>
        <translation>核实后的结果会显示在这里。</translation>
    </message>
    <message>
        <source>You can look at results and mark them while the scan goes on. Cancel keeps what was found.</source>
        <translation>扫描时可以查看和标记结果。取消会保留已找到的内容。</translation>
    </message>
    <message>
        <source>Opening saved results…</source>
        <translation>正在打开保存的结果…</translation>
    </message>
    <message>
        <source>{0} compared; others of their groups that are exact copies: {1}, that have the same words: {2}, similar: {3}, parts: {4}</source>
        <translation>已比较 {0} 个文档；各组其余文档中，{1} 个完全相同，{2} 个词句相同，{3} 个相似，{4} 个为部分</translation>
    </message>
    <message>
        <source>{0} too short for the distance (fewer than {1} features)</source>
        <translation>{0} 个太短，距离无效（特征少于 {1} 个）</translation>
    </message>
    <message>
        <source>{0} linked through others</source>
        <translation>{0} 个间接相连</translation>
    </message>
    <message>
        <source>1 file or folder left out by name, link or kind</source>
        <translation>因名称、链接或种类排除 1 个文件或文件夹</translation>
    </message>
    <message>
        <source>{0} files or folders left out by name, link or kind</source>
        <translation>因名称、链接或种类排除 {0} 个文件或文件夹</translation>
    </message>
    <message>
        <source>These results were saved at {0}. Their documents are not on this machine: mark those that are to go, then choose “Export ids to drop…” in the menu File.</source>
        <translation>这些结果保存于 {0}。其中的文档不在本机：请标记要去掉的文档，再在“文件”菜单中选择“导出要剔除的 ID…”。</translation>
    </message>
    <message>
        <source>Cancelled when {0} of {1} had been read. What was read is kept in the index; “Scan again” goes on from there.</source>
        <translation>读取 {1} 个文件中的 {0} 个之后已取消。已读取的内容保留在索引中；“重新扫描”从那里继续。</translation>
    </message>
    <message>
        <source>Cancelled before files were read. Nothing is lost; “Scan again” starts anew.</source>
        <translation>在读取文件之前已取消。没有丢失任何内容；“重新扫描”会从头开始。</translation>
    </message>
    <message>
        <source>No similar documents in the saved results</source>
        <translation>保存的结果中没有相似文档</translation>
    </message>
    <message>
        <source>about {0} pairs of {1} texts not compared (see Not read)</source>
        <translation>{1} 篇文本中约有 {0} 对没有比较（见“未读取”）</translation>
    </message>
    <message>
        <source>about 1 pair of {1} texts not compared (see Not read)</source>
        <translation>{1} 篇文本中约有 1 对没有比较（见“未读取”）</translation>
    </message>
    <message>
        <source>No similar documents known</source>
        <translation>尚无已知的相似文档</translation>
    </message>
    <message>
        <source>No similar documents found</source>
        <translation>未找到相似文档</translation>
    </message>
    <message>
        <source>None of the {0} documents are similar at these values. Move the sliders above to let less similar ones in, or add another folder.</source>
        <translation>{0} 个文档在当前阈值下都不相似。请移动上方滑块以显示相似度较低的文档，或添加其他文件夹。</translation>
    </message>
    <message>
        <source>What is there was {0}.</source>
        <translation>其中的文件{0}。</translation>
    </message>
    <message>
        <source>No documents found</source>
        <translation>未找到文档</translation>
    </message>
    <message>
        <source>1 group  ·  {1} documents</source>
        <translation>1 组  ·  {1} 个文档</translation>
    </message>
    <message>
        <source>{0}
Nothing was lost. Put it right and press “Scan again”.</source>
        <translation>{0}
没有丢失任何内容。请解决问题后按“重新扫描”。</translation>
    </message>
    <message>
        <source>{0} groups  ·  {1} documents</source>
        <translation>{0} 组  ·  {1} 个文档</translation>
    </message>
    <message>
        <source>These results were saved at {0}. Press “Scan again” to bring them up to date.</source>
        <translation>这些结果保存于 {0}。按“重新扫描”可更新。</translation>
    </message>
    <message>
        <source>The index holds documents of these folders, but none that are nearly the same. Press “Scan again” to bring it up to date.</source>
        <translation>索引中有这些文件夹的文档，但没有几乎相同的。按“重新扫描”可更新。</translation>
    </message>
    <message>
        <source>This is the last known state. Press “Scan again” to bring it up to date.</source>
        <translation>这是上次已知的状态。按“重新扫描”可更新。</translation>
    </message>
    <message>
        <source>The folders hold no files that the patterns in the settings let through, or none with text. What could not be used stands under Not read.</source>
        <translation>文件夹中没有符合设置中的模式的文件，或文件中没有文字。无法使用的文件列在“未读取”中。</translation>
    </message>
    <message>
        <source>There is only one document to compare. Add another folder.</source>
        <translation>只有一个文档可供比较。请再添加一个文件夹。</translation>
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
        <translation>文档库统计</translation>
    </message>
    <message>
        <source>The documents are being counted…</source>
        <translation>正在统计文档…</translation>
    </message>
</context>
<context>
    <name>StatusLine</name>
    <message>
        <source>What was found</source>
        <translation>找到的内容</translation>
    </message>
    <message>
        <source>scanning {0}</source>
        <translation>正在扫描 {0}</translation>
    </message>
    <message>
        <source>No folders yet</source>
        <translation>尚无文件夹</translation>
    </message>
    <message>
        <source>1 too old, left out</source>
        <translation>1 个超过保留天数，已排除</translation>
    </message>
    <message>
        <source>{0} too old, left out</source>
        <translation>{0} 个超过保留天数，已排除</translation>
    </message>
    <message>
        <source>{0} is not connected: its document is kept as it was</source>
        <translation>{0} 未连接，其中的 1 个文档保持原样</translation>
    </message>
    <message>
        <source>{0} is not connected: its {1} documents are kept as they were</source>
        <translation>{0} 未连接，其中的 {1} 个文档保持原样</translation>
    </message>
    <message>
        <source>shown: groups {0} of {1}, documents {2} of {3}</source>
        <translation>显示 {0} / {1} 组，{2} / {3} 个文档</translation>
    </message>
    <message>
        <source>scanned today {0}</source>
        <translation>今天 {0} 扫描</translation>
    </message>
    <message>
        <source>scanned {0}</source>
        <translation>扫描于 {0}</translation>
    </message>
</context>
<context>
    <name>StepBar</name>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>List files</source>
        <translation>列出文件</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Verify</source>
        <translation>核实</translation>
    </message>
</context>
<context>
    <name>StepsPage</name>
    <message>
        <source>The document whose fingerprint is made</source>
        <translation>展示哪个文档的指纹</translation>
    </message>
    <message>
        <source>The five steps</source>
        <translation>五个步骤</translation>
    </message>
    <message>
        <source>&lt;b&gt;Features.&lt;/b&gt; The text is cut into features: here {0}, such as its words and pairs of neighbouring words.</source>
        <translation>&lt;b&gt;特征。&lt;/b&gt;文字被分成特征，这里有 {0} 个，例如词和相邻的词对。</translation>
    </message>
    <message>
        <source>&lt;b&gt;Hash.&lt;/b&gt; Each feature becomes a number that looks as if it were drawn by lot, but is always the same for the same feature.</source>
        <translation>&lt;b&gt;哈希。&lt;/b&gt;每个特征变成一个数，看起来像随机抽取的，但同一特征总是得到同一个数。</translation>
    </message>
    <message>
        <source>&lt;b&gt;Weight.&lt;/b&gt; A feature that counts more has more votes.</source>
        <translation>&lt;b&gt;权重。&lt;/b&gt;越重要的特征票数越多。</translation>
    </message>
    <message>
        <source>&lt;b&gt;Votes.&lt;/b&gt; For every bit, a feature adds its weight where its hash has a 1, and takes it away where it has a 0. All votes are added up, column by column.</source>
        <translation>&lt;b&gt;投票。&lt;/b&gt;对于每一位，特征的哈希在该位是 1 就加上权重，是 0 就减去权重。所有票数逐列相加。</translation>
    </message>
    <message>
        <source>&lt;b&gt;Sign.&lt;/b&gt; Where the sum is 0 or more, the bit is 1, else 0. A few other features seldom turn a sum around, so texts that are nearly the same have nearly the same bits.</source>
        <translation>&lt;b&gt;符号。&lt;/b&gt;总和大于或等于 0，该位就是 1，否则是 0。少数特征的变化很少能改变总和的符号，所以几乎相同的文字，各位也几乎相同。</translation>
    </message>
    <message>
        <source>Features with hash and weight</source>
        <translation>特征及其哈希和权重</translation>
    </message>
    <message>
        <source>Votes of the features on each bit</source>
        <translation>特征对各位的投票</translation>
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
        <translation>各组中的文档，包括保留的；单击取消全部筛选</translation>
    </message>
    <message>
        <source>Marked</source>
        <translation>已标记</translation>
    </message>
    <message>
        <source>Show marked documents only</source>
        <translation>只显示已标记的文档</translation>
    </message>
    <message>
        <source>Not read</source>
        <translation>未读取</translation>
    </message>
    <message>
        <source>Show the files that could not be read, with the reasons</source>
        <translation>查看无法读取的文件及原因</translation>
    </message>
    <message>
        <source>Documents that could go; click to filter</source>
        <translation>可以移除的文档；点击可筛选</translation>
    </message>
    <message>
        <source>No true copies</source>
        <translation>没有确定重复</translation>
    </message>
    <message>
        <source>No true copies so far</source>
        <translation>尚未找到确定重复</translation>
    </message>
    <message>
        <source>{0}, {1} safe to free</source>
        <translation>{0}，可安全释放 {1}</translation>
    </message>
    <message>
        <source>{0}, {1} safe to drop</source>
        <translation>{0}，{1} 可安全剔除</translation>
    </message>
    <message>
        <source>{0} safe to free</source>
        <translation>可安全释放 {0}</translation>
    </message>
    <message>
        <source>{0} safe to drop</source>
        <translation>{0} 可安全剔除</translation>
    </message>
    <message>
        <source>{0}; {1} to review</source>
        <translation>{0}；待查看 {1}</translation>
    </message>
    <message>
        <source>{0}; nothing more to review</source>
        <translation>{0}；没有其他待查看的</translation>
    </message>
    <message>
        <source>Similar documents and parts follow</source>
        <translation>稍后显示相似文档和部分</translation>
    </message>
    <message>
        <source>Scan ended early; the rest was not compared</source>
        <translation>扫描提前结束，其余未比较</translation>
    </message>
    <message>
        <source>Unmark all</source>
        <translation>取消全部标记</translation>
    </message>
    <message>
        <source>Mark all true copies</source>
        <translation>标记全部确定重复</translation>
    </message>
    <message>
        <source>Take every mark away</source>
        <translation>去掉全部标记</translation>
    </message>
    <message>
        <source>Mark what is identical to a document that stays, or has the same text. Nothing is done with it yet.</source>
        <translation>标记与留下的文档完全相同或文字相同的文档。尚不做任何处理。</translation>
    </message>
    <message>
        <source>1 true copy so far</source>
        <translation>已找到 1 个确定重复</translation>
    </message>
    <message>
        <source>{0} true copies so far</source>
        <translation>已找到 {0} 个确定重复</translation>
    </message>
    <message>
        <source>1 true copy</source>
        <translation>1 个确定重复</translation>
    </message>
    <message>
        <source>{0} true copies</source>
        <translation>{0} 个确定重复</translation>
    </message>
    <message>
        <source>nothing more to review</source>
        <translation>没有其他待查看的</translation>
    </message>
    <message>
        <source>{0} more to review, {1}</source>
        <translation>另有 {0} 个待查看，{1}</translation>
    </message>
</context>
<context>
    <name>Task</name>
    <message>
        <source>Unexpected error: {0}</source>
        <translation>意外错误：{0}</translation>
    </message>
</context>
<context>
    <name>TextsPage</name>
    <message>
        <source>Texts</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>How two documents are shown and compared. Takes effect at once.</source>
        <translation>两个文档如何显示和比较。立即生效。</translation>
    </message>
    <message>
        <source>the first program found, such as Meld</source>
        <translation>找到的第一个程序，例如 Meld</translation>
    </message>
    <message>
        <source>Other program</source>
        <translation>其他程序</translation>
    </message>
    <message>
        <source>F4 opens the two documents in it, such as meld {left} {right}: the two places take the paths of the files. No shell is used.</source>
        <translation>F4 用它打开这两个文档，例如 meld {left} {right}：两处填入文件的路径。不经过 shell。</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Default: long lines are wrapped, both texts stand left and right.</source>
        <translation>默认：长行自动换行，两个文本左右并排。</translation>
    </message>
    <message>
        <source>Ignore</source>
        <translation>忽略</translation>
    </message>
    <message>
        <source>What is ignored is not shown as a difference. No file is changed.</source>
        <translation>忽略的内容不显示为差异。不会更改文件。</translation>
    </message>
</context>
<context>
    <name>ThresholdBar</name>
    <message>
        <source>Greatest distance in bits</source>
        <translation>最大距离（位）</translation>
    </message>
    <message>
        <source>Least similarity in percent</source>
        <translation>最低相似度（百分比）</translation>
    </message>
    <message>
        <source>Show documents most of which stands in a clearly longer one, at any distance</source>
        <translation>显示大部分内容包含在明显更长的文档中的文档，不限距离</translation>
    </message>
    <message>
        <source>{0} bits</source>
        <translation>{0} 位</translation>
    </message>
    <message>
        <source>{0} %</source>
        <translation>{0} %</translation>
    </message>
    <message>
        <source>Par&amp;ts of other documents</source>
        <translation>其他文档的部分(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Picture</source>
        <translation>分布图(&amp;P)</translation>
    </message>
    <message>
        <source>Show or hide the picture of all pairs by distance and similarity</source>
        <translation>显示或隐藏所有文档对按距离和相似度的分布图</translation>
    </message>
    <message>
        <source>{0} bit</source>
        <translation>{0} 位</translation>
    </message>
    <message>
        <source>&amp;Distance</source>
        <translation>距离(&amp;D)</translation>
    </message>
    <message>
        <source>S&amp;imilarity</source>
        <translation>相似度(&amp;I)</translation>
    </message>
    <message>
        <source>Suggested values; change them whenever you like</source>
        <translation>建议值，可随时更改</translation>
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
        <translation>两个指纹的 64 位中最多可以有多少位不同。数值越大，找到的相似越宽松；之后每一对都会逐词比较。{classic} 是网页的经典设置，{suggested} 适合所有测量过的文档集。</translation>
    </message>
    <message>
        <source>Suggested here: {bits}.</source>
        <translation>此处建议：{bits}。</translation>
    </message>
    <message>
        <source>In a library of this size, fingerprints propose pairs up to {bits} bits; passages that texts share propose them at any distance.</source>
        <translation>对于这样规模的文档库，指纹最远提出相差 {bits} 位的文档对；共有的段落可提出任意距离的文档对。</translation>
    </message>
    <message>
        <source>Pairs are shown when at least this share of the runs of 4 or 5 characters of both documents together is in both</source>
        <translation>两个文档合计的 4 或 5 字符短串中，双方共有的比例不低于此值的文档对才会显示</translation>
    </message>
</context>
<context>
    <name>ThresholdLine</name>
    <message>
        <source>Move the line</source>
        <translation>移动线</translation>
    </message>
</context>
<context>
    <name>TrashlessChoice</name>
    <message>
        <source>{0} without a trash</source>
        <translation>{0} 个没有回收站</translation>
    </message>
    <message>
        <source>&amp;Leave them where they are</source>
        <translation>留在原处(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Move them to a folder…</source>
        <translation>移到文件夹(&amp;M)…</translation>
    </message>
    <message>
        <source>&amp;Delete them for good</source>
        <translation>永久删除(&amp;D)</translation>
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
        <translation>程序在移除过程中被关闭：{1} 个文档中已处理 {0} 个，其余保持原样。</translation>
    </message>
    <message>
        <source>The program had stopped in the middle of a removal.</source>
        <translation>程序曾在移除中途停止。</translation>
    </message>
    <message>
        <source>1 document had been dealt with and can be undone.</source>
        <translation>1 个文档已处理，可以撤销。</translation>
    </message>
    <message>
        <source>{0} documents had been dealt with and can be undone.</source>
        <translation>{0} 个文档已处理，可以撤销。</translation>
    </message>
    <message>
        <source>1 document is unchanged.</source>
        <translation>1 个文档保持原样。</translation>
    </message>
    <message>
        <source>{0} documents are unchanged.</source>
        <translation>{0} 个文档保持原样。</translation>
    </message>
    <message>
        <source>What became of 1 document is not certain.</source>
        <translation>1 个文档的结果不能确定。</translation>
    </message>
    <message>
        <source>What became of {0} documents is not certain.</source>
        <translation>{0} 个文档的结果不能确定。</translation>
    </message>
</context>
<context>
    <name>VoteModel</name>
    <message>
        <source>1 Feature</source>
        <translation>1 特征</translation>
    </message>
    <message>
        <source>2 Hash</source>
        <translation>2 哈希</translation>
    </message>
    <message>
        <source>3 Weight</source>
        <translation>3 权重</translation>
    </message>
    <message>
        <source>Bit {0}, in which the fingerprints differ</source>
        <translation>第 {0} 位，两个指纹在此不同</translation>
    </message>
    <message>
        <source>Bit {0}</source>
        <translation>第 {0} 位</translation>
    </message>
    <message>
        <source>(its hash only)</source>
        <translation>（只有哈希）</translation>
    </message>
    <message>
        <source>{0} others</source>
        <translation>其他 {0} 个</translation>
    </message>
    <message>
        <source>4 Sum of the votes</source>
        <translation>4 票数总和</translation>
    </message>
    <message>
        <source>5 Sign: the bit</source>
        <translation>5 符号：该位</translation>
    </message>
    <message>
        <source>The hash in bits, the highest first: {0}</source>
        <translation>哈希的各位，高位在前：{0}</translation>
    </message>
</context>
<context>
    <name>WatchController</name>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详细信息</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>查看</translation>
    </message>
    <message>
        <source>What comes to this folder from now on is listed under Arrivals.</source>
        <translation>此后到达此文件夹的文档列在“新到文档”中。</translation>
    </message>
    <message>
        <source>another window watches</source>
        <translation>另一个窗口正在监视</translation>
    </message>
    <message>
        <source>watching is paused</source>
        <translation>监视已暂停</translation>
    </message>
    <message>
        <source>watching has stopped</source>
        <translation>监视已停止</translation>
    </message>
    <message>
        <source>another watch is at work</source>
        <translation>另一个监视正在运行</translation>
    </message>
    <message>
        <source>about to watch: the folders are read</source>
        <translation>准备监视：正在读取文件夹</translation>
    </message>
    <message>
        <source>looking at 1 folder every few seconds</source>
        <translation>每隔几秒查看 1 个文件夹</translation>
    </message>
    <message>
        <source>looking at {0} folders every few seconds</source>
        <translation>每隔几秒查看 {0} 个文件夹</translation>
    </message>
    <message>
        <source>watching 1 folder</source>
        <translation>正在监视 1 个文件夹</translation>
    </message>
    <message>
        <source>watching {0} folders</source>
        <translation>正在监视 {0} 个文件夹</translation>
    </message>
    <message>
        <source>{0} left out: came too long ago</source>
        <translation>排除 {0} 个：到达过久</translation>
    </message>
    <message>
        <source>last arrival {0}</source>
        <translation>最近到达 {0}</translation>
    </message>
    <message>
        <source>Watching has stopped: {0}</source>
        <translation>监视已停止：{0}</translation>
    </message>
    <message>
        <source>Watching has stopped: it broke off several times.</source>
        <translation>监视已停止：它多次中断。</translation>
    </message>
    <message>
        <source>Watching has stopped</source>
        <translation>监视已停止</translation>
    </message>
    <message>
        <source>This is what the watch said at its end:</source>
        <translation>监视结束时的输出：</translation>
    </message>
    <message>
        <source>Nothing.</source>
        <translation>无。</translation>
    </message>
    <message>
        <source>Watch folders</source>
        <translation>监视文件夹</translation>
    </message>
</context>
<context>
    <name>WatchProcess</name>
    <message>
        <source>The watch of folders wrote something that cannot be understood</source>
        <translation>文件夹监视输出了无法理解的内容</translation>
    </message>
</context>
<context>
    <name>WatchTray</name>
    <message>
        <source>&amp;Open</source>
        <translation>打开(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Pause watching</source>
        <translation>暂停监视(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Resume watching</source>
        <translation>继续监视(&amp;R)</translation>
    </message>
    <message>
        <source>1 new document is like others</source>
        <translation>1 个新文档与其他文档相似</translation>
    </message>
    <message>
        <source>{0} new documents are like others</source>
        <translation>{0} 个新文档与其他文档相似</translation>
    </message>
    <message>
        <source>{0} and {1} more</source>
        <translation>{0} 等，另有 {1} 个</translation>
    </message>
</context>
<context>
    <name>WatchingPage</name>
    <message>
        <source>Watching</source>
        <translation>监视</translation>
    </message>
    <message>
        <source>Documents that come to watched folders are compared with all others at once, and listed under Arrivals. Nothing is marked or moved.</source>
        <translation>到达监视文件夹的文档会立即与其他所有文档比较，并列在“新到文档”中。不标记也不移动任何文档。</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Folders that are watched, or whose documents are kept for some days. The menu of a folder in the list has both; what is taken off here is off.</source>
        <translation>受监视的文件夹，或其文档设有保留期限的文件夹。两者都在列表中文件夹的菜单里设置；在此去掉即取消。</translation>
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
        <translation>保留文档</translation>
    </message>
    <message>
        <source>Documents that came longer ago are left out of the results, and forgotten. Their files stay. Default: for ever.</source>
        <translation>更早到达的文档会从结果中排除并从索引中删除。其文件不变。默认：永久。</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>询问</translation>
    </message>
    <message>
        <source>Keep watching in the tray</source>
        <translation>在系统托盘中继续监视</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Closing</source>
        <translation>关闭窗口</translation>
    </message>
    <message>
        <source>What closing the window means while folders are watched. Default: ask.</source>
        <translation>监视文件夹时关闭窗口的含义。默认：询问。</translation>
    </message>
    <message>
        <source>Start in the tray</source>
        <translation>在系统托盘中启动</translation>
    </message>
    <message>
        <source>{0} was made or changed by someone else, and is left as it is.</source>
        <translation>{0} 由他人创建或更改，将保持不变。</translation>
    </message>
    <message>
        <source>At login, without a window, while folders are watched. Default off.</source>
        <translation>登录时启动，不显示窗口，仅在监视文件夹时。默认关闭。</translation>
    </message>
    <message>
        <source>At login</source>
        <translation>登录时</translation>
    </message>
    <message>
        <source>watched</source>
        <translation>受监视</translation>
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
        <translation>最近的文件夹</translation>
    </message>
    <message>
        <source>Saved results</source>
        <translation>已保存的结果</translation>
    </message>
    <message>
        <source>Reads Word, PDF, OpenDocument, e-books, web pages, Markdown, e-mail and plain text in any encoding.</source>
        <translation>可读取 Word、PDF、OpenDocument、电子书、网页、Markdown、电子邮件和任何编码的纯文本。</translation>
    </message>
    <message>
        <source>Works on this computer only. Your documents are not changed and not sent anywhere.</source>
        <translation>仅在本机运行，不会更改或发送您的文档。</translation>
    </message>
    <message>
        <source>Find documents that say the same</source>
        <translation>找出内容相同的文档</translation>
    </message>
    <message>
        <source>Variorum reads the folders you choose and shows copies, earlier versions and parts side by side. Nothing is removed until you say so, and what goes to the trash can be brought back.</source>
        <translation>Variorum 读取您选择的文件夹，并排显示副本、旧版本和部分。未经您同意不会移除任何文档，移到回收站的可以恢复。</translation>
    </message>
</context>
<context>
    <name>Why</name>
    <message>
        <source>no bit differs</source>
        <translation>没有不同的位</translation>
    </message>
    <message>
        <source>about as many as by chance</source>
        <translation>与偶然相差的位数差不多</translation>
    </message>
    <message>
        <source>1 bit differs</source>
        <translation>1 位不同</translation>
    </message>
    <message>
        <source>{0} bits differ</source>
        <translation>{0} 位不同</translation>
    </message>
    <message>
        <source>Of {0} bits of the fingerprints {1} differ. Texts that have nothing to do with each other differ in about half of them, {2}, by chance; equal texts in none.</source>
        <translation>指纹共 {0} 位，其中 {1} 位不同。毫不相干的文字出于偶然约有一半（{2} 位）不同；相同的文字没有不同的位。</translation>
    </message>
    <message>
        <source>Both tables together have {0} rows; {1} of them in both. Many runs of characters go over the ends of rows, which stand in another order.</source>
        <translation>两个表格合计有 {0} 行，其中 {1} 行双方都有。许多短串跨越行尾，而行的顺序不同。</translation>
    </message>
    <message>
        <source>Both texts together have {0} letters and digits; {1} of them in both, in the same order. A letter that was misread changes all runs with it.</source>
        <translation>两份文字合计有 {0} 个文字和数字，其中 {1} 个双方都有，且顺序相同。误识一个字符会使包含它的所有短串不同。</translation>
    </message>
    <message>
        <source>Both texts together have {0} different runs of 4 or 5 characters without their time stamps; {1} of them in both. The stamps are written otherwise.</source>
        <translation>不计时间戳，两份文字合计有 {0} 个 4 或 5 个字符的不同短串，其中 {1} 个双方都有。时间戳的写法不同。</translation>
    </message>
    <message>
        <source>Both texts together have {0} runs of {2} characters (one less where they begin with a Chinese one), counted as often as they stand there; {1} of them in both.</source>
        <translation>两份文字合计有 {0} 个短串，每个取 {2} 个字符（以汉字开头的少取 1 个），重复出现的重复计数；其中 {1} 个双方都有。</translation>
    </message>
    <message>
        <source>Both texts together have {0} different runs of {2} characters (one less where they begin with a Chinese one); {1} of them in both.</source>
        <translation>两份文字合计有 {0} 个不同的短串，每个取 {2} 个字符（以汉字开头的少取 1 个）；其中 {1} 个双方都有。</translation>
    </message>
    <message>
        <source>Both texts together have {0} different runs of 4 characters (where they begin with a Chinese one) or 5 (elsewhere); {1} of them in both.</source>
        <translation>两份文字合计有 {0} 个不同的短串，以汉字开头的取 4 个字符，其余取 5 个；其中 {1} 个双方都有。</translation>
    </message>
    <message>
        <source>{0} and {1} words differ</source>
        <translation>分别有 {0} 个和 {1} 个词不同</translation>
    </message>
    <message>
        <source>no passage differs</source>
        <translation>没有不同的段落</translation>
    </message>
    <message>
        <source>they have no passage in common</source>
        <translation>没有共有的段落</translation>
    </message>
    <message>
        <source>about one character in {0} differs</source>
        <translation>大约每 {0} 个字符有一个不同</translation>
    </message>
    <message>
        <source>more than half of the characters differ</source>
        <translation>超过一半的字符不同</translation>
    </message>
    <message>
        <source>Reckoned for single characters, changed here and there, with runs of {0}: most of both texts is Chinese. Where changes stand together, it is more.</source>
        <translation>按零散改动的单个字符估算，短串长度为 {0}：两份文字大部分是中文。如果改动集中在一起，实际改动会更多。</translation>
    </message>
    <message>
        <source>about one word in {0} differs</source>
        <translation>大约每 {0} 个词有一个不同</translation>
    </message>
    <message>
        <source>more than half of the words differ</source>
        <translation>超过一半的词不同</translation>
    </message>
    <message>
        <source>Reckoned for whole words of {1} characters, changed here and there, with runs of {0}: most of both texts is not Chinese. Where changes stand together, it is more.</source>
        <translation>按零散改动的整个词（平均 {1} 个字符）估算，短串长度为 {0}：两份文字大部分不是中文。如果改动集中在一起，实际改动会更多。</translation>
    </message>
    <message>
        <source>1 character removed</source>
        <translation>删去 1 个字符</translation>
    </message>
    <message>
        <source>{0} characters removed</source>
        <translation>删去 {0} 个字符</translation>
    </message>
    <message>
        <source>1 character added</source>
        <translation>新增 1 个字符</translation>
    </message>
    <message>
        <source>{0} characters added</source>
        <translation>新增 {0} 个字符</translation>
    </message>
    <message>
        <source>the left text</source>
        <translation>左边的文字</translation>
    </message>
    <message>
        <source>the right text</source>
        <translation>右边的文字</translation>
    </message>
    <message>
        <source>the left one</source>
        <translation>左边的文字</translation>
    </message>
    <message>
        <source>the right one</source>
        <translation>右边的文字</translation>
    </message>
    <message>
        <source>Left in right</source>
        <translation>左边文字的包含度</translation>
    </message>
    <message>
        <source>Right in left</source>
        <translation>右边文字的包含度</translation>
    </message>
    <message>
        <source>left</source>
        <translation>左边的</translation>
    </message>
    <message>
        <source>right</source>
        <translation>右边的</translation>
    </message>
    <message>
        <source>of the left document</source>
        <translation>左边的文档</translation>
    </message>
    <message>
        <source>of the right document</source>
        <translation>右边的文档</translation>
    </message>
    <message>
        <source>the kept text</source>
        <translation>保留的文字</translation>
    </message>
    <message>
        <source>the chosen text</source>
        <translation>选中的文字</translation>
    </message>
    <message>
        <source>the kept one</source>
        <translation>保留的文字</translation>
    </message>
    <message>
        <source>the chosen one</source>
        <translation>选中的文字</translation>
    </message>
    <message>
        <source>Kept in chosen</source>
        <translation>保留文字的包含度</translation>
    </message>
    <message>
        <source>Chosen in kept</source>
        <translation>选中文字的包含度</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>保留的</translation>
    </message>
    <message>
        <source>chosen</source>
        <translation>选中的</translation>
    </message>
    <message>
        <source>of the kept document</source>
        <translation>保留的文档</translation>
    </message>
    <message>
        <source>of the chosen document</source>
        <translation>选中的文档</translation>
    </message>
    <message>
        <source>The texts are too long to be compared word by word</source>
        <translation>文字太长，无法逐词比较</translation>
    </message>
    <message>
        <source>1 paragraph moved</source>
        <translation>移动 1 段</translation>
    </message>
    <message>
        <source>{0} paragraphs moved</source>
        <translation>移动 {0} 段</translation>
    </message>
    <message>
        <source>1 sentence moved</source>
        <translation>移动 1 句</translation>
    </message>
    <message>
        <source>{0} sentences moved</source>
        <translation>移动 {0} 句</translation>
    </message>
    <message>
        <source>1 line moved</source>
        <translation>移动 1 行</translation>
    </message>
    <message>
        <source>{0} lines moved</source>
        <translation>移动 {0} 行</translation>
    </message>
    <message>
        <source>nothing but the order differs: {0}</source>
        <translation>只有次序不同：{0}</translation>
    </message>
    <message>
        <source>in another order, hardly a word changed: {0}</source>
        <translation>次序不同，词句几乎未改：{0}</translation>
    </message>
    <message>
        <source>page navigation only in {0}: {1}</source>
        <translation>只有{0}有网页导航：{1}</translation>
    </message>
    <message>
        <source>1 more place</source>
        <translation>还有 1 处</translation>
    </message>
    <message>
        <source>{0} more places</source>
        <translation>还有 {0} 处</translation>
    </message>
    <message>
        <source>punctuation or signs at 1 place: {1}</source>
        <translation>1 处标点或符号：{1}</translation>
    </message>
    <message>
        <source>punctuation or signs at {0} places: {1}</source>
        <translation>{0} 处标点或符号：{1}</translation>
    </message>
    <message>
        <source>letter case, width or traditional characters of 1 word: {1}</source>
        <translation>1 个词的大小写、全半角或繁简：{1}</translation>
    </message>
    <message>
        <source>letter case, width or traditional characters of {0} words: {1}</source>
        <translation>{0} 个词的大小写、全半角或繁简：{1}</translation>
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
        <translation>{0}（{1} 个词）</translation>
    </message>
    <message>
        <source>{0} ({1} characters)</source>
        <translation>{0}（{1} 个字）</translation>
    </message>
    <message>
        <source>“{0}”</source>
        <translation>“{0}”</translation>
    </message>
    <message>
        <source>in all {0} of {1} characters of {4} and {2} of {3} of {5}</source>
        <translation>总共：{4} {1} 字中的 {0} 字，{5} {3} 字中的 {2} 字</translation>
    </message>
    <message>
        <source>in all {0} of {1} words of {4} and {2} of {3} of {5}</source>
        <translation>总共：{4} {1} 个词中的 {0} 个，{5} {3} 个词中的 {2} 个</translation>
    </message>
    <message>
        <source>{0}, {1} characters: {2}</source>
        <translation>{0}，{1} 个字符：{2}</translation>
    </message>
    <message>
        <source>Shorter runs would be in both by chance.</source>
        <translation>更短的短串可能只是碰巧都有。</translation>
    </message>
    <message>
        <source>Both texts together have {0} words; {1} of them in both, in the same order. Short texts are compared by words: one changed word touches too many of their runs of characters.</source>
        <translation>两份文字合计有 {0} 个字词，其中 {1} 个双方都有，且顺序相同。短文字按字词比较：改动一个字词就会影响其中过多的短串。</translation>
    </message>
    <message>
        <source>A number, date or name in the place of another counts as two thirds.</source>
        <translation>换成另一个的数字、日期或名称算三分之二个。</translation>
    </message>
    <message>
        <source>every character of the part is in the whole</source>
        <translation>部分中的每个字符都在整体中</translation>
    </message>
    <message>
        <source>1 character of the part is not in the whole</source>
        <translation>部分中有 1 个字符不在整体中</translation>
    </message>
    <message>
        <source>{0} characters of the part are not in the whole</source>
        <translation>部分中有 {0} 个字符不在整体中</translation>
    </message>
    <message>
        <source>the words are the same; links, images, comments, form values, the format, or traditional and simplified Chinese differ</source>
        <translation>词句相同；链接、图片、批注、表单内容、格式或繁简不同</translation>
    </message>
    <message>
        <source>no run of letters and digits differs; what does is letter case, superscripts, fractions, struck-out text, spaces, lines, the order of passages, or what could not be read</source>
        <translation>没有一段字母和数字不同；不同的是大小写、上标、分数、删除线文字、空格、换行、段落次序，或未能读出的内容</translation>
    </message>
    <message>
        <source>Of the {1} runs of {2}, {3} has {0}.</source>
        <translation>{2}共有 {1} 个短串，其中 {0} 个在{3}里。</translation>
    </message>
    <message>
        <source>Of the {1} words of {2}, {3} has {0}.</source>
        <translation>{2}共有 {1} 个字词，其中 {0} 个在{3}里。</translation>
    </message>
    <message>
        <source>Of the {1} rows of {2}, {3} has {0}.</source>
        <translation>{2}共有 {1} 行，其中 {0} 行在{3}里。</translation>
    </message>
    <message>
        <source>Of the {1} letters and digits of {2}, {3} has {0}.</source>
        <translation>{2}共有 {1} 个文字和数字，其中 {0} 个在{3}里。</translation>
    </message>
    <message>
        <source>every passage of {0} is in {1}</source>
        <translation>{0}的每个段落都在{1}里</translation>
    </message>
    <message>
        <source>nearly all of {0} is in {1}</source>
        <translation>{0}几乎全部在{1}里</translation>
    </message>
    <message>
        <source>{0} has much that {1} has not</source>
        <translation>{0}有很多内容是{1}没有的</translation>
    </message>
    <message>
        <source>hardly anything of {0} is in {1}</source>
        <translation>{0}几乎没有内容在{1}里</translation>
    </message>
    <message>
        <source>nothing of {0} is in {1}</source>
        <translation>{0}没有任何内容在{1}里</translation>
    </message>
    <message>
        <source>Too short: one of the texts has fewer than {0} features, so the distance means little; similarity and containment are exact.</source>
        <translation>太短：其中一份文字的特征少于 {0} 个，因此距离意义不大；相似度和包含度是精确的。</translation>
    </message>
    <message>
        <source>Numbers only: nothing but numbers, dates or names differs. Probably two documents on one form, not copies.</source>
        <translation>仅数字不同：只有数字、日期或名称不同。很可能是同一模板的两份文档，而不是副本。</translation>
    </message>
    <message>
        <source>Encoding guessed: the figures are those of a text that may have been read wrongly.</source>
        <translation>编码是猜测的：文字可能读错了，这些数字也是按读出的文字算的。</translation>
    </message>
    <message>
        <source>Some characters could not be decoded; they count as they are shown.</source>
        <translation>有些字符无法解码；按显示的样子计算。</translation>
    </message>
    <message>
        <source>Similarity: {0}, similar are at least {1}.</source>
        <translation>相似度：{0}，相似至少要 {1}。</translation>
    </message>
    <message>
        <source>Distance in bits: {0}, similar are at most {1}.</source>
        <translation>距离：{0} 位，相似最多 {1} 位。</translation>
    </message>
    <message>
        <source>Parts: they are not shown now.</source>
        <translation>部分：现在不显示。</translation>
    </message>
    <message>
        <source>Containment: at most {0} of one is in the other, of a part at least {1}.</source>
        <translation>包含度：一份文字最多有 {0} 在另一份里，部分至少要 {1}。</translation>
    </message>
    <message>
        <source>Length: neither is clearly shorter, a part has at most {0} of the runs of the whole.</source>
        <translation>长度：两份文字都不明显更短，部分的段落最多是整体的 {0}。</translation>
    </message>
    <message>
        <source>Bit {0}: what both texts have adds up to {1}. What {8} has more adds {2}, which makes {3}: bit {4}. What {9} has more adds {5}, which makes {6}: bit {7}.</source>
        <translation>第 {0} 位：两份文字共有的特征合计 {1}。{8}多出的特征加 {2}，得 {3}：该位是 {4}。{9}多出的特征加 {5}，得 {6}：该位是 {7}。</translation>
    </message>
    <message>
        <source>The bits agree.</source>
        <translation>该位相同。</translation>
    </message>
    <message>
        <source>The bits differ.</source>
        <translation>该位不同。</translation>
    </message>
</context>
<context>
    <name>WhyKeys</name>
    <message>
        <source>Go from bit to bit</source>
        <translation>逐位移动</translation>
    </message>
    <message>
        <source>List what decides the current bit, or all bits again</source>
        <translation>列出决定这一位的特征，或恢复所有位</translation>
    </message>
</context>
<context>
    <name>WhyPages</name>
    <message>
        <source>In words</source>
        <translation>文字说明</translation>
    </message>
    <message>
        <source>Fingerprints</source>
        <translation>指纹</translation>
    </message>
    <message>
        <source>Five steps</source>
        <translation>五个步骤</translation>
    </message>
    <message>
        <source>Parts of the explanation</source>
        <translation>说明的各部分</translation>
    </message>
    <message>
        <source>Votes</source>
        <translation>票数</translation>
    </message>
    <message>
        <source>How features and their votes make the fingerprints</source>
        <translation>特征和它们的票怎样得出指纹</translation>
    </message>
    <message>
        <source>Changed since the scan, and explained as it is now: {0}</source>
        <translation>扫描之后已更改，按现在的内容说明：{0}</translation>
    </message>
</context>
<context>
    <name>WhyPanel</name>
    <message>
        <source>Why these two</source>
        <translation>为何相似</translation>
    </message>
    <message>
        <source>Select a document of a group to see why it is similar to the kept one.</source>
        <translation>请选择组中的一个文档，查看它为何与保留的文档相似。</translation>
    </message>
    <message>
        <source>Explaining {0} and {1}…</source>
        <translation>正在分析 {0} 和 {1}…</translation>
    </message>
    <message>
        <source>These two cannot be explained: {0}</source>
        <translation>无法说明这两个文档：{0}</translation>
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
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Recent folders</source>
        <translation>最近的文件夹(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Review</source>
        <translation>审阅(&amp;R)</translation>
    </message>
    <message>
        <source>D&amp;ocument</source>
        <translation>文档(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>I&amp;gnore</source>
        <translation>忽略(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Columns</source>
        <translation>列(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>The system&apos;s</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>&amp;Appearance</source>
        <translation>外观(&amp;A)</translation>
    </message>
</context>
<context>
    <name>WorkStatus</name>
    <message>
        <source>What is being done</source>
        <translation>正在进行的操作</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Cancel what is being done</source>
        <translation>取消正在进行的操作</translation>
    </message>
    <message>
        <source>Cancelling…</source>
        <translation>正在取消…</translation>
    </message>
    <message>
        <source>Looking into the index</source>
        <translation>正在查看索引</translation>
    </message>
    <message>
        <source>Looking at the documents again</source>
        <translation>正在再次查看文档</translation>
    </message>
    <message>
        <source>Opening saved results</source>
        <translation>正在打开已保存的结果</translation>
    </message>
    <message>
        <source>Undoing: {0} of {1}</source>
        <translation>正在撤销：{0} / {1}</translation>
    </message>
</context>
<context>
    <name>_DropArea</name>
    <message>
        <source>Drop folders anywhere in this window, or</source>
        <translation>将文件夹拖到此窗口，或</translation>
    </message>
    <message>
        <source>&amp;Add folder…</source>
        <translation>添加文件夹(&amp;A)…</translation>
    </message>
    <message>
        <source>&amp;Try the sample documents</source>
        <translation>试用示例文档(&amp;T)</translation>
    </message>
</context>
<context>
    <name>age</name>
    <message>
        <source>1 document came too long ago and was left out</source>
        <translation>1 个文档来得太早，已排除</translation>
    </message>
    <message>
        <source>{0} documents came too long ago and were left out</source>
        <translation>{0} 个文档来得太早，已排除</translation>
    </message>
    <message>
        <source>1 document came before the last {1} days and was left out</source>
        <translation>1 个文档早于最近 {1} 天到来，已排除</translation>
    </message>
    <message>
        <source>{0} documents came before the last {1} days and were left out</source>
        <translation>{0} 个文档早于最近 {1} 天到来，已排除</translation>
    </message>
</context>
<context>
    <name>check</name>
    <message>
        <source>Check of {0}</source>
        <translation>{0} 的查重结果</translation>
    </message>
    <message>
        <source>{0} of this document stands in the library; {1} without quotations.</source>
        <translation>此文档的总文字复制比为 {0}，去除引用后为 {1}。</translation>
    </message>
    <message>
        <source>No passage of this document stands in the library.</source>
        <translation>文档库中没有此文档的任何段落。</translation>
    </message>
    <message>
        <source>No passage of this document stands in the documents it was compared with.</source>
        <translation>参与比较的文档中没有此文档的任何段落。</translation>
    </message>
    <message>
        <source>{0} stands in one source alone.</source>
        <translation>单篇最大文字复制比为 {0}。</translation>
    </message>
    <message>
        <source>{0} characters are counted: letters, digits and ideographs. Found: {1} of them, quoted: {2} of these.</source>
        <translation>总字数 {0}（字母、数字和表意文字），重合字数 {1}，其中引用 {2}。</translation>
    </message>
    <message>
        <source>A passage counts from {0} letters or {1} Chinese characters on.</source>
        <translation>连续 {0} 个字母或 {1} 个汉字起计为段落。</translation>
    </message>
    <message>
        <source>Not all was compared: more documents probably have passages of this one ({0}), and {1} that was not found may be theirs.</source>
        <translation>未全部比对：另有 {0} 个文档可能含有此文档的段落，未检出的内容中有 {1} 可能来自它们。</translation>
    </message>
    <message>
        <source>Documents left out, since they came before the days that are kept: {0}.</source>
        <translation>因早于保留天数而排除的文档：{0}。</translation>
    </message>
    <message>
        <source>Documents left out, since their disk is not connected: {0}.</source>
        <translation>因磁盘未连接而排除的文档：{0}。</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>复制比</translation>
    </message>
    <message>
        <source>Only there</source>
        <translation>仅此来源</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Also there: {0}</source>
        <translation>同文另见：{0}</translation>
    </message>
    <message>
        <source>{0} more</source>
        <translation>另有 {0} 个</translation>
    </message>
    <message>
        <source>named in the text</source>
        <translation>正文中注明</translation>
    </message>
    <message>
        <source>in the list of references</source>
        <translation>列于参考文献</translation>
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
        <translation>见 [{0}]：{1}</translation>
    </message>
    <message>
        <source>quoted: {0}</source>
        <translation>引用：{0}</translation>
    </message>
    <message>
        <source>also in {0}</source>
        <translation>另见 {0}</translation>
    </message>
    <message>
        <source>all of it also in {0}</source>
        <translation>全部也见于{0}</translation>
    </message>
    <message>
        <source>to the text</source>
        <translation>回到正文</translation>
    </message>
    <message>
        <source>{0} characters that were not found are not shown here.</source>
        <translation>此处省略 {0} 个未检出的字符。</translation>
    </message>
    <message>
        <source>Passages that are not shown, since the page would be too large: {0}.</source>
        <translation>因页面过大而未显示的段落：{0}。</translation>
    </message>
    <message>
        <source>What could not be read, or may be misread</source>
        <translation>无法读取或可能误读的内容</translation>
    </message>
    <message>
        <source>between quotes</source>
        <translation>在引号中</translation>
    </message>
    <message>
        <source>in lines that begin with &gt;</source>
        <translation>在以 &gt; 开头的行中</translation>
    </message>
    <message>
        <source>its source stands in the list of references</source>
        <translation>来源列于参考文献</translation>
    </message>
    <message>
        <source>its source is named in the text</source>
        <translation>正文中注明了来源</translation>
    </message>
</context>
<context>
    <name>compare</name>
    <message>
        <source>The command {0} cannot be read: {1}</source>
        <translation>无法理解命令 {0}：{1}</translation>
    </message>
    <message>
        <source>The command to compare with must name a program and hold {{left}} and {{right}}, such as meld {{left}} {{right}}; it is {0}</source>
        <translation>比较命令必须写明程序，并含有 {{left}} 和 {{right}}，例如 meld {{left}} {{right}}；现在是 {0}</translation>
    </message>
    <message>
        <source>No program to compare files with was found. Name one, such as meld</source>
        <translation>未找到用于比较文件的程序。请指定一个，例如 meld</translation>
    </message>
    <message>
        <source>{0} is no longer there</source>
        <translation>{0} 已不存在</translation>
    </message>
    <message>
        <source>{0} cannot be started: {1}</source>
        <translation>无法启动 {0}：{1}</translation>
    </message>
</context>
<context>
    <name>desktop</name>
    <message>
        <source>CSV files (*.csv)</source>
        <translation>CSV 文件 (*.csv)</translation>
    </message>
    <message>
        <source>JSON files (*.json)</source>
        <translation>JSON 文件 (*.json)</translation>
    </message>
    <message>
        <source>Web pages with the differences (*.html)</source>
        <translation>含差异的网页 (*.html)</translation>
    </message>
    <message>
        <source>{path} exists already. Do you want to replace it?</source>
        <translation>{path} 已经存在。要替换它吗？</translation>
    </message>
    <message>
        <source>{path} cannot be opened: it is gone, or no program is set for it</source>
        <translation>无法打开 {path}：文件已不存在，或没有为其设置程序</translation>
    </message>
    <message>
        <source>The folder of {path} cannot be shown</source>
        <translation>无法显示 {path} 所在的文件夹</translation>
    </message>
    <message>
        <source>{path} is not on this machine</source>
        <translation>{path} 不在本机</translation>
    </message>
    <message>
        <source>&amp;Add</source>
        <translation>添加(&amp;A)</translation>
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
        <translation>简体中文</translation>
    </message>
    <message>
        <source>Traditional Chinese</source>
        <translation>繁体中文</translation>
    </message>
    <message>
        <source>Japanese</source>
        <translation>日文</translation>
    </message>
    <message>
        <source>Korean</source>
        <translation>韩文</translation>
    </message>
    <message>
        <source>Western European</source>
        <translation>西欧</translation>
    </message>
    <message>
        <source>Nordic, Celtic, Portuguese and others</source>
        <translation>北欧、凯尔特、葡萄牙文等</translation>
    </message>
    <message>
        <source>Central European</source>
        <translation>中欧</translation>
    </message>
    <message>
        <source>Baltic</source>
        <translation>波罗的海</translation>
    </message>
    <message>
        <source>Cyrillic</source>
        <translation>西里尔文</translation>
    </message>
    <message>
        <source>Greek</source>
        <translation>希腊文</translation>
    </message>
    <message>
        <source>Turkish</source>
        <translation>土耳其文</translation>
    </message>
    <message>
        <source>Hebrew</source>
        <translation>希伯来文</translation>
    </message>
    <message>
        <source>Arabic and Urdu</source>
        <translation>阿拉伯文和乌尔都文</translation>
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
        <translation>大型机</translation>
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
        <translation>有一对文档没有词语</translation>
    </message>
    <message>
        <source>a worker process cannot be started: {0}</source>
        <translation>无法启动工作进程：{0}</translation>
    </message>
    <message>
        <source>another file has its name</source>
        <translation>已有另一个文件使用它的名称</translation>
    </message>
    <message>
        <source>another file has its name; it is {0}</source>
        <translation>已有另一个文件使用它的名称；它现在是 {0}</translation>
    </message>
    <message>
        <source>another file took its name meanwhile; it is {0} now</source>
        <translation>其间另一个文件占用了它的名称；它现在是 {0}</translation>
    </message>
    <message>
        <source>another file took its name while it was being removed</source>
        <translation>移除期间，另一个文件占用了它的名称</translation>
    </message>
    <message>
        <source>another file took its name while it was being replaced</source>
        <translation>替换期间，另一个文件占用了它的名称</translation>
    </message>
    <message>
        <source>another run is at work on it</source>
        <translation>另一次操作正在处理它</translation>
    </message>
    <message>
        <source>another run is at work on the document to keep</source>
        <translation>另一次操作正在处理要保留的文档</translation>
    </message>
    <message>
        <source>cancelled before its turn</source>
        <translation>未轮到处理就已取消</translation>
    </message>
    <message>
        <source>cannot be listed: {0}</source>
        <translation>无法列出：{0}</translation>
    </message>
    <message>
        <source>cannot be parsed as HTML: {0}</source>
        <translation>无法解析为 HTML：{0}</translation>
    </message>
    <message>
        <source>cannot be read in {0}, which is not known here</source>
        <translation>无法按 {0} 读取，这里不支持该编码</translation>
    </message>
    <message>
        <source>cannot be read: {0}</source>
        <translation>无法读取：{0}</translation>
    </message>
    <message>
        <source>cannot be read: {0}; scan again</source>
        <translation>无法读取：{0}；请重新扫描</translation>
    </message>
    <message>
        <source>changed during the scan; scan again</source>
        <translation>在扫描期间已更改；请重新扫描</translation>
    </message>
    <message>
        <source>changed since the last scan; scan again</source>
        <translation>在上次扫描之后已更改；请重新扫描</translation>
    </message>
    <message>
        <source>changed since the results were saved</source>
        <translation>在结果保存之后已更改</translation>
    </message>
    <message>
        <source>changed while it was read</source>
        <translation>在读取期间已更改</translation>
    </message>
    <message>
        <source>changed while it was read; scan again</source>
        <translation>在读取期间已更改；请重新扫描</translation>
    </message>
    <message>
        <source>could not be given its name back ({0}); it is {1}</source>
        <translation>无法恢复原名（{0}）；它现在是 {1}</translation>
    </message>
    <message>
        <source>could not be put back ({0}); it is {1}</source>
        <translation>无法放回原处（{0}）；它现在是 {1}</translation>
    </message>
    <message>
        <source>does not exist</source>
        <translation>不存在</translation>
    </message>
    <message>
        <source>groups are made by {0}, there is no {1}</source>
        <translation>组的构成方式有 {0}，没有 {1}</translation>
    </message>
    <message>
        <source>has changed since the scan</source>
        <translation>在扫描之后已更改</translation>
    </message>
    <message>
        <source>has no identical document that stays, and stays</source>
        <translation>没有完全相同的文档会留下，所以它会留下</translation>
    </message>
    <message>
        <source>has no words to compare</source>
        <translation>没有可比较的词语</translation>
    </message>
    <message>
        <source>is a symbolic link, which is not followed</source>
        <translation>是符号链接，设置为不跟随</translation>
    </message>
    <message>
        <source>is another name (link) of {0}</source>
        <translation>是 {0} 的另一个名称（链接）</translation>
    </message>
    <message>
        <source>is binary, not text</source>
        <translation>是二进制文件，不是文本</translation>
    </message>
    <message>
        <source>is binary, or text in an encoding that was not recognised</source>
        <translation>是二进制文件，或文本的编码无法识别</translation>
    </message>
    <message>
        <source>is gone since the results were saved</source>
        <translation>在结果保存之后已不存在</translation>
    </message>
    <message>
        <source>is in a folder that is excluded and stays</source>
        <translation>在已排除的文件夹中，会留下</translation>
    </message>
    <message>
        <source>is in a folder that is protected and stays</source>
        <translation>在受保护的文件夹中，会留下</translation>
    </message>
    <message>
        <source>is in no group</source>
        <translation>不在任何组中</translation>
    </message>
    <message>
        <source>is in no group and stays</source>
        <translation>不在任何组中，会留下</translation>
    </message>
    <message>
        <source>has a line that is no object of JSON: {0}</source>
        <translation>有一行不是 JSON 对象：{0}</translation>
    </message>
    <message>
        <source>is larger than the limit of {0} MB ({1} MB) and was not read</source>
        <translation>超过 {0} MB 的上限（{1} MB），未读取</translation>
    </message>
    <message>
        <source>is neither at its place nor in the trash</source>
        <translation>既不在原处，也不在回收站中</translation>
    </message>
    <message>
        <source>is no longer the link that was made</source>
        <translation>已不是当时创建的链接</translation>
    </message>
    <message>
        <source>is no longer there</source>
        <translation>已不存在</translation>
    </message>
    <message>
        <source>is no longer where it was moved to</source>
        <translation>已不在移动后的位置</translation>
    </message>
    <message>
        <source>is no regular file</source>
        <translation>不是普通文件</translation>
    </message>
    <message>
        <source>is not a folder</source>
        <translation>不是文件夹</translation>
    </message>
    <message>
        <source>is not a regular file</source>
        <translation>不是普通文件</translation>
    </message>
    <message>
        <source>is not text in {0}, which it looks like</source>
        <translation>看起来像 {0}，但不是该编码的文本</translation>
    </message>
    <message>
        <source>is the last of its group and stays</source>
        <translation>是组中的最后一个，会留下</translation>
    </message>
    <message>
        <source>is the same folder as {0}, which was listed already</source>
        <translation>与 {0} 是同一个文件夹，后者已经列出</translation>
    </message>
    <message>
        <source>it does not hold as much as it says</source>
        <translation>内容比所声明的少</translation>
    </message>
    <message>
        <source>it ends too early</source>
        <translation>过早结束</translation>
    </message>
    <message>
        <source>it is the same file as the document to keep</source>
        <translation>与要保留的文档是同一个文件</translation>
    </message>
    <message>
        <source>it stands for documents that were removed since the scan; scan again to remove it</source>
        <translation>扫描之后有文档因为它留下而被移除；请重新扫描，然后再移除它</translation>
    </message>
    <message>
        <source>it {0}</source>
        <translation>该文档{0}</translation>
    </message>
    <message>
        <source>its disk has no trash, and none can be made</source>
        <translation>它所在的磁盘没有回收站，也无法创建</translation>
    </message>
    <message>
        <source>it is on a RAM disk, whose trash is lost when the computer is switched off</source>
        <translation>它在内存盘上，那里的回收站会在关机时丢失</translation>
    </message>
    <message>
        <source>it is on a network drive, which has no trash</source>
        <translation>它在网络磁盘上，那里没有回收站</translation>
    </message>
    <message>
        <source>its disk is read-only</source>
        <translation>它所在的磁盘是只读的</translation>
    </message>
    <message>
        <source>nobody can tell whether its disk has a trash</source>
        <translation>无法得知它所在的磁盘有没有回收站</translation>
    </message>
    <message>
        <source>its disk has no trash</source>
        <translation>它所在的磁盘没有回收站</translation>
    </message>
    <message>
        <source>its trash cannot be made: {0} ({1})</source>
        <translation>无法创建它的回收站：{0}（{1}）</translation>
    </message>
    <message>
        <source>its trash cannot be written: {0}</source>
        <translation>无法写入它的回收站：{0}</translation>
    </message>
    <message>
        <source>made its worker process end, perhaps for want of memory; left out</source>
        <translation>使处理它的工作进程终止，可能是内存不足；已排除</translation>
    </message>
    <message>
        <source>may be marked by hand only and stays</source>
        <translation>只能手工标记，会留下</translation>
    </message>
    <message>
        <source>may not be read (no rights)</source>
        <translation>没有读取权限</translation>
    </message>
    <message>
        <source>is left out by the pattern {0}</source>
        <translation>被模式 {0} 排除</translation>
    </message>
    <message>
        <source>is left out: no pattern of names to read includes it</source>
        <translation>已排除：没有要读取的名称模式与它相符</translation>
    </message>
    <message>
        <source>is left out: it was looked at, and is no text of the kind that such a name may have</source>
        <translation>已排除：已查看过，不是这类名称应有的文本</translation>
    </message>
    <message>
        <source>is left out: it came before the days for which documents are kept</source>
        <translation>已排除：它出现的时间早于文档的保留天数</translation>
    </message>
    <message>
        <source>is a trash, which is read only if it is named itself</source>
        <translation>是回收站，只有直接指定时才会读取</translation>
    </message>
    <message>
        <source>no folder to scan was named</source>
        <translation>未指定要扫描的文件夹</translation>
    </message>
    <message>
        <source>no identical document is left that it could be copied from</source>
        <translation>已没有完全相同的文档可供复制</translation>
    </message>
    <message>
        <source>no rule marks what is only linked</source>
        <translation>任何规则都不标记只是间接相连的文档</translation>
    </message>
    <message>
        <source>nobody knows where it went; look for it in the trash</source>
        <translation>无法得知它的去向；请在回收站中查找</translation>
    </message>
    <message>
        <source>only a document of the same bytes can become a link</source>
        <translation>只有字节相同的文档才能变成链接</translation>
    </message>
    <message>
        <source>overlaps with {0}, which was listed already</source>
        <translation>与已经列出的 {0} 重叠</translation>
    </message>
    <message>
        <source>recipe {0}: a fingerprint has one width</source>
        <translation>配方 {0}：指纹只能有一种宽度</translation>
    </message>
    <message>
        <source>recipe {0}: options are {1}, not +{2}</source>
        <translation>配方 {0}：选项有 {1}，没有 +{2}</translation>
    </message>
    <message>
        <source>stands for documents that were removed since the scan and stays; scan again to remove it</source>
        <translation>扫描之后有文档因为它留下而被移除，所以它会留下；请重新扫描，然后再移除它</translation>
    </message>
    <message>
        <source>the containment must lie between {0} and 1, not {1}</source>
        <translation>包含度必须在 {0} 和 1 之间，不能是 {1}</translation>
    </message>
    <message>
        <source>the copy is not like the original</source>
        <translation>副本与原件不同</translation>
    </message>
    <message>
        <source>the copy or its original was changed since</source>
        <translation>副本或原件在此之后已更改</translation>
    </message>
    <message>
        <source>the copy {0}</source>
        <translation>副本{0}</translation>
    </message>
    <message>
        <source>the distance must lie between 0 and {0} bits, not {1}</source>
        <translation>距离必须在 0 和 {0} 位之间，不能是 {1}</translation>
    </message>
    <message>
        <source>the document to keep is being removed by another run</source>
        <translation>另一次操作正在移除要保留的文档</translation>
    </message>
    <message>
        <source>the document to keep is in an excluded folder</source>
        <translation>要保留的文档在已排除的文件夹中</translation>
    </message>
    <message>
        <source>the document to keep is marked, too</source>
        <translation>要保留的文档也有标记</translation>
    </message>
    <message>
        <source>the document to keep is on another disk; no hard link leads there</source>
        <translation>要保留的文档在另一个磁盘上；硬链接不能跨磁盘</translation>
    </message>
    <message>
        <source>the document to keep was replaced while it was being linked</source>
        <translation>创建链接期间，要保留的文档被替换</translation>
    </message>
    <message>
        <source>the document to keep {0}</source>
        <translation>要保留的文档{0}</translation>
    </message>
    <message>
        <source>the largest file must have 1 byte or more, not {0}</source>
        <translation>最大文件必须为 1 字节或更大，不能是 {0}</translation>
    </message>
    <message>
        <source>the least similarity must lie between {0} and 1, not {1}</source>
        <translation>最低相似度必须在 {0} 和 1 之间，不能是 {1}</translation>
    </message>
    <message>
        <source>the link that was made is not there</source>
        <translation>当时创建的链接已不存在</translation>
    </message>
    <message>
        <source>the number of jobs must be 0 or more, not {0}</source>
        <translation>进程数必须为 0 或更大，不能是 {0}</translation>
    </message>
    <message>
        <source>the rule {0} is there twice</source>
        <translation>规则 {0} 出现了两次</translation>
    </message>
    <message>
        <source>the rule {0} takes {1}</source>
        <translation>规则 {0} 需要 {1}</translation>
    </message>
    <message>
        <source>the seconds a file must be more than 0, not {0}</source>
        <translation>单个文件的秒数必须大于 0，不能是 {0}</translation>
    </message>
    <message>
        <source>the setting {0} cannot be {1}</source>
        <translation>设置项 {0} 不能是 {1}</translation>
    </message>
    <message>
        <source>the trash said that it was moved, but it is still there</source>
        <translation>回收站报告已移动，但文件仍在原处</translation>
    </message>
    <message>
        <source>there is no batch {0}</source>
        <translation>没有第 {0} 批</translation>
    </message>
    <message>
        <source>there is no free name</source>
        <translation>没有可用的名称</translation>
    </message>
    <message>
        <source>there is no recipe {0}; there are: {1}</source>
        <translation>没有配方 {0}；可用的有：{1}</translation>
    </message>
    <message>
        <source>there is no row {0}</source>
        <translation>没有第 {0} 行</translation>
    </message>
    <message>
        <source>there is nothing to undo</source>
        <translation>没有可撤销的内容</translation>
    </message>
    <message>
        <source>there is nothing to undo in batch {0}</source>
        <translation>第 {0} 批中没有可撤销的内容</translation>
    </message>
    <message>
        <source>took longer than {0} s; left out</source>
        <translation>耗时超过 {0} 秒；已排除</translation>
    </message>
    <message>
        <source>was changed since it was removed; it is {0}</source>
        <translation>在移除之后已更改；它现在是 {0}</translation>
    </message>
    <message>
        <source>was interrupted after it was copied</source>
        <translation>复制之后中断</translation>
    </message>
    <message>
        <source>was interrupted after it was deleted</source>
        <translation>删除之后中断</translation>
    </message>
    <message>
        <source>was interrupted after it was moved</source>
        <translation>移动之后中断</translation>
    </message>
    <message>
        <source>was interrupted after it was moved to the trash</source>
        <translation>移到回收站之后中断</translation>
    </message>
    <message>
        <source>was interrupted after it was replaced</source>
        <translation>替换之后中断</translation>
    </message>
    <message>
        <source>was interrupted before its turn came to an end; it is as it was</source>
        <translation>未处理完就已中断；文件保持原样</translation>
    </message>
    <message>
        <source>was interrupted, and another file has its name</source>
        <translation>已中断，并且已有另一个文件使用它的名称</translation>
    </message>
    <message>
        <source>was interrupted, and cannot be looked at: {0}</source>
        <translation>已中断，并且无法查看：{0}</translation>
    </message>
    <message>
        <source>was interrupted, and is no longer where it was</source>
        <translation>已中断，并且已不在原处</translation>
    </message>
    <message>
        <source>was interrupted, and is no longer where it was; look for it in the trash</source>
        <translation>已中断，并且已不在原处；请在回收站中查找</translation>
    </message>
    <message>
        <source>was interrupted, and the document is no longer there</source>
        <translation>已中断，并且该文档已不存在</translation>
    </message>
    <message>
        <source>worker processes end as soon as they are started, perhaps for want of memory</source>
        <translation>工作进程一启动就终止，可能是内存不足</translation>
    </message>
    <message>
        <source>{0} has a place in the trash</source>
        <translation>{0} 在回收站中已有位置</translation>
    </message>
    <message>
        <source>is a symbolic link</source>
        <translation>是符号链接</translation>
    </message>
    <message>
        <source>was interrupted, and the disk of {0} is not connected. Connect it and start Variorum again, or use &quot;{1}&quot;</source>
        <translation>操作曾中断，而 {0} 所在的磁盘未连接。请连接磁盘后重新启动 Variorum，或使用“{1}”</translation>
    </message>
    <message>
        <source>it is {0}, in a folder that is protected or excluded and loses nothing</source>
        <translation>它是 {0}，所在的文件夹受保护或已排除，不会移走其中的任何文档</translation>
    </message>
    <message>
        <source>{0} is another file now</source>
        <translation>{0} 现在是另一个文件</translation>
    </message>
    <message>
        <source>{0}: was made by an earlier version of Variorum, whose index this one does not read; rename it or name another file, and scan again. Nothing was changed.</source>
        <translation>{0}：由较早版本的 Variorum 创建，此版本不读取这样的索引；请将它改名或指定其他文件，然后重新扫描。没有更改任何内容。</translation>
    </message>
    <message>
        <source>{0}: could not be used and is kept as {1}; a new index is made</source>
        <translation>{0}：无法使用，已改名为 {1}；另建新索引</translation>
    </message>
    <message>
        <source>{0}: cannot be used, and cannot be renamed: {1}</source>
        <translation>{0}：无法使用，且无法改名：{1}</translation>
    </message>
    <message>
        <source>{0} is below 0</source>
        <translation>{0} 小于 0</translation>
    </message>
    <message>
        <source>{0} is neither true nor false</source>
        <translation>{0} 既不是真也不是假</translation>
    </message>
    <message>
        <source>{0} is no path</source>
        <translation>{0} 不是路径</translation>
    </message>
    <message>
        <source>{0} is no hash</source>
        <translation>{0} 不是哈希</translation>
    </message>
    <message>
        <source>{0} is no list</source>
        <translation>{0} 不是列表</translation>
    </message>
    <message>
        <source>{0} is no number</source>
        <translation>{0} 不是数字</translation>
    </message>
    <message>
        <source>{0} is no path from the root</source>
        <translation>{0} 不是从根目录开始的路径</translation>
    </message>
    <message>
        <source>{0} is no rule; there are {1}</source>
        <translation>{0} 不是规则；可用的有 {1}</translation>
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
        <translation>{0} 不是整数</translation>
    </message>
    <message>
        <source>{0} needs a destination</source>
        <translation>{0} 需要指定目标文件夹</translation>
    </message>
    <message>
        <source>{0} was changed while it was being checked</source>
        <translation>{0} 在检查期间已更改</translation>
    </message>
    <message>
        <source>{0} was replaced by a link to it</source>
        <translation>{0} 已被替换为指向它的链接</translation>
    </message>
    <message>
        <source>{0}: another program has been using it for over a minute</source>
        <translation>{0}：另一个程序占用它已超过一分钟</translation>
    </message>
    <message>
        <source>{0}: another program has been using it for over a minute. Without this journal nothing is removed.</source>
        <translation>{0}：另一个程序占用它已超过一分钟。没有此日志就不会移除任何内容。</translation>
    </message>
    <message>
        <source>{0}: cannot be created: {1}</source>
        <translation>{0}：无法创建：{1}</translation>
    </message>
    <message>
        <source>{0}: cannot be read: {1}</source>
        <translation>{0}：无法读取：{1}</translation>
    </message>
    <message>
        <source>{0}: cannot be used as a dictionary: {1}</source>
        <translation>{0}：无法用作词典：{1}</translation>
    </message>
    <message>
        <source>{0}: cannot be used: {1}</source>
        <translation>{0}：无法使用：{1}</translation>
    </message>
    <message>
        <source>{0}: cannot be used: {1}. Without this journal nothing is removed.</source>
        <translation>{0}：无法使用：{1}。没有此日志就不会移除任何内容。</translation>
    </message>
    <message>
        <source>{0}: cannot be written: {1}</source>
        <translation>{0}：无法写入：{1}</translation>
    </message>
    <message>
        <source>{0} and {1} are identical byte for byte. There is no text to compare: {2}</source>
        <translation>{0} 与 {1} 的每个字节都完全相同，但没有可比较的文字：{2}</translation>
    </message>
    <message>
        <source>{0}: has no words to compare</source>
        <translation>{0}：没有可比较的词语</translation>
    </message>
    <message>
        <source>{0}: is a database of another program, not a journal</source>
        <translation>{0}：是其他程序的数据库，不是日志</translation>
    </message>
    <message>
        <source>{0}: is a database of another program, not an index of Variorum; name another file</source>
        <translation>{0}：是其他程序的数据库，不是 Variorum 的索引；请指定其他文件</translation>
    </message>
    <message>
        <source>{0}: is damaged and was not opened ({1})</source>
        <translation>{0}：已损坏，未打开（{1}）</translation>
    </message>
    <message>
        <source>{0}: is damaged or no index of Variorum ({1}). It was left as it is: move it away, and the next scan makes a new one; your documents are not affected.</source>
        <translation>{0}：已损坏，或不是 Variorum 的索引（{1}）。文件保持原样：请将它移走，下次扫描会新建一个；您的文档不受影响。</translation>
    </message>
    <message>
        <source>{0}: is damaged or no journal of Variorum ({1}). It was left as it is, and nothing is removed without it. Move it away, and the next removal begins a new one; what was removed before cannot be undone by Variorum then.</source>
        <translation>{0}：已损坏，或不是 Variorum 的日志（{1}）。文件保持原样；没有日志就不会移除任何内容。请将它移走，下次移除会新建一个；但以前移除的内容就无法再由 Variorum 撤销。</translation>
    </message>
    <message>
        <source>{0}: is no file of saved results</source>
        <translation>{0}：不是保存的结果文件</translation>
    </message>
    <message>
        <source>{0}: is not the table of word weights that recipes are made with</source>
        <translation>{0}：不是配方所用的词语权重表</translation>
    </message>
    <message>
        <source>{0}: the disk is full or failing ({1}). Without this journal nothing is removed.</source>
        <translation>{0}：磁盘已满或有故障（{1}）。没有此日志就不会移除任何内容。</translation>
    </message>
    <message>
        <source>{0}: the disk is full or failing ({1}); what was written before is kept. Make room, then scan again.</source>
        <translation>{0}：磁盘已满或有故障（{1}）；之前写入的内容已保留。请腾出空间后重新扫描。</translation>
    </message>
    <message>
        <source>{0}: the table of word weights cannot be read: {1}</source>
        <translation>{0}：无法读取词语权重表：{1}</translation>
    </message>
    <message>
        <source>{0}: was saved by a newer version of Variorum (format {1}, this one reads up to {2})</source>
        <translation>{0}：由更新版本的 Variorum 保存（格式 {1}，此版本最高能读 {2}）</translation>
    </message>
    <message>
        <source>{0}: was saved on another kind of system ({1}), whose paths mean nothing here</source>
        <translation>{0}：在另一类系统（{1}）上保存，其中的路径在这里没有意义</translation>
    </message>
    <message>
        <source>{0}: was written by a newer version of Variorum (schema {1}, this one knows {2}); update Variorum or name another file. Nothing was changed.</source>
        <translation>{0}：由更新版本的 Variorum 写入（结构版本 {1}，此版本支持 {2}）；请更新 Variorum，或指定其他文件。没有更改任何内容。</translation>
    </message>
    <message>
        <source>{0}: was written by a newer version of Variorum (schema {1}, this one knows {2}); update Variorum. Nothing was changed.</source>
        <translation>{0}：由更新版本的 Variorum 写入（结构版本 {1}，此版本支持 {2}）；请更新 Variorum。没有更改任何内容。</translation>
    </message>
    <message>
        <source>{0}: was written by a newer version of Variorum; update Variorum. Nothing was changed.</source>
        <translation>{0}：由更新版本的 Variorum 写入；请更新 Variorum。没有更改任何内容。</translation>
    </message>
    <message>
        <source>the reason is not known to this version of Variorum</source>
        <translation>此版本的 Variorum 不认识其原因</translation>
    </message>
    <message>
        <source>is an archive of files; the documents inside are read when that is asked for</source>
        <translation>是装有文件的压缩包；里面的文档要另行选择才会读取</translation>
    </message>
    <message>
        <source>is a mailbox; the messages inside are read when that is asked for</source>
        <translation>是邮箱文件；里面的邮件要另行选择才会读取</translation>
    </message>
    <message>
        <source>is not text in {0}: too many of its bytes do not fit</source>
        <translation>不是 {0} 编码的文本：太多字节不符合这种编码</translation>
    </message>
    <message>
        <source>was not read in the encoding that was chosen for it, but in one that was recognised; it {0}</source>
        <translation>没有用为它选定的编码读取，而是用识别出来的编码：{0}</translation>
    </message>
    <message>
        <source>may have been read wrongly: the encoding {0} is guessed</source>
        <translation>可能读错了：编码 {0} 是猜测的</translation>
    </message>
    <message>
        <source>has the name of a manual page and is none</source>
        <translation>名称像手册页，但并不是手册页</translation>
    </message>
    <message>
        <source>is a file of {0}, a format that is not read</source>
        <translation>是 {0} 的文件，这种格式不读取</translation>
    </message>
    <message>
        <source>is protected by a password</source>
        <translation>受密码保护</translation>
    </message>
    <message>
        <source>is damaged, or not what its beginning says ({0})</source>
        <translation>已损坏，或与其开头所示不符（{0}）</translation>
    </message>
    <message>
        <source>is damaged, or was not saved or copied to its end: the list of what it holds is missing</source>
        <translation>已损坏，或没有完整保存或复制：缺少其内容列表</translation>
    </message>
    <message>
        <source>unpacks to more than {0} MB and was not read</source>
        <translation>解压后超过 {0} MB，未读取</translation>
    </message>
    <message>
        <source>holds more than {0} documents and was not read</source>
        <translation>含有超过 {0} 个文档，未读取</translation>
    </message>
    <message>
        <source>is inside an archive or a mailbox, from which nothing is removed</source>
        <translation>在压缩包或邮箱文件里，不会从中删除任何内容</translation>
    </message>
    <message>
        <source>is no file of this machine, and its text is not beside the results</source>
        <translation>不是本机上的文件，结果旁边也没有它的文字</translation>
    </message>
    <message>
        <source>has no text layer (a scan?): only its bytes are compared</source>
        <translation>没有文本层（可能是扫描件），只按字节比较</translation>
    </message>
    <message>
        <source>was written by a version of Word before 97</source>
        <translation>由 Word 97 之前的版本写成</translation>
    </message>
    <message>
        <source>was saved by Word as a list of changes (fast save); save it anew to have it read</source>
        <translation>由 Word 以“快速保存”方式存为一系列更改；请重新保存后再读取</translation>
    </message>
    <message>
        <source>was not read in full: {0}</source>
        <translation>没有完整读出：{0}</translation>
    </message>
    <message>
        <source>its markup exceeds what the parser can hold (line {0}: {1})</source>
        <translation>它的标记超出了解析器能处理的范围（第 {0} 行：{1}）</translation>
    </message>
    <message>
        <source>a part of it is damaged ({0})</source>
        <translation>其中一部分已损坏（{0}）</translation>
    </message>
    <message>
        <source>number of its pages without a text layer: {0} (scans?)</source>
        <translation>其中 {0} 页没有文本层：可能是扫描件</translation>
    </message>
    <message>
        <source>its text is longer than {0} MB</source>
        <translation>其文本超过 {0} MB</translation>
    </message>
    <message>
        <source>it holds more than {0} cells, paragraphs and other elements</source>
        <translation>其中的单元格、段落和其他元素超过 {0} 个</translation>
    </message>
    <message>
        <source>its markup nests too deep, or holds too long a text, for the parser (line {0})</source>
        <translation>其标记的嵌套过深，或所含文本过长，超出了解析器的能力（第 {0} 行）</translation>
    </message>
    <message>
        <source>has no text: the value is missing or null</source>
        <translation>没有文本：值缺失或为空</translation>
    </message>
    <message>
        <source>caused an unexpected error ({0}); left out</source>
        <translation>引发了意外错误（{0}）；已排除</translation>
    </message>
    <message>
        <source>about {0} pairs of {1} texts were not compared, since too many of these texts are alike; each was compared with the longest and the most similar ones. To find the others, remove what is not needed and scan again, or scan fewer folders at a time</source>
        <translation>{1} 篇文本中约有 {0} 对没有比较，因为相似的文本太多；每篇只与其中最长的和最相似的几篇作了比较。要找出其余的，请移除不需要的文档后重新扫描，或每次少扫描几个文件夹</translation>
    </message>
    <message>
        <source>{0} more problems are not in this file; the table of problems that the job wrote has all</source>
        <translation>另有 {0} 个问题不在此文件中；作业写出的问题表中有全部问题</translation>
    </message>
    <message>
        <source>a folder of its path has become a link or a file; it is not followed: {0}</source>
        <translation>其路径中的某个文件夹已变成链接或文件，不会跟随：{0}</translation>
    </message>
    <message>
        <source>{0} is a link that belongs to {1} and leads to {2}; nothing is removed through it: name that folder itself if it is meant</source>
        <translation>{0} 是属于 {1} 的链接，指向 {2}；不会通过它删除任何内容：如果确实要处理，请直接指定那个文件夹</translation>
    </message>
    <message>
        <source>is shown by a path that does not lead to it; it is {0}</source>
        <translation>显示的路径并不指向它；它实际是 {0}</translation>
    </message>
    <message>
        <source>is not to the document to keep what the saved results say; scan again</source>
        <translation>与要保留的文档的关系和保存的结果所说的不符；请重新扫描</translation>
    </message>
    <message>
        <source>is not on this machine, where nothing of it can be removed; export its id to have it dropped where it is</source>
        <translation>不在本机，无法在这里移除；导出它的 ID，以便在它所在之处剔除</translation>
    </message>
    <message>
        <source>is on this machine, where it can be removed; it has no id to export</source>
        <translation>就在本机，可以在这里移除；没有可导出的 ID</translation>
    </message>
    <message>
        <source>its id holds a half of a character, which no table can hold, and stays</source>
        <translation>它的 ID 含有半个字符，表格无法保存，因此保留</translation>
    </message>
    <message>
        <source>was not read in full and stays</source>
        <translation>没有完整读出，所以会留下</translation>
    </message>
    <message>
        <source>the document to keep was not read in full, so it stays</source>
        <translation>要保留的文档没有完整读出，所以它会留下</translation>
    </message>
    <message>
        <source>the document to keep is in the trash</source>
        <translation>要保留的文档在回收站中</translation>
    </message>
    <message>
        <source>the copy was changed or removed while it was made; it is not touched any more: {0}</source>
        <translation>副本在制作时被改动或移走了，之后不再触动它：{0}</translation>
    </message>
    <message>
        <source>the copy and its original are one file now</source>
        <translation>副本和原件现在是同一个文件</translation>
    </message>
    <message>
        <source>the folder {0} is append-only, so that nothing in it can be replaced</source>
        <translation>文件夹 {0} 只能增加名称，其中的内容无法替换</translation>
    </message>
    <message>
        <source>{0}; {1} was made on the way and could not be deleted: you may delete it</source>
        <translation>{0}；途中生成的 {1} 无法删除，您可以自行删除</translation>
    </message>
    <message>
        <source>the trash of its disk is not yours alone, so it is not used: {0} belongs to another user, may be written by others, or is a link</source>
        <translation>它所在磁盘的回收站不是您独有的，所以不使用：{0} 属于其他用户、别人可以写入，或者是链接</translation>
    </message>
    <message>
        <source>Its name is not valid UTF-8; the desktop&apos;s trash cannot take such names</source>
        <translation>名称不是有效的 UTF-8；桌面的回收站无法接收这样的名称</translation>
    </message>
    <message>
        <source>its owner {0}</source>
        <translation>其所有者 {0}</translation>
    </message>
    <message>
        <source>its group of users {0}</source>
        <translation>其所属用户组 {0}</translation>
    </message>
    <message>
        <source>also has names (hard links) outside the scanned folders: {0}; no space is freed</source>
        <translation>在扫描的文件夹之外还有 {0} 个名称（硬链接），不会释放空间</translation>
    </message>
    <message>
        <source>its other name {0}: {1}</source>
        <translation>其另一个名称 {0}：{1}</translation>
    </message>
    <message>
        <source>its other names (hard links)</source>
        <translation>其另外的名称（硬链接）</translation>
    </message>
    <message>
        <source>its flags of the file system ({0})</source>
        <translation>其文件系统标志（{0}）</translation>
    </message>
    <message>
        <source>extended attributes ({0})</source>
        <translation>扩展属性（{0}）</translation>
    </message>
    <message>
        <source>was interrupted and is as it was; its copy was changed since and stays: {0}</source>
        <translation>操作被中断，文档保持原样；它的副本之后被改动过，所以留下：{0}</translation>
    </message>
    <message>
        <source>was begun and has not ended, and no lock tells whether that run is still at work; once no Variorum is, &quot;{0}&quot; finishes it</source>
        <translation>已开始但尚未结束，且没有锁能表明那次运行是否仍在进行；确认没有 Variorum 在运行后，用“{0}”完成</translation>
    </message>
    <message>
        <source>its folder is no longer there: {0}</source>
        <translation>所在的文件夹已不存在：{0}</translation>
    </message>
    <message>
        <source>the disk of {0} is not connected</source>
        <translation>{0} 所在的磁盘未连接</translation>
    </message>
    <message>
        <source>was interrupted, and the disk that is mounted at {0} covers it. Unmount that disk and start Variorum again, or use &quot;{1}&quot;</source>
        <translation>已中断，文档被挂载在 {0} 的磁盘遮住了。请卸载该磁盘后重新启动 Variorum，或使用“{1}”</translation>
    </message>
    <message>
        <source>the disk of {0} is not connected. Connect it and undo again; if the folder is on another disk for good, use &quot;{1}&quot;</source>
        <translation>{0} 所在的磁盘未连接。请连接磁盘后再次撤销；如果文件夹已改放在另一个磁盘上，请使用“{1}”</translation>
    </message>
    <message>
        <source>the disk that is mounted at {0} covers it. Unmount that disk and undo again; if the documents are on that disk for good, use &quot;{1}&quot;</source>
        <translation>文档被挂载在 {0} 的磁盘遮住了。请先卸载该磁盘，再撤销；如果文档已长期存放在该磁盘上，请使用“{1}”</translation>
    </message>
    <message>
        <source>the document that was kept is on a disk that is not connected: {0}. Connect it and undo again</source>
        <translation>保留下来的文档在未连接的磁盘上：{0}。请连接磁盘后再次撤销</translation>
    </message>
    <message>
        <source>was begun and has not ended, and this folder is not there or has become a link: {0}; it is finished once the folder is back, or by &quot;{1}&quot;</source>
        <translation>已开始但尚未结束，且此文件夹不在或已变成链接：{0}；文件夹恢复后会完成，也可用“{1}”完成</translation>
    </message>
    <message>
        <source>its undo was interrupted; it can be undone again</source>
        <translation>撤销它时被中断；可以再次撤销</translation>
    </message>
    <message>
        <source>is back without what could not be given to it: {0}</source>
        <translation>已恢复，但无法还原：{0}</translation>
    </message>
    <message>
        <source>is restored; a copy stays at {0} because it could not be deleted ({1})</source>
        <translation>已恢复；{0} 处的副本无法删除（{1}），仍然保留</translation>
    </message>
    <message>
        <source>the extracted texts that are kept may take 0 bytes or more, not {0}</source>
        <translation>保留的提取文本至少为 0 字节，不能是 {0}</translation>
    </message>
    <message>
        <source>documents may be kept for 0 (for ever) to {0} days, not {1}</source>
        <translation>文档可保留 0（永久）至 {0} 天，不能是 {1}</translation>
    </message>
    <message>
        <source>no rule marks what is only on the same form</source>
        <translation>任何规则都不标记只是模板相同的文档</translation>
    </message>
    <message>
        <source>no rule marks earlier versions</source>
        <translation>任何规则都不标记较早版本</translation>
    </message>
    <message>
        <source>no rule marks what only shares boilerplate</source>
        <translation>任何规则都不标记只是含相同通用段落的文档</translation>
    </message>
    <message>
        <source>{0}: is in {1}, where it would be found again. Choose another folder.</source>
        <translation>{0} 位于 {1} 中，移入的文档会再次被扫描到。请选择其他文件夹。</translation>
    </message>
    <message>
        <source>{0}: the disk of {1} is not connected; documents would be stored below it, where nobody sees them once it is connected. Connect it, or choose another folder.</source>
        <translation>{0}：{1} 的磁盘未连接。现在移入的文档会存到挂载点下的空文件夹中，磁盘连接后就看不到它们。请先连接该磁盘，或选择其他文件夹。</translation>
    </message>
    <message>
        <source>{0}: its disk does not tell of changes; it is looked at every {1} seconds</source>
        <translation>{0}：所在磁盘不通知变动；每 {1} 秒检查一次</translation>
    </message>
    <message>
        <source>{0}: the system does not tell of changes ({1}); it is looked at every {2} seconds</source>
        <translation>{0}：系统不通知变动（{1}）；每 {2} 秒检查一次</translation>
    </message>
    <message>
        <source>its limit {0} is reached</source>
        <translation>已达到上限 {0}</translation>
    </message>
    <message>
        <source>changes came faster than the system keeps them; all folders are listed again</source>
        <translation>变动太快，系统来不及保存；将重新列出所有文件夹</translation>
    </message>
    <message>
        <source>the disk is not connected; documents on it stay in the index: {0}</source>
        <translation>磁盘未连接，其中的 {0} 个文档仍保留在索引中</translation>
    </message>
    <message>
        <source>another disk is connected here; documents of the earlier disk stay in the index: {0}</source>
        <translation>此处连接的是另一个磁盘，原磁盘的 {0} 个文档仍保留在索引中</translation>
    </message>
    <message>
        <source>another disk is connected here; documents of the earlier disk that stay in the index: {0}; that were replaced by files with the same path: {1}</source>
        <translation>此处连接的是另一个磁盘，原磁盘的文档有 {0} 个仍保留在索引中，{1} 个已被路径相同的文件取代</translation>
    </message>
    <message>
        <source>the disk is not connected; documents on it that were not compared: {0}</source>
        <translation>磁盘未连接，其中有 {0} 个文档未参与比较</translation>
    </message>
    <message>
        <source>{0}: is not there; what is known of its documents is kept until it is there again</source>
        <translation>{0}：目前不在；已知的文档信息会保留，直到它再次出现</translation>
    </message>
    <message>
        <source>{0}: is there again</source>
        <translation>{0}：已再次出现</translation>
    </message>
    <message>
        <source>what came is told later, for it cannot be stored now: {0}</source>
        <translation>新到的内容现在无法保存，稍后再通知：{0}</translation>
    </message>
    <message>
        <source>what came can be stored again</source>
        <translation>新到的内容又可以保存了</translation>
    </message>
    <message>
        <source>more documents are like it: {0}</source>
        <translation>另有 {0} 个文档与它相似</translation>
    </message>
    <message>
        <source>is short: its fingerprint means little, so only shared passages and equal texts are found</source>
        <translation>太短，指纹意义不大：只查找相同段落和相同的文字</translation>
    </message>
    <message>
        <source>another watch of this index is at work; this one begins when that one ends</source>
        <translation>另一个监视正在使用此索引；它结束后，这个监视才开始</translation>
    </message>
    <message>
        <source>{0}: another watch of this index is at work, and tells what comes</source>
        <translation>{0}：另一个监视正在使用此索引，由它说明新到的文档</translation>
    </message>
    <message>
        <source>{0}: was deleted or replaced while folders are watched; all folders are listed again</source>
        <translation>{0}：在监视文件夹期间被删除或替换；将重新列出所有文件夹</translation>
    </message>
    <message>
        <source>the clock was set back by {0} s</source>
        <translation>时钟被拨回了 {0} 秒</translation>
    </message>
    <message>
        <source>documents that came too long ago were forgotten: {0}</source>
        <translation>已忘记到达太久的文档：{0} 个</translation>
    </message>
    <message>
        <source>{0} is one of the scanned documents. Choose another name.</source>
        <translation>{0} 是扫描过的文档，请另选文件名。</translation>
    </message>
    <message>
        <source>{0}: is in {1}, which has scanned documents; name a file in another folder</source>
        <translation>{0}：位于 {1} 中，该文件夹含有已扫描的文档；请选择其他文件夹中的文件</translation>
    </message>
    <message>
        <source>{0} holds data of Variorum. Choose another name.</source>
        <translation>{0} 保存着 Variorum 自身的数据，请另选文件名。</translation>
    </message>
    <message>
        <source>{0}: is damaged, so it is not known which folders are protected; protect them again in the window, or delete this file</source>
        <translation>{0}：已损坏，因此不知道哪些文件夹受保护；请在窗口中重新保护它们，或者删除此文件</translation>
    </message>
    <message>
        <source>{0}: is damaged, so it is not known how long documents are kept and which folders are watched; set it again in the window, or delete this file</source>
        <translation>{0}：已损坏，因此不知道文档保留多久、监视哪些文件夹；请在窗口中重新设置，或者删除此文件</translation>
    </message>
    <message>
        <source>{0}: was not written: its name has to end in .csv or .json</source>
        <translation>{0}：未写入：文件名必须以 .csv 或 .json 结尾</translation>
    </message>
    <message>
        <source>{0}: is no list of judgements of Variorum. It was left as it is. Move it away, and a new list is begun.</source>
        <translation>{0}：不是 Variorum 的判断列表。文件保持原样。把它移走后会新建一个列表。</translation>
    </message>
    <message>
        <source>{0}: is damaged or no list of judgements of Variorum ({1}). It was left as it is. Move it away, and a new list is begun; what you said of duplicates, the encodings you chose and the marks are not known to Variorum then. Your documents are not affected.</source>
        <translation>{0}：已损坏，或不是 Variorum 的判断列表（{1}）。文件保持原样。把它移走后会新建一个列表；此前对重复文档所作的判断、选定的编码和标记，Variorum 就不再知道了。您的文档不受影响。</translation>
    </message>
    <message>
        <source>{0}: is no list of arrivals of Variorum. It was left as it is. Move it away, and a new list is begun.</source>
        <translation>{0}：不是 Variorum 的新到文档列表。文件保持原样。把它移走后会新建一个列表。</translation>
    </message>
    <message>
        <source>{0}: is a list of arrivals of a newer version of Variorum; update Variorum. Nothing was changed.</source>
        <translation>{0}：是较新版本 Variorum 的新到文档列表；请更新 Variorum。没有作任何更改。</translation>
    </message>
    <message>
        <source>{0}: is damaged or no list of arrivals of Variorum ({1}). It was left as it is. Move it away, and a new list is begun; the documents that are there then are taken for known. Your documents are not affected.</source>
        <translation>{0}：已损坏，或不是 Variorum 的新到文档列表（{1}）。文件保持原样。把它移走后会新建一个列表；届时已在文件夹中的文档都视为已知。您的文档不受影响。</translation>
    </message>
    <message>
        <source>{0}: is missing, a part of Variorum that is built when it is installed. Install Variorum again (a checkout: pip install -e .).</source>
        <translation>{0}：缺少该文件，它是安装时生成的 Variorum 组成部分。请重新安装 Variorum（源码目录：pip install -e .）。</translation>
    </message>
    <message>
        <source>{0}: cannot be used, a part of Variorum that is built when it is installed ({1}). Install Variorum again (a checkout: pip install -e .).</source>
        <translation>{0}：无法使用，它是安装时生成的 Variorum 组成部分（{1}）。请重新安装 Variorum（源码目录：pip install -e .）。</translation>
    </message>
    <message>
        <source>{0}: belongs to another version of Variorum ({1}, this one needs {2}). Install Variorum again (a checkout: pip install -e .).</source>
        <translation>{0}：属于另一个版本的 Variorum（{1}，本版本需要 {2}）。请重新安装 Variorum（源码目录：pip install -e .）。</translation>
    </message>
    <message>
        <source>Variorum runs on x64 and arm64 processors only (64-bit, little-endian); this is {0}</source>
        <translation>Variorum 只能在 x64 和 arm64 处理器（64 位、小端序）上运行；本机为 {0}</translation>
    </message>
    <message>
        <source>{0}: was saved by an earlier version of Variorum, whose results this one does not read; scan again and save them anew</source>
        <translation>{0}：由较早版本的 Variorum 保存，此版本不读取这样的结果；请重新扫描并保存</translation>
    </message>
    <message>
        <source>a line of it is longer than any that is written</source>
        <translation>其中有一行过长，不会由本程序写出</translation>
    </message>
    <message>
        <source>it says more than a file of its size can hold</source>
        <translation>它所说的内容超过这样大小的文件所能容纳的</translation>
    </message>
    <message>
        <source>two documents have the id {0}</source>
        <translation>有两个文档的 ID 都是 {0}</translation>
    </message>
    <message>
        <source>an id has more than {0} characters</source>
        <translation>有一个 ID 超过 {0} 个字符</translation>
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
        <translation>权限不够</translation>
    </message>
    <message>
        <source>Operation not permitted</source>
        <translation>不允许的操作</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>没有该文件或文件夹</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>设备上没有剩余空间</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>只读文件系统</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>是一个文件夹</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>不是文件夹</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>输入/输出错误</translation>
    </message>
    <message>
        <source>Device or resource busy</source>
        <translation>设备或资源正忙</translation>
    </message>
    <message>
        <source>File exists</source>
        <translation>文件已存在</translation>
    </message>
    <message>
        <source>Too many open files</source>
        <translation>打开的文件过多</translation>
    </message>
    <message>
        <source>Too many open files in system</source>
        <translation>系统中打开的文件过多</translation>
    </message>
    <message>
        <source>File name too long</source>
        <translation>文件名过长</translation>
    </message>
    <message>
        <source>Too many levels of symbolic links</source>
        <translation>符号链接的层数过多</translation>
    </message>
    <message>
        <source>Directory not empty</source>
        <translation>文件夹非空</translation>
    </message>
    <message>
        <source>Invalid cross-device link</source>
        <translation>跨设备的链接无效</translation>
    </message>
    <message>
        <source>Disk quota exceeded</source>
        <translation>超出磁盘配额</translation>
    </message>
    <message>
        <source>File too large</source>
        <translation>文件过大</translation>
    </message>
    <message>
        <source>Stale file handle</source>
        <translation>文件句柄已失效</translation>
    </message>
    <message>
        <source>Connection timed out</source>
        <translation>连接超时</translation>
    </message>
    <message>
        <source>No such device</source>
        <translation>没有该设备</translation>
    </message>
    <message>
        <source>No such device or address</source>
        <translation>没有该设备或地址</translation>
    </message>
    <message>
        <source>Invalid argument</source>
        <translation>参数无效</translation>
    </message>
    <message>
        <source>Cannot allocate memory</source>
        <translation>无法分配内存</translation>
    </message>
    <message>
        <source>Transport endpoint is not connected</source>
        <translation>传输端点尚未连接</translation>
    </message>
    <message>
        <source>Host is down</source>
        <translation>主机已关闭</translation>
    </message>
    <message>
        <source>No route to host</source>
        <translation>没有到主机的路由</translation>
    </message>
    <message>
        <source>Connection refused</source>
        <translation>连接被拒绝</translation>
    </message>
    <message>
        <source>Exec format error</source>
        <translation>可执行文件格式错误</translation>
    </message>
    <message>
        <source>Text file busy</source>
        <translation>文件正在使用</translation>
    </message>
    <message>
        <source>Operation not supported</source>
        <translation>不支持的操作</translation>
    </message>
    <message>
        <source>Bad file descriptor</source>
        <translation>文件描述符错误</translation>
    </message>
    <message>
        <source>Interrupted system call</source>
        <translation>系统调用被中断</translation>
    </message>
    <message>
        <source>Resource temporarily unavailable</source>
        <translation>资源暂时不可用</translation>
    </message>
</context>
<context>
    <name>folders</name>
    <message>
        <source>Documents are kept for ever</source>
        <translation>文档永久保留</translation>
    </message>
    <message>
        <source>Documents that came more than a day ago are left out</source>
        <translation>排除一天前到达的文档</translation>
    </message>
    <message>
        <source>Documents that came more than {0} days ago are left out</source>
        <translation>排除 {0} 天前到达的文档</translation>
    </message>
    <message>
        <source>not connected</source>
        <translation>未连接</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>缺失</translation>
    </message>
    <message>
        <source>protected</source>
        <translation>受保护</translation>
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
        <translation>OpenDocument 文本</translation>
    </message>
    <message>
        <source>OpenDocument slides</source>
        <translation>OpenDocument 演示</translation>
    </message>
    <message>
        <source>OpenDocument sheet</source>
        <translation>OpenDocument 表格</translation>
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
        <translation>电子邮件</translation>
    </message>
    <message>
        <source>Web archive</source>
        <translation>网页归档</translation>
    </message>
    <message>
        <source>Notebook</source>
        <translation>笔记本</translation>
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
        <translation>手册页</translation>
    </message>
    <message>
        <source>plain text, source code, Word, PowerPoint, Excel, OpenDocument, RTF, PDF, EPUB, web pages, e-mails, notebooks, subtitles, TeX and manual pages</source>
        <translation>纯文本、源代码、Word、PowerPoint、Excel、OpenDocument、RTF、PDF、EPUB、网页、电子邮件、笔记本（ipynb）、字幕、TeX 和手册页（man）</translation>
    </message>
</context>
<context>
    <name>heading</name>
    <message>
        <source>{0}, 1 page</source>
        <translation>{0}，1 页</translation>
    </message>
    <message>
        <source>{0}, {1} pages</source>
        <translation>{0}，{1} 页</translation>
    </message>
    <message>
        <source>{0}, 1 slide</source>
        <translation>{0}，1 张幻灯片</translation>
    </message>
    <message>
        <source>{0}, {1} slides</source>
        <translation>{0}，{1} 张幻灯片</translation>
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
        <translation>{0} 个保持原样</translation>
    </message>
    <message>
        <source>{0} {1}</source>
        <comment>how many, and what became of them</comment>
        <translation>{0} 个{1}</translation>
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
        <translation>仅词句相同</translation>
    </message>
    <message>
        <source>Similar</source>
        <translation>相似</translation>
    </message>
    <message>
        <source>Earlier version</source>
        <translation>较早版本</translation>
    </message>
    <message>
        <source>Earlier versions</source>
        <translation>较早版本</translation>
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
        <translation>间接相连</translation>
    </message>
    <message>
        <source>Same form</source>
        <translation>同一模板</translation>
    </message>
    <message>
        <source>Boilerplate</source>
        <translation>通用段落</translation>
    </message>
    <message>
        <source>Capitals or layout</source>
        <translation>大小写或版式</translation>
    </message>
    <message>
        <source>Spaces only</source>
        <translation>仅空格</translation>
    </message>
    <message>
        <source>Punctuation only</source>
        <translation>仅标点</translation>
    </message>
    <message>
        <source>Accents only</source>
        <translation>仅变音符号</translation>
    </message>
    <message>
        <source>Signs and accents</source>
        <translation>标点和变音符号</translation>
    </message>
    <message>
        <source>Numbers only</source>
        <translation>仅数字不同</translation>
    </message>
    <message>
        <source>Newer by date</source>
        <translation>日期较新</translation>
    </message>
    <message>
        <source>Higher version</source>
        <translation>版本名更高</translation>
    </message>
</context>
<context>
    <name>kinds of files</name>
    <message>
        <source>Text and Markdown</source>
        <translation>文本和 Markdown</translation>
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
        <translation>网页</translation>
    </message>
    <message>
        <source>E-books</source>
        <translation>电子书</translation>
    </message>
    <message>
        <source>E-mail</source>
        <translation>电子邮件</translation>
    </message>
    <message>
        <source>Presentations, tables</source>
        <translation>演示文稿、表格</translation>
    </message>
    <message>
        <source>TeX, notebooks, manual pages</source>
        <translation>TeX、笔记本、手册页</translation>
    </message>
    <message>
        <source>Subtitles</source>
        <translation>字幕</translation>
    </message>
    <message>
        <source>Source code</source>
        <translation>源代码</translation>
    </message>
</context>
<context>
    <name>not-read</name>
    <message>
        <source>not read</source>
        <translation>未读取</translation>
    </message>
    <message>
        <source>{0} other kinds</source>
        <translation>另有 {0} 种</translation>
    </message>
    <message>
        <source>{0} without a suffix</source>
        <translation>{0} 个没有后缀的文件</translation>
    </message>
    <message>
        <source>1 other</source>
        <translation>1 个其他文件</translation>
    </message>
    <message>
        <source>{0} others</source>
        <translation>{0} 个其他文件</translation>
    </message>
    <message>
        <source>{0} {1}</source>
        <comment>how many files, their suffix</comment>
        <translation>{0} 个 {1}</translation>
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
        <translation>压缩包</translation>
    </message>
    <message>
        <source>mailbox</source>
        <translation>邮箱文件</translation>
    </message>
    <message>
        <source>unknown encoding</source>
        <translation>编码未知</translation>
    </message>
    <message>
        <source>password</source>
        <translation>有密码</translation>
    </message>
    <message>
        <source>damaged</source>
        <translation>已损坏</translation>
    </message>
    <message>
        <source>too large</source>
        <translation>太大</translation>
    </message>
    <message>
        <source>no text layer: a scan?</source>
        <translation>没有文本层：可能是扫描件</translation>
    </message>
    <message>
        <source>before Word 97</source>
        <translation>早于 Word 97</translation>
    </message>
    <message>
        <source>fast save</source>
        <translation>快速保存</translation>
    </message>
    <message>
        <source>took too long</source>
        <translation>用时太长</translation>
    </message>
    <message>
        <source>no rights</source>
        <translation>没有权限</translation>
    </message>
    <message>
        <source>format not read</source>
        <translation>不读取的格式</translation>
    </message>
    <message>
        <source>not readable</source>
        <translation>无法读取</translation>
    </message>
</context>
<context>
    <name>pair_axes</name>
    <message>
        <source>{bits} bits, suggested</source>
        <translation>{bits} 位（建议）</translation>
    </message>
    <message>
        <source>{bits} classic</source>
        <translation>经典 {bits}</translation>
    </message>
    <message>
        <source>0 bits</source>
        <translation>0 位</translation>
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
        <translation>仅数字不同</translation>
    </message>
    <message>
        <source>similar or same words</source>
        <translation>相似或词句相同</translation>
    </message>
    <message>
        <source>compared, not similar</source>
        <translation>比较后不相似</translation>
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
        <translation>过短</translation>
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
        <translation>比较过的每两个文档，按指纹距离和相似度排列。颜色越深，文档对越多。
副本：文字相同的文档，每个副本算一对。
过短：距离意义不大的文本，只由相似度决定。
部分：一个文档的大部分在另一个明显更长的文档中；线条未显示为相似的，不论相似度和距离都显示为部分。
比较后不相似：由指纹或段落提出，经精确比较后否定。任何阈值都不显示。</translation>
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
        <translation>距离 {bits}，{similarity}</translation>
    </message>
    <message>
        <source>{place}: no pairs</source>
        <translation>{place}：没有文档对</translation>
    </message>
    <message>
        <source>{place}: 1 pair</source>
        <translation>{place}：1 对</translation>
    </message>
    <message>
        <source>{place}: {count} pairs</source>
        <translation>{place}：{count} 对</translation>
    </message>
    <message>
        <source>{count} {sort}</source>
        <comment>such as: 5 identical</comment>
        <translation>{count} 对{sort}</translation>
    </message>
    <message>
        <source>Click to show one, click again for the next</source>
        <translation>单击显示一对，再次单击显示下一对</translation>
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
        <translation>词与词对</translation>
    </message>
    <message>
        <source>Words by how often they occur (Charikar 2002)</source>
        <translation>词，按出现次数（Charikar 2002）</translation>
    </message>
    <message>
        <source>Runs of three words (Broder 1997)</source>
        <translation>连续三个词（Broder 1997）</translation>
    </message>
    <message>
        <source>The 20 most telling words</source>
        <translation>最具代表性的 20 个词</translation>
    </message>
    <message>
        <source>Words in five levels of weight</source>
        <translation>词，分五级权重</translation>
    </message>
    <message>
        <source>Runs of four characters</source>
        <translation>连续四个字符</translation>
    </message>
    <message>
        <source>Runs of two characters</source>
        <translation>连续两个字符</translation>
    </message>
    <message>
        <source>Every word, the classic hash</source>
        <translation>每个词，经典哈希</translation>
    </message>
    <message>
        <source>{0}, {1} bits</source>
        <translation>{0}，{1} 位</translation>
    </message>
    <message>
        <source>{0} (default)</source>
        <translation>{0}（默认）</translation>
    </message>
    <message>
        <source>Bits of the fingerprint</source>
        <translation>指纹的位数</translation>
    </message>
    <message>
        <source>As many bits as the recipe has</source>
        <translation>位数同配方</translation>
    </message>
    <message>
        <source>{0} bits</source>
        <translation>{0} 位</translation>
    </message>
    <message>
        <source>Leave out the commonest words</source>
        <translation>排除最常见的词</translation>
    </message>
    <message>
        <source>Cut English words to their stems</source>
        <translation>英文词只取词干</translation>
    </message>
</context>
<context>
    <name>removal</name>
    <message>
        <source>moved to the trash</source>
        <translation>移到回收站</translation>
    </message>
    <message>
        <source>moved to a folder</source>
        <translation>移到文件夹</translation>
    </message>
    <message>
        <source>copied to a folder</source>
        <translation>复制到文件夹</translation>
    </message>
    <message>
        <source>deleted for good</source>
        <translation>永久删除</translation>
    </message>
    <message>
        <source>replaced by hard links</source>
        <translation>替换为硬链接</translation>
    </message>
    <message>
        <source>Replace 1 document by a symbolic link?</source>
        <translation>将 1 个文档替换为符号链接？</translation>
    </message>
    <message>
        <source>Replace {0} documents by symbolic links?</source>
        <translation>将 {0} 个文档替换为符号链接？</translation>
    </message>
    <message>
        <source>It becomes a link to the identical file that stays; that frees {0}. Undo (Ctrl+Z) makes a file of it again.</source>
        <translation>它会变成指向所保留的完全相同的文件的链接，释放 {0}。可以撤销（Ctrl+Z），重新变为文件。</translation>
    </message>
    <message>
        <source>Each of them becomes a link to the identical file that stays; that frees {0}. Undo (Ctrl+Z) makes files of them again.</source>
        <translation>它们会变成指向所保留的完全相同的文件的链接，释放 {0}。可以撤销（Ctrl+Z），重新变为文件。</translation>
    </message>
    <message>
        <source>replaced by symbolic links</source>
        <translation>替换为符号链接</translation>
    </message>
    <message>
        <source>Move to the trash</source>
        <translation>移到回收站</translation>
    </message>
    <message>
        <source>Export ids to drop</source>
        <translation>导出要剔除的 ID</translation>
    </message>
    <message>
        <source>Export the id of 1 document to drop?</source>
        <translation>导出 1 个要剔除的文档的 ID？</translation>
    </message>
    <message>
        <source>Export the ids of {0} documents to drop?</source>
        <translation>导出 {0} 个要剔除的文档的 ID？</translation>
    </message>
    <message>
        <source>It is not on this machine, where nothing changes. Where it is, it can be dropped by this list ({0}); one like it stays.</source>
        <translation>它不在本机，本机上什么都不会改变。可在它所在之处按此清单剔除（{0}）；与它相似的一个会保留。</translation>
    </message>
    <message>
        <source>They are not on this machine, where nothing changes. Where they are, they can be dropped by this list ({0}); for each of them one document stays.</source>
        <translation>它们不在本机，本机上什么都不会改变。可在它们所在之处按此清单剔除（{0}）；每个都有一个文档保留。</translation>
    </message>
    <message>
        <source>Is to be dropped</source>
        <translation>要剔除</translation>
    </message>
    <message>
        <source>The id of 1 document was written to {1}.</source>
        <translation>1 个文档的 ID 已写入 {1}。</translation>
    </message>
    <message>
        <source>The ids of {0} documents were written to {1}.</source>
        <translation>{0} 个文档的 ID 已写入 {1}。</translation>
    </message>
    <message>
        <source>Move 1 document to the trash?</source>
        <translation>将 1 个文档移到回收站？</translation>
    </message>
    <message>
        <source>Move {0} documents to the trash?</source>
        <translation>将 {0} 个文档移到回收站？</translation>
    </message>
    <message>
        <source>One like it stays. Undo (Ctrl+Z) brings it back until the trash is emptied; that frees {0}.</source>
        <translation>有一份保留。清空回收站之前可以撤销（Ctrl+Z）；清空后释放 {0}。</translation>
    </message>
    <message>
        <source>For each of them one document stays. Undo (Ctrl+Z) brings them back until the trash is emptied; that frees {0}.</source>
        <translation>每个文档都有一份保留。清空回收站之前可以撤销（Ctrl+Z）；清空后释放 {0}。</translation>
    </message>
    <message>
        <source>Goes to the trash</source>
        <translation>将移走</translation>
    </message>
    <message>
        <source>{0} of {1} moved to the trash</source>
        <translation>已将 {0} / {1} 移到回收站</translation>
    </message>
    <message>
        <source>&amp;Undo the move of 1 document to the trash</source>
        <translation>撤销：将 1 个文档移到回收站(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Undo the move of {0} documents to the trash</source>
        <translation>撤销：将 {0} 个文档移到回收站(&amp;U)</translation>
    </message>
    <message>
        <source>Trash (can be undone)</source>
        <translation>回收站（可撤销）</translation>
    </message>
    <message>
        <source>Move to a folder</source>
        <translation>移到文件夹</translation>
    </message>
    <message>
        <source>Move 1 document to a folder?</source>
        <translation>将 1 个文档移到文件夹？</translation>
    </message>
    <message>
        <source>Move {0} documents to a folder?</source>
        <translation>将 {0} 个文档移到文件夹？</translation>
    </message>
    <message>
        <source>One like it stays. It goes to {1}, in the folders that it is in now: {0}. Undo (Ctrl+Z) brings it back.</source>
        <translation>有一份保留。它将移到 {1}，并保持现有的文件夹结构：{0}。可以撤销（Ctrl+Z）。</translation>
    </message>
    <message>
        <source>For each of them one document stays. They go to {1}, in the folders that they are in now: {0}. Undo (Ctrl+Z) brings them back.</source>
        <translation>每个文档都有一份保留。它们将移到 {1}，并保持现有的文件夹结构：{0}。可以撤销（Ctrl+Z）。</translation>
    </message>
    <message>
        <source>Goes to the folder</source>
        <translation>将移到文件夹</translation>
    </message>
    <message>
        <source>{0} of {1} moved</source>
        <translation>已移动 {0} / {1}</translation>
    </message>
    <message>
        <source>&amp;Undo the move of 1 document to a folder</source>
        <translation>撤销：将 1 个文档移到文件夹(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Undo the move of {0} documents to a folder</source>
        <translation>撤销：将 {0} 个文档移到文件夹(&amp;U)</translation>
    </message>
    <message>
        <source>A folder…</source>
        <translation>文件夹…</translation>
    </message>
    <message>
        <source>Copy to a folder</source>
        <translation>复制到文件夹</translation>
    </message>
    <message>
        <source>Copy 1 document to a folder?</source>
        <translation>将 1 个文档复制到文件夹？</translation>
    </message>
    <message>
        <source>Copy {0} documents to a folder?</source>
        <translation>将 {0} 个文档复制到文件夹？</translation>
    </message>
    <message>
        <source>The document stays where it is. The copy goes to {1}, in the folders that the document is in now: {0}.</source>
        <translation>文档留在原处。副本将放到 {1}，并保持现有的文件夹结构：{0}。</translation>
    </message>
    <message>
        <source>The documents stay where they are. The copies go to {1}, in the folders that the documents are in now: {0}.</source>
        <translation>文档都留在原处。副本将放到 {1}，并保持现有的文件夹结构：{0}。</translation>
    </message>
    <message>
        <source>Is copied</source>
        <translation>将复制</translation>
    </message>
    <message>
        <source>{0} of {1} copied</source>
        <translation>已复制 {0} / {1}</translation>
    </message>
    <message>
        <source>&amp;Undo the copy of 1 document</source>
        <translation>撤销：将 1 个文档复制到文件夹(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Undo the copies of {0} documents</source>
        <translation>撤销：将 {0} 个文档复制到文件夹(&amp;U)</translation>
    </message>
    <message>
        <source>Delete for good</source>
        <translation>永久删除</translation>
    </message>
    <message>
        <source>Delete 1 document for good?</source>
        <translation>永久删除 1 个文档？</translation>
    </message>
    <message>
        <source>Delete {0} documents for good?</source>
        <translation>永久删除 {0} 个文档？</translation>
    </message>
    <message>
        <source>One like it stays. No trash will have it; {0} are free.</source>
        <translation>有一份保留。回收站里不会有它；释放 {0}。</translation>
    </message>
    <message>
        <source>For each of them one document stays. No trash will have them; {0} are free.</source>
        <translation>每个文档都有一份保留。回收站里不会有它们；释放 {0}。</translation>
    </message>
    <message>
        <source>Is deleted for good</source>
        <translation>将永久删除</translation>
    </message>
    <message>
        <source>{0} of {1} deleted for good</source>
        <translation>已永久删除 {0} / {1}</translation>
    </message>
    <message>
        <source>&amp;Undo the deletion of 1 document</source>
        <translation>撤销：永久删除 1 个文档(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Undo the deletion of {0} documents</source>
        <translation>撤销：永久删除 {0} 个文档(&amp;U)</translation>
    </message>
    <message>
        <source>Replace by hard links</source>
        <translation>替换为硬链接</translation>
    </message>
    <message>
        <source>Replace 1 document by a hard link?</source>
        <translation>将 1 个文档替换为硬链接？</translation>
    </message>
    <message>
        <source>Replace {0} documents by hard links?</source>
        <translation>将 {0} 个文档替换为硬链接？</translation>
    </message>
    <message>
        <source>It becomes another name of the identical file that stays; that frees {0}. Undo (Ctrl+Z) makes a file of it again.</source>
        <translation>它会成为所保留的完全相同的文件的另一个名称，释放 {0}。可以撤销（Ctrl+Z），重新变为文件。</translation>
    </message>
    <message>
        <source>Each of them becomes another name of the identical file that stays; that frees {0}. Undo (Ctrl+Z) makes files of them again.</source>
        <translation>它们会成为所保留的完全相同的文件的另一个名称，释放 {0}。可以撤销（Ctrl+Z），重新变为文件。</translation>
    </message>
    <message>
        <source>Becomes a link</source>
        <translation>将变为链接</translation>
    </message>
    <message>
        <source>{0} of {1} replaced by links</source>
        <translation>已替换为链接 {0} / {1}</translation>
    </message>
    <message>
        <source>&amp;Undo the hard link of 1 document</source>
        <translation>撤销：将 1 个文档替换为硬链接(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Undo the hard links of {0} documents</source>
        <translation>撤销：将 {0} 个文档替换为硬链接(&amp;U)</translation>
    </message>
    <message>
        <source>Replace by symbolic links</source>
        <translation>替换为符号链接</translation>
    </message>
    <message>
        <source>&amp;Undo the symbolic link of 1 document</source>
        <translation>撤销：将 1 个文档替换为符号链接(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Undo the symbolic links of {0} documents</source>
        <translation>撤销：将 {0} 个文档替换为符号链接(&amp;U)</translation>
    </message>
    <message>
        <source>Move {0} to trash</source>
        <translation>将 {0} 个移到回收站</translation>
    </message>
    <message>
        <source>Export ids ({0})…</source>
        <translation>导出 ID（{0}）…</translation>
    </message>
    <message>
        <source>Move {0} to the folder</source>
        <translation>将 {0} 个移到文件夹</translation>
    </message>
    <message>
        <source>Copy {0} to the folder</source>
        <translation>将 {0} 个复制到文件夹</translation>
    </message>
    <message>
        <source>Delete {0} for good</source>
        <translation>永久删除 {0} 个</translation>
    </message>
    <message>
        <source>Replace {0} by hard links</source>
        <translation>将 {0} 个替换为硬链接</translation>
    </message>
    <message>
        <source>Replace {0} by symbolic links</source>
        <translation>将 {0} 个替换为符号链接</translation>
    </message>
    <message>
        <source>skipped</source>
        <translation>已跳过</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>moved</source>
        <translation>已移动</translation>
    </message>
    <message>
        <source>copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <source>hard link</source>
        <translation>硬链接</translation>
    </message>
    <message>
        <source>symbolic link</source>
        <translation>符号链接</translation>
    </message>
    <message>
        <source>Nothing was changed.</source>
        <translation>没有任何改动。</translation>
    </message>
    <message>
        <source>{0} skipped.</source>
        <translation>跳过 {0} 个。</translation>
    </message>
    <message>
        <source>{0} failed.</source>
        <translation>失败 {0} 个。</translation>
    </message>
    <message>
        <source>The index could not be told ({0}); the next scan will notice.</source>
        <translation>无法更新索引（{0}）；下次扫描会发现变化。</translation>
    </message>
    <message>
        <source>1 document was moved to the trash.</source>
        <translation>已将 1 个文档移到回收站。</translation>
    </message>
    <message>
        <source>1 document was moved to the folder.</source>
        <translation>已将 1 个文档移到文件夹。</translation>
    </message>
    <message>
        <source>1 document was copied to the folder.</source>
        <translation>已将 1 个文档复制到文件夹。</translation>
    </message>
    <message>
        <source>1 document was deleted for good.</source>
        <translation>已永久删除 1 个文档。</translation>
    </message>
    <message>
        <source>1 document was replaced by a hard link.</source>
        <translation>已将 1 个文档替换为硬链接。</translation>
    </message>
    <message>
        <source>1 document was replaced by a symbolic link.</source>
        <translation>已将 1 个文档替换为符号链接。</translation>
    </message>
    <message>
        <source>{0} documents were moved to the trash.</source>
        <translation>已将 {0} 个文档移到回收站。</translation>
    </message>
    <message>
        <source>{0} documents were moved to the folder.</source>
        <translation>已将 {0} 个文档移到文件夹。</translation>
    </message>
    <message>
        <source>{0} documents were copied to the folder.</source>
        <translation>已将 {0} 个文档复制到文件夹。</translation>
    </message>
    <message>
        <source>{0} documents were deleted for good.</source>
        <translation>已永久删除 {0} 个文档。</translation>
    </message>
    <message>
        <source>{0} documents were replaced by hard links.</source>
        <translation>已将 {0} 个文档替换为硬链接。</translation>
    </message>
    <message>
        <source>{0} documents were replaced by symbolic links.</source>
        <translation>已将 {0} 个文档替换为符号链接。</translation>
    </message>
    <message>
        <source>begun</source>
        <translation>已开始</translation>
    </message>
    <message>
        <source>done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>left as it was</source>
        <translation>保持原样</translation>
    </message>
    <message>
        <source>nobody knows where it is</source>
        <translation>下落不明</translation>
    </message>
    <message>
        <source>undone</source>
        <translation>已撤销</translation>
    </message>
    <message>
        <source>1 document restored.</source>
        <translation>已恢复 1 个文档。</translation>
    </message>
    <message>
        <source>{0} documents restored.</source>
        <translation>已恢复 {0} 个文档。</translation>
    </message>
    <message>
        <source>1 group keeps again the document that it kept before the rules.</source>
        <translation>1 组重新保留应用规则之前的文档。</translation>
    </message>
    <message>
        <source>{0} groups keep again the document that they kept before the rules.</source>
        <translation>{0} 组重新保留应用规则之前的文档。</translation>
    </message>
    <message>
        <source>1 group keeps the document that the rules chose until all of it is restored.</source>
        <translation>有 1 组仍保留规则所选的文档，直到该组全部恢复。</translation>
    </message>
    <message>
        <source>{0} groups keep the document that the rules chose until all of them is restored.</source>
        <translation>有 {0} 组仍保留规则所选的文档，直到这些组全部恢复。</translation>
    </message>
    <message>
        <source>{0} {1}.</source>
        <translation>{0}：{1}。</translation>
    </message>
    <message>
        <source>{0} more are back without all that they had.</source>
        <translation>另有 {0} 个已恢复，但不完整。</translation>
    </message>
    <message>
        <source>Copies of {0} of them could not be deleted and stay where they were moved to.</source>
        <translation>其中 {0} 个的副本无法删除，仍留在移动到的位置。</translation>
    </message>
    <message>
        <source>{0} is not connected; its documents were left unchanged.</source>
        <translation>{0} 未连接，其中的文档未作更改。</translation>
    </message>
    <message>
        <source>Check formats: {0} documents are easier to edit than the ones that stay.</source>
        <translation>请核对格式：有 {0} 个文档比留下的更便于编辑。</translation>
    </message>
    <message>
        <source>Check formats: 1 document is easier to edit than the one that stays.</source>
        <translation>请核对格式：有 1 个文档比留下的更便于编辑。</translation>
    </message>
    <message>
        <source>The folder {0} is no longer there; its document was left unchanged.</source>
        <translation>文件夹 {0} 已不存在，其中的 1 个文档保持不变。</translation>
    </message>
    <message>
        <source>The folder {0} is no longer there; its {1} documents were left unchanged.</source>
        <translation>文件夹 {0} 已不存在，其中的 {1} 个文档保持不变。</translation>
    </message>
    <message>
        <source>undo has begun</source>
        <translation>撤销已开始</translation>
    </message>
    <message>
        <source>{0} could not be restored: {1}.</source>
        <translation>{0} 无法恢复：{1}。</translation>
    </message>
    <message>
        <source>{0} could not be restored; the history says why.</source>
        <translation>{0} 个无法恢复；原因见移除历史。</translation>
    </message>
    <message>
        <source>Move the marked documents to the trash, after a summary</source>
        <translation>将标记的文档移到回收站，移动前会先显示摘要</translation>
    </message>
    <message>
        <source>Move the marked documents to a folder, their own folders kept</source>
        <translation>将标记的文档移到一个文件夹，保留各级文件夹</translation>
    </message>
    <message>
        <source>Copy the marked documents to a folder; they stay, too</source>
        <translation>将标记的文档复制到一个文件夹；原文档也留下</translation>
    </message>
    <message>
        <source>Delete the marked documents; no trash will have them</source>
        <translation>删除标记的文档；回收站里也不会有</translation>
    </message>
    <message>
        <source>Make marked documents other names of the identical one that stays</source>
        <translation>使标记的文档成为留下的完全相同的文档的另一个名称</translation>
    </message>
    <message>
        <source>Make marked documents links to the identical one that stays</source>
        <translation>使标记的文档成为指向留下的完全相同的文档的链接</translation>
    </message>
    <message>
        <source>Move documents to a folder</source>
        <translation>将文档移到文件夹</translation>
    </message>
    <message>
        <source>Copy documents to a folder</source>
        <translation>将文档复制到文件夹</translation>
    </message>
</context>
<context>
    <name>report</name>
    <message>
        <source>Similar documents</source>
        <translation>相似文档</translation>
    </message>
    <message>
        <source>Made by Variorum on {0}</source>
        <translation>由 Variorum 生成于 {0}</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Distance in bits up to {0}, similarity at least {1}</source>
        <translation>距离最多 {0} 位，相似度至少 {1}</translation>
    </message>
    <message>
        <source>Documents: {0}, in groups: {1}</source>
        <translation>文档：{0} 个，共 {1} 组</translation>
    </message>
    <message>
        <source>True copies: {0}, safe to free: {1}</source>
        <translation>确定重复：{0} 个，可安全释放：{1}</translation>
    </message>
    <message>
        <source>To review: {0}, {1}</source>
        <translation>待查看：{0} 个，{1}</translation>
    </message>
    <message>
        <source>{0} documents, {1}, lowest similarity {2}</source>
        <translation>{0} 个文档，{1}，最低相似度 {2}</translation>
    </message>
    <message>
        <source>Documents that it contains: {0}</source>
        <translation>包含的文档：{0} 个</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
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
        <translation>修改时间</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>路径</translation>
    </message>
    <message>
        <source>not compared</source>
        <translation>未比较</translation>
    </message>
    <message>
        <source>Kept: {0}</source>
        <translation>保留：{0}</translation>
    </message>
    <message>
        <source>True copies: {0}, safe to drop: {1}</source>
        <translation>确定重复：{0} 个，可安全剔除：{1}</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>目录</translation>
    </message>
    <message>
        <source>own text {0}</source>
        <translation>自有文字占 {0}</translation>
    </message>
    <message>
        <source>Documents that share boilerplate with it: {0}</source>
        <translation>与它含相同通用段落的文档：{0}</translation>
    </message>
    <message>
        <source>{0}: differences from the kept document</source>
        <translation>{0}：与保留的文档的差异</translation>
    </message>
    <message>
        <source>{0}: lines that are not in the kept document</source>
        <translation>{0}：不在保留的文档中的行</translation>
    </message>
    <message>
        <source>No line differs.</source>
        <translation>没有不同的行。</translation>
    </message>
    <message>
        <source>All of its lines are in the kept document.</source>
        <translation>它的所有行都在保留的文档中。</translation>
    </message>
    <message>
        <source>Changes and lines that are not shown: {0}.</source>
        <translation>未显示的更改和行：{0} 处。</translation>
    </message>
    <message>
        <source>Lines that were not compared, since the texts are very long: {0}.</source>
        <translation>文本过长而未比较的行：{0} 行。</translation>
    </message>
    <message>
        <source>Documents of this group whose differences are not shown: {0}.</source>
        <translation>此组中未显示差异的文档：{0} 个。</translation>
    </message>
    <message>
        <source>{0}: the text could not be read again ({1}).</source>
        <translation>{0}：无法再次读取文本（{1}）。</translation>
    </message>
    <message>
        <source>Groups that are not shown in full: {0}</source>
        <translation>未完整显示的组：{0}</translation>
    </message>
    <message>
        <source>Groups that are not named either: {0}</source>
        <translation>也未列出名称的组：{0}</translation>
    </message>
    <message>
        <source>Only in the kept document</source>
        <translation>仅在保留的文档中</translation>
    </message>
    <message>
        <source>Only in this document</source>
        <translation>仅在此文档中</translation>
    </message>
</context>
<context>
    <name>statistics</name>
    <message>
        <source>Documents: {0}, {1}</source>
        <translation>{0} 个文档，{1}</translation>
    </message>
    <message>
        <source>{0}; {1} of them inside archives and mailboxes</source>
        <translation>{0}；其中 {1} 个在压缩包和邮箱里</translation>
    </message>
    <message>
        <source>Safe to drop</source>
        <translation>可安全剔除</translation>
    </message>
    <message>
        <source>Safe to free</source>
        <translation>可安全释放</translation>
    </message>
    <message>
        <source>To review</source>
        <translation>待查看</translation>
    </message>
    <message>
        <source>What could go</source>
        <translation>可以移除的</translation>
    </message>
    <message>
        <source>By kind</source>
        <translation>按类型</translation>
    </message>
    <message>
        <source>Formats</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Encodings</source>
        <translation>编码</translation>
    </message>
    <message>
        <source>Scripts</source>
        <translation>文字</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>Samples of passages</source>
        <translation>段落样本</translation>
    </message>
    <message>
        <source>Tables of fingerprints</source>
        <translation>指纹表</translation>
    </message>
    <message>
        <source>Fingerprints</source>
        <translation>指纹</translation>
    </message>
    <message>
        <source>Texts</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Comparisons</source>
        <translation>比较结果</translation>
    </message>
    <message>
        <source>Pairs found</source>
        <translation>找到的对</translation>
    </message>
    <message>
        <source>Forgotten documents</source>
        <translation>已忘记的文档</translation>
    </message>
    <message>
        <source>Folders and all else</source>
        <translation>文件夹及其他</translation>
    </message>
    <message>
        <source>Free room</source>
        <translation>空闲空间</translation>
    </message>
    <message>
        <source>The index: about {0}; of each document and in all</source>
        <translation>索引：约 {0}；每个文档与总计</translation>
    </message>
    <message>
        <source>The index: {0}; of each document and in all</source>
        <translation>索引：{0}；每个文档与总计</translation>
    </message>
    <message>
        <source>Plain text</source>
        <translation>纯文本</translation>
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
        <translation>韩文</translation>
    </message>
    <message>
        <source>Cyrillic</source>
        <translation>西里尔文</translation>
    </message>
    <message>
        <source>Greek</source>
        <translation>希腊文</translation>
    </message>
    <message>
        <source>Arabic</source>
        <translation>阿拉伯文</translation>
    </message>
    <message>
        <source>Hebrew</source>
        <translation>希伯来文</translation>
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
        <translation>没有文字</translation>
    </message>
    <message>
        <source>Not known before the next scan</source>
        <translation>下次扫描后才知道</translation>
    </message>
</context>
<context>
    <name>undo</name>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Undo “{0}”</source>
        <translation>撤销“{0}”(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Undo “Delete from the list”</source>
        <translation>撤销“从列表中删除”(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Undo “Read in another encoding”</source>
        <translation>撤销“用其他编码读取”(&amp;U)</translation>
    </message>
</context>
<context>
    <name>wording</name>
    <message>
        <source>1 byte</source>
        <translation>1 字节</translation>
    </message>
    <message>
        <source>{count} bytes</source>
        <translation>{count} 字节</translation>
    </message>
    <message>
        <source>{number} {unit}</source>
        <translation>{number} {unit}</translation>
    </message>
    <message>
        <source>To have texts here, run “variorum cluster” with --carry-texts, and leave its texts with its results</source>
        <translation>“variorum cluster --carry-texts”会把文字写在结果旁边：请把两个文件放在一起</translation>
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
        <translation>{encoding}（猜测，有损）</translation>
    </message>
    <message>
        <source>{encoding} (guessed)</source>
        <translation>{encoding}（猜测）</translation>
    </message>
    <message>
        <source>{encoding} (lossy)</source>
        <translation>{encoding}（有损）</translation>
    </message>
    <message>
        <source>Read this way they cannot be compared: {0}</source>
        <translation>按此编码读取后无法比较：{0}</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Every byte is the same as in the kept document</source>
        <translation>每个字节都与保留的文档相同</translation>
    </message>
    <message>
        <source>A reader cannot tell the text from that of the kept document; the encoding, line breaks or the width of characters differ</source>
        <translation>读者看不出与保留的文档有何不同；编码、换行或字符宽度不同</translation>
    </message>
    <message>
        <source>The words are the same as in the kept document; links, images, comments, form values, the format, or traditional and simplified Chinese differ</source>
        <translation>字词与保留的文档相同；链接、图片、批注、表单内容、格式或繁简不同</translation>
    </message>
    <message>
        <source>Most of the text is the same as in the kept document, not all of it</source>
        <translation>大部分文字与保留的文档相同，但不是全部</translation>
    </message>
    <message>
        <source>An earlier version: the kept document holds most of it and is the later one by the versions between them, its name or its date.
Only its own row marks it</source>
        <translation>较早的版本：保留的文档包含它的大部分内容；从中间版本、名称或日期看，保留的文档更新。
只能在它自己的行上标记</translation>
    </message>
    <message>
        <source>It is here through other documents of the group:
it and the kept document are not known to be similar enough themselves.
It is marked by its own row alone</source>
        <translation>它通过组中的其他文档列入：
它与保留的文档本身是否足够相似尚不确定。
只能在它自己的行上标记</translation>
    </message>
    <message>
        <source>It and the kept document are on the same form: what they share stands in many documents, and what differs is their own.
It is marked by its own row alone</source>
        <translation>它与保留的文档出自同一模板：相同的内容也见于许多其他文档，不同的是各自的文字。
只能在它自己的行上标记</translation>
    </message>
    <message>
        <source>What it shares with the kept document stands in many documents, such as a licence or a footer.
It is marked by its own row alone</source>
        <translation>它与保留的文档相同的内容也见于许多文档，例如许可声明或页脚。
只能在它自己的行上标记</translation>
    </message>
    <message>
        <source>only capitals, superscripts or the layout differ</source>
        <translation>仅大小写、上标或版式不同</translation>
    </message>
    <message>
        <source>only spaces differ</source>
        <translation>仅空格不同</translation>
    </message>
    <message>
        <source>only punctuation differs</source>
        <translation>仅标点符号不同</translation>
    </message>
    <message>
        <source>only accents differ</source>
        <translation>仅字母的变音符号不同</translation>
    </message>
    <message>
        <source>only punctuation and accents differ</source>
        <translation>仅标点符号和变音符号不同</translation>
    </message>
    <message>
        <source>The letters and digits are the same; {0}</source>
        <translation>文字和数字相同；{0}</translation>
    </message>
    <message>
        <source>{0} of the words</source>
        <translation>字词的 {0}</translation>
    </message>
    <message>
        <source>{0} of the rows</source>
        <translation>行的 {0}</translation>
    </message>
    <message>
        <source>{0} of the letters</source>
        <translation>字符的 {0}</translation>
    </message>
    <message>
        <source>{0} without time stamps</source>
        <translation>{0}（不计时间戳）</translation>
    </message>
    <message>
        <source>{percent} of the words of both documents together are in both, in the same order.
Texts this short are compared by words</source>
        <translation>两个文档合计的字词中，{percent} 双方都有，且顺序相同。
这么短的文字按字词比较</translation>
    </message>
    <message>
        <source>{percent} of the rows of both documents together are in both.
Tables whose rows stand in another order are compared by rows</source>
        <translation>两个文档合计的行中有 {percent} 双方都有。
行序不同的表格按行比较</translation>
    </message>
    <message>
        <source>{percent} of the letters of both documents together are in both, in the same order.
Texts with single letters changed all over are compared by letters</source>
        <translation>两个文档合计的字符中有 {percent} 双方都有，且顺序相同。
到处有个别字符不同的文本按字符比较</translation>
    </message>
    <message>
        <source>{percent} of the runs of 4 or 5 characters of both documents together are in both, without their time stamps, which are written otherwise</source>
        <translation>两个文档合计的 4 或 5 个字符的短串中有 {percent} 双方都有；时间戳写法不同，不计在内</translation>
    </message>
    <message>
        <source>Read this way: similarity {percent}, distance {distance}. The encoding is for this view only, unless “Always read these bytes this way” is chosen in its menu</source>
        <translation>这样读取：相似度 {percent}，距离 {distance}。此编码仅用于当前显示，除非在其菜单中选择“以后一直这样读取这些字节”</translation>
    </message>
    <message>
        <source>Most of this text stands in the kept document, which has more</source>
        <translation>这份文字的大部分在保留的文档里，而保留的文档内容更多</translation>
    </message>
    <message>
        <source>The characters are equal; superscripts, subscripts, struck-out text or the layout of code differ</source>
        <translation>字符相同；上标、下标、删除线文字或代码的排版不同</translation>
    </message>
    <message>
        <source>The words are equal; links, images, comments, form values or the format differ</source>
        <translation>词句相同；链接、图片、批注、表单内容或格式不同</translation>
    </message>
    <message>
        <source>The texts are equal as far as they could be read</source>
        <translation>在能读出的范围内，两份文字相同</translation>
    </message>
    <message>
        <source>Nothing but numbers, dates or names differs from the kept document, as in two invoices: probably another document, not a copy</source>
        <translation>与保留的文档相比只有数字、日期或名称不同，例如两张发票：很可能是另一个文档，而不是副本</translation>
    </message>
    <message>
        <source>{percent} of it</source>
        <translation>本文档的 {percent}</translation>
    </message>
    <message>
        <source>not compared</source>
        <translation>未比较</translation>
    </message>
    <message>
        <source>This document was not compared with the kept one itself; the next scan compares them</source>
        <translation>此文档没有与保留的文档本身比较过；下次扫描时会比较</translation>
    </message>
    <message>
        <source>{percent} of the runs of 4 or 5 characters of this document are in the kept one; of those of both together {other} are in both</source>
        <translation>此文档的 4 或 5 字符短串有 {percent} 在保留的文档中；在两个文档合计的短串中，{other} 双方都有</translation>
    </message>
    <message>
        <source>1 bit of the fingerprints differs</source>
        <translation>指纹有 1 位不同</translation>
    </message>
    <message>
        <source>{bits} bits of the fingerprints differ</source>
        <translation>指纹有 {bits} 位不同</translation>
    </message>
    <message>
        <source>too short: {bits}</source>
        <translation>太短：{bits}</translation>
    </message>
    <message>
        <source>The kept document has fewer than {least} features</source>
        <translation>保留的文档的特征少于 {least} 个</translation>
    </message>
    <message>
        <source>This document has fewer than {least} features</source>
        <translation>此文档的特征少于 {least} 个</translation>
    </message>
    <message>
        <source>{words}, such as different words:
too few for a fingerprint to mean much. The distance was not used:
texts this short are found by their passages and judged by their exact similarity.</source>
        <translation>{words}，例如不同的词：
太少，指纹说明不了什么。没有使用距离：
这么短的文字凭段落查找，并按精确相似度判断。</translation>
    </message>
    <message>
        <source>{percent} of the runs of 4 or 5 characters of both documents together are in both</source>
        <translation>两个文档合计的 4 或 5 字符短串中，{percent} 双方都有</translation>
    </message>
    <message>
        <source>listing</source>
        <translation>列出</translation>
    </message>
    <message>
        <source>reading</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>telling the encoding</source>
        <translation>识别编码</translation>
    </message>
    <message>
        <source>finding words</source>
        <translation>查找词语</translation>
    </message>
    <message>
        <source>comparing</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>removing</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>opening results</source>
        <translation>打开结果</translation>
    </message>
    <message>
        <source>It was left out while the folders were listed</source>
        <translation>列出文件夹时被排除</translation>
    </message>
    <message>
        <source>It could not be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>It is not text, or not in an encoding that could be recognised for sure</source>
        <translation>不是文本，或者不能确切识别其编码</translation>
    </message>
    <message>
        <source>It holds no words that could be compared</source>
        <translation>没有可比较的词语</translation>
    </message>
    <message>
        <source>It could not be read again for the exact comparison</source>
        <translation>无法重新读取以进行精确比较</translation>
    </message>
    <message>
        <source>It was marked for removal and stays</source>
        <translation>已标记为移除，但会留下</translation>
    </message>
    <message>
        <source>It is not what it was when the results were saved</source>
        <translation>与结果保存时不同</translation>
    </message>
    <message>
        <source>after 2262</source>
        <translation>2262 年以后</translation>
    </message>
    <message>
        <source>before 1677</source>
        <translation>1677 年以前</translation>
    </message>
</context>
</TS>
