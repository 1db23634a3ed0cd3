import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { inRepository } from '../support/repository.js';
import { waitFor } from '../support/wait-for.js';

/** A served copy of the built site. */
export interface ServedSite {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Serves site/dist with the content security policy as a header. */
export async function serveSite(): Promise<ServedSite> {
  const child = spawn(process.execPath, [inRepository('site', 'serve.mjs'), '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url] = (await once(createInterface(child.stdout), 'line')) as [string];
  const close = async (): Promise<void> => {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  };
  return { url, close };
}

/** The addresses of all pages, relative to the site. */
export function sitePages(): string[] {
  const sitemap = readFileSync(inRepository('site', 'dist', 'sitemap.xml'), 'utf8');
  const { homepage } = JSON.parse(readFileSync(inRepository('site', 'package.json'), 'utf8')) as {
    homepage: string;
  };
  return [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc = '']) =>
    loc.replace(homepage, ''),
  );
}

/** A page with what went wrong on it: errors, warnings, and requests to other hosts. */
interface WatchedPage {
  readonly page: Page;
  readonly problems: string[];
}

/** Opens a tab that records its problems. */
export async function watchedPage(
  browser: Browser,
  site: ServedSite,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const problems: string[] = [];
  const { host } = new URL(site.url);
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('request', (request) => {
    const { protocol, host: requested } = new URL(request.url());
    if (protocol !== 'data:' && requested !== host) problems.push(`request to ${requested}`);
  });
  return { page, problems };
}

/** The widths of the content and of the window. */
export async function widths(page: Page): Promise<[number, number]> {
  return page.evaluate<[number, number]>(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  );
}

/** Waits until the service worker keeps files whose addresses match: it stores them after the page has them. */
export async function untilKept(page: Page, ...files: readonly RegExp[]): Promise<void> {
  await waitFor(`${files.join(' and ')} are kept`, KEPT_WITHIN_MS, async () => {
    const kept = await page.evaluate<string[]>(`caches.open('site')
      .then((cache) => cache.keys())
      .then((requests) => requests.map(({ url }) => url))`);
    return files.every((file) => kept.some((url) => file.test(url))) ? true : undefined;
  });
}

const KEPT_WITHIN_MS = 30_000;

const AXE = readFileSync(inRepository('node_modules', 'axe-core', 'axe.min.js'), 'utf8');

/** The violations that axe finds on the page, each with its first elements. */
export async function axeViolations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate<
    string[]
  >(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) =>
      nodes.slice(0, 3).map(({ target, failureSummary }) => id + ': ' + target.join(' ') + ': ' + failureSummary)))`);
}
