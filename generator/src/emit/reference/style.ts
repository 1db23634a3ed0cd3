/** The style of a page: light and dark, for narrow and wide windows. */
export const STYLE = `:root { color-scheme: light dark; --ink: #1c2430; --soft: #59636f; --line: #d5dae1; --page: #fff; --box: #f4f6f8; --link: #0a55c2; }
@media (prefers-color-scheme: dark) { :root { --ink: #e3e8ee; --soft: #a3aebb; --line: #39424e; --page: #14181d; --box: #1e242b; --link: #7db4ff; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; overflow-wrap: break-word; }
a { color: var(--link); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
main, nav { padding: 1rem; }
main { max-width: 60rem; }
h1, h2, h3, h4 { line-height: 1.25; margin: 2rem 0 0.75rem; scroll-margin-top: 1rem; }
h1 { margin-top: 0.5rem; font-size: 1.7rem; }
h2 { border-bottom: 1px solid var(--line); padding-bottom: 0.25rem; }
h4 { margin-top: 1.5rem; }
code, pre { font: 0.875em/1.5 ui-monospace, monospace; background: var(--box); border-radius: 4px; }
code { padding: 0.1em 0.3em; overflow-wrap: anywhere; }
pre { padding: 0.75rem; overflow-x: auto; border: 1px solid var(--line); }
pre code { padding: 0; background: none; overflow-wrap: normal; }
nav { border-bottom: 1px solid var(--line); max-height: 14rem; overflow-y: auto; }
.skip:not(:focus) { position: absolute; left: -100rem; }
nav ul { margin: 0.25rem 0; padding-left: 1.1rem; }
.facts { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1rem; margin: 1rem 0; }
.facts dt, .mark, .used { color: var(--soft); }
.facts dd, .fields dd { margin: 0; min-width: 0; }
.fields dt { border-top: 1px solid var(--line); padding-top: 0.6rem; scroll-margin-top: 1rem; }
.fields dt code { font-weight: 600; background: none; padding: 0; color: var(--ink); }
.fields dd { padding: 0.15rem 0 0.6rem 1rem; }
.fields p, .fields ul { margin: 0.3rem 0; }
.mark { font-size: 0.85em; border: 1px solid var(--line); border-radius: 4px; padding: 0 0.3em; margin-left: 0.4em; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid var(--line); padding: 0.4rem 0.75rem 0.4rem 0; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
td p { margin: 0 0 0.3rem; }
@media (min-width: 62rem) {
  body { display: grid; grid-template-columns: 17rem minmax(0, 1fr); }
  nav { border-bottom: 0; border-right: 1px solid var(--line); position: sticky; top: 0; height: 100vh; max-height: none; }
  main { padding: 1rem 2.5rem 4rem; }
}
`;
