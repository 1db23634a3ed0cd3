import { ExpressionWriter } from './expression-writer.js';
import type { Random } from '../random.js';

/** The files of one API whose declarations random expressions are made of. */
interface Pool {
  /** By path; other files may reference expressions. */
  readonly files: ReadonlyMap<string, string>;
  /** Writes expressions over the declarations. */
  readonly writer: ExpressionWriter;
  /** What a file has to begin with to know the names. */
  readonly imports: string;
}

/** Generic types that people write, each with what operations on types trip over. */
const GENERICS = `
export interface Box<T> { value: T; more?: T[]; readonly kind: 'box' }
export interface Pair<A, B = A> { a: A; b?: B }
export type Opt<T> = { [K in keyof T]?: T[K] };
export type Req<T> = { [K in keyof T]-?: T[K] };
export type Mut<T> = { -readonly [K in keyof T]: T[K] };
export type Fix<T> = { +readonly [K in keyof T]+?: T[K] };
export type Nul<T> = { [K in keyof T]: T[K] | null };
export type Lists<T> = { [K in keyof T]: T[K][] };
export type Boxes<T> = { [K in keyof T]: Box<T[K]> };
export type Names<T> = { [K in keyof T]: K };
export type Pref<T> = { [K in keyof T as \`p_\${K & string}\`]: T[K] };
export type Caps<T> = { [K in keyof T as Capitalize<K & string>]?: T[K] };
export type Having<T, V> = { [K in keyof T as T[K] extends V ? K : never]: T[K] };
export type Lacking<T, V> = { [K in keyof T as T[K] extends V ? never : K]: T[K] };
export type Without<T, X> = { [K in keyof T as Exclude<K, X>]: T[K] };
export type Only<T, X> = { [K in keyof T as Extract<K, X>]: T[K] };
export type KeysOf<T, V> = { [K in keyof T]: T[K] extends V ? K : never }[keyof T];
export type KeysReq<T, V> = { [K in keyof T]-?: T[K] extends V ? K : never }[keyof T];
export type PickOf<T, K extends keyof T> = { [P in K]: T[P] };
export type OptOf<T, K extends keyof T> = Omit<T, K> & Partial<Pick<T, K>>;
export type ReqOf<T, K extends keyof T> = T & Required<Pick<T, K>>;
export type Over<T, U> = Omit<T, keyof U> & U;
export type ByTag<T, V> = Extract<T, { kind: V }>;
export type KeyOf<T> = keyof T;
export type OptKeys<T> = { [K in KeyOf<T>]?: T[K] };
export type SameKeys<T> = { [K in KeyOf<T>]: T[K] };
export type TextKeys<T> = { [K in keyof T & string]: T[K] };
export type PickIf<T, K extends keyof T> = K extends 'a' | 'b' ? { [P in K]: T[P] } : { [P in K]?: T[P] };
export type Nested<T> = { [K in keyof T]: { [P in K]: T[P] } };
export type TextIn<T> = T extends { a: infer A extends string } ? A : 'none';
export type ItemOf<T> = T extends { b: readonly (infer I)[] } ? I : T extends { c: (infer J)[] } ? [J] : never;
export type BothOf<T> = T extends { a: infer V; b: infer V } ? V : never;
export type Required1<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: T[P] };
export type ValueOf<T> = T[keyof T];
export type Dist<T> = T extends string ? { s: T } : T extends boolean ? { b: T } : T;
export type Whole<T> = [T] extends [string] ? 'yes' : [T] extends [boolean] ? 'maybe' : 'no';
export type Elem<T> = T extends (infer E)[] ? E : never;
export type ReadElem<T> = T extends readonly (infer E)[] ? E : T;
export type Unbox<T> = T extends Box<infer V> ? V : T;
export type FieldA<T> = T extends { a: infer A } ? A : never;
export type MaybeA<T> = T extends { a?: infer A } ? A : 'none';
export type Firsts<T> = T extends readonly [infer A, infer B] ? { first: A; second: B } : never;
export type Values<T> = T extends Record<string, infer V> ? V : never;
export type Not<T, U> = T extends U ? never : T;
export type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
export type Deep<T> = T extends (infer I)[] ? Deep<I>[] : T extends object ? { [K in keyof T]?: Deep<T[K]> } : T;
export type Flat<T> = { [K in keyof T]: T[K] } & {};
export type Tag<T extends string | number | boolean> = \`a-\${T}\`;
`;

