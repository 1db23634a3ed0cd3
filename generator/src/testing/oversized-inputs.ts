import { kindWith } from './kind-with.js';

export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
export const lines = (count: number, make: (index: number) => string): string =>
  times(count, make).join('\n');
export const spec = (text: string, more = ''): Record<string, string> => ({
  'example/v1/types.ts': kindWith(text, more),
});
const marked = (marker: string, type = 'string'): Record<string, string> =>
  spec(`  // +${marker}\n  a?: ${type};`);
/** A field with a rule. */
const ruled = (rule: string): Record<string, string> =>
  marked(`kubebuilder:validation:XValidation:rule="${rule}"`);
const modules = (count: number, text: (index: number) => string): Record<string, string> => ({
  'example/v1/types.ts': `import type { X } from './m0.js';\n${kindWith('  a: X;')}`,
  ...Object.fromEntries(times(count, (index) => [`example/v1/m${index}.ts`, text(index)])),
});

/** An input that is too large or nested too deeply, or nearly so. */
interface OversizedInput {
  readonly title: string;
  /** The sources by path. */
  readonly files: () => Record<string, string>;
  /** The start of each diagnostic: `line:column: message`; none where it compiles. */
  readonly diagnostics: readonly RegExp[];
}

const input = (
  title: string,
  files: () => Record<string, string>,
  ...diagnostics: readonly RegExp[]
): OversizedInput => ({ title, files, diagnostics });

const DEEP_128 =
  /^\d+:\d+: (?:an API cannot contain a type that|the source) is nested more than 128 levels deep/;
const nested = (open: string, close: string, count: number) => (): Record<string, string> =>
  spec(`  a: ${open.repeat(count)}string${close.repeat(count)};`);

