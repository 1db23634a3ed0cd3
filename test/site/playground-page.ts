import assert from 'node:assert/strict';
import { once } from 'node:events';
import { appendFileSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { launchChromium } from '../browser/launch-chromium.js';
import { inRepository } from '../support/repository.js';
import { waitFor } from '../support/wait-for.js';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
};

/** Characters that hide or reorder others. */
export const UNSAFE = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/;

/** How often a text is compiled at most until a worker answers in time. */
const ATTEMPTS = 5;

/** Types with one kind, whose spec has this field. */
export const kindWith = (field: string): string => `// +groupName=web.example.com

import type { Int32, ObjectMeta, TypeMeta } from '@vmgen/runtime';

export interface Site extends TypeMeta {
  metadata: ObjectMeta;
  spec: { ${field} };
}
`;

/** A file with this number of lines. */
export function typesOf(lines: number): string {
  const head =
    "// +groupName=web.example.com\n\nimport type { Int32, ObjectMeta, TypeMeta } from '@vmgen/runtime';\n\n";
  const kind =
    'export interface Site extends TypeMeta {\n  metadata: ObjectMeta;\n  spec: S0;\n}\n';
  const count = Math.floor((lines - 8) / 7);
  const types = Array.from(
    { length: count },
    (_, at) => `
/** Part ${at} of the spec. */
export interface S${at} {
  // +kubebuilder:validation:Maximum=${at + 1}
  a?: Int32;
  next?: ${at + 1 < count ? `S${at + 1}` : 'string'};
}
`,
  );
  return head + kind + types.join('');
}

/** What site/playground/build.mjs exports. */
interface PlaygroundBuild {
  readonly DIST: string;
  readonly POLICY: string;
}

/** A served copy of the playground. */
export interface ServedPlayground {
  readonly url: string;
  readonly folder: string;
  readonly close: () => Promise<void>;
}

