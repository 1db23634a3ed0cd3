import fc from 'fast-check';

type Json = null | string | number | boolean | Json[] | { [key: string]: Json };

/** A value of a type, and similar invalid values. */
interface Sample {
  readonly valid: Json;
  readonly invalid: readonly Json[];
}

type Samples = fc.Arbitrary<Sample>;

/** A type of a random API: its text in TypeScript, and samples of its values. */
interface RandomType {
  /** Returns the type; `declare` declares a type by the text after its name, and returns the name. */
  readonly write: (declare: Declare) => string;
  readonly samples: Samples;
  /** Whether a union of objects is part of the type. */
  readonly hasUnion: boolean;
  /** With null, it becomes a rule, which the tests do not evaluate: only other types are invalid. */
  readonly isRuled?: boolean;
  /** The type without null. */
  readonly notNull?: RandomType;
}

type Declare = (text: (name: string) => string) => string;

/** An object with its fields, from which other types are built. */
export interface RandomObject extends RandomType {
  readonly fields: readonly RandomField[];
  /** Declares the type as an interface of that name. */
  readonly declareAs: (name: string, declare: Declare) => string;
}

interface RandomField {
  readonly name: string;
  readonly optional: boolean;
  readonly type: RandomType;
}

const scalar = (
  write: RandomType['write'],
  valid: fc.Arbitrary<Json>,
  invalid: readonly Json[],
): RandomType => ({
  write,
  samples: valid.map((value) => ({ valid: value, invalid: [...invalid, null, {}] })),
  hasUnion: false,
});

const STRING = scalar(() => 'string', fc.string(), [7, true]);
const FLOATS = fc.integer().map((value) => value / 8);
const KEYWORDS: readonly RandomType[] = [
  STRING,
  scalar(() => 'boolean', fc.boolean(), ['true', 1]),
  scalar(() => 'Int32', fc.integer(), ['1', 1.5]),
  scalar(() => 'Float', FLOATS, ['1']),
];

const literalsOf = (write: RandomType['write'], values: readonly (string | number)[]) => ({
  ...scalar(write, fc.constantFrom(...values), ['ZZ', 12345, false]),
  isRuled: true,
});

const unionOfLiterals = (values: readonly (string | number)[]): RandomType =>
  literalsOf(() => values.map((value) => JSON.stringify(value)).join(' | '), values);

const enumOf = (values: readonly string[]): RandomType => {
  const members = values.map((value, index) => `M${index} = '${value}'`).join(', ');
  return literalsOf((declare) => declare((name) => `export enum ${name} { ${members} }`), values);
};

const templateOf = (prefix: string): RandomType =>
  scalar(
    () => `\`${prefix}-\${Int32}\``,
    fc.integer().map((value) => `${prefix}-${value}`),
    [`x${prefix}-1`, `${prefix}-`, `${prefix}-1\n`],
  );

function listOf(
  { samples, hasUnion }: RandomType,
  write: RandomType['write'],
  length: readonly [least: number, most: number],
  alsoInvalid: readonly Json[],
): RandomType {
  const lists = fc.array(samples, { minLength: length[0], maxLength: length[1] }).map((items) => {
    const valid = items.map((item) => item.valid);
    const [first, ...rest] = items;
    const wrong = (first?.invalid ?? []).map((value): Json => [
      value,
      ...rest.map((each) => each.valid),
    ]);
    return { valid, invalid: ['list', {}, ...alsoInvalid, ...wrong] };
  });
  return { write, samples: lists, hasUnion };
}

const arrayOf = (inner: RandomType): RandomType =>
  listOf(inner, (declare) => `(${inner.write(declare)})[]`, [1, 2], []);

const tupleOf = (inner: RandomType, length: number): RandomType => {
  const write = (declare: Declare): string =>
    `[${new Array<string>(length).fill(inner.write(declare)).join(', ')}]`;
  return listOf(inner, write, [length, length], [[]]);
};

const mapOf = ({ write, samples, hasUnion }: RandomType): RandomType => ({
  write: (declare) => `Record<string, ${write(declare)}>`,
  samples: samples.map(({ valid, invalid }) => ({
    valid: { key: valid },
    invalid: ['map', ...invalid.map((value) => ({ key: value }))],
  })),
  hasUnion,
});

const boxOf = (type: RandomType): RandomType => ({
  write: (declare) => `Box<${type.write(declare)}>`,
  samples: samplesOf([{ name: 'value', optional: false, type }]),
  hasUnion: type.hasUnion,
});

