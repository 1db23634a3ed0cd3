import type { Random } from '../random.js';

/** The kinds of names that expressions reference; members are `E.A`, and generics have one parameter. */
const POOLS = [
  ...(['objects', 'unions', 'enums', 'members'] as const),
  ...(['literals', 'lists', 'constants', 'generics'] as const),
];
type Pool = (typeof POOLS)[number];

const FIELDS: readonly string[] = ['a', 'b', 'c', 'd', 'kind', 'x'];
const SCALARS: readonly string[] = ['string', 'number', 'boolean', 'Int32', 'Time'];
const LITERALS: readonly string[] = [`'a'`, `'b'`, `'x'`, '1', '2', 'true', 'false', 'null'];

const twice = (...alternatives: readonly string[]): string[] => [...alternatives, ...alternatives];

/** The generic types of the pool that take an object. */
const OF_OBJECT: readonly string[] = [
  ...['Opt', 'Req', 'Mut', 'Fix', 'Nul', 'Lists', 'Boxes', 'Names', 'Deep', 'Flat', 'OptKeys'],
  ...['SameKeys', 'TextKeys', 'Nested', 'Pref', 'Caps', 'Partial', 'Required', 'Readonly'],
];
const OF_OBJECT_AND_KEYS: readonly string[] = [
  ...['Pick', 'Omit', 'PickOf', 'OptOf', 'ReqOf', 'PickIf', 'Required1', 'Without', 'Only'],
];

/**
 * The alternatives of each rule. `<rule>` is an expression of that rule, `<objects>` one of the names in the pool;
 * an alternative that needs a name is left out while the pool has none of them. `<first>` repeats the first object or constant of
 * the alternative, and `<keysOf>` are keys that it likely has. In a mapped type, OWN is the type of the field.
 */
