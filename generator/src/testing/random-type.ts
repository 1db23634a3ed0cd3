import fc from 'fast-check';

/** A type that a random API has; plain data, so that failures can be shrunk. */
export type RandomType =
  | { readonly kind: 'string' | 'boolean' | 'Int32' | 'Float' }
  | { readonly kind: 'literals'; readonly values: readonly (string | number)[] }
  | { readonly kind: 'enum'; readonly values: readonly string[] }
  | { readonly kind: 'template'; readonly prefix: string }
  | { readonly kind: 'array' | 'map' | 'nullable' | 'box'; readonly inner: RandomType }
  | { readonly kind: 'tuple'; readonly inner: RandomType; readonly length: number }
  | RandomObject
  | {
      readonly kind: 'utility';
      readonly name: (typeof UTILITIES)[number];
      readonly inner: RandomObject;
    }
  | { readonly kind: 'intersection'; readonly parts: readonly RandomObject[] }
  | { readonly kind: 'tagged'; readonly members: readonly RandomType[] }
  | { readonly kind: 'discriminated'; readonly members: readonly RandomObject[] };

export interface RandomObject {
  readonly kind: 'object';
  readonly fields: readonly RandomField[];
  /** Declared as an interface of its own. */
  readonly isNamed: boolean;
}

export interface RandomField {
  readonly name: string;
  readonly optional: boolean;
  readonly type: RandomType;
}

const word = fc.stringMatching(/^[a-z]{1,6}$/);
const names = fc.uniqueArray(word, { minLength: 1, maxLength: 3 });

/** Field names that code, YAML or JavaScript could take for something else. */
const fieldName = fc.oneof(
  { weight: 4, arbitrary: fc.stringMatching(/^[a-z][a-zA-Z]{0,5}$/) },
  fc.constantFrom('constructor', 'class', 'on', 'yes', 'a-b', 'x.y', 'default', 'toString', 'null'),
);

const literals: fc.Arbitrary<RandomType> = fc.oneof(
  names.map((values) => ({ kind: 'literals' as const, values })),
  fc
    .uniqueArray(fc.integer({ min: -9, max: 99 }), { minLength: 1, maxLength: 3 })
    .map((values) => ({ kind: 'literals' as const, values })),
);

const scalar: fc.Arbitrary<RandomType> = fc.oneof(
  fc
    .constantFrom('string' as const, 'boolean' as const, 'Int32' as const, 'Float' as const)
    .map((kind) => ({ kind })),
  literals,
  names.map((values) => ({ kind: 'enum' as const, values })),
  word.map((prefix) => ({ kind: 'template' as const, prefix })),
);

const UTILITIES = ['Partial', 'Required', 'Readonly', 'Pick', 'Omit', 'mapped', 'deep'] as const;

function hasUnion(type: RandomType): boolean {
  if (type.kind === 'tagged' || type.kind === 'discriminated') return true;
  if (type.kind === 'object') return type.fields.some((field) => hasUnion(field.type));
  if (type.kind === 'intersection') return type.parts.some(hasUnion);
  return 'inner' in type && hasUnion(type.inner);
}

/** Objects and what is made of types, `depth` levels deep. */
function typeOf(depth: number): fc.Arbitrary<RandomType> {
  if (depth === 0) return scalar;
  const inner = typeOf(depth - 1);
  const object = objectOf(depth - 1);
  return fc.oneof(
    { weight: 3, arbitrary: scalar },
    fc.record({ kind: fc.constantFrom('array' as const, 'map' as const, 'box' as const), inner }),
    fc.record({
      kind: fc.constant('nullable' as const),
      inner: inner.map((type) => (type.kind === 'nullable' ? type.inner : type)),
    }),
    fc.record({
      kind: fc.constant('tuple' as const),
      inner,
      length: fc.integer({ min: 1, max: 3 }),
    }),
    object,
    fc
      .record({
        kind: fc.constant('utility' as const),
        name: fc.constantFrom(...UTILITIES),
        inner: object,
      })
      // If all fields are optional, the members of a union cannot be distinguished.
      .map((type) => (hasUnion(type.inner) ? { ...type, name: 'Partial' as const } : type)),
    fc.record({
      kind: fc.constant('intersection' as const),
      parts: fc.array(object, { minLength: 2, maxLength: 3 }),
    }),
    fc.record({
      kind: fc.constant('tagged' as const),
      members: fc.array(inner, { minLength: 2, maxLength: 3 }),
    }),
    fc.record({
      kind: fc.constant('discriminated' as const),
      members: fc.array(object, { minLength: 2, maxLength: 3 }),
    }),
  );
}

function objectOf(depth: number): fc.Arbitrary<RandomObject> {
  return fc.record({
    kind: fc.constant('object' as const),
    isNamed: fc.boolean(),
    fields: fc.uniqueArray(
      fc.record({ name: fieldName, optional: fc.boolean(), type: typeOf(depth) }),
      { selector: ({ name }) => name, minLength: 1, maxLength: 4 },
    ),
  });
}

/** The spec of a random kind. */
export const randomSpec: fc.Arbitrary<RandomObject> = objectOf(2);
