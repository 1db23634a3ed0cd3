import { remedyFor } from '../../diagnostics/suggestion.js';
import type { JSONSchemaProps } from '@vmgen/crd';
import { isJsonObject, parseJson, type JsonValue } from '@vmgen/base/json';
import { SCHEMA_SHAPE, SCHEMA_WORDS } from '../../schema/schema-fields.js';
import { takeShape } from '../../schema/take-shape.js';
import { withKeywords, type Schema } from '../../schema/schema.js';
import type { SourcePosition } from '../../diagnostics/diagnostic.js';
import type { EffectResult, MarkerDefinition, Refusal } from '../language/definition.js';
import { raw, required } from '../language/arguments.js';
import { defineMarker, TYPE_AND_FIELD } from './define-marker.js';

/** A schema with one of these keywords is a complete schema. */
const OF_STRUCTURE: readonly (keyof JSONSchemaProps)[] = [
  'type',
  'properties',
  'items',
  'additionalProperties',
  'x-kubernetes-int-or-string',
];

const CODE = 'VMGEN3214';

/** The value of a marker that takes JSON, or the reason why it is invalid. */
function jsonOf(text: string): { readonly value: JsonValue } | Refusal {
  try {
    return { value: parseJson(text) };
  } catch (error) {
    const reason = error instanceof Error ? `: ${error.message}` : '';
    return { code: CODE, refusal: `requires JSON${reason}`, remedy: 'write JSON on one line' };
  }
}

function schemaOf(text: string): { readonly stated: JSONSchemaProps } | Refusal {
  const json = jsonOf(text);
  if ('refusal' in json) return json;
  const { value } = json;
  if (!isJsonObject(value)) {
    return {
      code: CODE,
      refusal: 'requires a schema: a JSON object',
      remedy: 'write {"keyword": …}',
    };
  }
  const stranger = Object.keys(value).find((word) => !SCHEMA_WORDS.includes(word));
  if (stranger !== undefined) {
    return {
      code: CODE,
      refusal: `contains ${JSON.stringify(stranger)}, which is not a keyword of a CRD schema`,
      remedy: remedyFor(stranger, SCHEMA_WORDS, 'remove it'),
    };
  }
  const problems: string[] = [];
  const stated = takeShape(value, SCHEMA_SHAPE, '', (path, problem) => {
    problems.push(`${path} ${problem}`);
  });
  const [problem] = problems;
  if (problem !== undefined || !isSchema(stated)) {
    return { code: CODE, refusal: `has an invalid value: ${problem}`, remedy: 'correct the value' };
  }
  return { stated };
}

/** The shape determines the rest of its type. */
const isSchema = (value: unknown): value is JSONSchemaProps =>
  typeof value === 'object' && value !== null;

function setSchema(
  schema: Schema,
  stated: JSONSchemaProps,
  position: SourcePosition,
): EffectResult {
  if (OF_STRUCTURE.every((word) => stated[word] === undefined)) {
    const { type: _, properties: __, items: ___, additionalProperties: ____, ...keywords } = stated;
    const carried = [...(schema.carried ?? []), ...Object.keys(keywords)];
    const whole = { ...withKeywords(schema, keywords, position), carried };
    return { schema: stated.nullable === true ? { ...whole, isVerbatim: true } : whole };
  }
  const { keywords, origins } = schema;
  return { schema: { position, keywords, origins, kind: 'opaque', isOpen: false, json: stated } };
}

/** Expresses in JSON what types and other markers cannot. */
export const rawSchemaMarker = defineMarker({
  name: 'vmgen:schema',
  topic: 'Schema',
  places: TYPE_AND_FIELD,
  value: required(raw, 'An OpenAPI v3 schema as used in CRDs, as JSON on one line.'),
  help: 'Schema keywords that neither types nor other markers can express.',
  details:
    'They are added to the schema of the type. A schema with type, properties, items, additionalProperties or x-kubernetes-int-or-string replaces the schema of the type; the TypeScript type then only serves its readers. vmgen import uses this marker for everything that it cannot express otherwise.',
  example:
    '// +vmgen:schema={"anyOf":[{"required":["host"]},{"required":["address"]}]}\nendpoint: { host?: string; address?: string };',
  effect: (schema, { values, position }) => {
    const read = schemaOf(values.value);
    return 'refusal' in read ? read : setSchema(schema, read.stated, position);
  },
  order: 20,
});

/** Sets documentation that JSDoc cannot express. */
export const descriptionMarker = defineMarker({
  name: 'vmgen:description',
  topic: 'Schema',
  places: TYPE_AND_FIELD,
  value: required(raw, 'The text as a JSON string.'),
  help: 'The description in the CRD, instead of the JSDoc text.',
  details:
    'For texts that a comment would not preserve: with trailing blanks, tags, or lines that look like markers.',
  example: '// +vmgen:description="Ends with a line break.\\n"\nnote?: string;',
  effect: (schema, { values, position }) => {
    const json = jsonOf(values.value);
    if ('refusal' in json) return json;
    const { value: description } = json;
    return typeof description === 'string'
      ? { schema: withKeywords(schema, { description }, position) }
      : {
          code: CODE,
          refusal: 'requires a JSON string',
          remedy: 'enclose the text in double quotes',
        };
  },
});

export const RAW_MARKERS: readonly MarkerDefinition[] = [rawSchemaMarker, descriptionMarker];
