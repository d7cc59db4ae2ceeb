<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Actions</name>
    <message>
        <source>&amp;Add folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a folder whose documents are compared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Scan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read what is new in the folders and compare all documents</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Let the scan stand still, or go on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop what is being done; what was indexed is kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move the marked documents to the trash, after a summary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write the groups to a CSV file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Se&amp;ttings…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which files are read, and how</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close the window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mark all &amp;identical</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mark every document whose bytes are those of the kept one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mark all identical or with the &amp;same text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mark every document whose words are those of the kept one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Unmark all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take every mark away</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom &amp;in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Larger text in the differences</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom &amp;out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Smaller text in the differences</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Manual</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What everything means, and every shortcut</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;About Variorum</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Version and licence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move {0} to &amp;trash…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move to &amp;trash…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Application</name>
    <message>
        <source>{0} cannot be shown: {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kept: {0} ({1})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>chosen: {0} ({1})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}, changed since the scan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export the groups</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CSV files (*.csv)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The groups were written to {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About Variorum</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&lt;h3&gt;Variorum {0}&lt;/h3&gt;&lt;p&gt;Finds, verifies and reviews near-duplicate text documents.&lt;/p&gt;&lt;p&gt;MIT licence. Made with Qt, NumPy, jieba and other free software.&lt;/p&gt;</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Banner</name>
    <message>
        <source>Close this message</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DifferenceNavigation</name>
    <message>
        <source>&amp;Previous Difference</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Next Difference</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Current difference</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no differences</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DifferenceView</name>
    <message>
        <source>Select a document of a group to compare it with the one that is kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The texts are equal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Differences inside long changed passages are not shown in detail</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comparing the texts…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DistanceScale</name>
    <message>
        <source>{bits} suggested</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{bits} classic</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FolderPanel</name>
    <message>
        <source>Folders to compare</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add or drop a folder of documents</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Add folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take the selected folders off this list (Delete); nothing is deleted on disk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove from the list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} is no folder; add the folder that holds it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} does not exist, or cannot be reached</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{folder} (missing)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This folder is not there now; nothing in it can be compared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{folder} — {place}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>GroupActions</name>
    <message>
        <source>&amp;Unmark all of this group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Show in file manager</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Copy path</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Un&amp;mark	Space</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Mark	Space</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mark &amp;all other documents of this group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mark &amp;all of this group but the linked ones</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mark &amp;all of this group but those with other numbers only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mark &amp;all of this group but the linked ones and those with other numbers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} cannot be opened: it is gone, or no program is set for it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The folder of {path} cannot be shown</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>GroupColumns</name>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Distance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Similarity</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Modified</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Encoding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file&apos;s name; tick what is to be removed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What a document is to the one that is kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many bits of the fingerprints differ from the kept document&apos;s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How much of the text of both documents together is in both</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The size of the file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>When the file was last changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How the file&apos;s bytes were read as characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The folder that holds the file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Some characters could not be decoded; they are shown and compared as �</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>too short</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This document is kept; the others of its group are compared with it</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>GroupModel</name>
    <message>
        <source>{title}
Kept: {path}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>GroupView</name>
    <message>
        <source>Groups of near-duplicates</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Variorum</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking into the index</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Starting to scan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Moving to the trash</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Differences</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Toolbar</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Toolbar</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What was found</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ManualWindow</name>
    <message>
        <source>Variorum: the manual</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The manual</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}: the manual cannot be read: {1}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ProblemModel</name>
    <message>
        <source>File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>While</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reason</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ProblemPanel</name>
    <message>
        <source>Filter by file or reason</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter problems</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Problems</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Show in file manager</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Problems {count}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The folder of {path} cannot be shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No problem matches the filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No problems</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RemovalDialog</name>
    <message>
        <source>Move to the trash</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Documents that go to the trash</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Goes to the trash (least alike first)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Alike</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stays</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move {0} to trash</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 document of 1 group goes to the trash, {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} documents of 1 group go to the trash, {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} documents of {1} groups go to the trash, {2}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} identical to the one that stays, {1} with the same text, {2} only similar, {3} only part of it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} linked to it through others alone, and no near-duplicates of it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 marked document stays, because nothing of its group would be left.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} marked documents stay, because nothing of their groups would be left.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RemovalResults</name>
    <message>
        <source>Moved to the trash</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What became of each document</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Document</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Result</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where to, or why not</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>moved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>skipped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>failed</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ScanStatus</name>
    <message>
        <source>What is being done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Progress</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel what is being done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancelling…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Moving to the trash: {0} of {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pausing…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Going on…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paused. {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} documents a second</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Listing: {0} files found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking for changes: {0} of {1} files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading: {0} of {1} files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking for similar fingerprints</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking for shared passages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recalling comparisons: {0} of {1} pairs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comparing texts: {0} of {1} pairs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Grouping</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} s left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} min left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} h left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resume</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resume the scan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause the scan</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>File name patterns to include</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Names of files and folders to leave out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> MB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Larger files are reported, not read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A file that takes longer to be read is tried once more, then reported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Follow symbolic links</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one a processor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A document is part of another that holds at least this share of it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A jieba dictionary with words of your own, one a line; changes fingerprints</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>documents like the kept one, without chains</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all that pairs link, also through others</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without chains, every document of a group is like the kept one itself.