export const OVERSIZED_INPUTS: readonly OversizedInput[] = [
  input('500 nested literals', nested('{ a: ', ' }', 500), DEEP_128),
  input('150 nested literals', nested('{ a: ', ' }', 150), DEEP_128),
  // The deepest that is allowed.
  input('100 nested literals', nested('{ a: ', ' }', 100)),
  input('124 parentheses', nested('(', ')', 124)),
  input('124 arrays', nested('', '[]', 124)),
  input('120 tuples', nested('[', ']', 120)),
  input('124 type arguments', nested('Array<', '>', 124)),
  input('250 interfaces, each a field of the previous one', () =>
    spec(
      '  a: I0;',
      `${lines(250, (i) => `export interface I${i} { a: I${i + 1} }`)}\nexport interface I250 { a: string }`,
    ),
  ),
  input('120 interfaces, each a list in the previous one', () =>
    spec(
      '  a: I0;',
      `${lines(120, (i) => `export interface I${i} { a: I${i + 1}[] }`)}\nexport interface I120 { a: string }`,
    ),
  ),
  input('a default of depth 120', () =>
    marked(`default=${'['.repeat(120)}1${']'.repeat(120)}`, 'JSONValue'),
  ),
  input('a rule of 200 parentheses', () => ruled(`${'('.repeat(200)}self != ''${')'.repeat(200)}`)),
  input('a rule of 200 negations', () => ruled(`${'!('.repeat(200)}self == ''${')'.repeat(200)}`)),
  input('a rule of 200 nested lists', () =>
    ruled(`${'['.repeat(200)}self${']'.repeat(200)}.size() > 0`),
  ),
  input('a rule of 200 nested conditions', () =>
    ruled(`${times(200, (i) => `self == '${i}' ? true : `).join('')}false`),
  ),
  input('a rule of 100 nested macros', () =>
    ruled(`${times(100, (i) => `[self].all(x${i}, `).join('')}true${')'.repeat(100)}`),
  ),
  input('a rule of 1,000 conditions', () =>
    ruled(times(1000, (i) => `self != '${i}'`).join(' && ')),
  ),
  // Deeper ones.
  input('100,000 parentheses', nested('(', ')', 100_000), DEEP_128),
  input('20,000 arrays', nested('', '[]', 20_000), DEEP_128),
  input('1,000 tuples', nested('[', ']', 1000), DEEP_128),
  input('5,000 type arguments', nested('Array<', '>', 5000), DEEP_128),
  input('1,000 templates', nested('`x${', '}`', 1000), DEEP_128),
  input('50,000 unclosed braces', nested('{ a: ', '', 50_000), DEEP_128),
  input(
    'a constant of depth 1,000',
    () =>
      spec('  a: typeof c;', `const c = ${'{ a: '.repeat(1000)}1${' }'.repeat(1000)} as const;`),
    DEEP_128,
  ),
  input('a sum of 10,000 strings in code with a marker', () =>
    spec(
      '  a: string;',
      `const c = ${times(10_000, (i) => `'${i}'`).join(' + ')};\nfunction f() {\n  // +kubebuilder:x\n}`,
    ),
  ),
  input(
    '1,000 interfaces, each a field of the previous one',
    () =>
      spec(
        '  a: I0;',
        `${lines(1000, (i) => `export interface I${i} { a: I${i + 1} }`)}\nexport interface I1000 { a: string }`,
      ),
    /^\d+:\d+: this type is nested more than 256 levels deep/,
  ),
  input('1,000 aliases', () =>
    spec(
      '  a: A0;',
      `${lines(1000, (i) => `export type A${i} = A${i + 1};`)}\nexport type A1000 = { b: string };`,
    ),
  ),
  input('1,000 interfaces that extend one another', () =>
    spec(
      '  a: I0;',
      `${lines(1000, (i) => `export interface I${i} extends I${i + 1} { f${i}: string }`)}\nexport interface I1000 { b: string }`,
    ),
  ),
  input('300 aliases of intersections', () =>
    spec(
      '  a: I0;',
      `${lines(300, (i) => `export type I${i} = I${i + 1} & { f${i}: string };`)}\nexport type I300 = { b: string };`,
    ),
  ),
  input('1,000 indexed access types that refer to one another', () =>
    spec(
      '  a: X0;',
      `${lines(1000, (i) => `export interface X${i} { x: X${i + 1}['x'] }`)}\nexport interface X1000 { x: string }`,
    ),
  ),
  input(
    '1,000 conditions in a chain',
    () =>
      spec(
        "  a: C<'x'>;",
        `export type C<T> = ${times(1000, (i) => `T extends 'a${i}' ? ${i}`).join(' : ')} : string;`,
      ),
    /^13:20: an API cannot contain a conditional type/,
  ),
  input(
    'a field defined in terms of itself',
    () => spec('  a: A;', "export type A = { x: A['x'] };"),
    /^13:19: the type of the field x is defined in terms of itself/,
  ),
  input(
    'mapped fields defined in terms of themselves',
    () => spec('  a: A;', "export type A = { [K in 'a']: A[K] };"),
    /^13:17: the type of the field a is defined in terms of itself/,
  ),
  input(
    'a union defined in terms of itself',
    () => spec('  a: A;', 'export type A = B | string;\nexport type B = A | number;'),
    /: the type [AB] is defined in terms of itself/,
  ),
  input(
    'a constant defined in terms of itself',
    () => spec('  a: typeof b;', 'declare const b: typeof c;\ndeclare const c: typeof b;'),
    /: typeof [bc] is defined in terms of itself/,
  ),
  input(
    'a comment of 130,000 lines',
    () => spec(`  /**\n${'   * a line\n'.repeat(130_000)}   */\n  a: string;`),
    /exceeds the 256 KiB/,
  ),
  input(
    'a mapped type that looks up each of 10,000 keys',
    () =>
      spec(
        '  a: M;',
        `type K = ${times(10_000, (i) => `'k${i}'`).join(' | ')};\ntype R = Record<K, string>;\ntype M = { [P in keyof R]: R[P] };`,
      ),
    /exceeds the 256 KiB/,
  ),
  input('a mapped type over 5,000 fields', () =>
    spec(
      '  a: { [Key in keyof K]: K[Key] };',
      `export interface K {\n${lines(5000, (i) => `  f${i}?: string;`)}\n}`,
    ),
  ),
  input(
    '2^40 leaves',
    () =>
      spec(
        '  a: L0;',
        `${lines(40, (i) => `export interface L${i} { x: L${i + 1}; y: L${i + 1} }`)}\nexport interface L40 { a: string }`,
      ),
    /^6:18: the CRD of Thing has \S+ MiB as JSON, of that spec\.a \S+ MiB, spec\.a\.x \S+ MiB, spec\.a\.y \S+ MiB; etcd stores at most 1\.5 MiB/,
  ),
  input(
    'a value of 1.6 MB',
    () => marked(`kubebuilder:default="${'x'.repeat(1_600_000)}"`),
    /^6:18: the CRD of Thing has 1\.5 MiB as JSON, of that spec/,
  ),
  input(
    'a generic type that doubles',
    () => spec('  a: F<string>;', 'export type F<T> = { a: F<[T, T]> };'),
    /^13:\d+: the type is too large/,
  ),
  input(
    'a generic type that grows in two ways',
    () => spec('  a: F<string>;', 'export interface F<T> { a: F<T[]>; b: F<{ a: T }> }'),
    /: the type F grows without end/,
  ),
  input(
    'an intersection of 20 unions',
    () => spec(`  a: ${times(20, (i) => `({ a${i}: string } | { b${i}: string })`).join(' & ')};`),
    /^11:6: the intersection has 1048576 variants/,
  ),
  input('an intersection of 1,000 objects with one field', () =>
    spec(`  a: ${times(1000, () => '{ a: string }').join(' & ')};`),
  ),
  input('5,000 literals taken from 10,000', () =>
    spec(
      '  a: Exclude<K, L>;',
      `export type K = ${times(10_000, (i) => `'a${i}'`).join(' | ')};\nexport type L = ${times(5000, (i) => `'a${i}'`).join(' | ')};`,
    ),
  ),
  input(
    'a string that a template literal type tries to split',
    () =>
      spec(
        '  a: Q;',
        `export type P = \`\${string}a\${string}a\${string}a\${string}a\${string}b\`;\nexport type Q = Exclude<'${'a'.repeat(2000)}' | 'x', P>;`,
      ),
    /^14:17: Exclude cannot determine whether 'a+\.\.\. is P/,
  ),
  input(
    'braces in a marker',
    () => marked(`kubebuilder:default=${'{a: '.repeat(10_000)}1${'}'.repeat(10_000)}`, 'JSONValue'),
    /^11:\d+: \+kubebuilder:default: the value is nested more than 128 levels deep/,
  ),
  input(
    'brackets in JSON',
    () => marked(`default=${'['.repeat(10_000)}1${']'.repeat(10_000)}`, 'JSONValue'),
    /^11:6: \+default has a value that is nested more than 128 levels deep/,
  ),
  input(
    'markers in markers',
    () => marked(`${'k8s:eachVal=+'.repeat(10_000)}k8s:minimum=1`, 'Int32[]'),
    /^11:\d+: \+k8s:eachVal: markers are nested more than 128 levels deep/,
  ),
  input(
    'a marker of 50,000 lines',
    () =>
      spec(
        `  // +kubebuilder:validation:Enum=a;\n${lines(50_000, (i) => `  // b${i};`)}\n  a?: string;`,
      ),
    /exceeds the 256 KiB/,
  ),
  input(
    '10,000 rules on one field',
    () =>
      spec(
        `${lines(10_000, (i) => `  // +kubebuilder:validation:XValidation:rule="self != '${i}'"`)}\n  a: string;`,
      ),
    /more than 1000 rules/,
  ),
  input('spaces after a tag', () =>
    spec(`  /** @default${' '.repeat(100_000)}x${' '.repeat(100_000)}x\n   */\n  a: string;`),
  ),
  input('spaces after null', () => marked(`kubebuilder:default=null${' '.repeat(100_000)}x`)),
  input('unclosed links', () => spec(`  /** ${'{@link '.repeat(30_000)} */\n  a: string;`)),
  input(
    'unclosed quotes',
    () => marked(`kubebuilder:default=a"${'\\"'.repeat(200_000)}`),
    /exceeds the 256 KiB/,
  ),
  input(
    'a name of a megabyte',
    () => spec(`  a: ${'a'.repeat(1_000_000)};`),
    /^11:6: unknown type a+ \.\.\. a+$/,
  ),
  input(
    'a file of 17 MiB',
    () => spec('  a: string;', '// text\n'.repeat(2_300_000)),
    /^1:1: the file is larger than 16 MiB/,
  ),
  input('re-exports in a chain of 1,000 modules', () =>
    modules(1000, (i) =>
      i < 999 ? `export * from './m${i + 1}.js';` : 'export interface X { a: string }',
    ),
  ),
  input(
    're-exports of all by all',
    () => modules(30, () => lines(30, (i) => `export * from './m${i}.js';`)),
    /: \.\/m0\.js has no type X/,
  ),
  input(
    'imports in a circle of 1,000 modules',
    () => modules(1000, (i) => `import { X } from './m${(i + 1) % 1000}.js';\nexport { X };`),
    /: \.\/m0\.js has no type X/,
  ),
  input('re-exports of 3,000 modules that import one another', () => {
    const next = (i: number): string => `M${(i + 1) % 3000}`;
    const models = times(3000, (i): [string, string] => [
      `example/v1/m${i}.ts`,
      `import type { ${next(i)} } from './${next(i).toLowerCase()}.js';\nexport interface M${i} { next?: string }`,
    ]);
    return {
      ...spec('  a: X;', `import type { M2999 as X } from './all.js';`),
      'example/v1/all.ts': lines(3000, (i) => `export * from './m${i}.js';`),
      ...Object.fromEntries(models),
    };
  }),
  input('2,000 files', () => ({
    ...spec('  a: string;'),
    ...Object.fromEntries(
      times(2000, (i) => [`example/v1/m${i}.ts`, `export interface M${i} { a: string }`]),
    ),
  })),
  input(
    'a rule of 5,000 calls',
    () => ruled(`self${'.lowerAscii()'.repeat(5000)} != ''`),
    /^\d+:\d+: /,
  ),
];
