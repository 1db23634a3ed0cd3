import { compileSchema, type FieldError, type JSONSchemaProps } from '@vmgen/crd';
import { cloneJson, type JsonObject, type JsonValue } from '@vmgen/base/json';
import { hasOwnRules, itemSchema, valueSchema } from '@vmgen/base/schema';
import { hintsOf } from './rule-hints.js';
import { partsOf, propertyOf } from './parts.js';
import { Repair, type ValueOptions, type ValueSource } from './repair.js';
import { patternTexts } from './pattern-texts.js';

/** Builds samples of the values of schemas. All results for the same schema are equal. */
export class ValueBuilder implements ValueSource {
  readonly #checks = new Map<JSONSchemaProps, (value: JsonValue) => readonly FieldError[]>();
  /** How many more values may be compared with a schema. */
  #budget: number;

  constructor(budget: number) {
    this.#budget = budget;
  }

  /** Whether no further value may be compared with a schema. */
  get isSpent(): boolean {
    return this.#budget <= 0;
  }

  /** A value of a schema, valid where that is found within the budget. */
  build(schema: JSONSchemaProps, options: ValueOptions = {}): JsonValue {
    const parts = partsOf(schema, options.branch ?? 0);
    const stated = parts.find(({ example }) => example !== undefined)?.example;
    if (stated !== undefined && this.errors(schema, stated).length === 0) return cloneJson(stated);
    const value = this.#plain(schema, parts, options);
    const isCombined =
      hasOwnRules(schema) || [schema.oneOf, schema.anyOf, schema.allOf, schema.not].some(Boolean);
    if (!isCombined || typeof value !== 'object') return value;
    return new Repair(this, schema).run(value);
  }

  /** The values of a scalar schema that are valid, the most useful ones first; at most `limit`. */
  scalars(schema: JSONSchemaProps, options: ValueOptions, limit: number): readonly JsonValue[] {
    const parts = partsOf(schema, options.branch ?? 0);
    const hints = [...(options.hints ?? []), ...hintsOf(schema)];
    const valid: JsonValue[] = [];
    for (const each of scalarCandidates(parts, hints)) {
      if (valid.length >= limit) break;
      const isNew = !valid.includes(each);
      if (isNew && this.errors(schema, each).length === 0) valid.push(each);
    }
    return valid;
  }

  /** The errors of a value, after defaults are set in a copy. */
  errors(schema: JSONSchemaProps, value: JsonValue): readonly FieldError[] {
    this.#budget--;
    const check = this.#checks.get(schema) ?? checkOf(schema);
    this.#checks.set(schema, check);
    return check(value);
  }

  #plain(
    schema: JSONSchemaProps,
    parts: readonly JSONSchemaProps[],
    options: ValueOptions,
  ): JsonValue {
    if (schema['x-kubernetes-embedded-resource'] === true) {
      const meta = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'example' } };
      return { ...meta, ...this.#object(parts, options) };
    }
    switch (schema.type) {
      case 'object':
        return valueSchema(schema) === undefined && schema.additionalProperties !== true
          ? this.#object(parts, options)
          : this.#map(schema, options);
      case 'array':
        return this.#list(schema, parts, options);
      case undefined:
        if (schema['x-kubernetes-int-or-string'] !== true) return {};
        break;
      default:
    }
    const index = options.index ?? 0;
    const valid = this.scalars(schema, options, index + 1);
    return valid[index] ?? valid.at(-1) ?? scalarCandidates(parts)[0] ?? 'example';
  }

  #object(parts: readonly JSONSchemaProps[], options: ValueOptions): JsonObject {
    const required = new Set(parts.flatMap((part) => part.required ?? []));
    const names = new Set(parts.flatMap((part) => Object.keys(part.properties ?? {})));
    const fields = [...names].flatMap((name): [string, JsonValue][] => {
      const schema = propertyOf(parts, name);
      if (schema === undefined) return [];
      const isShown = schema.example !== undefined || (schema.default ?? null) !== null;
      if (!required.has(name) && !isShown) return [];
      const { default: preset } = schema;
      const isPreset = schema.example === undefined && preset !== undefined && preset !== null;
      return [
        [name, isPreset ? cloneJson(preset) : this.build(schema, { index: options.index ?? 0 })],
      ];
    });
    // fromEntries defines properties, so that `__proto__` is an ordinary key.
    return Object.fromEntries(fields);
  }

  #map(schema: JSONSchemaProps, options: ValueOptions): JsonObject {
    const values = valueSchema(schema) ?? { type: 'string' };
    const { minProperties = 0, maxProperties = Infinity } = schema;
    const count = Math.min(Math.max(1, minProperties), maxProperties, MOST_ITEMS);
    const keys = Array.from({ length: count }, (_, at) =>
      at === 0 ? 'example' : `example-${at + 1}`,
    );
    return Object.fromEntries(keys.map((key) => [key, this.build(values, options)]));
  }

  #list(
    schema: JSONSchemaProps,
    parts: readonly JSONSchemaProps[],
    { index = 0 }: ValueOptions,
  ): JsonValue[] {
    const items = itemSchema(schema);
    if (items === undefined) return [];
    const minItems = Math.max(...parts.map((part) => part.minItems ?? 0));
    const maxItems = Math.min(...parts.map((part) => part.maxItems ?? Infinity));
    const count = Math.min(Math.max(1, minItems), maxItems, MOST_ITEMS);
    return Array.from({ length: count }, (_, at) => this.build(items, { index: index + at }));
  }
}

/** Longer lists are not samples. */
const MOST_ITEMS = 64;