const orNull = (given: RandomType): RandomType => {
  const type = given.notNull ?? given;
  return {
    write: (declare) => `(${type.write(declare)}) | null`,
    samples: fc.tuple(type.samples, fc.boolean()).map(([{ valid, invalid }, isNull]) => ({
      valid: isNull ? null : valid,
      invalid: type.isRuled === true ? [[]] : invalid.filter((value) => value !== null),
    })),
    hasUnion: type.hasUnion,
    notNull: type,
  };
};

/** Samples of an object with these fields. */
function samplesOf(fields: readonly RandomField[]): Samples {
  const samples = fields.map(({ type }) => fc.tuple(type.samples, fc.boolean()));
  return fc.tuple(...samples).map((values) => {
    const entries = fields.flatMap((field, index): (readonly [RandomField, Sample])[] => {
      const [sample, isThere] = values[index] ?? [];
      return sample && (isThere === true || !field.optional) ? [[field, sample]] : [];
    });
    const build = (changed?: RandomField, value?: Json): Json =>
      Object.fromEntries(
        entries.flatMap(([field, sample]) => {
          if (field !== changed) return [[field.name, sample.valid]];
          return value === undefined ? [] : [[field.name, value]];
        }),
      );
    const missing = entries.filter(([field]) => !field.optional).map(([field]) => build(field));
    const wrong = entries.flatMap(([field, { invalid }]) =>
      // An optional null is taken for a field that is not there.
      invalid.filter((value) => value !== null).map((value) => build(field, value)),
    );
    return { valid: build(), invalid: ['object', [], ...missing, ...wrong] };
  });
}

function bodyOf(fields: readonly RandomField[], declare: Declare): string {
  const lines = fields.map(({ name, optional, type }) => {
    const key = JSON.stringify(name);
    return `  /** Says what ${key} is. */\n  ${key}${optional ? '?' : ''}: ${type.write(declare)};`;
  });
  return `{\n${lines.join('\n')}\n}`;
}

function objectOf(fields: readonly RandomField[], isNamed: boolean): RandomObject {
  const declareAs: RandomObject['declareAs'] = (name, declare) =>
    `export interface ${name} ${bodyOf(fields, declare)}`;
  return {
    fields,
    declareAs,
    write: (declare) =>
      isNamed ? declare((name) => declareAs(name, declare)) : bodyOf(fields, declare),
    samples: samplesOf(fields),
    hasUnion: fields.some(({ type }) => type.hasUnion),
  };
}

const inAll = (optional: boolean, { fields }: RandomObject): RandomField[] =>
  fields.map((field) => ({ ...field, optional }));

const KEPT: RandomField = { name: 'kept', optional: false, type: STRING };

/** Operations on objects: the type for the text of an object, and the samples. */
const UTILITIES: readonly ((
  object: RandomObject,
) => readonly [write: (object: string) => string, samples: Samples])[] = [
  (object) => [(text) => `Partial<${text}>`, samplesOf(inAll(true, object))],
  (object) => [(text) => `Required<${text}>`, samplesOf(inAll(false, object))],
  (object) => [(text) => `Readonly<${text}>`, object.samples],
  () => [(text) => `Pick<${text} & { kept: string }, "kept">`, samplesOf([KEPT])],
  ({ fields: [first, ...rest] }) => [
    (text) => `Omit<${text} & { kept: string }, ${JSON.stringify(first?.name)}>`,
    samplesOf([...rest, KEPT]),
  ],
  (object) => [
    (text) => `{ [Key in keyof ${text}]?: ${text}[Key] }`,
    samplesOf(inAll(true, object)),
  ],
];

function utilityOf(index: number, object: RandomObject): RandomType {
  // If all fields are optional, the members of a union cannot be distinguished.
  const [write, samples] = (UTILITIES[object.hasUnion ? 0 : index] ?? UTILITIES[0])?.(object) ?? [];
  if (!write || !samples) throw new Error(`no utility type ${index}`);
  const { hasUnion } = object;
  return { write: (declare) => write(object.write(declare)), samples, hasUnion };
}

/** The parts with fields of different names: what two parts call alike would have to agree. */
const distinct = (parts: readonly RandomObject[], isNamed: boolean): RandomObject[] =>
  parts.map(({ fields }, index) =>
    objectOf(
      fields.map((field) => ({ ...field, name: `p${index}${field.name}` })),
      isNamed,
    ),
  );

