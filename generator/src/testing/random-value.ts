import fc from 'fast-check';
import { distinctParts } from './random-text.js';
import type { RandomField, RandomObject, RandomType } from './random-type.js';

type Json = null | string | number | boolean | Json[] | { [key: string]: Json };

/** A value of a type, or a similar invalid value. */
interface Sample {
  readonly valid: Json;
  readonly invalid: readonly Json[];
}

type Samples = fc.Arbitrary<Sample>;

/** Samples of a random type. */
export function samplesOf(type: RandomType): Samples {
  switch (type.kind) {
    case 'string':
      return scalar(fc.string(), [7, true]);
    case 'boolean':
      return scalar(fc.boolean(), ['true', 1]);
    case 'Int32':
      return scalar(fc.integer(), ['1', 1.5]);
    case 'Float':
      return scalar(
        fc.integer().map((value) => value / 8),
        ['1'],
      );
    case 'literals':
    case 'enum':
      return scalar(fc.constantFrom(...type.values), ['ZZ', 12345, false]);
    case 'template':
      return scalar(
        fc.integer().map((value) => `${type.prefix}-${value}`),
        [`x${type.prefix}-1`, `${type.prefix}-`, `${type.prefix}-1\n`],
      );
    case 'array':
      return listOf(type.inner, 1, 2, []);
    case 'tuple':
      return listOf(type.inner, type.length, type.length, [[]]);
    case 'map':
      return samplesOf(type.inner).map(({ valid, invalid }) => ({
        valid: { key: valid },
        invalid: ['map', ...invalid.map((value) => ({ key: value }))],
      }));
    case 'box':
      return objectOf([{ name: 'value', optional: false, type: type.inner }]);
    case 'nullable':
      return nullable(type.inner);
    case 'object':
      return objectOf(type.fields);
    case 'utility':
      return utility(type.name, type.inner);
    case 'intersection':
      return objectOf(distinctParts(type.parts).flatMap(({ fields }) => fields));
    case 'tagged':
      return tagged(type.members);
    case 'discriminated':
      return discriminated(distinctParts(type.members));
  }
}

const scalar = (valid: fc.Arbitrary<Json>, invalid: readonly Json[]): Samples =>
  valid.map((value) => ({ valid: value, invalid: [...invalid, null, {}] }));

function listOf(
  inner: RandomType,
  minLength: number,
  maxLength: number,
  invalid: readonly Json[],
): Samples {
  return fc.array(samplesOf(inner), { minLength, maxLength }).map((items) => {
    const valid = items.map((item) => item.valid);
    const [first, ...rest] = items;
    const wrong = (first?.invalid ?? []).map((value): Json => [
      value,
      ...rest.map((each) => each.valid),
    ]);
    return { valid, invalid: ['list', {}, ...invalid, ...wrong] };
  });
}

/** Literals or null become a rule, which this validation does not evaluate: only other types are invalid. */
function nullable(inner: RandomType): Samples {
  const isLiteral = inner.kind === 'literals' || inner.kind === 'enum';
  const isUnion = inner.kind === 'tagged' || inner.kind === 'discriminated';
  return fc.tuple(samplesOf(inner), fc.boolean()).map(([{ valid, invalid }, isNull]) => ({
    valid: isNull ? null : valid,
    invalid: isLiteral || isUnion ? [[]] : invalid.filter((value) => value !== null),
  }));
}

function objectOf(fields: readonly RandomField[]): Samples {
  const samples = fields.map(({ type }) => fc.tuple(samplesOf(type), fc.boolean()));
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

function utility(name: string, { fields }: RandomObject): Samples {
  const kept: RandomField = { name: 'kept', optional: false, type: { kind: 'string' } };
  switch (name) {
    case 'Pick':
      return objectOf([kept]);
    case 'Omit':
      return objectOf([...fields.slice(1), kept]);
    case 'Required':
      return objectOf(fields.map((field) => ({ ...field, optional: false })));
    case 'Readonly':
      return objectOf(fields);
    case 'deep':
      // Deeper fields are optional as well; what lacks them is right and not counted as wrong.
      return objectOf(fields.map((field) => ({ ...field, optional: true }))).map(({ valid }) => ({
        valid,
        invalid: ['object', []],
      }));
    default:
      return objectOf(fields.map((field) => ({ ...field, optional: true })));
  }
}

function tagged(members: readonly RandomType[]): Samples {
  const samples = fc.tuple(...members.map(samplesOf));
  return fc.tuple(samples, fc.nat(members.length - 1)).map(([values, index]) => {
    const valid = values[index]?.valid ?? null;
    const all = Object.fromEntries(values.map((value, each) => [`t${each}`, value.valid]));
    return { valid: { [`t${index}`]: valid }, invalid: ['union', {}, all] };
  });
}

function discriminated(members: readonly RandomObject[]): Samples {
  const samples = fc.tuple(...members.map(({ fields }) => objectOf(fields)));
  return fc.tuple(samples, fc.nat(members.length - 1)).map(([values, index]) => {
    const member = values[index]?.valid;
    const fields = typeof member === 'object' && !Array.isArray(member) ? member : {};
    const valid = { kindOf: `k${index}`, ...fields };
    const needs = members[index]?.fields.some(({ optional }) => !optional) ?? false;
    return {
      valid,
      invalid: [
        fields ?? {},
        { ...valid, kindOf: 'none' },
        ...(needs ? [{ kindOf: `k${index}` }] : []),
      ],
    };
  });
}
