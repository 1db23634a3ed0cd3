import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { inRepository } from '../support/repository.js';

const ORIGIN = 'https://site.example';

/** The network, as a service worker sees it. */
type Network = (url: string) => Promise<Response>;

interface FetchCall {
  readonly request: { readonly url: string; readonly method: string; readonly mode: string };
  respondWith(response: Promise<Response>): void;
  waitUntil(work: Promise<unknown>): void;
}

/** Runs a service worker with caches in memory. */
class RunningWorker {
  readonly caches = new Map<string, Map<string, Response>>();
  /** What was added when it was installed. */
  readonly added: { readonly url: string; readonly cache: string }[] = [];
  skipped = false;
  isFull = false;
  readonly #listeners = new Map<string, (event: never) => void>();
  readonly #network: Network;
  readonly #base: string;

  constructor(source: string, base: string, network: Network) {
    this.#base = base;
    this.#network = network;
    const scope = {
      location: new URL(base),
      URL,
      caches: {
        open: async (name: string) => this.#cacheOf(name),
        keys: async () => [...this.caches.keys()],
        delete: async (name: string) => this.caches.delete(name),
      },
      fetch: async ({ url }: FetchCall['request']) => this.#network(url),
      Request: class {
        readonly url: string;
        readonly cache: string;
        constructor(url: string, { cache }: { readonly cache: string }) {
          this.url = url;
          this.cache = cache;
        }
      },
    };
    const self = {
      addEventListener: (type: string, listener: (event: never) => void) =>
        this.#listeners.set(type, listener),
      skipWaiting: async () => {
        this.skipped = true;
      },
      clients: { claim: async () => undefined },
    };
    runInNewContext(source, { ...scope, self });
  }

  /** Sends `install` or `activate`, and waits for its work. */
  async start(type: 'install' | 'activate'): Promise<void> {
    const work: Promise<unknown>[] = [];
    this.#send(type, { waitUntil: (each: Promise<unknown>) => work.push(each) });
    await Promise.all(work);
  }

  /** Returns the answer of the worker; undefined if it leaves the request to the browser. */
  async get(path: string, { method = 'GET', mode = 'no-cors' } = {}): Promise<string | undefined> {
    const work: Promise<unknown>[] = [];
    let answer: Promise<Response> | undefined;
    const event: FetchCall = {
      request: { url: new URL(path, this.#base).href, method, mode },
      respondWith: (response) => {
        answer = response;
      },
      waitUntil: (each) => work.push(each),
    };
    this.#send('fetch', event);
    const response = await answer;
    await Promise.all(work);
    return response?.text();
  }

  #send(type: string, event: object): void {
    const listener = this.#listeners.get(type);
    assert.ok(listener, `no listener of ${type}`);
    listener(event as never);
  }

  #cacheOf(name: string) {
    const entries = this.caches.get(name) ?? new Map<string, Response>();
    this.caches.set(name, entries);
    const addressOf = (request: string | { readonly url: string }): string =>
      new URL(typeof request === 'string' ? request : request.url, this.#base).href;
    return {
      addAll: async (requests: readonly (string | { url: string; cache: string })[]) => {
        for (const request of requests) {
          const { url, cache } =
            typeof request === 'string' ? { url: request, cache: 'default' } : request;
          this.added.push({ url, cache });
          entries.set(addressOf(url), await this.#network(addressOf(url)));
        }
      },
      match: async (request: string | { readonly url: string }, { ignoreSearch = false } = {}) => {
        const address = addressOf(request);
        return entries.get(ignoreSearch ? address.replace(/\?.*/, '') : address)?.clone();
      },
      put: async (request: string | { readonly url: string }, response: Response) => {
        if (this.isFull) throw new Error('QuotaExceededError');
        entries.set(addressOf(request), response);
      },
    };
  }
}

describe('the service worker of the site', () => {
  const base = `${ORIGIN}/vmgen/`;
  /** The worker, and a switch of its network. */
  function start(status = 200) {
    const network = { isUp: true };
    const source = readFileSync(inRepository('site/theme/sw.js'), 'utf8');
    const worker = new RunningWorker(source, base, async (url) => {
      if (!network.isUp) throw new TypeError('offline');
      return new Response(`${status} of ${new URL(url).pathname}`, { status });
    });
    const kept = (): string[] =>
      [...(worker.caches.get('site')?.keys() ?? [])].map((url) => url.replace(base, ''));
    return { worker, network, kept };
  }

  test('keeps a visited page once, and answers with it without a network', async () => {
    const { worker, network, kept } = start();
    for (const query of ['', '?a', '?b=1']) {
      assert.equal(await worker.get(`types/${query}`), '200 of /vmgen/types/');
    }
    assert.deepEqual(kept(), ['types/']);
    network.isUp = false;
    assert.equal(await worker.get('types/?c'), '200 of /vmgen/types/');
    await assert.rejects(worker.get('clients/'), /offline/);
  });

  test('keeps no page that does not exist', async () => {
    const { worker, kept } = start(404);
    assert.equal(await worker.get('nothing/'), '404 of /vmgen/nothing/');
    assert.deepEqual(kept(), []);
  });

  test('answers from the network if nothing can be kept', async () => {
    const { worker } = start();
    worker.isFull = true;
    assert.equal(await worker.get('types/'), '200 of /vmgen/types/');
  });

  test('leaves the playground, other hosts and writes alone', async () => {
    const { worker, kept } = start();
    assert.equal(await worker.get('playground/'), undefined);
    assert.equal(await worker.get('https://other.example/a'), undefined);
    assert.equal(await worker.get('types/', { method: 'POST' }), undefined);
    assert.deepEqual(kept(), []);
  });
});

describe('the service worker of the playground', () => {
  const base = `${ORIGIN}/vmgen/playground/`;
  const navigate = { mode: 'navigate' };
  const source = readFileSync(inRepository('site/playground/sw.js'), 'utf8')
    .replace('%VERSION%', '2')
    .replace("['%FILES%']", JSON.stringify(['./', 'main.js']));

  test('keeps the page of its own version, and waits until no page uses another one', async () => {
    const worker = new RunningWorker(source, base, async () => new Response(''));
    await worker.start('install');
    assert.equal(worker.skipped, false);
    assert.deepEqual(worker.added, [
      { url: './', cache: 'reload' },
      { url: 'main.js', cache: 'default' },
    ]);
  });

  test('removes older versions only', async () => {
    const worker = new RunningWorker(source, base, async () => new Response(''));
    worker.caches.set('playground-1', new Map());
    worker.caches.set('site', new Map());
    await worker.start('install');
    await worker.start('activate');
    assert.deepEqual([...worker.caches.keys()], ['site', 'playground-2']);
  });

  test('asks for the page first, and answers without a network', async () => {
    let isUp = true;
    const worker = new RunningWorker(source, base, async () => {
      if (!isUp) throw new TypeError('offline');
      return new Response('network');
    });
    const cache = new Map([[base, new Response('kept page')]]);
    cache.set(`${base}main.js`, new Response('kept script'));
    worker.caches.set('playground-2', cache);
    assert.equal(await worker.get('./', navigate), 'network');
    assert.equal(await worker.get('main.js'), 'kept script');
    assert.equal(await worker.get('other.js'), 'network');
    isUp = false;
    assert.equal(await worker.get('./?a', navigate), 'kept page');
    await assert.rejects(worker.get('other.js'), /offline/);
  });
});