const GRAMMAR = {
  any: [
    ...['<leaf>', '<list>', '<keys>', '<map>', '<template>', '<applied>'],
    ...twice('<object>', '<union>', '<filtered>', '<indexed>', '<conditional>', '<applied>'),
  ],
  leaf: [
    ...['<enums>', '<members>', '<literals>', '<objects>', '<lists>', '<unions>', '<words>'],
    ...[...twice('<scalar>'), '<literal>', '<someLiterals>', '<scalar> | null'],
  ],
  words: ['undefined', 'never', 'unknown', 'object', 'IntOrString', 'string[]'],
  scalar: SCALARS,
  literal: LITERALS,
  /** An object without operations. */
  namedObject: [...twice('<objects>'), '<unions>', '<body>', 'typeof <constants>', 'all.<objects>'],
  object: [
    ...twice('<ofObject><<object>>', '<ofKeys><<object>, <keysOf>>', '<mapped>'),
    ...['Having<<object>, <any>>', 'Lacking<<object>, <any>>', 'Over<<object>, <object>>'],
    ...['Record<<keys>, <any>>', 'Box<<any>>', 'Pair<<any>>', '<body>'],
    ...['(<object>) & (<object>)', '(<object>) | (<object>)', 'ByTag<<unions>, <tag>>'],
  ],
  ofObject: OF_OBJECT,
  ofKeys: OF_OBJECT_AND_KEYS,
  tag: [`'p'`, `'q'`, `'p' | 'q'`, '1', 'string'],
  list: [
    ...['(<any>)[]', ...twice('readonly (<any>)[]'), 'Array<<any>>', 'ReadonlyArray<<any>>'],
    ...['[<any>, <any>]', 'readonly [<any>, (<any>)?]', '[<any>]'],
  ],
  /** Keys without operations. */
  namedKeys: [...twice('<fieldNames>'), 'keyof <objects>'],
  keys: [
    ...['<fieldNames>', ...twice('keyof (<object>)'), 'Exclude<keyof (<object>), <fieldNames>>'],
    ...['Extract<keyof (<object>), <fieldNames>>', 'KeysOf<<object>, <any>>', '<template>'],
    ...['KeysReq<<object>, <any>>', 'Names<<object>>[keyof (<first>)]', 'Uppercase<<fieldNames>>'],
    ...['<enums>', 'keyof typeof <enums>', 'keyof typeof <constants>'],
  ],
  map: ['Record<string, <any>>', '{ [key: string]: <any> }', '{ [K in string]: <any> }'],
  union: ['(<any>) | (<any>)', '(<any>) | (<any>) | (<leaf>)'],
  filtered: [
    ...['NonNullable<<any>>', '(<any>) & (<any>)', '(<any>) & ({})', '(<any>) & (<scalar>)'],
    ...twice('<filter><<any>, <any>>', '<filter><<union>, <any>>'),
  ],
  filter: ['Exclude', 'Extract', 'Not'],
  indexed: [
    ...['(<object>)[<keysOf>]', '(<object>)[keyof (<first>)]', 'ValueOf<<object>>'],
    ...['(<list>)[number]', '(<list>)[0]', '(<map>)[string]'],
    '(typeof <constants>)[keyof typeof <first>]',
  ],
  conditional: [
    ...twice('(<any>) extends (<any>) ? <branch> : <any>'),
    '[<any>] extends [<any>] ? <branch> : <any>',
  ],
  branch: ['<leaf>', '<list>', '<body>'],
  applied: [
    ...['Dist<<any>>', 'Whole<<any>>', 'Values<<any>>', 'Not<<any>, <any>>', 'Same<<any>, <any>>'],
    ...['Deep<<any>>', 'Opt<<any>>', 'Elem<<list>>', 'Firsts<<list>>', 'ReadElem<<list>>'],
    ...['ReadElem<<any>>', 'Unbox<Box<<any>>>', 'Unbox<<any>>', 'FieldA<<object>>'],
    ...['MaybeA<<object>>', 'TextIn<<object>>', 'ItemOf<<object>>', 'BothOf<<object>>'],
    ...twice('<generics><<any>>'),
  ],
  template: [
    ...['`a-${<part>}`', '`${<part>}-a`', 'Tag<<part>>'],
    ...['Uppercase<`p_${<part>}`>', 'Capitalize<`p_${<part>}`>', 'Lowercase<`p_${<part>}`>'],
  ],
  part: [`'a' | 'b'`, 'string', 'Int32', 'boolean', '0', '1', '2', '<members>', '<keys>'],
  mapped: [...twice('<mappedObject>'), '<mappedKeys>'],
  mappedObject: ['{ <modifier>[K in keyof (<object>)<as>]<optional>: <value> }'],
  mappedKeys: ['{ <modifier>[K in <keys><as>]<optional>: <value> }'],
  modifier: ['', '', 'readonly ', '-readonly ', '+readonly '],
  optional: ['', '', '?', '-?', '+?'],
  value: [
    ...[...twice('OWN'), 'OWN | null', 'K', '(OWN)[]', '<any>'],
    'OWN extends (<any>) ? <leaf> : OWN',
  ],
  as: [...twice(''), ' as <newKey>'],
  newKey: [
    ...[
      'K & string',
      `Exclude<K, <fieldName>>`,
      `Extract<K, <fieldName> | 'a'>`,
      '`p_${K & string}`',
    ],
    ...['Capitalize<K & string>', 'K extends <keys> ? K : never'],
    ...['OWN extends (<any>) ? K : never', 'OWN extends (<any>) ? never : K'],
  ],
  fieldName: FIELDS.map((name) => `'${name}'`),
  /** The body of a generic type with the parameter T. */
  generic: [
    'T extends (<any>) ? <result> : <result>',
    '[T] extends [<any>] ? <result> : <result>',
    'T extends (<any>) ? <result> : T extends (<any>) ? <result> : <result>',
    '{ [K in keyof T as T[K] extends (<any>) ? K : never]: T[K] }',
    '{ [K in keyof T as K extends <keys> ? K : never]?: T[K] }',
    '{ [K in keyof T]: T[K] extends (<any>) ? <any> : T[K] }',
    '{ [K in keyof T]<optional>: T[K] | <any> }',
    'T extends readonly (infer E)[] ? <ofElement> : <result>',
    'T extends { <field>: infer V } ? V : <result>',
    'keyof T extends <keys> ? <result> : <result>',
    'T extends (<any>) ? Exclude<T, <any>> : <result>',
  ],
  result: ['T', 'never', '<any>', '{ t: T }', 'T[]', `'yes'`],
  ofElement: ['E', '{ e: E }', 'E[]'],
  field: ['a', 'b', 'kind'],
} satisfies Readonly<Record<string, readonly string[]>>;

