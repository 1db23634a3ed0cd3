import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../browser/launch-chromium.js';
import { inRepository } from '../support/repository.js';
import {
  axeViolations,
  serveSite,
  sitePages,
  untilKept,
  watchedPage,
  widths,
  type ServedSite,
} from './site-pages.js';

const DIST = inRepository('site', 'dist');
const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1_440, height: 900 };
const SCHEMES = ['light', 'dark'] as const;
/** A page of each kind of layout. */
const KINDS = {
  home: '',
  text: 'webhooks/',
  'generated index': 'reference/diagnostics/',
  plots: 'benchmarks/',
  diagrams: 'concepts/',
  diagnostic: 'd/VMGEN4001/',
  marker: 'm/kubebuilder-rbac/',
  change: 'c/field-removed/',
  command: 'cli/import/',
  names: 'api/manager/main/',
  missing: 'no-such-page/',
};
/** The most that a visit transfers, compressed: the page with its styles, scripts and fonts. */
const MOST_BYTES = 250_000;

let site: ServedSite;
let browser: Browser;

before(async () => {
  site = await serveSite();
  browser = await launchChromium();
});

after(async () => {
  await browser.close();
  await site.close();
});

/** Adds a measurement to the report of the suite. */
function note(text: string): void {
  const file = process.env['VMGEN_NOTES'];
  if (file !== undefined) appendFileSync(file, `site: ${text}\n`);
}

function sizeOf(file: string): number {
  return gzipSync(readFileSync(path.join(DIST, file))).length;
}

test('every page loads without errors, requests to other hosts and horizontal scrolling at 360 px', async () => {
  const { page, problems } = await watchedPage(browser, site, { viewport: PHONE });
  const pages = sitePages();
  assert.ok(pages.length > 400, `${pages.length} pages`);
  const faults: string[] = [];
  const started = performance.now();
  for (const each of pages) {
    await page.goto(site.url + each);
    const [content, visible] = await widths(page);
    if (content > visible) faults.push(`${each}: ${content} px of content in ${visible} px`);
    faults.push(...problems.splice(0).map((problem) => `${each}: ${problem}`));
  }
  const seconds = (performance.now() - started) / 1_000;
  note(`${pages.length} pages, ${((seconds / pages.length) * 1_000).toFixed(0)} ms for each`);
  assert.deepEqual(faults, []);
  await page.context().close();
});

test('tables of text fit into the window of a phone and of a desktop', async () => {
  for (const viewport of [PHONE, DESKTOP]) {
    const { page } = await watchedPage(browser, site, { viewport });
    for (const each of ['', 'cli/', 'cli/generate/', 'reference/metrics/', 'mutants/']) {
      await page.goto(site.url + each);
      const wide = await page.evaluate<string[]>(`[...document.querySelectorAll('.table')]
        .filter((table) => table.scrollWidth > table.clientWidth)
        .map((table) => table.innerText.slice(0, 40))`);
      assert.deepEqual(wide, [], `${each} at ${viewport.width} px`);
    }
    await page.context().close();
  }
});

describe('accessibility', () => {
  for (const [kind, address] of Object.entries(KINDS)) {
    for (const colorScheme of SCHEMES) {
      test(`axe finds nothing in a page of the kind ${kind}, ${colorScheme}`, async () => {
        for (const viewport of [PHONE, DESKTOP]) {
          const { page, problems } = await watchedPage(browser, site, { viewport, colorScheme });
          await page.goto(site.url + address);
          assert.deepEqual(await axeViolations(page), []);
          const [content, visible] = await widths(page);
          assert.ok(content <= visible, `${content} px of content in ${visible} px`);
          // The answer for a missing page is an error of the page itself.
          if (kind !== 'missing') assert.deepEqual(problems, []);
          await page.context().close();
        }
      });
    }
  }

  test('axe finds nothing in the results of a search and in the menu', async () => {
    for (const colorScheme of SCHEMES) {
      const { page } = await watchedPage(browser, site, { viewport: PHONE, colorScheme });
      await page.goto(`${site.url}webhooks/`);
      await page.getByText('Menu').click();
      assert.deepEqual(await axeViolations(page), []);
      await page.getByText('Menu').click();
      await page.keyboard.press('/');
      await page.keyboard.type('finalizer');
      await page.locator('#search li').first().waitFor();
      assert.deepEqual(await axeViolations(page), []);
      await page.context().close();
    }
  });
});

