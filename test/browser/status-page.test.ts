import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test, type TestContext } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from './launch-chromium.js';
import { createFakeTransport, type FakeTransport } from '@vmgen/apiserver/fake';
import { configMapResource, createConfigMapClient } from '@vmgen/kubernetes/core/v1';
import { createManager, type Manager } from '@vmgen/manager';
import { interceptTransport } from '@vmgen/runtime';
import { sleep } from '@vmgen/runtime/async';
import type { Interceptor } from '@vmgen/runtime/transport';
import { createExponentialRateLimiter } from '@vmgen/runtime/workqueue';
import { waitFor } from '../support/wait-for.js';

const OBJECTS = 1_000;
const HOSTILE = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';
/** What a page may take to show a change: it requests the state every two seconds. */
const SHOWN_WITHIN_MS = 60_000;

const WIDTHS = { phone: { width: 390, height: 844 }, desktop: { width: 1_280, height: 800 } };

let browser: Browser;
let fake: FakeTransport;
let manager: Manager;
let url: string;
let end: () => Promise<void>;
/** The names of the objects whose reconciles succeed. */
const healthy = new Set<string>();

before(async () => {
  fake = createFakeTransport({});
  await createConfigMapClient(fake, 'default').create({ metadata: { name: 'settings' } });
  manager = createManager(fake, {
    name: 'config-operator',
    leaderElection: false,
    server: { port: 0, statusPage: true },
  });
  const { configMaps } = manager.cache({ configMaps: configMapResource });
  const rateLimiter = createExponentialRateLimiter({ baseMs: 500, maxMs: 4_000 });
  manager
    .controller(configMaps, {
      rateLimiter,
      onGone: async ({ key }) => {
        throw new Error(`cannot use ${key.name}: ${HOSTILE}`);
      },
    })
    // The API server rejects such names. A source may yield them.
    .source('hostile', async function* (signal) {
      yield `default/${HOSTILE.replaceAll('/', '|')}`;
      await sleep(3_600_000, { signal });
    })
    .reconcile(async ({ metadata }, { client }) => {
      if (healthy.has(metadata.name) || !metadata.name.startsWith('broken-')) return;
      await client(configMapResource, 'default').get('settings');
      await client(configMapResource, 'default').get('missing');
    });
  const stopping = new AbortController();
  const running = manager.run({ signal: stopping.signal });
  const objects = createConfigMapClient(fake, 'default');
  for (let at = 0; at < OBJECTS; at++) {
    await objects.create({ metadata: { name: `broken-${String(at).padStart(4, '0')}` } });
  }
  const port = await waitFor('the server listens', 60_000, async () => manager.port);
  url = `http://127.0.0.1:${port}/status`;
  browser = await launchChromium();
  end = async () => {
    await browser.close();
    stopping.abort();
    await running;
    await fake.close();
  };
});

after(() => end());

/** A page with its problems and requests. */
async function open(
  size: { width: number; height: number },
  scheme: 'light' | 'dark' = 'light',
  address = url,
) {
  const page = await browser.newPage({ viewport: size, colorScheme: scheme });
  const problems: string[] = [];
  const requests: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('request', (request) => requests.push(request.url()));
  const response = await page.goto(address);
  await page.locator('#main').waitFor({ state: 'visible' });
  return { page, problems, requests, headers: response?.headers() ?? {} };
}

/** Answers reviews: the tokens `good` and `weak` are valid, and only the user `good` may get pages. */
const reviews: Interceptor = async (request, next) => {
  if (!request.path.endsWith('reviews')) return next(request);
  const { spec } = JSON.parse(String(request.body)) as { spec: { token?: string; user?: string } };
  const { token, user } = spec;
  const authenticated = token === 'good' || token === 'weak';
  const status =
    token === undefined
      ? { allowed: user === 'good' }
      : { authenticated, user: { username: token } };
  const text = JSON.stringify({ status });
  return { status: 201, headers: {}, body: (async function* () {})(), text: async () => text };
};

