import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { launchChromium } from './launch-chromium.js';
import { compile, DEFAULT_SETTINGS, parseGroups } from 'vmgen';
import { HOSTILE_SOURCES } from '@vmgen/fixtures/generator/hostile-texts';
import { OVERSIZED_INPUTS } from '@vmgen/fixtures/generator/oversized-inputs';
import type { CompilerAnswer, CompilerRequest } from './compiler-messages.js';
import { bundleForBrowser } from '../support/bundle-for-browser.js';
import { openWorkerPage, type WorkerPage } from './worker-page.js';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

const PROJECTS = [
  { title: 'the APIs of this repository', folder: '.', groups: ['cloudnative:v1alpha1'] },
];

/** The reference of kinds: emit-reference.browser.ts. */
const ABSENT_IN_BROWSERS: ReadonlySet<string> = new Set(['docs-markdown', 'docs-html']);

let browser: Browser;
let page: WorkerPage;

before(async () => {
  browser = await launchChromium();
  page = await openWorkerPage(
    browser,
    await bundleForBrowser("import '../browser/compiler-worker.js';"),
  );
});

after(async () => {
  await page.close();
  await browser.close();
});

const compileInWorker = (request: CompilerRequest): Promise<CompilerAnswer> =>
  page.ask(request) as Promise<CompilerAnswer>;

/** As the message of the worker contains it: without fields that are undefined. */
const asMessage = (answer: CompilerAnswer): unknown => JSON.parse(JSON.stringify(answer));

/** `example:v1` of `example/v1/types.ts`. */
const folderOf = (path: string): string => path.split('/').slice(0, 2).join(':');

async function assertSameInWorker(
  request: CompilerRequest,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  const here = compile(
    {
      root: 'apis',
      folders: parseGroups([...new Set(Object.keys(files).map(folderOf))]),
      files: Object.entries(files).map(([path, text]) => ({ path, text })),
    },
    DEFAULT_SETTINGS,
  );
  const expected = {
    ...here,
    files: here.files.filter(({ generator }) => !ABSENT_IN_BROWSERS.has(generator)),
  };
  assert.deepEqual(asMessage(await compileInWorker(request)), asMessage(expected));
}

/** The files of a folder, by their paths in it. */
const filesIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name, parentPath }) => join(parentPath, name))
      .sort()
      .map((path) => [path.slice(folder.length), readFileSync(path, 'utf8')]),
  );

describe('the compiler in a worker of Chromium', () => {
  for (const { title, folder, groups } of PROJECTS) {
    test(`generates the files that the command line wrote for ${title}`, async () => {
      const files = Object.fromEntries(
        Object.entries(filesIn(join(ROOT, folder, 'apis/'))).map(([path, text]) => [
          `apis/${path}`,
          text,
        ]),
      );
      const answer = await compileInWorker({ kind: 'project', files, groups });
      assert.deepEqual(answer.diagnostics, []);
      const { '.vmgen.json': _, ...written } = filesIn(join(ROOT, folder, 'generated/'));
      const generated = answer.files.map(({ path, text }) => [path, text] as const);
      assert.deepEqual(Object.fromEntries(generated), written);
    });
  }

  for (const [index, { title, files }] of OVERSIZED_INPUTS.entries()) {
    test(`compiles or rejects as Node does: ${title}`, () =>
      assertSameInWorker({ kind: 'oversized', index }, files()));
  }

  test('prints hostile texts as Node does', async () => {
    for (const [index, { files }] of HOSTILE_SOURCES.entries()) {
      await assertSameInWorker({ kind: 'hostile', index }, files);
    }
  });

  test('needs neither eval nor requests', () => {
    assert.deepEqual(page.problems, []);
  });
});
