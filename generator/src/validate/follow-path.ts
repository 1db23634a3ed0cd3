import type { JSONSchemaProps } from '@vmgen/crd';
import type { FilterOperand, JsonPathStep } from '@vmgen/crd/internal';
import { kindName } from '../markers/definitions/type-mismatch.js';
import { didYouMean } from '../words/did-you-mean.js';
import { nearest } from '../words/nearest.js';
import { fromJsonSchema } from '../schema/from-json-schema.js';
import type { Schema } from '../schema/schema.js';

/** The result of a JSONPath: a value, no value, or unknown according to the schema. */
type PathEnd =
  | { readonly kind: 'value'; readonly schema: Schema }
  | { readonly kind: 'nothing'; readonly why: string; readonly remedy: string }
  | { readonly kind: 'unknown' };

const UNKNOWN: PathEnd = { kind: 'unknown' };

/** Follows a path through the schema of a kind. */
export function followPath(steps: readonly JsonPathStep[], root: Schema): PathEnd {
  return follow(steps, { schema: withMetadata(root), at: '' });
}

interface Place {
  readonly schema: Schema;
  /** Such as `.spec.parts`; '' for the kind itself. */
  readonly at: string;
}

function follow(steps: readonly JsonPathStep[], place: Place): PathEnd {
  const [step, ...rest] = steps;
  const { schema, at } = place;
  if (schema.kind === 'invalid') return UNKNOWN;
  if (step === undefined) return { kind: 'value', schema };
  if (schema.kind === 'opaque') return UNKNOWN;
  switch (step.type) {
    case 'field':
      return followField(step.name, rest, place);
    case 'index':
    case 'slice':
    case 'filter': {
      if (schema.kind !== 'array') return nothing(`${nameOf(at)} is ${kindName(schema)}, no list`);
      const item: Place = { schema: schema.items, at: `${at}[*]` };
      const ends = step.type === 'filter' ? filterEnds(step, item) : [];
      return ends.find(({ kind }) => kind === 'nothing') ?? follow(rest, item);
    }
    case 'wildcard':
      if (schema.kind === 'array') return follow(rest, { schema: schema.items, at: `${at}[*]` });
      return schema.kind === 'map'
        ? follow(rest, { schema: schema.values, at: `${at}.*` })
        : UNKNOWN;
    case 'recursive':
    case 'union':
      return UNKNOWN;
  }
}

function followField(name: string, rest: readonly JsonPathStep[], { schema, at }: Place): PathEnd {
  const next = `${at}.${name}`;
  if (schema.kind === 'map') return follow(rest, { schema: schema.values, at: next });
  if (schema.kind !== 'object') {
    const hint = schema.kind === 'array' ? `did you mean ${at}[*].${name}?` : undefined;
    return nothing(`${nameOf(at)} is ${kindName(schema)}`, hint);
  }
  const property = schema.properties.find((each) => each.name === name);
  if (property) return follow(rest, { schema: property.schema, at: next });
  if (isOpen(schema)) return UNKNOWN;
  const known = schema.properties.map((each) => each.name);
  const meant = nearest(name, known);
  return nothing(`${nameOf(at)} has no field ${name}`, meant && didYouMean(name, meant));
}

/** Resolves the operands of a filter in an item. */
function filterEnds(step: Extract<JsonPathStep, { type: 'filter' }>, item: Place): PathEnd[] {
  const sides: FilterOperand[] = [step.left, ...(step.test ? [step.test.right] : [])];
  return sides.flatMap((side) => ('path' in side ? [follow(side.path, item)] : []));
}

const nothing = (why: string, remedy = 'name a field of the type'): PathEnd => ({
  kind: 'nothing',
  why,
  remedy,
});

const nameOf = (at: string): string => (at === '' ? 'the kind' : at);

/** An object that preserves unknown fields may have any field, and a value without a type any value. */
const isOpen = ({
  properties,
  keywords,
  isPartial,
}: Extract<Schema, { kind: 'object' }>): boolean =>
  properties.length === 0 ||
  isPartial === true ||
  keywords['x-kubernetes-preserve-unknown-fields'] === true ||
  keywords['x-kubernetes-embedded-resource'] === true;

const STRING: JSONSchemaProps = { type: 'string' };
const INTEGER: JSONSchemaProps = { type: 'integer' };
const TIME: JSONSchemaProps = { type: 'string', format: 'date-time' };
const STRINGS: JSONSchemaProps = { type: 'object', additionalProperties: STRING };
const OBJECTS: JSONSchemaProps = { type: 'array', items: { type: 'object' } };

/** The fields of every object, which the schema of a kind need not declare. */
const METADATA: JSONSchemaProps = {
  type: 'object',
  properties: {
    name: STRING,
    generateName: STRING,
    namespace: STRING,
    uid: STRING,
    resourceVersion: STRING,
    generation: INTEGER,
    creationTimestamp: TIME,
    deletionTimestamp: TIME,
    deletionGracePeriodSeconds: INTEGER,
    labels: STRINGS,
    annotations: STRINGS,
    finalizers: { type: 'array', items: STRING },
    ownerReferences: OBJECTS,
    managedFields: OBJECTS,
  },
};

function withMetadata(root: Schema): Schema {
  if (root.kind !== 'object') return root;
  const metadata = fromJsonSchema(METADATA, root.position);
  const properties = root.properties.map((property) =>
    property.name === 'metadata' ? { ...property, schema: metadata } : property,
  );
  return { ...root, properties };
}