/** Serves the built playground, with its content security policy as a header. */
export async function servePlayground(): Promise<ServedPlayground> {
  const script = pathToFileURL(inRepository('site', 'playground', 'build.mjs')).href;
  const { DIST: folder, POLICY } = (await import(script)) as PlaygroundBuild;
  const server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://playground');
    const name = pathname === '/playground/' ? 'index.html' : path.posix.basename(pathname);
    try {
      const body = readFileSync(path.join(folder, name));
      response.writeHead(200, {
        'content-type': TYPES[path.extname(name)] ?? 'application/octet-stream',
        'content-security-policy': POLICY,
        'x-content-type-options': 'nosniff',
      });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${port}/playground/`, folder, close };
}

interface OpenOptions extends BrowserContextOptions {
  /** The part of the address from `#` on. */
  readonly hash?: string;
}

/** Opens the playground in a context of its own, and waits for the first compilation. */
export async function openPlayground(
  browser: Browser,
  { url }: ServedPlayground,
  { hash = '', ...options }: OpenOptions = {},
): Promise<PlaygroundPage> {
  const context = await browser.newContext({
    viewport: { width: 1_440, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options,
  });
  const opened = new PlaygroundPage(await context.newPage(), url);
  await opened.goTo(hash);
  return opened;
}

/** The playground as a user sees it, with what went wrong on its page. */
export class PlaygroundPage {
  readonly page: Page;
  /** Errors and warnings of the console, violations of the policy, and requests to other hosts. */
  readonly problems: string[] = [];
  readonly requests: string[] = [];
  readonly #url: string;

  constructor(page: Page, url: string) {
    this.page = page;
    this.#url = url;
    const { origin } = new URL(url);
    page.on('console', (message) => {
      // CodeMirror warns of lines with 100,000 characters, whose height it can only estimate.
      if (message.text().startsWith('Measure loop restarted')) return;
      if (['error', 'warning'].includes(message.type())) this.problems.push(message.text());
    });
    page.on('pageerror', (error) => this.problems.push(error.message));
    page.context().on('request', (request) => {
      this.requests.push(request.url());
      const { protocol, origin: requested } = new URL(request.url());
      if (protocol !== 'data:' && requested !== origin) {
        this.problems.push(`request to ${requested}`);
      }
    });
  }

  async goTo(hash: string): Promise<void> {
    await this.page.goto(this.#url + hash);
    await this.compiled();
  }

  /** Waits until the compiler has answered for the current text. */
  async compiled(): Promise<void> {
    await this.page.locator('.pane.output[aria-busy="false"]').waitFor({ state: 'attached' });
  }

  /** Waits until the worker with TypeScript's language service has read the files: the API server is loaded after it. */
  async typesReady(): Promise<void> {
    while (!this.requests.some((url) => /server\.worker/.test(url))) {
      await this.page.waitForRequest(/server\.worker/);
    }
  }

  get editor(): Locator {
    return this.page.locator('.pane.types .cm-content');
  }

  get status(): Promise<string> {
    return this.page.locator('.status .outcome').innerText();
  }

  /** The text of the file in the editor: only the visible lines exist in the document. */
  get visibleText(): Promise<string> {
    return this.editor.innerText();
  }

  /** The visible lines of the generated file. */
  get output(): Locator {
    return this.page.locator('.pane.output .panel.shown .cm-content');
  }

  get log(): Promise<string> {
    return this.page.getByRole('log').innerText();
  }

  tab(name: string): Locator {
    return this.page.getByRole('tab', { name: new RegExp(`^${name}( |$)`) });
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** Replaces the file in the editor, as if the user had pasted the text. */
  async paste(text: string): Promise<void> {
    await this.editor.focus();
    await this.page.keyboard.press('Control+a');
    await pasteInto(this.editor, text);
    await this.compiled();
  }

  /** Runs a command in the terminal, and returns what it printed. */
  async kubectl(line: string): Promise<string> {
    const before = await this.log;
    const input = this.page.getByLabel('Command of kubectl');
    await input.fill(line);
    await input.press('Enter');
    await this.idle();
    const printed = (await this.log).slice(before.length);
    return printed.replace(/^\n?\$ .*\n/, '').trim();
  }

  /** Waits until no command runs. */
  async idle(): Promise<void> {
    await this.button('Stop (Ctrl-C)').waitFor({ state: 'hidden' });
  }

  /** Fails unless the page compiles what a user types. */
  async assertUsable(): Promise<void> {
    // On a busy machine, a new worker may need longer for its first text than it has.
    for (let attempt = 1; attempt < ATTEMPTS; attempt++) {
      await this.paste(kindWith('a: Strin'));
      if (!/did not answer for 3 s/.test(await this.status)) break;
    }
    assert.equal(await this.status, '1 error.');
  }

  /** Fails unless names of types are completed. */
  async assertCompletes(): Promise<void> {
    await this.paste('export type Name = Quant');
    await this.page.keyboard.press('Control+End');
    await this.page.keyboard.type('i');
    await this.page.getByRole('listbox').getByText('from @vmgen/runtime').waitFor();
  }

  /** The times from a keystroke to its diagnostics, in milliseconds. */
  async keystrokes(count: number): Promise<number[]> {
    const times: number[] = [];
    for (let round = 0; round < count; round++) {
      // The second keystroke removes the error of the first one.
      await this.page.keyboard.press(round % 2 === 0 ? '+' : 'Backspace');
      await this.compiled();
      times.push(Number.parseInt(await this.page.locator('.time').innerText(), 10));
    }
    return times;
  }

  /** Accepts the selected completion, and waits for the text that it leads to. */
  async accept(expected: RegExp): Promise<void> {
    // The editor ignores keys for 75 ms after it has shown a list, because they may have been meant for the text.
    await this.page.waitForTimeout(100);
    await this.page.keyboard.press('Enter');
    await waitFor(expected.source, 30_000, async () =>
      expected.test(await this.visibleText) ? true : undefined,
    );
  }

  async choose(example: string): Promise<void> {
    await this.page.getByLabel('Example', { exact: true }).selectOption(example);
    await this.compiled();
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }
}

/** Sends a paste event, because a clipboard of 10 MB takes minutes. */
export async function pasteInto(target: Locator, text: string): Promise<void> {
  await target.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    const options = { clipboardData, bubbles: true, cancelable: true };
    element.dispatchEvent(new ClipboardEvent('paste', options));
  }, text);
}

/** What the tests of a file use. */
interface PlaygroundTests {
  readonly open: (options?: OpenOptions) => Promise<PlaygroundPage>;
  readonly site: () => ServedPlayground;
  /** Registers a test on a page of its own, on which nothing may go wrong. */
  readonly pageTest: (
    title: string,
    run: (opened: PlaygroundPage) => Promise<void>,
    options?: OpenOptions,
  ) => void;
}

/** Serves the playground and starts a browser for the tests of a file. */
export function usePlayground(): PlaygroundTests {
  let browser: Browser | undefined;
  let site: ServedPlayground | undefined;
  before(async () => {
    site = await servePlayground();
    browser = await launchChromium();
  });
  after(async () => {
    await browser?.close();
    await site?.close();
  });
  const served = (): ServedPlayground => {
    assert.ok(site);
    return site;
  };
  const open = (options?: OpenOptions): Promise<PlaygroundPage> => {
    assert.ok(browser);
    return openPlayground(browser, served(), options);
  };
  return {
    open,
    site: served,
    pageTest(title, run, options) {
      void test(title, async () => {
        const opened = await open(options);
        try {
          await run(opened);
          assert.deepEqual(opened.problems, []);
        } finally {
          await opened.close();
        }
      });
    },
  };
}

/** Adds a measurement to the report of the suite. */
export function note(text: string): void {
  const file = process.env['VMGEN_NOTES'];
  if (file !== undefined) appendFileSync(file, `playground: ${text}\n`);
}
