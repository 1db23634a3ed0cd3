import type { Random } from '../random.js';

/** What expressions can be made of. */
export interface PoolNames {
  readonly objects: string[];
  readonly unions: string[];
  readonly enums: string[];
  /** `E.A` */
  readonly members: string[];
  readonly literals: string[];
  readonly lists: string[];
  readonly constants: string[];
  /** With one parameter. */
  readonly generics: string[];
}

const FIELDS: readonly string[] = ['a', 'b', 'c', 'd', 'kind', 'x'];
const SCALARS: readonly string[] = ['string', 'number', 'boolean', 'Int32', 'Time'];
const LITERALS: readonly string[] = [`'a'`, `'b'`, `'x'`, '1', '2', 'true', 'false', 'null'];

/** Writes random type expressions over a pool of declarations, most of them without errors. */
export class ExpressionWriter {
  readonly random: Random;
  readonly names: PoolNames;

  constructor(random: Random, names: PoolNames) {
    this.random = random;
    this.names = names;
  }

  /** Any type, `depth` operations deep. */
  any(depth: number): string {
    if (depth <= 0) return this.leaf();
    return this.#one([
      () => this.leaf(),
      () => this.object(depth - 1),
      () => this.object(depth - 1),
      () => this.list(depth - 1),
      () => this.keys(depth - 1),
      () => this.#map(depth - 1),
      () => this.#union(depth - 1),
      () => this.#union(depth - 1),
      () => this.#filtered(depth - 1),
      () => this.#filtered(depth - 1),
      () => this.#indexed(depth - 1),
      () => this.#indexed(depth - 1),
      () => this.#conditional(depth - 1),
      () => this.#conditional(depth - 1),
      () => this.#applied(depth - 1),
      () => this.#applied(depth - 1),
      () => this.#applied(depth - 1),
      () => this.#template(depth - 1),
    ]);
  }

  leaf(): string {
    const { random, names } = this;
    return this.#one([
      () => random.pick(SCALARS),
      () => random.pick(SCALARS),
      () => random.pick(LITERALS),
      () => random.some(LITERALS, 2, 3).join(' | '),
      () => `${random.pick(SCALARS)} | null`,
      () => this.#name(names.enums),
      () => this.#name(names.members),
      () => this.#name(names.literals),
      () => this.#name(names.objects),
      () => this.#name(names.lists),
      () => this.#name(names.unions),
      () => random.pick(['undefined', 'never', 'unknown', 'object', 'IntOrString', 'string[]']),
    ]);
  }

  object(depth: number): string {
    const { random, names } = this;
    if (depth <= 0) {
      return this.#one([
        () => this.#name(names.objects),
        () => this.#name(names.objects),
        () => this.#name(names.unions),
        () => this.body(1, 3),
        () =>
          names.constants.length > 0 ? `typeof ${this.#name(names.constants)}` : this.body(1, 2),
        () => (names.objects.length > 0 ? `all.${random.pick(names.objects)}` : this.body(1, 2)),
      ]);
    }
    const inner = (): string => this.object(depth - 1);
    const type = inner();
    return this.#one([
      () => `${random.pick(['Partial', 'Required', 'Readonly'])}<${inner()}>`,
      () =>
        `${random.pick(['Pick', 'Omit', 'PickOf', 'OptOf', 'ReqOf', 'PickIf', 'Required1'])}<${type}, ${this.keysOf(type)}>`,
      () =>
        `${random.pick(['Opt', 'Req', 'Mut', 'Fix', 'Nul', 'Lists', 'Boxes', 'Names', 'Deep', 'Flat', 'OptKeys', 'SameKeys', 'TextKeys', 'Nested'])}<${inner()}>`,
      () => `${random.pick(['Pref', 'Caps'])}<${inner()}>`,
      () => `${random.pick(['Having', 'Lacking'])}<${inner()}, ${this.any(depth - 1)}>`,
      () => `${random.pick(['Without', 'Only'])}<${type}, ${this.keysOf(type)}>`,
      () => `Over<${inner()}, ${inner()}>`,
      () => `Record<${this.keys(depth - 1)}, ${this.any(depth - 1)}>`,
      () => `Box<${this.any(depth - 1)}>`,
      () => `Pair<${this.any(depth - 1)}>`,
      () => `(${inner()}) & (${inner()})`,
      () => `(${inner()}) | (${inner()})`,
      () => this.#mapped(depth - 1),
      () => this.#mapped(depth - 1),
      () =>
        `ByTag<${this.#name(names.unions)}, ${random.pick([`'p'`, `'q'`, `'p' | 'q'`, '1', 'string'])}>`,
      () => this.body(1, 3, depth - 1),
    ]);
  }

  body(least: number, most: number, depth = 0): string {
    return `{ ${this.fields(least, most, depth).join('; ')} }`;
  }

  fields(least: number, most: number, depth = 0, names = FIELDS): string[] {
    const { random } = this;
    return random.some(names, least, most).map((name) => {
      const head = `${random.chance(15) ? 'readonly ' : ''}${name}${random.chance(30) ? '?' : ''}`;
      const type = random.chance(25) ? this.list(depth) : this.any(depth);
      return `${head}: ${type}${random.chance(10) ? ' | undefined' : ''}`;
    });
  }

  list(depth: number): string {
    const inner = (): string => this.any(depth - 1);
    return this.#one([
      () => `(${inner()})[]`,
      () => `readonly (${inner()})[]`,
      () => `readonly (${inner()})[]`,
      () => `Array<${inner()}>`,
      () => `ReadonlyArray<${inner()}>`,
      () => `[${inner()}, ${inner()}]`,
      () => `readonly [${inner()}, (${inner()})?]`,
      () => `[${inner()}]`,
    ]);
  }

  keys(depth: number): string {
    const { random, names } = this;
    const literals = (): string =>
      random
        .some(
          FIELDS.map((name) => `'${name}'`),
          1,
          3,
        )
        .join(' | ');
    if (depth <= 0)
      return this.#one([literals, literals, () => `keyof ${this.#name(names.objects)}`]);
    const object = this.object(depth - 1);
    return this.#one([
      literals,
      () => `keyof (${object})`,
      () => `keyof (${object})`,
      () => `Exclude<keyof (${object}), ${literals()}>`,
      () => `Extract<keyof (${object}), ${literals()}>`,
      () => `${random.pick(['KeysOf', 'KeysReq'])}<${object}, ${this.any(depth - 1)}>`,
      () => `Names<${object}>[keyof (${object})]`,
      () => `Uppercase<${literals()}>`,
      () => this.#template(depth - 1),
      () => this.#name(names.enums),
      () => (names.enums.length > 0 ? `keyof typeof ${random.pick(names.enums)}` : literals()),
      () =>
        names.constants.length > 0 ? `keyof typeof ${random.pick(names.constants)}` : literals(),
    ]);
  }

  /** Keys that `object` likely has. */
  keysOf(object: string): string {
    const { random } = this;
    const names = [...new Set([...object.matchAll(/\b(\w+)\??:/g)].map(([, name = '']) => name))];
    if (random.chance(25)) return `keyof (${object})`;
    if (random.chance(25)) return `Exclude<keyof (${object}), '${random.pick(FIELDS)}'>`;
    if (random.chance(25)) return `Extract<keyof (${object}), '${random.pick(FIELDS)}' | 'a'>`;
    const from = names.length > 0 ? names : FIELDS;
    return random
      .some(from, 1, 2)
      .map((name) => `'${name}'`)
      .join(' | ');
  }

  #map(depth: number): string {
    const value = this.any(depth);
    return this.#one([
      () => `Record<string, ${value}>`,
      () => `{ [key: string]: ${value} }`,
      () => `{ [K in string]: ${value} }`,
    ]);
  }

  #union(depth: number): string {
    const members = [
      this.any(depth),
      this.any(depth),
      ...(this.random.chance(30) ? [this.leaf()] : []),
    ];
    return members.map((member) => `(${member})`).join(' | ');
  }

  #filtered(depth: number): string {
    const name = this.random.pick(['Exclude', 'Extract', 'Exclude', 'Not']);
    if (this.random.chance(15)) return `NonNullable<${this.any(depth)}>`;
    if (this.random.chance(20)) {
      const other = this.random.pick(['{}', '{}', 'string', 'object', 'unknown', this.any(depth)]);
      return `(${this.any(depth)}) & (${other})`;
    }
    const union = this.random.chance(50) ? this.#union(depth) : this.any(depth);
    return `${name}<${union}, ${this.any(depth)}>`;
  }

  #indexed(depth: number): string {
    const { random, names } = this;
    const object = this.object(depth);
    const list = this.list(depth);
    return this.#one([
      () => `(${object})[${this.keysOf(object)}]`,
      () => `(${object})[keyof (${object})]`,
      () => `ValueOf<${object}>`,
      () => `(${list})[number]`,
      () => `(${list})[0]`,
      () => `(${this.#map(depth)})[string]`,
      () =>
        names.constants.length > 0 ? constantValue(random.pick(names.constants)) : this.leaf(),
    ]);
  }

  #conditional(depth: number): string {
    const { random } = this;
    const [check, target] = [this.any(depth), this.any(depth)];
    // TypeScript confuses a never behind the question mark with a never before extends.
    const branch = this.#one([() => this.leaf(), () => this.list(depth), () => this.body(1, 2)]);
    const yes = branch.replaceAll(/\bnever\b/g, 'null');
    const no = this.any(depth);
    const wrap = random.chance(30);
    return wrap
      ? `[${check}] extends [${target}] ? ${yes} : ${no}`
      : `(${check}) extends (${target}) ? ${yes} : ${no}`;
  }

  #applied(depth: number): string {
    const { random, names } = this;
    const any = (): string => this.any(depth);
    return this.#one([
      () => `Dist<${any()}>`,
      () => `Whole<${any()}>`,
      () => `Elem<${this.list(depth)}>`,
      () => `ReadElem<${random.chance(60) ? this.list(depth) : any()}>`,
      () => `Unbox<${random.chance(60) ? `Box<${any()}>` : any()}>`,
      () =>
        `${random.pick(['FieldA', 'MaybeA', 'TextIn', 'ItemOf', 'BothOf'])}<${random.chance(70) ? this.object(depth) : any()}>`,
      () => `Firsts<${this.list(depth)}>`,
      () => `Values<${any()}>`,
      () => `Not<${any()}, ${any()}>`,
      () => `Same<${any()}, ${any()}>`,
      () => `Deep<${any()}>`,
      () => `Opt<${any()}>`,
      () => (names.generics.length > 0 ? `${random.pick(names.generics)}<${any()}>` : any()),
      () => (names.generics.length > 0 ? `${random.pick(names.generics)}<${any()}>` : any()),
    ]);
  }

  #template(depth: number): string {
    const { random, names } = this;
    const part = this.#one([
      () => `'a' | 'b'`,
      () => 'string',
      () => 'Int32',
      () => 'boolean',
      () => `${random.int(3)}`,
      () => this.#name(names.members),
      () => (depth > 0 ? this.keys(depth - 1) : `'x'`),
    ]);
    return this.#one([
      () => `\`a-\${${part}}\``,
      () => `\`\${${part}}-a\``,
      () => `Tag<${part}>`,
      () => `${random.pick(['Uppercase', 'Capitalize', 'Lowercase'])}<\`p_\${${part}}\`>`,
    ]);
  }

  #mapped(depth: number): string {
    const { random } = this;
    const object = this.object(depth);
    const head = random.pick(['', '', 'readonly ', '-readonly ', '+readonly ']);
    const optional = random.pick(['', '', '?', '-?', '+?']);
    const over = random.chance(70) ? `keyof (${object})` : this.keys(depth);
    const isOwn = over.startsWith('keyof');
    const own = isOwn ? `(${object})[K]` : 'K';
    const value = random.pick([
      own,
      own,
      `${own} | null`,
      'K',
      `(${own})[]`,
      this.any(depth),
      `${own} extends (${this.any(depth)}) ? ${this.leaf()} : ${own}`,
    ]);
    const names = [
      'K & string',
      `Exclude<K, '${random.pick(FIELDS)}'>`,
      `Extract<K, '${random.pick(FIELDS)}' | 'a'>`,
      '`p_${K & string}`',
      'Capitalize<K & string>',
      `K extends ${this.keys(depth)} ? K : never`,
      `${own} extends (${this.any(depth)}) ? K : never`,
      `${own} extends (${this.any(depth)}) ? never : K`,
    ];
    const as = random.chance(45) ? ` as ${random.pick(names)}` : '';
    return `{ ${head}[K in ${over}${as}]${optional}: ${value} }`;
  }

  #name(names: readonly string[]): string {
    return names.length > 0 ? this.random.pick(names) : `'a'`;
  }

  #one(choices: readonly (() => string)[]): string {
    return this.random.pick(choices)();
  }
}

const constantValue = (name: string): string => `(typeof ${name})[keyof typeof ${name}]`;
