import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createApiServer } from '@vmgen/apiserver';
import { build } from 'esbuild';
import type { Browser } from 'playwright-core';
import { launchChromium } from './launch-chromium.js';
import { answersOf, repeatable, watchedLines } from '../support/server-requests.js';

/** Neither evaluated nor inline scripts, as a strict page has it. */
const POLICY = "default-src 'none'; script-src 'self'; worker-src 'self'; connect-src 'self'";

interface Result {
  readonly answers: Awaited<ReturnType<typeof answersOf>>;
  readonly lines: string;
  readonly text: string;
}

/** Bundles a module for browsers, without anything that replaces a module of Node. */
async function bundled(name: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path.join(import.meta.dirname, `${name}.js`)],
    bundle: true,
    platform: 'browser',
    target: 'es2022',
    format: 'esm',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

let browser: Browser | undefined;
let files: Readonly<Record<string, string>>;
const server = createServer((request, response) => {
  const file = files[request.url ?? ''];
  response.writeHead(file === undefined ? 404 : 200, {
    'content-type': request.url === '/' ? 'text/html' : 'text/javascript',
    'content-security-policy': POLICY,
  });
  response.end(file);
});

before(async () => {
  files = {
    '/': '<!doctype html><title>server</title><script type="module" src="/page.js"></script>',
    '/page.js': await bundled('server-page'),
    '/worker.js': await bundled('server-worker'),
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  browser = await launchChromium();
});

after(async () => {
  server.close();
  await browser?.close();
});

describe('the API server in a worker', () => {
  test('answers as in Node, under a policy without eval', async () => {
    const page = await browser?.newPage();
    assert.ok(page);
    const problems: string[] = [];
    page.on('console', (message) => problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const body = page.locator('body[data-state]');
    await body.waitFor({ timeout: 60_000 });
    const text = (await body.textContent()) ?? '';
    assert.deepEqual([await body.getAttribute('data-state'), ...problems], ['done'], text);
    const result = JSON.parse(text) as Result;
    await using local = createApiServer(repeatable());
    const expected = await answersOf(local);
    for (const [index, { text, ...answer }] of expected.entries()) {
      const inBrowser = text.replace(/"platform": "[^"]*"/, '"platform": "js/wasm"');
      assert.deepEqual(result.answers[index], { ...answer, text: inBrowser });
    }
    assert.equal(result.lines, await watchedLines(local));
    assert.match(
      result.text,
      /hooks\.invalid: this server has no network; answer the webhook with/,
    );
  });
});
