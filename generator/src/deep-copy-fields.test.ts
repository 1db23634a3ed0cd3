import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { compile } from './compile.js';
import { parseGroups } from './settings/parse-groups.js';
import { compileText, DEFAULT_SETTINGS, diagnosticTexts } from './testing/compile-text.js';
import { withOutput } from './testing/run-output.js';
import { strictProblems } from '@vmgen/fixtures/generator/strict-problems';

/** A field of lists, by its name. */
interface Field {
  readonly name: string;
  readonly declared: string;
  readonly optional: boolean;
}

/** With no, few and many required fields, and with names that mean something to JavaScript. */
const RECORDS = [
  ['one?', 'two?'],
  ['one?', 'two', 'three?'],
  ['one?', 'two', 'three', 'four', 'five?', 'six', 'seven?'],
  ['one?', 'readonly two', 'readonly three?'],
  ['readonly one?', 'two', 'three', 'four', 'readonly five'],
  ['one?', '__proto__', 'na-me', 'toString', 'copy?'],
  ['__proto__?', 'two', 'source?', 'constructor'],
  ['__proto__?', 'na-me?'],
].map((fields) => fields.map(fieldOf));

const source = `// +groupName=x.example.com

import type { ObjectMeta, TypeMeta } from '@vmgen/runtime';

export interface Thing extends TypeMeta {
  metadata: ObjectMeta;
${RECORDS.map((_, index) => `  r${index}?: Record${index};\n`).join('')}}
${RECORDS.map(interfaceOf).join('')}`;
const compiled = compileText({ 'x/v1/types.ts': source }, { generators: ['deepcopy'] });

type Copies = Readonly<Record<string, (source: object) => Readonly<Record<string, unknown>>>>;

test('generates copy functions that compile for required, readonly and unusually named fields', () => {
  assert.deepEqual(diagnosticTexts(compiled), []);
  const root = fileURLToPath(new URL('../testdata/records/', import.meta.url));
  const files = new Map([[`${root}apis/x/v1/types.ts`, source]]);
  for (const { path, text } of compiled.files) files.set(`${root}out/${path}`, text);
  assert.deepEqual(strictProblems(files), []);
});

test('copies all fields except those that are undefined', async () => {
  await withOutput<Copies>(compiled, 'x/v1/deepcopy.js', (copies) => {
    for (const [index, fields] of RECORDS.entries()) {
      const copyOf = copies[`deepCopyRecord${index}`];
      assert.ok(copyOf);
      for (const entries of choices(fields)) {
        const original = Object.fromEntries(entries);
        const copy = copyOf(original);
        const given = entries.filter(([, value]) => value !== undefined);
        assert.deepEqual(copy, Object.fromEntries(given));
        for (const [name, value] of Object.entries(copy)) assert.notEqual(value, original[name]);
      }
    }
  });
});

test('puts apiVersion, kind and metadata first in a copy of a kind', async () => {
  const thing = { r0: {}, kind: 'Thing', metadata: {}, apiVersion: 'x.example.com/v1' };
  await withOutput<Copies>(compiled, 'x/v1/deepcopy.js', ({ deepCopyThing }) => {
    const keys = Object.keys(deepCopyThing?.(thing) ?? {});
    assert.deepEqual(keys, ['apiVersion', 'kind', 'metadata', 'r0']);
  });
});

function fieldOf(text: string): Field {
  const optional = text.endsWith('?');
  const name = text.replace(/^readonly /, '').replace(/\?$/, '');
  const declared = text.replace(name, () => `'${name}'`);
  return { name, declared, optional };
}

function interfaceOf(fields: readonly Field[], index: number): string {
  const lines = fields.map(({ declared }) => `  ${declared}: string[];\n`);
  return `export interface Record${index} {\n${lines.join('')}}\n`;
}

/** The fields of every source: an optional one is there, is undefined, or is not there. */
function choices([field, ...others]: readonly Field[]): [string, string[] | undefined][][] {
  if (field === undefined) return [[]];
  const { name, optional } = field;
  return choices(others).flatMap((rest) => {
    const there: (typeof rest)[number] = [name, [name]];
    return optional ? [[there, ...rest], [[name, undefined], ...rest], rest] : [[there, ...rest]];
  });
}

test('copies an optional field whose type is a nullable alias of a shared folder', async () => {
  const shared =
    'export interface Place { tags: string[] }\nexport type MaybePlace = Place | null;\n';
  const kind = `// +groupName=x.example.com

import type { ObjectMeta, TypeMeta } from '@vmgen/runtime';
import type { MaybePlace } from '../../shared/v1/place.js';

export interface Thing extends TypeMeta {
  metadata: ObjectMeta;
  place?: MaybePlace;
}
`;
  const sources = { 'x/v1/types.ts': kind, 'shared/v1/place.ts': shared };
  const result = compile(
    {
      root: 'apis',
      folders: parseGroups(['x:v1']),
      files: Object.entries(sources).map(([path, text]) => ({ path, text })),
    },
    { ...DEFAULT_SETTINGS, generators: ['deepcopy'] },
  );
  assert.deepEqual(diagnosticTexts(result), []);
  const root = fileURLToPath(new URL('../testdata/records/', import.meta.url));
  const files = new Map<string, string>(
    Object.entries(sources).map(([path, text]) => [`${root}apis/${path}`, text]),
  );
  for (const { path, text } of result.files) files.set(`${root}out/${path}`, text);
  assert.deepEqual(strictProblems(files), []);
  await withOutput<Copies>(result, 'x/v1/deepcopy.js', ({ deepCopyThing }) => {
    for (const place of [null, { tags: ['a'] }]) {
      assert.deepEqual(deepCopyThing?.({ place, metadata: {} }), { place, metadata: {} });
    }
  });
});
