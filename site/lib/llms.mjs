// @ts-check
import { HOMEPAGE, text } from './repository.mjs';

/**
 * The index of pages for language models, in the form of llmstxt.org.
 * @param {readonly import('./layout.mjs').Section[]} sections @param {readonly import('./layout.mjs').Page[]} pages
 */
export function llmsIndex(sections, pages) {
  const parts = sections.map(({ title, pages: links }) => {
    const lines = links.map(({ url, title: name }) => {
      const about = pages.find((page) => page.url === url)?.description ?? '';
      return `- [${name}](${HOMEPAGE}${url.slice(1)}): ${about}`;
    });
    return `## ${title}\n\n${lines.join('\n')}\n`;
  });
  const about = pages.find(({ kind }) => kind === 'home')?.description ?? '';
  return `# vmgen\n\n> ${about}\n\n${parts.join('\n')}`;
}

/**
 * The sources of all pages in one file.
 * @param {readonly import('./layout.mjs').Section[]} sections @param {readonly import('./layout.mjs').Page[]} pages
 */
export function llmsFull(sections, pages) {
  const urls = sections.flatMap((section) => section.pages.map(({ url }) => url));
  const sources = urls.flatMap((url) => pages.find((page) => page.url === url)?.source ?? []);
  return sources.map((source) => `<!-- ${source} -->\n\n${text(source).trim()}\n`).join('\n');
}
