/** The style of the page. `p` passed, `f` did not pass, `u` uncertain, `w` not done: a sign or words always say the same. */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --page: #f7f8fa; --card: #ffffff; --text: #1c2128; --muted: #57606a; --line: #d8dee4; --link: #0757b8; --focus: #0757b8;
  --p-back: #e3f6e8; --p-text: #14552b; --p: #3fa35f;
  --f-back: #ffe9e6; --f-text: #97180f; --f: #cf3a30;
  --u-back: #fff4d1; --u-text: #664600; --u: #b58407; --w: #c3cad2;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0e1116; --card: #161a21; --text: #e4e8ee; --muted: #9aa4b0; --line: #2c333d; --link: #7ab4ff; --focus: #7ab4ff;
    --p-back: #14301f; --p-text: #8fe0a8; --p: #3fa35f;
    --f-back: #43191a; --f-text: #ffb4ab; --f: #ef6a5e;
    --u-back: #3a2f0f; --u-text: #f2cf73; --u: #d3a429; --w: #475160;
  }
}
* { box-sizing: border-box; }
html { font: 93.75%/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif; }
body { margin: 0; background: var(--page); color: var(--text); overflow-wrap: anywhere; }
main { max-width: 1240px; margin: 0 auto; padding: 24px 20px 64px; }
main > section, header { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 20px; margin: 0 0 16px; }
a { color: var(--link); text-underline-offset: 2px; }
a, th, td, small { unicode-bidi: plaintext; }
span { unicode-bidi: isolate; }
.skip:not(:focus) { position: absolute; left: -9999px; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 4px 0 14px; font-weight: 650; }
h2 { font-size: 1.05rem; margin: 0 0 14px; font-weight: 650; }
p { margin: 0 0 8px; }
header > :last-child, section > :last-child { margin-bottom: 0; }
.where, small, output { color: var(--muted); font-weight: 400; }
.where { font-size: .87rem; }
.next { max-width: 75ch; }
.notes { margin: 8px 0 0; padding-left: 20px; color: var(--muted); }
code { font: .87em ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; }
svg .p { fill: var(--p); } svg .f { fill: var(--f); } svg .u { fill: var(--u); } svg .w { fill: var(--w); }
.bar { display: block; width: 100%; height: 8px; border-radius: 4px; margin: 0 0 14px; }
.p { background: var(--p-back); color: var(--p-text); }
.f { background: var(--f-back); color: var(--f-text); }
.u { background: var(--u-back); color: var(--u-text); }
.badge { display: inline-block; border: 1px solid currentColor; border-radius: 9px; padding: 0 6px; font-size: .75rem; line-height: 1.35; white-space: nowrap; }
.scroll { overflow: auto; max-width: 100%; }
table { border-collapse: separate; border-spacing: 0; font-size: .93rem; font-variant-numeric: tabular-nums; }
th, td { text-align: left; vertical-align: top; padding: 7px 12px; border-bottom: 1px solid var(--line); font-weight: 400; }
thead th { font-weight: 600; vertical-align: bottom; border-bottom-width: 2px; white-space: nowrap; }
td:first-child { overflow-wrap: normal; }
#devices { width: 100%; }
#devices tbody th { font-weight: 600; min-width: 180px; }
#devices td { white-space: nowrap; }
small { display: block; font-size: .82rem; max-width: 60ch; white-space: normal; }
.strip { width: 60px; height: 14px; vertical-align: -2px; }
form { display: flex; flex-wrap: wrap; gap: 8px 12px; align-items: end; margin: 0 0 14px; }
form[hidden], label[hidden] { display: none; }
label { display: flex; flex-direction: column; font-size: .82rem; color: var(--muted); }
input, select, form button { font: inherit; font-size: .93rem; color: var(--text); background: var(--card); border: 1px solid var(--muted); border-radius: 6px; padding: 5px 8px; min-height: 34px; max-width: 15rem; }
output { padding: 6px 0; }
th button { all: unset; cursor: pointer; font-weight: 600; }
th > button { display: inline-block; min-height: 24px; }
th button::after { content: " ↕" / ""; color: var(--muted); }
th[aria-sort="ascending"] button::after { content: " ↑" / ""; color: inherit; }
th[aria-sort="descending"] button::after { content: " ↓" / ""; color: inherit; }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(260px, 1fr)); gap: 12px 24px; margin: 0 0 20px; }
dt { font-size: .82rem; color: var(--muted); }
dd { margin: 0; }
@media (max-width: 600px) {
  main { padding: 8px 8px 40px; }
  main > section, header { padding: 14px; border-radius: 8px; }
  h1 { font-size: 1.3rem; }
  label { flex: 1 1 40%; }
  input, select { max-width: none; width: 100%; }
}
@media print {
  :root { --page: #fff; }
  main > section, header { border: 0; padding: 0; break-inside: auto; }
  tr[hidden] { display: table-row !important; }
  form { display: none !important; }
  th button::after { content: "" !important; }
  .scroll { overflow: visible; }
  /* Chromium does not repeat a head with a button on each sheet. */
  th > button { display: contents; }
  .p, .f, .u, svg { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;