/** Starts a manager that keeps recordings of a failing ConfigMap and of a hostile key. Returns its page. */
async function startRecording(t: TestContext): Promise<string> {
  const recording = createManager(fake, {
    name: 'recording-operator',
    leaderElection: false,
    server: { port: 0, statusPage: true },
    // The first ones remain, so that they can be downloaded.
    recordings: { perObject: 1_000 },
  });
  const { configMaps } = recording.cache({ configMaps: configMapResource });
  recording
    .controller(configMaps, {
      onGone: async () => {
        throw new Error(HOSTILE);
      },
    })
    .source('hostile', async function* (signal) {
      yield `default/${HOSTILE.replaceAll('/', '|')}`;
      await sleep(3_600_000, { signal });
    })
    .reconcile(async ({ metadata }) => {
      if (metadata.name === 'settings') throw new Error('the service does not answer');
    });
  const stopping = new AbortController();
  const running = recording.run({ signal: stopping.signal });
  t.after(async () => {
    stopping.abort();
    await running;
  });
  const port = await waitFor('the server listens', 60_000, async () => recording.port);
  return `http://127.0.0.1:${port}/status`;
}

const failingText = (page: Page): Promise<string> => page.locator('#failing-count').innerText();

describe('the status page', () => {
  for (const [name, size] of Object.entries(WIDTHS)) {
    test(`shows ${OBJECTS} failing objects at ${name} width without horizontal scrolling`, async (t) => {
      const { page, problems, requests } = await open(size, name === 'phone' ? 'dark' : 'light');
      t.after(() => page.close());
      await waitFor('all objects fail', SHOWN_WITHIN_MS, async () =>
        (await failingText(page)) === '1,001' ? true : undefined,
      );
      await waitFor('the plots have values', SHOWN_WITHIN_MS, async () =>
        (await page.locator('.plot .line[d^=M]').count()) >= 3 ? true : undefined,
      );
      assert.equal(await page.locator('#controllers svg[role=img]').count(), 4);
      const label = await page.locator('.plot.rate svg').getAttribute('aria-label');
      assert.match(label ?? '', /^Reconciles of the last 10 minutes: now .+\/s, maximum .+\/s$/);
      assert.equal(await page.locator('#failing details').count(), 50);
      assert.match(await page.locator('#failing-text').innerText(), /1,001 objects; 50 are listed/);

      const object = page.locator('#failing details', { hasText: 'broken-' }).first();
      assert.match(await object.locator('.reason').innerText(), /configmaps "missing" not found/);
      // By keyboard.
      await object.locator('summary').focus();
      await page.keyboard.press('Enter');
      // A timeline is built after it is opened.
      await object.locator('.timeline > li').first().waitFor();
      const steps = await object
        .locator('.timeline > li')
        .first()
        .locator('.steps li')
        .allInnerTexts();
      assert.match(steps.join('\n'), /Cache\s+resourceVersion \d+/);
      assert.match(
        steps.join('\n'),
        /Read\s+\/api\/v1\/namespaces\/default\/configmaps\/settings\s+200 · /,
      );
      assert.match(
        steps.join('\n'),
        /Read\s+\/api\/v1\/namespaces\/default\/configmaps\/missing\s+404 · /,
      );

      const cache = await page.locator('#caches tr').innerText();
      assert.match(cache, /configMaps/);
      assert.match(cache, /synced/);
      const [content, visible] = await page.evaluate<[number, number]>(
        '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
      );
      assert.ok(content <= visible, `${content} px of content in ${visible} px`);

      const transferred = await page.evaluate<number>(
        "performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/data')).transferSize",
      );
      assert.ok(transferred < 250_000, `${transferred} bytes of data`);

      const host = new URL(url).host;
      assert.deepEqual(
        requests.filter((each) => !each.startsWith('data:') && new URL(each).host !== host),
        [],
      );
      assert.deepEqual(problems, []);
    });
  }

  test('shows names and messages as text', async (t) => {
    const { page } = await open(WIDTHS.desktop);
    t.after(() => page.close());
    const hostile = page.locator('#failing details', { hasText: '<img src=x' });
    await waitFor('the hostile object is listed', SHOWN_WITHIN_MS, async () =>
      (await hostile.count()) === 1 ? true : undefined,
    );
    await hostile.locator('summary').click();
    await hostile.locator('.timeline > li').first().waitFor();
    assert.ok((await hostile.innerText()).includes(HOSTILE));
    assert.equal(await page.locator('main img, main script').count(), 0);
    assert.equal(await page.evaluate('window.hacked'), undefined);
  });

  test('offers recordings as files, and shows their objects and errors as text', async (t) => {
    const address = await startRecording(t);
    const { page, problems } = await open(WIDTHS.desktop, 'light', address);
    t.after(() => page.close());
    const rowsOf = (hasText: string) => page.locator('#recordings tr', { hasText });
    await waitFor('both objects have recordings', SHOWN_WITHIN_MS, async () =>
      (await rowsOf('settings').count()) > 0 && (await rowsOf('<img src=x').count()) > 0
        ? true
        : undefined,
    );
    const row = rowsOf('settings').last();
    assert.match(
      await row.innerText(),
      /^configmaps\s+default\/settings\s+Error: the service does not answer\s+(just now|.+ ago)\s+Download \d/,
    );
    const downloading = page.waitForEvent('download');
    await row.getByRole('button', { name: 'Download the recording of default/settings' }).click();
    const download = await downloading;
    const name = download.suggestedFilename();
    const [, id] = /^recording-(\d+)\.json$/.exec(name) ?? [];
    const response = await fetch(`${address}/recordings?id=${id}`);
    assert.equal(response.headers.get('content-disposition'), `attachment; filename="${name}"`);
    const text = await readFile(await download.path(), 'utf8');
    assert.equal(text, await response.text());
    const { key } = JSON.parse(text) as { readonly key: string };
    assert.equal(key, 'default/settings');
    await row.getByText('downloaded').waitFor();

    const hostile = await rowsOf('<img src=x').last().innerText();
    assert.ok(hostile.includes(`default/${HOSTILE.replaceAll('/', '|')}`), hostile);
    assert.ok(hostile.includes(`Error: ${HOSTILE}`), hostile);
    assert.equal(await page.locator('main img, main script').count(), 0);
    assert.equal(await page.evaluate('window.hacked'), undefined);
    assert.deepEqual(problems, []);
  });

  test('has a content security policy without exceptions, which blocks other scripts', async (t) => {
    const { page, headers } = await open(WIDTHS.desktop);
    t.after(() => page.close());
    const policy = headers['content-security-policy'] ?? '';
    assert.match(
      policy,
      /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+';/,
    );
    assert.match(policy, /frame-ancestors 'none'/);
    assert.doesNotMatch(policy, /unsafe|\*/);
    assert.equal(headers['x-content-type-options'], 'nosniff');
    await page.evaluate(
      "const script = document.createElement('script'); script.textContent = 'window.hacked = 1'; document.body.append(script)",
    );
    assert.equal(await page.evaluate('window.hacked'), undefined);
  });

  test('asks for a token if the server requires one, and does not store it', async (t) => {
    const stopping = new AbortController();
    const protectedManager = createManager(interceptTransport(fake, [reviews]), {
      name: 'config-operator',
      leaderElection: false,
      server: { port: 0, statusPage: true, authorization: true },
    });
    const running = protectedManager.run({ signal: stopping.signal });
    const port = await waitFor('the server listens', 60_000, async () => protectedManager.port);
    const context = await browser.newContext({ viewport: WIDTHS.phone });
    t.after(async () => {
      await context.close();
      stopping.abort();
      await running;
    });
    const page = await context.newPage();
    const response = await page.goto(`http://127.0.0.1:${port}/status`);
    assert.equal(response?.status(), 401);
    assert.equal(await page.locator('main').isVisible(), false);
    const token = page.getByLabel('Bearer token');
    await token.fill('weak');
    await page.keyboard.press('Enter');
    await page.getByText('The user of this token may not get /status.').waitFor();
    await token.fill('good');
    await page.keyboard.press('Enter');
    await page.locator('main').waitFor({ state: 'visible' });
    assert.equal(await token.isVisible(), false);
    const { cookies, origins } = await context.storageState();
    assert.deepEqual({ cookies, origins }, { cookies: [], origins: [] });
  });

  test('updates when an object recovers', async (t) => {
    const { page } = await open(WIDTHS.desktop);
    t.after(() => page.close());
    const first = page.locator('#failing strong', { hasText: 'broken-' }).first();
    const name = (await first.innerText()).replace('default/', '');
    const before = await failingText(page);
    const object = page.locator('#failing details', { hasText: name });
    await object.locator('summary').click();
    healthy.add(name);
    await waitFor('the object disappears', SHOWN_WITHIN_MS, async () =>
      (await page.locator('#failing strong', { hasText: name }).count()) === 0 ? true : undefined,
    );
    assert.notEqual(await failingText(page), before);
  });
});
