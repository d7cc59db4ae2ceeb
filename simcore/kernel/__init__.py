"""The compiled core: a library of C in ``source``, called with buffers that the caller owns.

It is C11 without a C library and without Python's headers, built by ``packaging/native`` with the
package and loaded through ctypes when a function is first called. It is not optional: there is one
engine, and what is missing is said in a sentence. It sees code points and hashes, never the bytes
of a document. Its tables are a file that ``packaging/tables`` writes when the package is built
and that processes map into memory, so that all share its pages; a user's words are packed alike
(``dictionary``).
"""
