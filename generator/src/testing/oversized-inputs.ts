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
  readonly diagnostics?: readonly RegExp[];
}

const DEEP_128 =
  /^\d+:\d+: (?:an API cannot contain a type that|the source) is nested more than 128 levels deep/;
const nested = (open: string, close: string, count: number) => (): Record<string, string> =>
  spec(`  a: ${open.repeat(count)}string${close.repeat(count)};`);

export const OVERSIZED_INPUTS: readonly OversizedInput[] = [
  { title: '500 nested literals', files: nested('{ a: ', ' }', 500), diagnostics: [DEEP_128] },
  { title: '150 nested literals', files: nested('{ a: ', ' }', 150), diagnostics: [DEEP_128] },
  // The deepest that is allowed.
  { title: '100 nested literals', files: nested('{ a: ', ' }', 100) },
  { title: '124 parentheses', files: nested('(', ')', 124) },
  { title: '124 arrays', files: nested('', '[]', 124) },
  { title: '120 tuples', files: nested('[', ']', 120) },
  { title: '124 type arguments', files: nested('Array<', '>', 124) },
  {
    title: '250 interfaces, each a field of the previous one',
    files: () =>
      spec(
        '  a: I0;',
        `${lines(250, (i) => `export interface I${i} { a: I${i + 1} }`)}\nexport interface I250 { a: string }`,
      ),
  },
  {
    title: '120 interfaces, each a list in the previous one',
    files: () =>
      spec(
        '  a: I0;',
        `${lines(120, (i) => `export interface I${i} { a: I${i + 1}[] }`)}\nexport interface I120 { a: string }`,
      ),
  },
  {
    title: 'a default of depth 120',
    files: () => marked(`default=${'['.repeat(120)}1${']'.repeat(120)}`, 'JSONValue'),
  },
  {
    title: 'a rule of 200 parentheses',
    files: () =>
      marked(
        `kubebuilder:validation:XValidation:rule="${'('.repeat(200)}self != ''${')'.repeat(200)}"`,
      ),
  },
  {
    title: 'a rule of 200 negations',
    files: () =>
      marked(
        `kubebuilder:validation:XValidation:rule="${'!('.repeat(200)}self == ''${')'.repeat(200)}"`,
      ),
  },
  {
    title: 'a rule of 200 nested lists',
    files: () =>
      marked(
        `kubebuilder:validation:XValidation:rule="${'['.repeat(200)}self${']'.repeat(200)}.size() > 0"`,
      ),
  },
  {
    title: 'a rule of 200 nested conditions',
    files: () =>
      marked(
        `kubebuilder:validation:XValidation:rule="${times(200, (i) => `self == '${i}' ? true : `).join('')}false"`,
      ),
  },
  {
    title: 'a rule of 100 nested macros',
    files: () =>
      marked(
        `kubebuilder:validation:XValidation:rule="${times(100, (i) => `[self].all(x${i}, `).join('')}true${')'.repeat(100)}"`,
      ),
  },
  {
    title: 'a rule of 1,000 conditions',
    files: () =>
      marked(
        `kubebuilder:validation:XValidation:rule="${times(1000, (i) => `self != '${i}'`).join(' && ')}"`,
      ),
  },
  // Deeper ones.
  { title: '100,000 parentheses', files: nested('(', ')', 100_000), diagnostics: [DEEP_128] },
  { title: '20,000 arrays', files: nested('', '[]', 20_000), diagnostics: [DEEP_128] },
  { title: '1,000 tuples', files: nested('[', ']', 1000), diagnostics: [DEEP_128] },
  { title: '5,000 type arguments', files: nested('Array<', '>', 5000), diagnostics: [DEEP_128] },
  { title: '1,000 templates', files: nested('`x${', '}`', 1000), diagnostics: [DEEP_128] },
  {
    title: '50,000 unclosed braces',
    files: nested('{ a: ', '', 50_000),
    diagnostics: [DEEP_128],
  },
  {
    title: 'a constant of depth 1,000',
    files: () =>
      spec('  a: typeof c;', `const c = ${'{ a: '.repeat(1000)}1${' }'.repeat(1000)} as const;`),
    diagnostics: [DEEP_128],
  },
  {
    title: 'a sum of 10,000 strings in code with a marker',
    files: () =>
      spec(
        '  a: string;',
        `const c = ${times(10_000, (i) => `'${i}'`).join(' + ')};\nfunction f() {\n  // +kubebuilder:x\n}`,
      ),
  },
  {
    title: '1,000 interfaces, each a field of the previous one',
    files: () =>
      spec(
        '  a: I0;',
        `${lines(1000, (i) => `export interface I${i} { a: I${i + 1} }`)}\nexport interface I1000 { a: string }`,
      ),
    diagnostics: [/^\d+:\d+: this type is nested more than 256 levels deep/],
  },
  {
    title: '1,000 aliases',
    files: () =>
      spec(
        '  a: A0;',
        `${lines(1000, (i) => `export type A${i} = A${i + 1};`)}\nexport type A1000 = { b: string };`,
      ),
  },
  {
    title: '1,000 interfaces that extend one another',
    files: () =>
      spec(
        '  a: I0;',
        `${lines(1000, (i) => `export interface I${i} extends I${i + 1} { f${i}: string }`)}\nexport interface I1000 { b: string }`,
      ),
  },
  {
    title: '300 aliases of intersections',
    files: () =>
      spec(
        '  a: I0;',
        `${lines(300, (i) => `export type I${i} = I${i + 1} & { f${i}: string };`)}\nexport type I300 = { b: string };`,
      ),
  },
  {
    title: '1,000 indexed access types that refer to one another',
    files: () =>
      spec(
        '  a: X0;',
        `${lines(1000, (i) => `export interface X${i} { x: X${i + 1}['x'] }`)}\nexport interface X1000 { x: string }`,
      ),
  },
  {
    title: '1,000 conditions in a chain',
    files: () =>
      spec(
        "  a: C<'x'>;",
        `export type C<T> = ${times(1000, (i) => `T extends 'a${i}' ? ${i}`).join(' : ')} : string;`,
      ),
    diagnostics: [/^13:20: an API cannot contain a conditional type/],
  },
  {
    title: 'a field defined in terms of itself',
    files: () => spec('  a: A;', "export type A = { x: A['x'] };"),
    diagnostics: [/^13:19: the type of the field x is defined in terms of itself/],
  },
  {
    title: 'mapped fields defined in terms of themselves',
    files: () => spec('  a: A;', "export type A = { [K in 'a']: A[K] };"),
    diagnostics: [/^13:17: the type of the field a is defined in terms of itself/],
  },
  {
    title: 'a union defined in terms of itself',
    files: () => spec('  a: A;', 'export type A = B | string;\nexport type B = A | number;'),
    diagnostics: [/: the type [AB] is defined in terms of itself/],
  },
  {
    title: 'a constant defined in terms of itself',
    files: () => spec('  a: typeof b;', 'declare const b: typeof c;\ndeclare const c: typeof b;'),
    diagnostics: [/: typeof [bc] is defined in terms of itself/],
  },
  {
    title: 'a comment of 130,000 lines',
    files: () => spec(`  /**\n${'   * a line\n'.repeat(130_000)}   */\n  a: string;`),
    diagnostics: [/exceeds the 256 KiB/],
  },
  {
    title: 'a mapped type that looks up each of 10,000 keys',
    files: () =>
      spec(
        '  a: M;',
        `type K = ${times(10_000, (i) => `'k${i}'`).join(' | ')};\ntype R = Record<K, string>;\ntype M = { [P in keyof R]: R[P] };`,
      ),
    diagnostics: [/exceeds the 256 KiB/],
  },
  {
    title: 'a mapped type over 5,000 fields',
    files: () =>
      spec(
        '  a: { [Key in keyof K]: K[Key] };',
        `export interface K {\n${lines(5000, (i) => `  f${i}?: string;`)}\n}`,
      ),
    diagnostics: [],
  },
  {
    title: '2^40 leaves',
    files: () =>
      spec(
        '  a: L0;',
        `${lines(40, (i) => `export interface L${i} { x: L${i + 1}; y: L${i + 1} }`)}\nexport interface L40 { a: string }`,
      ),
    diagnostics: [
      /^6:18: the CRD of Thing has \S+ MiB as JSON, of that spec\.a \S+ MiB, spec\.a\.x \S+ MiB, spec\.a\.y \S+ MiB; etcd stores at most 1\.5 MiB/,
    ],
  },
  {
    title: 'a value of 1.6 MB',
    files: () => marked(`kubebuilder:default="${'x'.repeat(1_600_000)}"`),
    diagnostics: [/^6:18: the CRD of Thing has 1\.5 MiB as JSON, of that spec/],
  },
  {
    title: 'a generic type that doubles',
    files: () => spec('  a: F<string>;', 'export type F<T> = { a: F<[T, T]> };'),
    diagnostics: [/^13:\d+: the type is too large/],
  },
  {
    title: 'a generic type that grows in two ways',
    files: () => spec('  a: F<string>;', 'export interface F<T> { a: F<T[]>; b: F<{ a: T }> }'),
    diagnostics: [/: the type F grows without end/],
  },
  {
    title: 'an intersection of 20 unions',
    files: () =>
      spec(`  a: ${times(20, (i) => `({ a${i}: string } | { b${i}: string })`).join(' & ')};`),
    diagnostics: [/^11:6: the intersection has 1048576 variants/],
  },
  {
    title: 'an intersection of 1,000 objects with one field',
    files: () => spec(`  a: ${times(1000, () => '{ a: string }').join(' & ')};`),
  },
  {
    title: '5,000 literals taken from 10,000',
    files: () =>
      spec(
        '  a: Exclude<K, L>;',
        `export type K = ${times(10_000, (i) => `'a${i}'`).join(' | ')};\nexport type L = ${times(5000, (i) => `'a${i}'`).join(' | ')};`,
      ),
  },
  {
    title: 'a string that a template literal type tries to split',
    files: () =>
      spec(
        '  a: Q;',
        `export type P = \`\${string}a\${string}a\${string}a\${string}a\${string}b\`;\nexport type Q = Exclude<'${'a'.repeat(2000)}' | 'x', P>;`,
      ),
    diagnostics: [/^14:17: Exclude cannot determine whether 'a+\.\.\. is P/],
  },
  {
    title: 'braces in a marker',
    files: () =>
      marked(`kubebuilder:default=${'{a: '.repeat(10_000)}1${'}'.repeat(10_000)}`, 'JSONValue'),
    diagnostics: [/^11:\d+: \+kubebuilder:default: the value is nested more than 128 levels deep/],
  },
  {
    title: 'brackets in JSON',
    files: () => marked(`default=${'['.repeat(10_000)}1${']'.repeat(10_000)}`, 'JSONValue'),
    diagnostics: [/^11:6: \+default has a value that is nested more than 128 levels deep/],
  },
  {
    title: 'markers in markers',
    files: () => marked(`${'k8s:eachVal=+'.repeat(10_000)}k8s:minimum=1`, 'Int32[]'),
    diagnostics: [/^11:\d+: \+k8s:eachVal: markers are nested more than 128 levels deep/],
  },
  {
    title: 'a marker of 50,000 lines',
    files: () =>
      spec(
        `  // +kubebuilder:validation:Enum=a;\n${lines(50_000, (i) => `  // b${i};`)}\n  a?: string;`,
      ),
    diagnostics: [/exceeds the 256 KiB/],
  },
  {
    title: '10,000 rules on one field',
    files: () =>
      spec(
        `${lines(10_000, (i) => `  // +kubebuilder:validation:XValidation:rule="self != '${i}'"`)}\n  a: string;`,
      ),
    diagnostics: [/more than 1000 rules/],
  },
  {
    title: 'spaces after a tag',
    files: () =>
      spec(`  /** @default${' '.repeat(100_000)}x${' '.repeat(100_000)}x\n   */\n  a: string;`),
  },
  {
    title: 'spaces after null',
    files: () => marked(`kubebuilder:default=null${' '.repeat(100_000)}x`),
    diagnostics: [],
  },
  {
    title: 'unclosed links',
    files: () => spec(`  /** ${'{@link '.repeat(30_000)} */\n  a: string;`),
  },
  {
    title: 'unclosed quotes',
    files: () => marked(`kubebuilder:default=a"${'\\"'.repeat(200_000)}`),
    diagnostics: [/exceeds the 256 KiB/],
  },
  {
    title: 'a name of a megabyte',
    files: () => spec(`  a: ${'a'.repeat(1_000_000)};`),
    diagnostics: [/^11:6: unknown type a+ \.\.\. a+$/],
  },
  {
    title: 'a file of 17 MiB',
    files: () => spec('  a: string;', '// text\n'.repeat(2_300_000)),
    diagnostics: [/^1:1: the file is larger than 16 MiB/],
  },
  {
    title: 're-exports in a chain of 1,000 modules',
    files: () =>
      modules(1000, (i) =>
        i < 999 ? `export * from './m${i + 1}.js';` : 'export interface X { a: string }',
      ),
  },
  {
    title: 're-exports of all by all',
    files: () => modules(30, () => lines(30, (i) => `export * from './m${i}.js';`)),
    diagnostics: [/: \.\/m0\.js has no type X/],
  },
  {
    title: 'imports in a circle of 1,000 modules',
    files: () =>
      modules(1000, (i) => `import { X } from './m${(i + 1) % 1000}.js';\nexport { X };`),
    diagnostics: [/: \.\/m0\.js has no type X/],
  },
  {
    title: 're-exports of 3,000 modules that import one another',
    files: () => {
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
    },
  },
  {
    title: '2,000 files',
    files: () => ({
      ...spec('  a: string;'),
      ...Object.fromEntries(
        times(2000, (i) => [`example/v1/m${i}.ts`, `export interface M${i} { a: string }`]),
      ),
    }),
  },
  {
    title: 'a rule of 5,000 calls',
    files: () =>
      marked(`kubebuilder:validation:XValidation:rule="self${'.lowerAscii()'.repeat(5000)} != ''"`),
    diagnostics: [/^\d+:\d+: /],
  },
];
