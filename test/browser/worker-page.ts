import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';

/** No inline scripts and no `eval`. */
const POLICY = "default-src 'none'; script-src 'self'; worker-src 'self'; connect-src 'self'";

/** Answers with the first message of the worker, and starts another worker after an error. */
const PAGE_SCRIPT = `
let worker;
globalThis.ask = (request) => new Promise((resolve, reject) => {
  worker ??= new Worker('/worker.js');
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = ({ message }) => { worker = undefined; reject(new Error(message)); };
  worker.postMessage(request);
});`;

/** A page whose worker answers requests. */
export interface WorkerPage {
  /** Rejects with the error of the worker. */
  ask(request: unknown): Promise<unknown>;
  /** The errors of the page and its worker, and the violations of the content security policy. */
  readonly problems: readonly string[];
  close(): Promise<void>;
}

/** Opens a page with a worker, under a strict content security policy. */
export async function openWorkerPage(browser: Browser, script: string): Promise<WorkerPage> {
  const scripts = new Map([
    ['/page.js', PAGE_SCRIPT],
    ['/worker.js', script],
  ]);
  const server = createServer(({ url = '' }, response) => {
    const text = scripts.get(url);
    const type = text === undefined ? 'text/html' : 'text/javascript';
    response.writeHead(200, {
      'content-type': `${type}; charset=utf-8`,
      'content-security-policy': POLICY,
    });
    response.end(text ?? '<!doctype html><title>Worker</title><script src="/page.js"></script>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  await page.goto(`http://127.0.0.1:${port}/`);
  return {
    ask: (request) =>
      page.evaluate((message) => {
        const { ask } = globalThis as unknown as { ask: (message: unknown) => Promise<unknown> };
        return ask(message);
      }, request),
    problems,
    async close() {
      await page.close();
      server.close();
    },
  };
}
