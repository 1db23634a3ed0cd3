import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe } from 'node:test';
import { HOSTILE_DOCUMENTS, REFUSED_CRDS } from '@vmgen/fixtures/generator/hostile-crds';
import { HOSTILE } from '@vmgen/fixtures/generator/hostile-texts';
import { crdWithField, yamlOf } from '@vmgen/fixtures/generator/widget-crd';
import { inRepository } from '../support/repository.js';
import { UNSAFE, usePlayground, type PlaygroundPage } from './playground-page.js';

/** On a busy machine, a large text may take longer than a worker has. The next one may have more time. */
const SILENT = /did not answer for 3 s/;
const ATTEMPTS = 5;

const { pageTest } = usePlayground();

/** Pastes a text into the dialog of the import, and returns what is wrong with it; nothing if its types are shown. */
async function importText(opened: PlaygroundPage, text: string): Promise<string[]> {
  const dialog = opened.page.getByRole('dialog');
  if (!(await dialog.isVisible())) await opened.button('Import a CRD').click();
  await dialog.getByRole('textbox').evaluate((element, value) => {
    (element as HTMLTextAreaElement).value = value;
  }, text);
  await dialog.getByRole('button', { name: 'Import' }).click();
  await opened.page.locator('dialog [type=submit]:disabled').waitFor({ state: 'detached' });
  if (await dialog.isVisible()) return dialog.getByRole('alert').locator('p').allInnerTexts();
  await opened.compiled();
  return [];
}

/** Imports a text until a worker answers. */
async function answerTo(opened: PlaygroundPage, text: string): Promise<string[]> {
  for (let attempt = 1; ; attempt++) {
    const problems = await importText(opened, text);
    if (attempt === ATTEMPTS || !SILENT.test(problems.join())) return problems;
  }
}

describe('CRDs', () => {
  pageTest(
    'that a reader must not resolve, or that a cluster refuses, are refused',
    async (opened) => {
      const refused = REFUSED_CRDS.map(
        ([title, crd, reason]) => [title, yamlOf(crd), reason] as const,
      );
      for (const [title, text, reason] of [...HOSTILE_DOCUMENTS, ...refused]) {
        const problems = await answerTo(opened, text);
        assert.match(problems.join('\n'), reason, title);
        assert.doesNotMatch(problems.join('\n'), UNSAFE, title);
      }
      await opened.page.keyboard.press('Escape');
      await opened.assertUsable();
    },
  );

  pageTest('with hostile texts lead to types', async (opened) => {
    for (const text of HOSTILE) {
      const schema = { type: 'string', description: text, title: text, enum: [text, 'other'] };
      const crd = JSON.stringify(crdWithField({ ...schema, default: text, example: text }));
      assert.deepEqual(await importText(opened, crd), [], JSON.stringify(text));
      assert.equal(await opened.status, 'No problems.', JSON.stringify(text));
      assert.equal(await opened.page.locator('img').count(), 0);
    }
    await opened.choose('kind');
    await opened.assertUsable();
  });

  const folder = inRepository('generator', 'testdata', 'crds');
  pageTest('of other projects lead to types without problems', async (opened) => {
    for (const name of readdirSync(folder)) {
      const text = readFileSync(path.join(folder, name), 'utf8');
      assert.deepEqual(await importText(opened, text), [], name);
      assert.match(await opened.status, /^(?:No problems|\d+ (?:warning|note)s?)\./, name);
    }
    await opened.choose('kind');
    await opened.assertUsable();
  });
});