type Rule = keyof typeof GRAMMAR;

/** The rules whose parts are one operation less deep, and those that take their place where none is left. */
const DEEP: Readonly<Partial<Record<Rule, Rule>>> = {
  any: 'leaf',
  object: 'namedObject',
  keys: 'namedKeys',
  list: 'list',
};

const isPool = (word: string): word is Pool => POOLS.some((pool) => pool === word);
const isRule = (word: string): word is Rule => Object.hasOwn(GRAMMAR, word);

/** Writes random type expressions over a pool of declarations, most of them without errors. */
export class ExpressionWriter {
  readonly random: Random;
  /** The names of the pool. */
  readonly names: Readonly<Record<Pool, string[]>> = {
    ...{ objects: [], unions: [], enums: [], members: [] },
    ...{ literals: [], lists: [], constants: [], generics: [] },
  };

  constructor(random: Random) {
    this.random = random;
  }

  /** An expression of a rule, `depth` operations deep. */
  write(rule: Rule, depth: number): string {
    const flat = depth <= 0 ? DEEP[rule] : undefined;
    if (flat !== undefined && flat !== rule) return this.write(flat, depth);
    const inner = DEEP[rule] === undefined ? depth : depth - 1;
    const possible = GRAMMAR[rule].filter((each) => !this.#lacksName(each));
    let first: string | undefined;
    const text = this.random.pick(possible).replaceAll(/<(\w+)>/g, (_, word: string) => {
      const part = this.#part(word, inner, first ?? '');
      if (word === 'object' || word === 'constants') first ??= part;
      return part;
    });
    switch (rule) {
      case 'mappedObject':
        return text.replaceAll('OWN', `(${first})[K]`);
      case 'mappedKeys':
        return text.replaceAll('OWN', 'K');
      case 'branch':
        // TypeScript confuses a never behind the question mark with a never before extends.
        return text.replaceAll(/\bnever\b/g, 'null');
      default:
        return text;
    }
  }

  body(least: number, most: number, depth = 0): string {
    return `{ ${this.fields(least, most, depth).join('; ')} }`;
  }

  fields(least: number, most: number, depth = 0, names = FIELDS): string[] {
    const { random } = this;
    return random.some(names, least, most).map((name) => {
      const head = `${random.chance(15) ? 'readonly ' : ''}${name}${random.chance(30) ? '?' : ''}`;
      const type = this.write(random.chance(25) ? 'list' : 'any', depth);
      return `${head}: ${type}${random.chance(10) ? ' | undefined' : ''}`;
    });
  }

  #lacksName(alternative: string): boolean {
    return POOLS.some((pool) => this.names[pool].length === 0 && alternative.includes(`<${pool}>`));
  }

  #part(word: string, depth: number, first: string): string {
    if (isRule(word)) return this.write(word, depth);
    if (isPool(word)) return this.random.pick(this.names[word]);
    switch (word) {
      case 'first':
        return first;
      case 'keysOf':
        return this.#keysOf(first);
      case 'body':
        return this.body(1, 3, depth);
      case 'someLiterals':
        return this.random.some(LITERALS, 2, 3).join(' | ');
      case 'fieldNames':
        return this.random.some(GRAMMAR.fieldName, 1, 3).join(' | ');
      default:
        throw new Error(`no rule ${word}`);
    }
  }

  /** Keys that `object` likely has. */
  #keysOf(object: string): string {
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
}
