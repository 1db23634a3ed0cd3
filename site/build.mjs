// @ts-check
// Builds the site from docs/ into dist/, and fails for dead links and anchors. `npm run site` runs it after the builds
// of the repository, whose declarations and command it reads, and of the playground, which it copies.
// Usage: node site/build.mjs
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { layout } from './lib/layout.mjs';
import { deadLinks } from './lib/links.mjs';
import { llmsFull, llmsIndex } from './lib/llms.mjs';
import { readPages } from './lib/pages.mjs';
import { HOMEPAGE, SITE } from './lib/repository.mjs';

const DIST = path.join(SITE, 'dist');
const FONTS = {
  'plex-sans.woff2':
    '@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-latin-wght-normal.woff2',
  'plex-mono.woff2': '@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff2',
};

const { pages, sections } = await readPages();
const html = new Map(pages.map((page) => [page.url, layout(page, sections)]));
const twice = pages.find(({ url }, at) => pages.findIndex((page) => page.url === url) < at);
if (twice !== undefined) throw new Error(`site: two pages have the address ${twice.url}`);

rmSync(DIST, { recursive: true, force: true });
cpSync(path.join(SITE, 'theme'), path.join(DIST, 'assets'), { recursive: true });
await build({
  entryPoints: [path.join(SITE, 'theme/site.css')],
  outdir: path.join(DIST, 'assets'),
  bundle: true,
  external: ['*.woff2'],
  minify: true,
  allowOverwrite: true,
  logLevel: 'warning',
});
for (const part of ['colours.css', 'problems.css']) rmSync(path.join(DIST, 'assets', part));
for (const [name, file] of Object.entries(FONTS)) {
  cpSync(path.join(SITE, 'node_modules', file), path.join(DIST, 'assets', name));
}
// The scope of a service worker is its folder.
cpSync(path.join(SITE, 'theme/sw.js'), path.join(DIST, 'sw.js'));
rmSync(path.join(DIST, 'assets/sw.js'));
cpSync(path.join(SITE, 'playground/dist'), path.join(DIST, 'playground'), { recursive: true });
write('/assets/search.json', JSON.stringify(searchIndex()));
write('/sitemap.xml', sitemap());
write('/llms.txt', llmsIndex(sections, pages));
write('/llms-full.txt', llmsFull(sections, pages));

const playground = readFileSync(path.join(DIST, 'playground/index.html'), 'utf8');
const faults = deadLinks(new Map([...html, ['/playground/', playground]]), filesOf(DIST));
if (faults.length > 0) {
  console.error(`site: ${faults.length} dead links and anchors\n${faults.join('\n')}`);
  process.exit(1);
}
for (const [url, text] of html) {
  const file = url === '/404.html' ? url : `${url}index.html`;
  write(file, relative(text, url === '/404.html' ? undefined : url));
}
const bytes = [...filesOf(DIST)].map((file) => readFileSync(path.join(DIST, file)).length);
const size = bytes.reduce((sum, each) => sum + each, 0);
console.log(`site: ${html.size} pages, ${bytes.length} files, ${(size / 1e6).toFixed(1)} MB`);

function sitemap() {
  const urls = pages
    .filter(({ kind }) => kind !== 'missing')
    .map(({ url }) => `<url><loc>${HOMEPAGE}${url.slice(1)}</loc></url>`);
  return `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`;
}

/** The sections of all pages: title, title of the page, address, text. */
function searchIndex() {
  return pages
    .filter(({ kind }) => kind !== 'missing' && kind !== 'home')
    .flatMap(({ url, title, sections: parts }) =>
      parts.map(({ id, title: section, text }) => [
        section === '' ? title : section,
        title,
        id === '' ? url : `${url}#${id}`,
        text.trim(),
      ]),
    );
}

/** Links relative to the page, so that the site works below any path. @param {string} text @param {string | undefined} url */
function relative(text, url) {
  // A missing page may have any address.
  if (url === undefined) {
    const { pathname } = new URL(HOMEPAGE);
    return text.replaceAll(/( (?:href|src)=")\//g, `$1${pathname}`);
  }
  const prefix = '../'.repeat(url.split('/').length - 2) || './';
  return text.replaceAll(/( (?:href|src)=")\//g, `$1${prefix}`);
}

/** @param {string} folder @returns {Set<string>} the addresses of files */
function filesOf(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Set(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => `/${path.relative(folder, path.join(entry.parentPath, entry.name))}`),
  );
}

/** @param {string} file @param {string} content */
function write(file, content) {
  const target = path.join(DIST, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, content);
}
