// @ts-check
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { readApi } from './api.mjs';
import { apiPage } from './api-pages.mjs';
import { commandList, commandPages } from './commands.mjs';
import { createHighlight } from './highlight.mjs';
import { home } from './home.mjs';
import { createMarkdown, slugOf } from './markdown.mjs';
import { readReferences } from './reference.mjs';
import { REPOSITORY, ROOT, escape, exists, text } from './repository.mjs';

/** @typedef {import('./layout.mjs').Page} Page */
/** @typedef {{ file: string, title: string }} Listed a page of docs/pages.json */

/** Renders all pages, and the sections of the sidebar. */
export async function readPages() {
  /** @type {{ title: string, pages: Listed[] }[]} */
  const order = JSON.parse(text('docs/pages.json'));
  const listed = order.flatMap(({ pages }) => pages);
  const references = readReferences();
  const api = readApi();
  const highlight = await createHighlight();
  const addresses = addressesOf(listed, references, api);
  const titles = new Map(listed.map(({ file, title }) => [urlOf(file), title]));
  const markers = new Map(
    references
      .flatMap(({ entries }) => entries)
      .filter(({ key }) => key.startsWith('+'))
      .map(({ key, url }) => [key, url]),
  );
  const markdown = createMarkdown({
    highlight,
    resolve: (file, href) => {
      const address = resolve(addresses, file, href);
      return { address, title: titles.get(address.replace(/#.*/, '')) };
    },
    findMarker: (word) => findMarker(markers, word),
  });
  const pages = [
    homePage(highlight, markdown),
    ...listed.map(({ file }) => {
      const reference = references.find((each) => each.file === file);
      return textPage(markdown, file, reference?.index ?? text(file), api);
    }),
    ...references.flatMap((reference) => entryPages(markdown, reference)),
    ...apiPages(api, highlight, markdown),
    ...commandPages(),
    MISSING,
  ];
  checkIndex(listed);
  const sections = order.map(({ title, pages: links }) => ({
    title,
    pages: links.map(({ file, title: name }) => ({ url: urlOf(file), title: name })),
  }));
  return { pages, sections };
}

/**
 * docs/pages.json has all pages of docs/, and docs/README.md lists them in its order, for readers of a forge.
 * @param {readonly Listed[]} listed
 */
function checkIndex(listed) {
  const pages = readdirSync(path.join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => path.posix.join('docs', file.replaceAll(path.sep, '/')));
  const missing = pages.find((page) => listed.every(({ file }) => file !== page));
  if (missing !== undefined) throw new Error(`${missing} is not in docs/pages.json`);
  const index = [...text('docs/README.md').matchAll(/^\d+\. \[[^\]]*\]\(([^)]*)\)/gm)];
  const indexed = index.map(([, href = '']) => path.posix.join('docs', href));
  const expected = listed.map(({ file }) => file).filter((file) => !file.endsWith('README.md'));
  const at = expected.findIndex((file, index) => indexed[index] !== file);
  if (at < 0 && indexed.length === expected.length) return;
  throw new Error(
    `docs/README.md lists ${indexed[at] ?? indexed.at(-1)} where docs/pages.json has ${expected[at]}`,
  );
}

/** @type {Page} */
const MISSING = {
  url: '/404.html',
  title: 'Not found',
  kind: 'missing',
  description: 'This page does not exist.',
  main: '<main id="main" tabindex="-1"><h1>This page does not exist</h1><p>Search for it, or begin at the <a href="/">first page</a>.</p></main>',
  sections: [],
};

/** The address of a file of the repository that is a page. @param {string} file */
function urlOf(file) {
  const [, name] = /^(?:packages\/)?([\w-]+)\/README\.md$/.exec(file) ?? [];
  if (file === 'docs/README.md') return '/docs/';
  if (file === 'SECURITY.md') return '/guarantees/';
  if (file === 'docs/api.md') return '/api/';
  if (name !== undefined) return `/api/${name === 'generator' ? 'vmgen' : name}/`;
  return `/${file
    .replace(/^docs\//, '')
    .replace(/\.md$/, '')
    .toLowerCase()}/`;
}

/**
 * The addresses of files, and of anchors whose text is on another page.
 * @param {readonly Listed[]} listed @param {readonly import('./reference.mjs').Reference[]} references
 * @param {readonly import('./api.mjs').ApiEntry[]} api
 */
function addressesOf(listed, references, api) {
  const addresses = new Map(listed.map(({ file }) => [file, urlOf(file)]));
  for (const { file, entries } of references) {
    for (const { key, url } of entries) addresses.set(`${file}#${slugOf(key)}`, url);
  }
  for (const { report, url } of api) addresses.set(report, url);
  return addresses;
}

/** The address of a link: a page, or a file of the repository. @param {ReadonlyMap<string, string>} addresses @param {string} file @param {string} href */
function resolve(addresses, file, href) {
  const inRepository = `${REPOSITORY}/blob/main/`;
  if (/^[a-z]+:/.test(href) && !href.startsWith(inRepository)) return href;
  const [name = '', anchor = ''] = href.replace(inRepository, '').split('#');
  const folder = href.startsWith(inRepository) ? '' : path.posix.dirname(file);
  const target = name === '' ? file : path.posix.join(folder, name);
  const address = addresses.get(`${target}#${anchor}`);
  if (address !== undefined) return address;
  const hash = anchor === '' ? '' : `#${anchor}`;
  const page = addresses.get(target);
  if (page !== undefined) return name === '' ? hash : `${page}${hash}`;
  if (!exists(target)) throw new Error(`${file}: the link ${href} leads to no file`);
  return `${inRepository}${target}${hash}`;
}

/** The marker that a word begins with. @param {ReadonlyMap<string, string>} markers @param {string} word */
function findMarker(markers, word) {
  for (let name = word; name !== ''; name = name.slice(0, Math.max(0, name.lastIndexOf(':')))) {
    const url = markers.get(name);
    if (url !== undefined) return { name, url };
  }
  return undefined;
}

/** @typedef {ReturnType<typeof createMarkdown>} Markdown */

/** @param {import('./highlight.mjs').Highlight} highlight @param {Markdown} markdown @returns {Page} */
function homePage(highlight, markdown) {
  /** @param {string} source */
  const render = (source) => markdown.fragment(source, 'README.md');
  const page = home(highlight, render);
  return { url: '/', title: 'vmgen', kind: 'home', sections: [], ...page };
}

/**
 * @param {Markdown} markdown @param {string} file @param {string} source
 * @param {readonly import('./api.mjs').ApiEntry[]} api @returns {Page}
 */
function textPage(markdown, file, source, api) {
  const { html, ...rendered } = markdown.render(source, file);
  const url = urlOf(file);
  const entries = api.filter((entry) => entry.url.startsWith(url) && url !== '/api/');
  const [list, heading] =
    file === 'docs/cli.md'
      ? [commandList(), { id: 'all-options', text: 'All options of each command', level: 2 }]
      : [entryList(entries), { id: 'all-names', text: 'All names', level: 2 }];
  const headings = list === '' ? rendered.headings : [...rendered.headings, heading];
  return { ...rendered, url, main: `${html}${list}`, headings, kind: 'text', source: file };
}

/** Links to the entries of a package. @param {readonly import('./api.mjs').ApiEntry[]} entries */
function entryList(entries) {
  if (entries.length === 0) return '';
  const items = entries.map(
    ({ name, url, names }) =>
      `<li><a href="${url}"><code>${escape(name)}</code></a>: ${names.length} names</li>`,
  );
  return `<h2 id="all-names">All names</h2>\n<ul>${items.join('')}</ul>`;
}

/** @param {Markdown} markdown @param {import('./reference.mjs').Reference} reference @returns {Page[]} */
function entryPages(markdown, { file, entries }) {
  const [, index = ''] = /^# (.*)$/m.exec(text(file)) ?? [];
  return entries.map(({ title, url, section, body }) => {
    const { html, description, sections } = markdown.render(body, file);
    const eyebrow = `<a href="${urlOf(file)}">${escape(index)}</a> · ${escape(section)}`;
    const parts = sections.map((part) => ({ ...part, id: '', title: '' }));
    const parent = urlOf(file);
    return {
      url,
      title,
      main: html,
      kind: 'entry',
      description,
      sections: parts,
      eyebrow,
      parent,
    };
  });
}

/**
 * @param {readonly import('./api.mjs').ApiEntry[]} api @param {import('./highlight.mjs').Highlight} highlight
 * @param {Markdown} markdown @returns {Page[]}
 */
function apiPages(api, highlight, markdown) {
  /** @type {Map<string, string[]>} */
  const urls = new Map();
  for (const { url, names } of api) {
    for (const { name } of names) urls.set(name, [...(urls.get(name) ?? []), `${url}#${name}`]);
  }
  /** @param {string} source */
  const documentation = (source) => markdown.fragment(source, 'docs/api.md');
  return api.map((entry) => ({
    url: entry.url,
    title: entry.name,
    kind: 'api',
    description: `The public names of ${entry.name}.`,
    parent: `${entry.url.split('/').slice(0, 3).join('/')}/`,
    eyebrow: '<a href="/api/">API reference</a>',
    ...namePage(apiPage(entry, { highlight, documentation, urls })),
  }));
}

/** @param {ReturnType<typeof apiPage>} page */
function namePage({ html, headings, sections }) {
  return { main: html, headings, sections };
}
