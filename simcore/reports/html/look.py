"""How a report looks: light and dark as the reader's system is, plain on paper."""

STYLE = """
:root { color-scheme: light dark; --base: #fff; --alt: #f7f8fa; --text: #1c2126; --muted: #57606a;
  --edge: #cdd2d8; --gone: #fdf1e4; --gone-word: #f8cf9c; --come: #e8f1fc; --come-word: #b3d4f8;
  --safe: #16693d; --link: #1b66b8; }
@media (prefers-color-scheme: dark) { :root { --base: #1b1e21; --alt: #202326; --text: #dfe3e8;
  --muted: #a9b1ba; --edge: #43494f; --gone: #35281a; --gone-word: #70481a; --come: #182b40;
  --come-word: #20508a; --safe: #7fd6a4; --link: #6cb1f5; } }
body { margin: 2rem auto; max-width: 75rem; padding: 0 1rem; background: var(--base);
  color: var(--text); font: 0.9rem/1.5 system-ui, sans-serif; }
h1, h2, h3 { line-height: 1.3; }
h2 { margin-top: 3rem; border-bottom: 1px solid var(--edge); }
h3 { margin: 2rem 0 0; }
h3, td, p, li, dd { overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; margin: 0.5rem 0; }
th, td { text-align: start; vertical-align: top; padding: 0.2rem 0.6rem 0.2rem 0;
  border-bottom: 1px solid var(--edge); }
th, .facts, .no, footer { color: var(--muted); font-weight: normal; }
nav ul { columns: 22rem; padding: 0; list-style: none; }
nav .kind { font-weight: bold; break-after: avoid; }
nav li + .kind { margin-top: 0.5rem; }
a { color: var(--link); }
.n { white-space: nowrap; }
.safe { color: var(--safe); font-weight: bold; }
.diff { border: 1px solid var(--edge); margin: 0.3rem 0 0.8rem; }
.diff p { margin: 0; padding: 0 0.5rem; white-space: pre-wrap; font-family: inherit; }
.diff p + p.gap { border-top: 1px dashed var(--edge); }
.no { display: inline-block; min-width: 4.5em; user-select: none; }
.gone { background: var(--gone); }
.come { background: var(--come); }
del { background: var(--gone-word); text-decoration: line-through; }
ins { background: var(--come-word); text-decoration: underline; }
@media print {
  :root { --base: #fff; --text: #000; --muted: #444; --edge: #999; --gone: #fff; --come: #fff;
    --gone-word: #fff; --come-word: #fff; --safe: #000; --link: #000; }
  body { margin: 0; max-width: none; font-size: 9pt; }
  tr, .diff p { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
}
"""
