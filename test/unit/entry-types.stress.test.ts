import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { strictProgram } from '@vmgen/fixtures/generator/strict-problems';
import { typescript } from '@vmgen/fixtures/generator/typescript';
import { inRepository } from '../support/repository.js';

const { packageEntries } = (await import(
  pathToFileURL(inRepository('hack/package-entries.mjs')).href
)) as { readonly packageEntries: () => readonly { readonly name: string }[] };

test('the strictest settings of a user accept the declarations of every entry', () => {
  const entries = packageEntries().map(({ name }) => name);
  assert.ok(entries.includes('@vmgen/manager/testing'));
  const text = entries.map((name, index) => `export * as entry${index} from '${name}';\n`);
  const path = inRepository('test/unit/code-of-a-user.ts');
  const program = strictProgram(new Map([[path, text.join('')]]), { skipLibCheck: false });
  const problems = typescript.getPreEmitDiagnostics(program);
  assert.deepEqual(
    problems.map(({ file, messageText }) => {
      const message = typescript.flattenDiagnosticMessageText(messageText, ' ');
      return `${file?.fileName}: ${message}`;
    }),
    [],
  );
});
