// @ts-check
import { REPOSITORY, exists } from './repository.mjs';

/**
 * Finds links to pages, files and anchors that do not exist, and identifiers that occur twice.
 * @param {ReadonlyMap<string, string>} pages HTML by address @param {ReadonlySet<string>} files addresses of other files
 */
export function deadLinks(pages, files) {
  const faults = /** @type {string[]} */ ([]);
  const anchors = new Map([...pages].map(([url, html]) => [url, idsOf(url, html, faults)]));
  for (const [url, html] of pages) {
    for (const [, href = ''] of html.matchAll(/ (?:href|src)="([^"]*)"/g)) {
      const fault = faultOf(href.replaceAll('&amp;', '&'), url, anchors, files);
      if (fault !== undefined) faults.push(`${url}: ${href}: ${fault}`);
    }
  }
  return faults;
}

/** @param {string} url @param {string} html @param {string[]} faults */
function idsOf(url, html, faults) {
  const ids = new Set();
  for (const [, id = ''] of html.matchAll(/ id="([^"]*)"/g)) {
    if (ids.has(id)) faults.push(`${url}: the identifier ${id} occurs twice`);
    ids.add(id);
  }
  return ids;
}

/**
 * @param {string} href @param {string} from @param {ReadonlyMap<string, Set<string>>} anchors
 * @param {ReadonlySet<string>} files
 */
function faultOf(href, from, anchors, files) {
  const inRepository = new RegExp(`^${REPOSITORY}/(?:blob|tree)/main/([^#]+)`).exec(href)?.[1];
  if (inRepository !== undefined) return exists(inRepository) ? undefined : 'no such file';
  if (/^(https?|mailto|data):/.test(href)) return undefined;
  const { pathname, hash } = new URL(href, `http://site${from}`);
  const ids = anchors.get(pathname);
  if (ids === undefined) {
    const isFile = files.has(pathname) || files.has(`${pathname}index.html`);
    return isFile ? undefined : 'no such page';
  }
  const anchor = decodeURIComponent(hash.slice(1));
  return anchor === '' || ids.has(anchor) ? undefined : 'no such anchor';
}
