/** The style sheet of the status page, which the page of a violation uses too. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --page: #f6f7f9; --card: #fff; --text: #1b1f24; --muted: #5b6470; --line: #d9dee5;
  --blue: #0b63ce; --green: #197a3e; --red: #c0262d; --amber: #8a5a00;
  --blue-area: #0b63ce22; --red-area: #c0262d22; --red-soft: #fdecec; --code: #eef1f5;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0f1216; --card: #181d24; --text: #e6e9ee; --muted: #9aa5b3; --line: #2c343f;
    --blue: #6cb0ff; --green: #5fd08a; --red: #ff8a8a; --amber: #f0b866;
    --blue-area: #6cb0ff2b; --red-area: #ff8a8a2b; --red-soft: #38191c; --code: #222933;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body {
  margin: 0 auto; padding: 1rem; max-width: 80rem; background: var(--page); color: var(--text);
  font: 0.9375rem/1.45 system-ui, sans-serif; overflow-wrap: anywhere;
}
header { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.25rem 1rem; }
h1 { margin: 0; font-size: 1.5rem; }
h2 { margin: 2rem 0 0.75rem; font-size: 1.125rem; }
h3 { margin: 0; font-size: 1rem; }
p, dl, dd, ol, ul, figure { margin: 0; padding: 0; }
ol, ul { list-style: none; }
code { font: 0.8125rem/1.4 ui-monospace, monospace; }
.muted { color: var(--muted); }
.good { color: var(--green); }
.bad { color: var(--red); }
.late { color: var(--amber); }
.card { padding: 0.875rem 1rem; border: 1px solid var(--line); border-radius: 0.5rem; background: var(--card); }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); gap: 0.75rem; margin-top: 1rem; }
.tiles dt { color: var(--muted); font-size: 0.8125rem; }
.tiles dd { font-size: 1.25rem; font-weight: 600; line-height: 1.3; }
.tiles dd.name { font-size: 0.875rem; }
.list { display: grid; gap: 0.75rem; }
.head { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0.25rem 1rem; margin-bottom: 0.75rem; }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr)); gap: 1rem 1.5rem; }
figcaption { display: flex; justify-content: space-between; gap: 1rem; font-size: 0.8125rem; }
figcaption b { white-space: nowrap; font-size: 0.9375rem; font-variant-numeric: tabular-nums; }
svg { display: block; width: 100%; height: 3.25rem; margin: 0.25rem 0; border-bottom: 1px solid var(--line); }
.line, .peak { fill: none; stroke: var(--blue); stroke-width: 1.5; stroke-linejoin: round; }
.peak { stroke-width: 1; stroke-dasharray: 2 2; opacity: 0.7; }
.area { fill: var(--blue-area); }
.errors .line { stroke: var(--red); }
.errors .area { fill: var(--red-area); }
.axis { display: flex; white-space: nowrap; justify-content: space-between; color: var(--muted); font-size: 0.75rem; }
details { border: 1px solid var(--line); border-left: 4px solid var(--red); border-radius: 0.5rem; background: var(--card); }
summary { padding: 0.625rem 0.875rem; cursor: pointer; }
summary strong { margin-right: 0.5rem; }
summary .reason { display: block; color: var(--red); }
summary:focus-visible, button:focus-visible, input:focus-visible { outline: 3px solid var(--blue); outline-offset: 2px; }
.timeline { padding: 0 0.875rem 0.875rem 1.25rem; }
.timeline > li { padding: 0.5rem 0 0.5rem 1rem; border-left: 2px solid var(--line); position: relative; }
.timeline > li::before {
  content: ""; position: absolute; left: -0.375rem; top: 0.95rem; width: 0.625rem; height: 0.625rem;
  border-radius: 50%; background: var(--red);
}
.steps { margin: 0.375rem 0; display: grid; gap: 0.25rem; }
.steps li { display: grid; grid-template-columns: 4.5rem minmax(0, 1fr) auto; gap: 0.5rem; padding: 0.125rem 0.5rem; border-radius: 0.25rem; background: var(--code); }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 0.5rem 0.75rem; text-align: left; vertical-align: top; border-top: 1px solid var(--line); }
thead th { border-top: 0; color: var(--muted); font-size: 0.8125rem; font-weight: 400; overflow-wrap: normal; }
tbody th { font-weight: 600; }
.tablecard { padding: 0.25rem; }
@media (max-width: 45rem) {
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  table, tbody, tr, th, td { display: block; }
  tbody tr { padding: 0.5rem 0.5rem; border-top: 1px solid var(--line); }
  tbody tr:first-child { border-top: 0; }
  th, td { padding: 0.125rem 0.25rem; border: 0; }
  td::before { content: attr(data-label) ": "; color: var(--muted); }
  .steps li { grid-template-columns: 4rem minmax(0, 1fr); row-gap: 0; }
  .steps li > :last-child { grid-column: 2; }
}
form { display: grid; gap: 0.5rem; max-width: 30rem; margin-top: 1rem; }
input, button { font: inherit; padding: 0.5rem 0.75rem; border: 1px solid var(--line); border-radius: 0.375rem; background: var(--card); color: inherit; }
button { justify-self: start; background: var(--blue); color: var(--page); border-color: var(--blue); cursor: pointer; }
`;