describe('the keyboard', () => {
  test('searches, chooses a result and opens it', async () => {
    const { page, problems } = await watchedPage(browser, site, { viewport: DESKTOP });
    await page.goto(site.url);
    await page.keyboard.press('/');
    const started = performance.now();
    await page.keyboard.type('no-json-form');
    await page.locator('#search li').first().waitFor();
    note(`first results of a search after ${(performance.now() - started).toFixed(0)} ms`);
    assert.match(await page.locator('#search [role=status]').innerText(), /result/);
    await page.keyboard.press('ArrowDown');
    const result = page.locator('#search a:focus');
    assert.match(await result.innerText(), /VMGEN4001/);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/d/VMGEN4001/');
    assert.match(await page.locator('h1').innerText(), /VMGEN4001/);
    assert.deepEqual(problems, []);
    await page.context().close();
  });

  test('opens the first result with Enter, and closes the search with Escape', async () => {
    const { page } = await watchedPage(browser, site, { viewport: DESKTOP });
    await page.goto(`${site.url}types/`);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('+kubebuilder:printcolumn');
    await page.locator('#search li').first().waitFor();
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('#search').isVisible(), false);
    await page.keyboard.press('Control+k');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/m/kubebuilder-printcolumn/');
    await page.context().close();
  });

  test('skips to the content, and reaches each link and button of the bar', async () => {
    const { page } = await watchedPage(browser, site, { viewport: DESKTOP });
    await page.goto(`${site.url}webhooks/`);
    const reached: string[] = [];
    for (let at = 0; at < 10; at++) {
      await page.keyboard.press('Tab');
      reached.push(
        await page.evaluate<string>(
          "(document.activeElement.ariaLabel ?? document.activeElement.textContent).trim().replace('/', '')",
        ),
      );
      const outline = await page.evaluate<string>(
        'getComputedStyle(document.activeElement).outlineStyle',
      );
      assert.notEqual(outline, 'none', `${reached.at(-1)} shows no focus`);
    }
    assert.deepEqual(reached.slice(0, 2), ['Skip to the content', 'vmgen, home']);
    for (const name of ['Guide', 'Playground', 'Search', 'Dark colours', 'GitHub']) {
      assert.ok(reached.includes(name), `${name} is not reached: ${reached.join(', ')}`);
    }
    await page.goto(`${site.url}webhooks/`);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate('document.activeElement.id'), 'main');
    await page.context().close();
  });
});

