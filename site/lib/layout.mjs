// @ts-check
import { HOMEPAGE, REPOSITORY, escape } from './repository.mjs';

/**
 * A page: `main` is HTML, `source` the file that it is written in, and `parent` the address of the page that lists it.
 * `kind` selects the layout.
 * @typedef {{ url: string, title: string, main: string, description: string, kind: 'home' | 'text' | 'entry' | 'api' | 'missing',
 *   headings?: readonly import('./markdown.mjs').Heading[], source?: string | undefined, eyebrow?: string, parent?: string,
 *   sections: readonly { id: string, title: string, text: string }[] }} Page
 * @typedef {{ title: string, pages: { url: string, title: string }[] }} Section
 */

/** Nothing but files of the site: no inline scripts or styles, and no other hosts. */
export const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'";

/** @param {Page} page @param {readonly Section[]} sections @returns {string} */
export function layout(page, sections) {
  const { url, title, description, kind } = page;
  const name = kind === 'home' ? 'vmgen: Kubernetes operators in TypeScript' : `${title} · vmgen`;
  const body = kind === 'home' || kind === 'missing' ? page.main : article(page, sections);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>${escape(name)}</title>
<meta name="description" content="${escape(description)}">
<meta property="og:type" content="website">
<meta property="og:title" content="${escape(name)}">
<meta property="og:description" content="${escape(description)}">
<meta name="color-scheme" content="light dark">
<link rel="canonical" href="${HOMEPAGE}${url.slice(1)}">
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
<link rel="preload" href="/assets/plex-sans.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="/assets/site.css">
<script src="/assets/theme.js"></script>
<script src="/assets/site.js" defer></script>
</head>
<body class="${kind}">
<a class="skip" href="#main">Skip to the content</a>
${header(page, sections)}
${body}
${footer()}
${SEARCH}
</body>
</html>
`;
}

const SEARCH = `<dialog id="search" aria-label="Search">
<form method="dialog"><input type="search" aria-label="Search the documentation" placeholder="Search" autocomplete="off" spellcheck="false"><button>Close</button></form>
<p role="status"></p>
<ul></ul>
</dialog>`;

const LOGO = `<svg class="logo" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path d="M4 5l8 14 8-14" fill="none" stroke="currentColor" stroke-width="2.6" stroke-linejoin="round" stroke-linecap="round"/><path d="M9.4 5L12 9.6 14.6 5" fill="none" stroke="currentColor" stroke-width="2.6" stroke-linejoin="round" stroke-linecap="round"/></svg>`;

/** @param {Page} page @param {readonly Section[]} sections */
function header({ kind, url, parent }, sections) {
  const links = [
    ['/start/', 'Start'],
    ['/manager/', 'Guide'],
    ['/cli/', 'Reference'],
    ['/api/', 'API'],
    ['/playground/', 'Playground'],
  ];
  const menu = kind === 'home' || kind === 'missing' ? '' : 'has-sidebar';
  return `<header class="top ${menu}">
<a class="brand" href="/" aria-label="vmgen, home">${LOGO}<span>vmgen</span></a>
<nav aria-label="Main">${links.map(([href, label]) => `<a href="${href}">${label}</a>`).join('')}</nav>
<div class="tools">
<button type="button" class="search" data-search hidden><span>Search</span><kbd>/</kbd></button>
<button type="button" class="theme" data-theme-toggle aria-label="Dark colours" aria-pressed="false" hidden><svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true"><circle cx="10" cy="10" r="6.5" fill="none" stroke="currentColor" stroke-width="1.6"/><path d="M10 3.5a6.5 6.5 0 0 1 0 13z" fill="currentColor"/></svg></button>
<a class="forge" href="${REPOSITORY}">GitHub</a>
</div>
<details class="menu"><summary>Menu</summary><nav aria-label="Menu">${navigation(sections, parent ?? url)}</nav></details>
</header>`;
}

/** @param {Page} page @param {readonly Section[]} sections */
function article(page, sections) {
  const { url, title, main, headings = [], eyebrow, kind, source, parent } = page;
  const all = sections.flatMap(({ pages }) => pages);
  const at = all.findIndex((each) => each.url === url);
  const edit =
    source === undefined ? '' : `<a href="${REPOSITORY}/edit/main/${source}">Edit this page</a>`;
  return `<div class="columns">
<nav class="sidebar" aria-label="Pages">${navigation(sections, parent ?? url)}</nav>
<main id="main" tabindex="-1">
<article>
${eyebrow === undefined ? '' : `<p class="eyebrow">${eyebrow}</p>`}
<h1>${escape(title).replaceAll(':', ':<wbr>')}</h1>
${main}
</article>
<nav class="next" aria-label="Next pages">${neighbour('Previous', all[at - 1], at)}${neighbour('Next', all[at + 1], at)}</nav>
<p class="edit">${edit}</p>
</main>
${outline(headings, kind)}
</div>`;
}

/** @param {readonly Section[]} sections @param {string} url */
function navigation(sections, url) {
  return sections
    .map(({ title, pages }) => {
      const items = pages.map((page) => {
        const current = page.url === url ? ' aria-current="page"' : '';
        return `<li><a href="${page.url}"${current}>${escape(page.title)}</a></li>`;
      });
      return `<p>${escape(title)}</p><ul>${items.join('')}</ul>`;
    })
    .join('\n');
}

/** @param {string} label @param {{ url: string, title: string } | undefined} page @param {number} at */
function neighbour(label, page, at) {
  if (page === undefined || at < 0) return '';
  return `<a href="${page.url}"><span>${label}</span>${escape(page.title)}</a>`;
}

/** @param {readonly import('./markdown.mjs').Heading[]} headings @param {Page['kind']} kind */
function outline(headings, kind) {
  if (headings.length < 2 || kind === 'entry') return '<div class="outline"></div>';
  const items = headings.map(
    ({ id, text, level }) =>
      `<li class="level-${level}"><a href="#${escape(encodeURIComponent(id))}">${escape(text)}</a></li>`,
  );
  return `<nav class="outline" aria-label="On this page"><p>On this page</p><ul>${items.join('')}</ul></nav>`;
}

function footer() {
  return `<footer><p>Apache-2.0 · <a href="${REPOSITORY}">GitHub</a> · <a href="/changelog/">Changes</a> · <a href="/security/">Security</a> · <a href="/llms.txt">llms.txt</a></p></footer>`;
}
