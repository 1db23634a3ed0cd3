import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launchChromium } from '../browser/launch-chromium.js';
import { waitFor } from '../support/wait-for.js';
import {
  axeViolations,
  serveSite,
  untilKept,
  watchedPage,
  widths,
  type ServedSite,
} from './site-pages.js';

const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1_440, height: 900 };

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

/** Registers a test on the first page, on which nothing may go wrong. */
function homeTest(
  title: string,
  run: (page: Page) => Promise<void>,
  options: BrowserContextOptions = { viewport: DESKTOP },
): void {
  void test(title, async () => {
    const { page, problems } = await watchedPage(browser, site, options);
    try {
      await page.goto(site.url);
      await run(page);
      // A warning of the driver of the browser.
      const others = problems.filter((each) => !each.endsWith('blocked by Playwright'));
      assert.deepEqual(others, []);
    } finally {
      await page.context().close();
    }
  });
}

/** Reaches the button of the example by keyboard, and presses it. */
async function edit(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Edit', exact: true });
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press('Tab');
    if (await button.evaluate((each) => each === document.activeElement)) break;
  }
  await page.keyboard.press('Enter');
  await button.waitFor({ state: 'hidden' });
}

const outcome = (page: Page, text: RegExp): Promise<void> =>
  page.locator('.outcome', { hasText: text }).waitFor();

/** The CRD that the page copies: all of it, also where it is not visible. */
const crd = (page: Page): Promise<string> =>
  page.locator('figure[data-language=yaml] code').evaluate(({ textContent }) => textContent ?? '');

/** Moves the cursor from the start of the example to the end of the line of the maximum. */
async function goToMaximum({ keyboard }: Page): Promise<void> {
  for (let line = 1; line < 10; line++) await keyboard.press('ArrowDown');
  await keyboard.press('End');
}

describe('the example of the first page', () => {
  for (const viewport of [PHONE, DESKTOP]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      homeTest(
        `is edited by keyboard alone, ${viewport.width} px wide, ${colorScheme}`,
        async (page) => {
          const before = await crd(page);
          assert.match(before, /maximum: 10$/m);
          const loaded = await page.evaluate<string[]>(
            "performance.getEntriesByType('resource').map(({ name }) => name)",
          );
          assert.deepEqual(
            loaded.filter((url) => url.includes('/playground/')),
            [],
          );
          await edit(page);
          await outcome(page, /^No problems\.$/);
          assert.equal(await crd(page), before);

          await goToMaximum(page);
          await page.keyboard.type('0');
          const changed = before.replace('maximum: 10\n', 'maximum: 100\n');
          await waitFor('the CRD has changed', 30_000, async () =>
            (await crd(page)) === changed ? true : undefined,
          );
          await outcome(page, /^No problems\.$/);

          await page.keyboard.type('\nsize?: Int3;');
          await outcome(page, /^1 error\. The CRD is that of the last types without errors\.$/);
          const problem = page.locator('.problem', { hasText: 'unknown type Int3' });
          await problem.getByText('did you mean Int32?').waitFor();
          const help = problem.getByRole('link', { name: 'VMGEN1101' });
          assert.equal(await help.getAttribute('href'), `${site.url}d/VMGEN1101/`);
          assert.match(await crd(page), /maximum: 100$/m);
          assert.deepEqual(await axeViolations(page), []);
          const [content, visible] = await widths(page);
          assert.ok(content <= visible, `${content} px of content in ${visible} px`);

          await page.keyboard.press('Escape');
          const fix = problem.getByRole('button', { name: /^Fix: / });
          for (let presses = 0; presses < 5; presses++) {
            await page.keyboard.press('Tab');
            if (await fix.evaluate((each) => each === document.activeElement)) break;
          }
          await page.keyboard.press('Enter');
          await outcome(page, /^No problems\.$/);
          await waitFor('the CRD has the field', 30_000, async () =>
            /^ +size:$/m.test(await crd(page)) ? true : undefined,
          );
        },
        { viewport, colorScheme },
      );
    }
  }

  homeTest('can be edited without a network after the first time', async (page) => {
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
    await page.reload();
    await edit(page);
    await outcome(page, /^No problems\.$/);
    await untilKept(page, /\/home\.js$/, /\/compiler\.worker-\w+\.js$/);
    await page.context().setOffline(true);
    await page.reload();
    await edit(page);
    await outcome(page, /^No problems\.$/);
  });

  homeTest(
    'copies the text of the editor before the compiler has answered, or reports that it cannot',
    async (page) => {
      await page.context().route(/compiler\.worker/, async (route) => {
        const body = "postMessage({ type: 'ready' });";
        await route.fulfill({ contentType: 'text/javascript', body });
      });
      await edit(page);
      await page.locator('.live .cm-content:focus').waitFor();
      await page.keyboard.type('// ');
      const types = page.locator('figure.code').first();
      await types.hover();
      const copy = types.getByRole('button', { name: 'Copy', exact: true });
      await copy.click();
      await types.getByText('Copied').waitFor();
      assert.match(await page.evaluate<string>('navigator.clipboard.readText()'), /^\/\/ import/);
      // As on a page without HTTPS.
      await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
      await copy.click();
      await types.getByText('Copy failed').waitFor();
    },
    {
      viewport: DESKTOP,
      serviceWorkers: 'block',
      permissions: ['clipboard-read', 'clipboard-write'],
    },
  );

  homeTest(
    'has another compiler after one that does not answer for 3 s',
    async (page) => {
      let loads = 0;
      await page.context().route(/compiler\.worker/, async (route) => {
        if (loads++ > 0) return route.continue();
        const body =
          "postMessage({ type: 'ready' }); addEventListener('message', () => { for (;;); });";
        return route.fulfill({ contentType: 'text/javascript', body });
      });
      await edit(page);
      const notice = page.getByRole('alert');
      await notice
        .getByText('The compiler did not answer for 3 s and was started again.')
        .waitFor();
      await outcome(page, /^Not compiled: the worker did not answer for 3 s\.$/);
      await goToMaximum(page);
      await page.keyboard.type('0');
      await waitFor('the CRD has changed', 20_000, async () =>
        /maximum: 100$/m.test(await crd(page)) ? true : undefined,
      );
      assert.equal(await notice.innerText(), '');
    },
    { viewport: DESKTOP, serviceWorkers: 'block' },
  );
});