With them, a document may be like another of the group only; it is then shown as linked.
Changing this reads nothing again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How fingerprints are made; behind a name, +stop leaves out stop words and +stem cuts English words to their stems</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Include:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Leave out:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One pattern a line, such as *.txt; with a slash it is matched against the path below the folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lar&amp;gest file:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Time for a file:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Processes:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>P&amp;arts hold:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Groups &amp;hold:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Recipe:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a dictionary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;User dictionary:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>without a pattern to include, no file would be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no dictionary {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This cannot be: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>StateWords</name>
    <message>
        <source>Paused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is read until you press Resume. You may also close the window: what was indexed is kept, and the next scan goes on from there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scanning…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The status bar below shows how far it is. Pause lets it stand still, Cancel stops it at once; what was indexed until then is kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking into the index…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No folders yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a folder with documents, or drop one here. Then press Scan to find those that are nearly the same.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not scanned yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Press Scan to read the documents in the folders and compare them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This did not work</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}
Nothing was lost. Put it right and press Scan again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}. The groups below are those of before.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 group, {1} documents, {2} to gain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} groups, {1} documents, {2} to gain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} compared: {1} exact and {2} near duplicates of kept documents, {3} parts of others</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} too short for the distance (fewer than {1} features)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} linked through others</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} files or folders left out by name, link or kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} passages taken for boilerplate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No near-duplicates known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The index holds documents of these folders, but none that are nearly the same. Press Scan to bring it up to date.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is the last known state. Press Scan to bring it up to date.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No documents found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The folders hold no files that the patterns in the settings let through, or none with text. The tab Problems lists what could not be used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No near-duplicates found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is only one document to compare. Add another folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None of the {0} documents are alike at this threshold. Move the sliders above to let less similar ones in, or add another folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancelled after {0} of {1} files. What was read is kept in the index; Scan goes on from there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancelled before files were read. Nothing is lost; Scan starts again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Task</name>
    <message>
        <source>Unexpected error: {0}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ThresholdBar</name>
    <message>
        <source>Greatest distance in bits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Least similarity in percent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pairs are shown when at least this share of the 5-character passages of both documents together is in both</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Parts of other documents</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show documents most of which stands in a longer one, at any distance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Distance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>S&amp;imilarity</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Documents are shown together when at most this many bits of their fingerprints differ. {classic} is the classic setting for web pages; {suggested} did best on collections of known near-duplicates.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In a library of this size, fingerprints propose pairs up to {bits} bits; passages that texts share propose them at any distance.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all bits equal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>up to {bits} bits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at least {percent} alike</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>wording</name>
    <message>
        <source>1 byte</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{count} bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{number} {unit}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{number} %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unknown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{encoding} (lossy)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>identical</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>same text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>near</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>linked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>part of it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every byte is the same as in the kept document</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The text is the same as in the kept document; encoding, spacing, capitals or the width of characters differ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Most of the text is the same as in the kept document, not all of it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is here through other documents of the group:
it and the kept document are not known to be alike enough themselves.
It is marked by its own row alone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Most of this text stands in the kept document, which has more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>numbers only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing but numbers, dates or names differs from the kept document, as in two invoices: probably another document, not a copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{percent} of it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not compared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This document was not compared with the kept one itself; the next scan compares them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{percent} of the runs of 4 or 5 characters of this document are in the kept one; of those of both together {other} are in both</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 bit of the fingerprints differs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{bits} bits of the fingerprints differ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>too short: {bits}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The kept document has fewer than {least} features</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This document has fewer than {least} features</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{words}, such as different words:
too few for a fingerprint to mean much. The distance was not used:
texts this short are found by their passages and judged by their exact similarity.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{percent} of the runs of 4 or 5 characters of both documents together are in both</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{documents} documents, {gain} to gain, worst {worst}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{words}, {count} not compared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Worst pair: the kept document and {name}, {worst} alike</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{documents} documents, {gain} to gain, parts of the kept one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>listing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reading</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>decoding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>finding words</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>comparing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>removing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It was left out while the folders were listed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It could not be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is not text, or not in an encoding that could be recognised</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It holds no words that could be compared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It could not be read again for the exact comparison</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It was marked for removal and stays</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