/** Random interfaces, enums, constants and generic types, in two files that lead to each other. */
export function randomPool(random: Random): Pool {
  const writer = new ExpressionWriter(random);
  const { names } = writer;
  const shared = [
    ...many(random, 2, 4, (index) => enumOf(`E${index}`, writer)),
    ...many(random, 1, 2, (index) => literalsOf(`L${index}`, writer)),
    ...many(random, 3, 6, (index) => interfaceOf(`I${index}`, writer)),
    taggedUnion('U', writer),
    listOf('Q', writer),
  ];
  const local = [
    ...many(random, 1, 3, (index) => constantOf(`c${index}`, writer)),
    ...many(random, 2, 4, (index) => genericOf(`G${index}`, writer)),
    listOf('R', writer),
  ];
  const sharedNames = [...shared.join('\n').matchAll(/export \w+ (\w+)/g)].map((match) => match[1]);
  const augmented = random.chance(3) ? augmentation(names.objects, writer) : '';
  const imports = `import type { Int32, IntOrString, Time } from '@vmgen/runtime';`;
  return {
    files: new Map([
      ['fuzz/v1/shared.ts', [imports, GENERICS, ...new Set(shared)].join('\n')],
      ['fuzz/v1/hub.ts', `${augmented}\nexport * from './shared.js';\nexport {};\n`],
    ]),
    writer,
    imports: [
      imports,
      `import { ${[...new Set(sharedNames)].join(', ')} } from './hub.js';`,
      `import type * as all from './shared.js';`,
      `import type { ${genericNames().join(', ')} } from './shared.js';`,
      ...local,
    ].join('\n'),
  };
}

const genericNames = (): string[] =>
  [...GENERICS.matchAll(/export \w+ (\w+)/g)].map(([, name = '']) => name);

function many(
  random: Random,
  least: number,
  most: number,
  make: (index: number) => string,
): string[] {
  return Array.from({ length: least + random.int(most - least + 1) }, (_, index) => make(index));
}

function enumOf(name: string, { random, names }: ExpressionWriter): string {
  const kind = random.pick(['texts', 'texts', 'numbers', 'mixed']);
  const members = random.some(['A', 'B', 'C', 'D'], 1, 4);
  const written = members.map((member, index) => {
    if (kind === 'texts' || (kind === 'mixed' && index > 1)) {
      return `${member} = '${random.pick(['a', 'b', 'x', 'on'])}${index}'`;
    }
    return random.chance(30)
      ? `${member} = ${random.pick(['1 << 2', '5', '1 | 2', '-1'])}`
      : member;
  });
  names.enums.push(name);
  names.members.push(...members.map((member) => `${name}.${member}`));
  return `export enum ${name} { ${written.join(', ')} }`;
}

function literalsOf(name: string, { random, names }: ExpressionWriter): string {
  const literals = random.some(
    [`'a'`, `'b'`, `'c'`, `'x'`, '1', '2', 'true', 'false', 'null'],
    2,
    4,
  );
  names.literals.push(name);
  return `export type ${name} = ${literals.join(' | ')};`;
}

function interfaceOf(name: string, writer: ExpressionWriter): string {
  const { random, names } = writer;
  const base = names.objects.length > 0 && random.chance(20) ? random.pick(names.objects) : '';
  const text = writer.body(base === '' ? 1 : 0, 5);
  // TypeScript rejects a base with conflicting fields; Omit removes them.
  const bases = base === '' ? '' : ` extends Omit<${base}, ${fieldsIn(text)}>`;
  const merged = random.chance(15)
    ? `\nexport interface ${name} { more?: ${writer.write('leaf', 0)} }`
    : '';
  names.objects.push(name);
  return `export interface ${name}${bases} ${text}${merged}`;
}

const fieldsIn = (body: string): string =>
  [...body.matchAll(/(\w+)\??:/g)].map(([, name = '']) => `'${name}'`).join(' | ') || 'never';

function taggedUnion(name: string, writer: ExpressionWriter): string {
  const tags = writer.random.some([`'p'`, `'q'`, `'r'`, `1`, 'true'], 2, 3);
  const members = tags.map(
    (tag) => `{ kind: ${tag}; ${writer.fields(1, 2, 0, ['a', 'b', 'x']).join('; ')} }`,
  );
  writer.names.unions.push(name);
  return `export type ${name} = ${members.join(' | ')};`;
}

function listOf(name: string, writer: ExpressionWriter): string {
  // Not of itself: TypeScript gives up on what is made of such a list, and says any.
  const text = `export type ${name} = ${writer.write('list', 1)};`;
  writer.names.lists.push(name);
  return text;
}

function constantOf(name: string, { random, names }: ExpressionWriter): string {
  const value = (): string =>
    random.pick([`'a'`, `'b'`, '1', '-2', 'true', 'null', `['a', 'b']`, `{ x: 1 }`]);
  const fields = random.some(['a', 'b', 'c', 'kind'], 1, 3).map((key) => `${key}: ${value()}`);
  const spread = names.constants.length > 0 && random.chance(60);
  const parts = spread ? [`...${random.pick(names.constants)}`, ...fields] : fields;
  if (random.chance(50)) parts.reverse();
  names.constants.push(name);
  return `const ${name} = { ${parts.join(', ')} }${random.chance(80) ? ' as const' : ''};`;
}

/** A generic type whose parts are random. */
function genericOf(name: string, writer: ExpressionWriter): string {
  const body = writer.write('generic', 1);
  writer.names.generics.push(name);
  return `export type ${name}<T> = ${body};`;
}

function augmentation(objects: readonly string[], writer: ExpressionWriter): string {
  const name = writer.random.pick(objects);
  const types = writer.random.pick(['string', `'a' | 'b'`, 'boolean', 'number[]']);
  return `declare module './shared.js' { interface ${name} { added${writer.random.pick(['', '?'])}: ${types} } }`;
}