function intersectionOf(objects: readonly RandomObject[], isNamed: boolean): RandomType {
  const parts = distinct(objects, isNamed);
  return {
    write: (declare) => parts.map((part) => part.write(declare)).join(' & '),
    samples: samplesOf(parts.flatMap(({ fields }) => fields)),
    hasUnion: parts.some(({ hasUnion }) => hasUnion),
  };
}

/** One of several objects, whose samples are picked together. */
function unionOf(
  members: readonly RandomType[],
  write: RandomType['write'],
  sample: (values: readonly Sample[], index: number) => Sample,
): RandomType {
  const samples = fc
    .tuple(fc.tuple(...members.map((member) => member.samples)), fc.nat(members.length - 1))
    .map(([values, index]) => sample(values, index));
  return { write, samples, hasUnion: true, isRuled: true };
}

const taggedOf = (members: readonly RandomType[]): RandomType =>
  unionOf(
    members,
    (declare) =>
      members.map((member, index) => `{ t${index}: ${member.write(declare)} }`).join(' | '),
    (values, index) => {
      const all = Object.fromEntries(values.map((value, each) => [`t${each}`, value.valid]));
      const valid = { [`t${index}`]: values[index]?.valid ?? null };
      return { valid, invalid: ['union', {}, all] };
    },
  );

function discriminatedOf(objects: readonly RandomObject[]): RandomType {
  const members = distinct(objects, false);
  const write = (declare: Declare): string =>
    members
      .map(({ fields }, index) => {
        const tag = { name: 'kindOf', optional: false, type: unionOfLiterals([`k${index}`]) };
        return bodyOf([tag, ...fields], declare);
      })
      .join(' | ');
  return unionOf(members, write, (values, index) => {
    const member = values[index]?.valid;
    const fields = typeof member === 'object' && !Array.isArray(member) ? member : {};
    const kindOf = `k${index}`;
    const valid = { kindOf, ...fields };
    const needs = members[index]?.fields.some(({ optional }) => !optional) ?? false;
    const invalid = [fields ?? {}, { ...valid, kindOf: 'none' }, ...(needs ? [{ kindOf }] : [])];
    return { valid, invalid };
  });
}

const word = fc.stringMatching(/^[a-z]{1,6}$/);
const names = fc.uniqueArray(word, { minLength: 1, maxLength: 3 });
const numbers = fc.uniqueArray(fc.integer({ min: -9, max: 99 }), { minLength: 1, maxLength: 3 });

/** Field names that code, YAML or JavaScript could take for something else. */
const fieldName = fc.oneof(
  { weight: 4, arbitrary: fc.stringMatching(/^[a-z][a-zA-Z]{0,5}$/) },
  fc.constantFrom('constructor', 'class', 'on', 'yes', 'a-b', 'x.y', 'default', 'toString', 'null'),
);

const scalars: fc.Arbitrary<RandomType> = fc.oneof(
  fc.constantFrom(...KEYWORDS),
  fc.oneof(names, numbers).map(unionOfLiterals),
  names.map(enumOf),
  word.map(templateOf),
);

/** Objects and what is made of types, `depth` levels deep. */
function types(depth: number): fc.Arbitrary<RandomType> {
  if (depth === 0) return scalars;
  const inner = types(depth - 1);
  const object = objects(depth - 1);
  const several = { minLength: 2, maxLength: 3 };
  return fc.oneof(
    { weight: 3, arbitrary: scalars },
    fc.tuple(fc.constantFrom(arrayOf, mapOf, boxOf), inner).map(([of, type]) => of(type)),
    inner.map(orNull),
    fc.tuple(inner, fc.integer({ min: 1, max: 3 })).map(([type, length]) => tupleOf(type, length)),
    object,
    fc.tuple(fc.nat(UTILITIES.length - 1), object).map(([index, type]) => utilityOf(index, type)),
    fc.tuple(fc.array(object, several), fc.boolean()).map(([all, isNamed]) => {
      return intersectionOf(all, isNamed);
    }),
    fc.array(inner, several).map(taggedOf),
    fc.array(object, several).map(discriminatedOf),
  );
}

function objects(depth: number): fc.Arbitrary<RandomObject> {
  const field = fc.record({ name: fieldName, optional: fc.boolean(), type: types(depth) });
  const size = { selector: ({ name }: RandomField) => name, minLength: 1, maxLength: 4 };
  return fc
    .tuple(fc.uniqueArray(field, size), fc.boolean())
    .map(([fields, isNamed]) => objectOf(fields, isNamed));
}

/** The spec of a random kind. */
export const randomSpec: fc.Arbitrary<RandomObject> = objects(2);