function checkOf(schema: JSONSchemaProps): (value: JsonValue) => readonly FieldError[] {
  const compiled = compileSchema({ type: 'object', properties: { value: schema } });
  return (value) => {
    const object: JsonObject = { value: cloneJson(value) };
    compiled.default(object);
    return compiled.validate(object);
  };
}

/** Values of the string formats that an API server checks, and of common ones that it ignores. */
const FORMATS: ReadonlyMap<string, readonly string[]> = new Map([
  ['byte', ['ZXhhbXBsZQ==', 'ZXhhbXBsZS0y']],
  ['date', ['2026-01-01', '2026-01-02']],
  ['date-time', ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z']],
  ['duration', ['1h', '2h']],
  ['email', ['user@example.com', 'user-2@example.com']],
  ['hostname', ['example.com', 'www.example.com']],
  ['ipv4', ['192.0.2.1', '192.0.2.2']],
  ['ipv6', ['2001:db8::1', '2001:db8::2']],
  ['cidr', ['192.0.2.0/24', '198.51.100.0/24']],
  ['mac', ['00:00:5e:00:53:01', '00:00:5e:00:53:02']],
  ['uri', ['https://example.com/', 'https://example.com/2']],
  ['uuid', ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']],
  ['uuid3', ['00000000-0000-3000-8000-000000000001']],
  ['uuid4', ['00000000-0000-4000-8000-000000000001']],
  ['uuid5', ['00000000-0000-5000-8000-000000000001']],
  ['isbn', ['0306406152', '9780306406157']],
  ['isbn10', ['0306406152']],
  ['isbn13', ['9780306406157']],
  ['creditcard', ['4111111111111111']],
  ['ssn', ['000-00-0000']],
  ['hexcolor', ['#336699']],
  ['rgbcolor', ['rgb(51,102,153)']],
  ['bsonobjectid', ['000000000000000000000001']],
  ['k8s-short-name', ['example', 'example-2']],
  ['k8s-long-name', ['example.com', 'www.example.com']],
]);

/** Texts that occur in many APIs; the first one that a schema accepts is its sample. */
const COMMON: readonly string[] = [
  ...[
    'example',
    'example-2',
    'example-3',
    'Example',
    'ExampleTwo',
    'example.com',
    'www.example.com',
  ],
  ...['example.com/name', 'example.com/name-2', 'https://example.com', 'https://example.com/2'],
  ...['1h', '10s', '1h0m0s', '1', '2', '1Gi', '100m', '10%', '80', '192.0.2.1', '192.0.2.0/24'],
  ...['2001:db8::1', '2001:db8::/32', 'v1', 'v1.0.0', '1.0.0', '/example', '/', '*', '0 3 * * *'],
  ...['user@example.com', 'example/app:1.0', '2026-01-01', '2026-01-01T00:00:00Z', 'True', 'a'],
  ...[`sha256:${'0123456789abcdef'.repeat(4)}`, 'arn:aws:iam::123456789012:role/example'],
];

/** Longer texts are not samples. */
const LONGEST = 4096;

const NUMBERS: readonly number[] = [1, 2, 3];
const MORE_NUMBERS: readonly number[] = [0, 4, 5, 10, 80, 100, 1000, -1];
const MULTIPLES: readonly number[] = [1, 2, 3, 10];

/**
 * Values to try for a schema of a scalar, the most useful ones first. They need not be valid.
 *
 * @param parts the schema and those that it is combined with
 * @param hints further values, such as those that a rule names
 */
function scalarCandidates(
  parts: readonly JSONSchemaProps[],
  hints: readonly JsonValue[] = [],
): readonly JsonValue[] {
  const stated = parts.flatMap(({ example, default: preset, enum: values = [] }) =>
    [example, preset, ...values].flatMap((each) => each ?? []),
  );
  const types = new Set(parts.map(({ type }) => type));
  const isIntOrString = parts.some((part) => part['x-kubernetes-int-or-string'] === true);
  const isNumeric = types.has('integer') || types.has('number') || isIntOrString;
  const numbers = isNumeric ? numbersFor(parts, hints) : [];
  const texts = types.has('string') || isIntOrString ? textsFor(parts, hints) : [];
  const booleans = types.has('boolean') ? [false, true] : [];
  return [...stated, ...numbers, ...booleans, ...texts];
}

function numbersFor(
  parts: readonly JSONSchemaProps[],
  hints: readonly JsonValue[],
): readonly JsonValue[] {
  const near = (limit: number | undefined): number[] =>
    limit === undefined ? [] : [limit, limit + 1, limit - 1, limit + 2];
  const named = hints.filter((each) => typeof each === 'number').flatMap(near);
  const bounds = parts.flatMap(({ minimum, maximum, multipleOf }) => [
    ...near(minimum),
    ...(multipleOf === undefined ? [] : MULTIPLES.map((each) => each * multipleOf)),
    ...near(maximum),
  ]);
  return [...NUMBERS, ...bounds, ...named, ...MORE_NUMBERS, 0.5];
}

function textsFor(
  parts: readonly JSONSchemaProps[],
  hints: readonly JsonValue[],
): readonly string[] {
  const formats = parts.flatMap(({ format = '' }) => FORMATS.get(format) ?? []);
  const named = hints.filter((each) => typeof each === 'string');
  const patterns = parts.flatMap(({ pattern }) =>
    pattern === undefined ? [] : patternTexts(pattern),
  );
  const short = parts.flatMap(({ maxLength = Infinity }) =>
    maxLength < 'example'.length ? ['example'.slice(0, maxLength), '1'.repeat(maxLength)] : [],
  );
  const long = parts.flatMap(({ minLength = 0 }) =>
    minLength < LONGEST ? ['example-'.repeat(minLength / 8 + 1).slice(0, minLength)] : [],
  );
  return [...formats, ...short, ...COMMON, ...named, ...patterns, ...long];
}
