import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import * as typescript from 'typescript';
import type {
  TypeCalls,
  TypeCompletion,
  TypePosition,
} from '../../site/playground/src/core/type-calls.js';
import { createTypeService } from '../../site/playground/src/core/type-service.js';
import { inRepository } from '../support/repository.js';

const PATH = 'web/v1/types.ts';

const script = pathToFileURL(inRepository('site', 'playground', 'library.mjs')).href;
const { libraryText } = (await import(script)) as { readonly libraryText: () => string };

/** A text with `^` where the cursor is. */
function cursorIn(text: string, others: Readonly<Record<string, string>> = {}): TypePosition {
  const offset = text.indexOf('^');
  const without = text.slice(0, offset) + text.slice(offset + 1);
  return { files: { ...others, [PATH]: without }, path: PATH, offset };
}

const create = (): TypeCalls => createTypeService(typescript, libraryText());

/** The completion with this name. */
function named(service: TypeCalls, position: TypePosition, name: string): TypeCompletion {
  const found = service.complete(position)?.options.find((option) => option.name === name);
  assert.ok(found, name);
  return found;
}

describe('completion of types', () => {
  test('knows what vmgen accepts of the language and of @vmgen/runtime', () => {
    const { options = [] } = create().complete(cursorIn('export type A = ^')) ?? {};
    const names = options.filter(({ kind }) => kind !== 'keyword').map(({ name }) => name);
    assert.deepEqual(names, [
      'A',
      ...['Array', 'Capitalize', 'Exclude', 'Extract', 'Lowercase', 'NoInfer', 'NonNullable'],
      ...['Omit', 'Partial', 'Pick', 'Readonly', 'ReadonlyArray', 'Record', 'Required'],
      ...['Uint8Array', 'Uncapitalize', 'Uppercase'],
      ...['Condition', 'Duration', 'Float', 'Int32', 'Int64', 'IntOrString', 'JSONValue'],
      ...['LabelSelector', 'LabelSelectorRequirement', 'ListMeta', 'MicroTime', 'ObjectMeta'],
      ...['Quantity', 'RawExtension', 'ResourceList', 'Time', 'TypeMeta'],
    ]);
  });

  test('evaluates types', () => {
    const text = `interface A { one: string; two?: number }
type B = Omit<Partial<A>, 'two'> & Record<'three' | 'four', boolean>;
type C = B['^'];`;
    const service = create();
    const found = service.complete(cursorIn(text));
    assert.deepEqual(
      found?.options.map(({ name }) => name),
      ['four', 'one', 'three'],
    );
    assert.deepEqual(service.describe(cursorIn(text), named(service, cursorIn(text), 'one')), {
      code: '(property) one?: string | undefined',
      documentation: '',
      edits: [],
    });
  });

  test('imports from the runtime, into an import that exists', () => {
    const service = create();
    const text = "import type { Int32 } from '@vmgen/runtime';\nexport type A = Int32 | Qu^;\n";
    const position = cursorIn(text);
    const option = named(service, position, 'Quantity');
    assert.equal(option.module, '@vmgen/runtime');
    assert.deepEqual(service.describe(position, option), {
      code: 'type Quantity = string | number',
      documentation: 'An amount such as `500m`, `4G` or `1.5Gi`; see parseQuantity.',
      edits: [{ offset: text.indexOf(' }'), length: 0, text: ', Quantity' }],
    });
  });

  test('imports from another file, and follows its changes', () => {
    const service = create();
    const others = { 'web/v1/part.ts': 'export interface Part { a: string }\n' };
    const position = cursorIn('export type A = Pa^;\n', others);
    const option = named(service, position, 'Part');
    assert.deepEqual(service.describe(position, option)?.edits, [
      { offset: 0, length: 0, text: "import type { Part } from './part.js';\n\n" },
    ]);
    const changed = { 'web/v1/part.ts': 'export interface Party { a: string }\n' };
    named(service, cursorIn('export type A = Pa^;\n', changed), 'Party');
    const { options = [] } = service.complete(cursorIn('export type A = Pa^;\n')) ?? {};
    assert.deepEqual(
      options.filter(({ module }) => module?.startsWith('.')),
      [],
    );
  });

  test('replaces the name from its beginning, and offers nothing in comments', () => {
    const service = create();
    assert.equal(service.complete(cursorIn('export type A = Qua^nt;'))?.from, 16);
    assert.equal(service.complete(cursorIn('// export type A = Qua^')), undefined);
  });
});

test('a file that TypeScript cannot read has no completion, and later ones have', () => {
  const service = create();
  const deep = cursorIn(`${'('.repeat(100_000)}^`);
  assert.throws(() => service.complete(deep), RangeError);
  named(service, cursorIn('export type A = Qu^'), 'Quantity');
});

describe('types beside the pointer', () => {
  test('are those of a name, without its import', () => {
    const text = "import type { Int32 } from '@vmgen/runtime';\nexport type A = In^t32;\n";
    assert.deepEqual(create().hover(cursorIn(text)), {
      code: 'type Int32 = number',
      documentation: 'A 32-bit signed integer (`type: integer, format: int32`).',
      from: text.indexOf('In^t32'),
      to: text.indexOf('In^t32') + 5,
    });
  });

  test('do not exist elsewhere', () => {
    assert.equal(create().hover(cursorIn('export ^ type A = string;')), undefined);
  });

  test('exist while the files are wrong', () => {
    const service = create();
    service.prepare({});
    service.prepare({ [PATH]: '((((' });
    const found = service.hover(cursorIn('export interface A^ extends Missing { b: {{{ '));
    assert.equal(found?.code, 'interface A');
  });
});
