/** The style of the page. `p` passed, `f` failed, `u` does not count or is not certain, `w` not done: a sign and words always say the same. */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --page: #ffffff; --text: #1c2128; --muted: #57606a; --line: #d8dee4; --link: #0757b8;
  --p-text: #14552b; --p: #3fa35f; --f-text: #b3261e; --f: #cf3a30; --u-text: #664600; --u: #b58407; --w: #c3cad2;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0e1116; --text: #e4e8ee; --muted: #9aa4b0; --line: #2c333d; --link: #7ab4ff;
    --p-text: #8fe0a8; --f-text: #ffb4ab; --f: #ef6a5e; --u-text: #f2cf73; --u: #d3a429; --w: #475160;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { font: 93.75%/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif; }
body { margin: 0; background: var(--page); color: var(--text); overflow-wrap: break-word; }
main { max-width: 1100px; margin: 0 auto; padding: 20px 20px 64px; }
a { color: var(--link); text-underline-offset: 2px; }
a, th, td, small { unicode-bidi: plaintext; }
span { unicode-bidi: isolate; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 14px; font-weight: 650; overflow-wrap: anywhere; }
h2 { font-size: 1.05rem; margin: 28px 0 6px; font-weight: 650; }
p { margin: 0 0 14px; }
.where, small, output, .notes, dt { color: var(--muted); font-weight: 400; }
.where { font-size: .87rem; }
.next, .notes { max-width: 75ch; }
.notes { margin: 20px 0; padding-left: 20px; }
time { white-space: nowrap; }
code { display: inline-block; max-width: 100%; overflow-wrap: anywhere; font: .87em ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; }
svg .p { fill: var(--p); } svg .f { fill: var(--f); } svg .u { fill: var(--u); } svg .w { fill: var(--w); }
.bar { width: 22rem; max-width: 100%; height: 8px; border-radius: 4px; margin-right: 14px; vertical-align: 1px; }
td.p { color: var(--p-text); } td.f { color: var(--f-text); } td.u { color: var(--u-text); }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { text-align: left; vertical-align: top; padding: 0; font-weight: 400; }
tr { border-top: 1px solid var(--line); }
tr > * { padding: 6px 16px 6px 0; }
.devices thead { position: absolute; clip-path: inset(50%); }
.devices tbody tr { display: grid; grid-template-columns: 12rem minmax(0, 1fr) 9rem 6rem 14rem; }
.several tbody tr { grid-template-columns: 12rem minmax(0, 1fr) 6rem 9rem 6rem 14rem; }
.devices tbody th { font-weight: 600; }
.plain thead th { color: var(--muted); }
small { display: block; font-size: .85rem; max-width: 75ch; overflow-wrap: anywhere; }
summary { padding: 8px 0; cursor: pointer; }
.strip { width: 60px; height: 14px; vertical-align: -2px; }
form { display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: center; margin: 0 0 10px; }
label { display: flex; gap: 6px; align-items: center; font-size: .87rem; color: var(--muted); }
input, select, form button { font: inherit; color: var(--text); background: var(--page); border: 1px solid var(--muted); border-radius: 6px; padding: 3px 8px; min-height: 30px; max-width: 11rem; }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(260px, 1fr)); gap: 10px 24px; margin: 0; }
dt { font-size: .82rem; }
dd { margin: 0; }
@media (max-width: 760px) {
  main { padding: 12px 12px 40px; }
  h1 { font-size: 1.3rem; }
  .devices tbody tr { grid-template-columns: 8.5rem auto 1fr; padding: 6px 0; }
  .devices tbody tr > * { padding: 0 8px 0 0; }
  .devices td { font-size: .93rem; }
  .strip { width: 48px; }
  .devices tbody th { grid-column: 2 / -1; padding: 0; }
  .several tbody tr { grid-template-columns: 8.5rem auto auto 1fr; }
  label { flex: 1 1 40%; min-width: 40%; }
  label input, label select { flex: 1; min-width: 0; max-width: none; }
  .plain, .plain tbody, .plain tr, .plain tbody > tr > * { display: block; }
  .plain thead { position: absolute; clip-path: inset(50%); }
  .plain tbody > tr > * { padding: 2px 0; }
}
@media print {
  tr[hidden] { display: grid !important; }
  section[hidden], details[hidden] { display: block !important; }
  details::details-content { content-visibility: visible; }
  form { display: none !important; }
  svg { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;