describe('features', () => {
  test('the chosen colours remain on the next page', async () => {
    const { page } = await watchedPage(browser, site, { viewport: DESKTOP, colorScheme: 'light' });
    await page.goto(site.url);
    const background = 'getComputedStyle(document.body).backgroundColor';
    const light = await page.evaluate(background);
    await page.getByRole('button', { name: 'Dark colours' }).click();
    const dark = await page.evaluate(background);
    assert.notEqual(dark, light);
    await page.goto(`${site.url}types/`);
    assert.equal(await page.evaluate(background), dark);
    assert.equal(
      await page.getByRole('button', { name: 'Dark colours' }).getAttribute('aria-pressed'),
      'true',
    );
    await page.context().close();
  });

  test('a sample can be copied, and its markers are links', async () => {
    const { page } = await watchedPage(browser, site, {
      viewport: DESKTOP,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.goto(site.url);
    const sample = page.locator('figure.code').first();
    await sample.hover();
    await sample.getByRole('button', { name: 'Copy' }).click();
    await sample.getByText('Copied').waitFor();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    assert.match(copied, /^import type .*\n[^]*export interface Site extends TypeMeta \{/);
    await sample.getByRole('link', { name: '+kubebuilder:default' }).click();
    await page.waitForURL('**/m/kubebuilder-default/');
    await page.context().close();
  });

  test('the boxes of diagrams have other colours in the dark scheme', async () => {
    const fills = new Set<string>();
    for (const colorScheme of SCHEMES) {
      const { page } = await watchedPage(browser, site, { viewport: DESKTOP, colorScheme });
      await page.goto(`${site.url}concepts/`);
      const box = page.locator('.diagram .box').first();
      fills.add(await box.evaluate((each) => getComputedStyle(each).fill));
      await page.context().close();
    }
    assert.equal(fills.size, 2, [...fills].join());
  });

  test('the list of pages shows the current one and those around it', async () => {
    const { page } = await watchedPage(browser, site, { viewport: DESKTOP });
    await page.goto(`${site.url}reference/metrics/`);
    for (const title of ['Markers', 'Metrics', 'Benchmarks']) {
      const link = page.locator('.sidebar').getByRole('link', { name: title, exact: true });
      const { y = Infinity, height = 0 } = (await link.boundingBox()) ?? {};
      assert.ok(y > 60 && y + height < DESKTOP.height, `${title} is at ${y} px`);
    }
    await page.context().close();
  });

  test('the first page shows the CRD of its example', async () => {
    const { page } = await watchedPage(browser, site, { viewport: DESKTOP });
    await page.goto(site.url);
    const crd = await page.locator('figure[data-language=yaml]').innerText();
    assert.match(crd, /kind: CustomResourceDefinition/);
    assert.match(crd, /maximum: 10/);
    await page.context().close();
  });

  test('a visited page and the search work without a network', async () => {
    const { page, problems } = await watchedPage(browser, site, { viewport: DESKTOP });
    await page.goto(`${site.url}types/`);
    await page.evaluate('navigator.serviceWorker.ready');
    await page.goto(`${site.url}conversion/`);
    await untilKept(page, /\/conversion\/$/);
    await page.context().setOffline(true);
    await page.goto(`${site.url}conversion/`);
    assert.match(await page.locator('h1').innerText(), /conversion/i);
    await page.keyboard.press('/');
    await page.keyboard.type('hub');
    await page.locator('#search li').first().waitFor();
    assert.deepEqual(problems, []);
    await page.context().close();
  });

  test('pages can be read and the menu works without scripts', async () => {
    const { page } = await watchedPage(browser, site, {
      viewport: PHONE,
      javaScriptEnabled: false,
    });
    await page.goto(`${site.url}conversion/`);
    assert.equal(await page.locator('article h2').first().isVisible(), true);
    await page.getByText('Menu').click();
    await page.locator('.menu').getByRole('link', { name: 'Types', exact: true }).click();
    await page.waitForURL('**/types/');
    await page.context().close();
  });

  test('the content security policy has no exceptions, and blocks other scripts and styles', async () => {
    const { page } = await watchedPage(browser, site, { viewport: DESKTOP });
    const response = await page.goto(site.url);
    const policy = response?.headers()['content-security-policy'] ?? '';
    assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/);
    assert.doesNotMatch(policy, /unsafe|\*/);
    const html = (await response?.text()) ?? '';
    assert.ok(html.includes(`content="${policy}"`), 'the page has the policy itself');
    await page.evaluate(
      "const script = document.createElement('script'); script.textContent = 'window.hacked = 1'; document.body.append(script)",
    );
    assert.equal(await page.evaluate('window.hacked'), undefined);
    await page.context().close();
  });
});

test('a first visit transfers less than 250 kB, and the pages are small', async () => {
  const files = readdirSync(DIST, { recursive: true, encoding: 'utf8' });
  const all = files.map((file) => statSync(path.join(DIST, file))).filter((each) => each.isFile());
  const shared = ['site.css', 'site.js', 'theme.js', 'plex-sans.woff2', 'plex-mono.woff2'];
  const bytes = shared.map((file) => sizeOf(`assets/${file}`)).reduce((a, b) => a + b);
  const largest = sitePages()
    .map((page) => ({ page, size: sizeOf(`${page}index.html`) }))
    .sort((a, b) => b.size - a.size)[0];
  const total = all.reduce((sum, { size }) => sum + size, 0);
  note(
    `${all.length} files, ${(total / 1e6).toFixed(1)} MB; compressed: shared ${(bytes / 1e3).toFixed(0)} kB, first page ${(sizeOf('index.html') / 1e3).toFixed(0)} kB, largest page ${((largest?.size ?? 0) / 1e3).toFixed(0)} kB (${largest?.page}), search ${(sizeOf('assets/search.json') / 1e3).toFixed(0)} kB`,
  );
  assert.ok(bytes + (largest?.size ?? 0) < MOST_BYTES, `${bytes} and ${largest?.size} bytes`);
  const { page } = await watchedPage(browser, site, { viewport: DESKTOP });
  await page.goto(site.url);
  const [readyMs, shift] = await page.evaluate<[number, number]>(`[
    performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd,
    performance.getEntriesByType('layout-shift').reduce((sum, { value }) => sum + value, 0),
  ]`);
  note(`first page ready after ${readyMs.toFixed(0)} ms, layout shift ${shift.toFixed(3)}`);
  await page.context().close();
});

test('llms.txt lists every page of pages.json', () => {
  const sections = JSON.parse(readFileSync(inRepository('docs', 'pages.json'), 'utf8')) as {
    pages: { title: string }[];
  }[];
  const listed = [
    ...readFileSync(path.join(DIST, 'llms.txt'), 'utf8').matchAll(/^- \[(.+?)\]\(\S+\): \S/gm),
  ];
  assert.deepEqual(
    listed.map(([, title]) => title),
    sections.flatMap(({ pages }) => pages.map(({ title }) => title)),
  );
});

test('a plot without a table is an error', async () => {
  const { createMarkdown } = (await import(
    pathToFileURL(inRepository('site', 'lib', 'markdown.mjs')).href
  )) as {
    createMarkdown: (options: object) => { render: (source: string, file: string) => object };
  };
  const { render } = createMarkdown({});
  assert.throws(() => render('# Bars\n\n<!-- plot -->\n\nNone.\n', 'a.md'), /needs a table/);
});

test('dead links, dead anchors and repeated identifiers are found', async () => {
  const { deadLinks } = (await import(
    pathToFileURL(inRepository('site', 'lib', 'links.mjs')).href
  )) as {
    deadLinks: (pages: Map<string, string>, files: Set<string>) => string[];
  };
  const pages = new Map([
    ['/', '<a href="/a/#one">1</a> <a href="/a/#two">2</a> <a href="/b/">3</a> <a href="#x">4</a>'],
    ['/a/', '<h2 id="one">1</h2><h2 id="one">1</h2> <a href="/assets/c.svg">5</a>'],
  ]);
  assert.deepEqual(deadLinks(pages, new Set(['/assets/c.svg'])), [
    '/a/: the identifier one occurs twice',
    '/: /a/#two: no such anchor',
    '/: /b/: no such page',
    '/: #x: no such anchor',
  ]);
});

test('each command with a help of its own has a page', () => {
  const vmgen = inRepository('generator', 'bin', 'vmgen.cjs');
  const help = execFileSync(process.execPath, [vmgen, '--help'], { encoding: 'utf8' });
  const [, list = ''] = /prints the help of these commands:\n([^]*?)\n\n/.exec(help) ?? [];
  const commands = list.match(/\w+/g)?.filter((word) => word !== 'and') ?? [];
  assert.ok(commands.includes('doctor'), help);
  const pages = readdirSync(path.join(DIST, 'cli'));
  assert.deepEqual(
    commands.filter((command) => !pages.includes(command)),
    [],
  );
});
