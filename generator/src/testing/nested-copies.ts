import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { compileText, diagnosticTexts } from './compile-text.js';
import { withOutput } from './run-output.js';
import { strictProblems } from '@vmgen/fixtures/generator/strict-problems';

/** A type, and values of it. */
interface Sample {
  readonly type: string;
  readonly values: readonly unknown[];
}

const LEAVES: readonly [Sample, Sample, ...Sample[]] = [
  { type: 'string', values: ['a', ''] },
  { type: 'Part', values: [{ list: ['a'] }, { list: [], more: { deep: ['b'] } }] },
  {
    type: 'Condition',
    values: [{ type: 'A', status: 'True', reason: 'R', message: '', lastTransitionTime: 't' }],
  },
  { type: 'JSONValue', values: [{ a: [{ b: null }] }, 'text'] },
];

const WRAPPERS: readonly ((inner: Sample) => Sample)[] = [
  ({ type, values }) => ({ type: `(${type})[]`, values: [values, []] }),
  ({ type, values }) => ({
    type: `Record<string, ${type}>`,
    values: [Object.fromEntries([['__proto__', values[0]], ...values.map((v, i) => [`k${i}`, v])])],
  }),
  ({ type, values }) => ({ type: `[${type}, ${type}]`, values: [[values[0], values.at(-1)]] }),
  ({ type, values }) => ({ type: `(${type}) | null`, values: [null, ...values] }),
  ({ type, values }) => ({ type: `{ one: ${type}; two?: ${type} }`, values: objectsOf(values) }),
  ({ type, values }) => ({ type: `Box<${type}>`, values: values.map((value) => ({ value })) }),
];

function objectsOf(values: readonly unknown[]): unknown[] {
  return [{ one: values[0] }, { one: values[0], two: values.at(-1) }];
}

/** The leaf types, and their types after a number of wrappers. */
function nestings(leaves: readonly Sample[], depth: number): readonly Sample[] {
  if (depth === 0) return leaves;
  return nestings(leaves, depth - 1).flatMap((each) => [
    each,
    ...WRAPPERS.map((wrap) => wrap(each)),
  ]);
}

const [text, part, ...others] = LEAVES;
/** TypeScript follows no more than some hundred statements with a condition in one function. */
const SPEC_SIZE = 100;

/** The copy functions of all types with up to `depth` wrappers. */
export function nestedCopies(depth: number) {
  const all = [...nestings([text, part], depth), ...nestings(others, 1)];
  const samples = [...new Map(all.map((sample) => [sample.type, sample])).values()];
  const specs = Array.from({ length: Math.ceil(samples.length / SPEC_SIZE) }, (_, index) =>
    samples.slice(index * SPEC_SIZE, (index + 1) * SPEC_SIZE),
  );
  const source = `// +groupName=x.example.com

import type { Condition, JSONValue, ObjectMeta, TypeMeta } from '@vmgen/runtime';

export interface Part { list: string[]; more?: { deep: string[] } }
export interface Box<T> { value: T }
export interface Thing extends TypeMeta {
  metadata: ObjectMeta;
${specs.map((_, index) => `  s${index}?: Spec${index};\n`).join('')}}
${specs.map(interfaceOf).join('')}`;
  // Without its CRD: nothing of a CRD's size or form matters here.
  const compiled = compileText({ 'x/v1/types.ts': source }, { generators: ['deepcopy'] });

  /** Checks that they compile, for at least `least` types. */
  const checkTypes = (least: number): void => {
    assert.deepEqual(diagnosticTexts(compiled), []);
    const root = fileURLToPath(new URL('../../testdata/nestings/', import.meta.url));
    const files = new Map([[`${root}apis/x/v1/types.ts`, source]]);
    for (const { path, text } of compiled.files) files.set(`${root}out/${path}`, text);
    assert.deepEqual(strictProblems(files), []);
    assert.ok(samples.length > least, `only ${samples.length} types`);
  };

  /** Checks that copies are equal to the source and share no objects with it. */
  const checkCopies = async (): Promise<void> => {
    type Copies = Readonly<Record<string, (spec: unknown) => unknown>>;
    await withOutput<Copies>(compiled, 'x/v1/deepcopy.js', (copies) => {
      for (const [index, { type, values }] of samples.entries()) {
        const copyOf = copies[`deepCopySpec${Math.floor(index / SPEC_SIZE)}`];
        for (const value of values) {
          // Each place has its own value, so that what is shared shows.
          const spec = { [`f${index % SPEC_SIZE}`]: JSON.parse(JSON.stringify(value)) as unknown };
          const copy = copyOf?.(spec);
          assert.deepEqual(copy, spec, type);
          const originals = new Set(parts(spec));
          const shared = parts(copy).filter((each) => originals.has(each));
          assert.deepEqual(shared, [], type);
        }
      }
    });
  };
  return { checkTypes, checkCopies };
}

function interfaceOf(fields: readonly Sample[], index: number): string {
  const lines = fields.map(({ type }, field) => `  f${field}?: ${type};\n`);
  return `export interface Spec${index} {\n${lines.join('')}}\n`;
}

/** Every object and list inside a value. */
function parts(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value, ...Object.values(value).flatMap(parts)];
}
