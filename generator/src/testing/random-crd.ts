import type { CustomResourceDefinition, JSONSchemaProps, JsonValue } from '@vmgen/crd';
import { KNOWN_SCHEMAS } from '../schema/known-schemas.js';
import type { Random } from './random.js';

/** Texts that a comment, a marker or a name could take for something else. */
const TEXTS = [
  'Plain words.',
  'Two lines.\n\nAnd a list:\n- one\n  - two',
  'ends with blanks  \nand goes on',
  ' starts with a blank',
  'ends with a break\n',
  '*/ export {}; /*',
  '@deprecated use another',
  '+kubebuilder:default=1',
  'a +optional word',
  'words\n+optional\nwords',
  'TODO: later',
  'before\nTODO later\nafter',
  'before\n---\nafter',
  'fence\n```yaml\nkey: +value\n```',
  'open fence\n```\nnever closed',
  'kubebuilder:validation:MinLength=1',
  'see {@link Other} and {@code x}',
  'tab\tin it\n\tand before',
  '\r\nwindows\r\n',
  'control \u0007, line \u2028 separator, bidi \u202e, zero width \u200b',
  '\u{1f680} astral and \u{e0001} tag',
  '`backtick` "quote" \'single\' \\ backslash \\n',
  '* starts with a star\n* and goes on',
  '/** nested */',
  '"',
  'x'.repeat(3000),
];
/** Names of fields, of which odd ones leave little to make the name of a type of. */
const NAMES = [
  ...['s', 'S', 'ss', 'es', '1s', 'w1s', 'ies', '_', '-', '$', '.', '1', '1a', '2A', 's1', 'éa'],
  ...['name', 'size', 'ports', 'port', 'hosts', 'status', 'spec', 'metadata', 'items', 'item'],
  ...['constructor', '__proto__', 'toString', 'class', 'a-b', 'a.b', 'x/y', '3d', 'Int32', 'kind'],
  ...['apiVersion', 'Condition', 'record', 'array', 'default', 'type', 'aB', 'a_b', 'ab', 'größe'],
];
/** Values of enums and examples, whatever the type. */
const ODD: JsonValue[] = [
  null,
  true,
  0,
  1.5,
  2 ** 53,
  '',
  'a',
  '1',
  'null',
  '*/',
  '`',
  [],
  ['a'],
  {},
  { a: null },
];
const FORMATS = ['date-time', 'int32', 'int64', 'byte', 'uuid', 'double', 'email', 'made-up'];
const PATTERNS = ['^[a-z]+$', '^(a|b)*$', '\\d{2}', '`', '"', '*/', '^[^\\s,;{}]$', "'"];

/** A random CRD; what it says may still be refused by an API server. */
export function randomCrd(random: Random, index: number): CustomResourceDefinition {
  const kind = `Kind${index}`;
  const hasStatus = random.chance(50);
  const versions = random.some(['v1', 'v1beta1', 'v2alpha1'], 1, 3);
  const stored = random.pick(versions);
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      name: `kind${index}s.random.example.com`,
      ...(random.chance(30) ? { annotations: { 'example.com/a': random.pick(TEXTS) } } : {}),
      ...(random.chance(20) ? { labels: { tier: 'gold', empty: '' } } : {}),
    },
    spec: {
      group: 'random.example.com',
      names: {
        kind,
        plural: `kind${index}s`,
        ...(random.chance(20) ? { listKind: `${kind}Many`, singular: `one${index}` } : {}),
        ...(random.chance(20) ? { shortNames: [`k${index}`], categories: ['all', 'more'] } : {}),
      },
      scope: random.chance(50) ? 'Namespaced' : 'Cluster',
      ...(random.chance(20)
        ? {
            conversion: {
              strategy: 'Webhook',
              webhook: {
                clientConfig: random.chance(50)
                  ? { url: 'https://example.com/a,b;c' }
                  : { service: { namespace: 'a', name: 'b', path: '/c', port: 8443 } },
                conversionReviewVersions: ['v1', 'v1beta1'],
              },
            },
          }
        : {}),
      versions: versions.map((name) => ({
        name,
        served: name === stored || random.chance(80),
        storage: name === stored,
        ...(random.chance(20) ? { deprecated: true } : {}),
        ...(hasStatus ? { subresources: { status: {} } } : {}),
        ...(random.chance(30)
          ? {
              additionalPrinterColumns: [
                {
                  name: 'Age',
                  type: 'date',
                  jsonPath: '.metadata.creationTimestamp',
                  ...(random.chance(50) ? { priority: random.int(2) } : {}),
                  ...(random.chance(50) ? { description: random.pick(TEXTS) } : {}),
                },
              ],
            }
          : {}),
        schema: { openAPIV3Schema: rootOf(random, hasStatus) },
      })),
    },
  };
}

function rootOf(random: Random, hasStatus: boolean): JSONSchemaProps {
  const properties: Record<string, JSONSchemaProps> = {
    ...(random.chance(70) ? { apiVersion: { type: 'string' }, kind: { type: 'string' } } : {}),
    ...(random.chance(70) ? { metadata: { type: 'object' } } : {}),
    ...(random.chance(10)
      ? { metadata: { type: 'object', properties: { name: { type: 'string', maxLength: 9 } } } }
      : {}),
    spec: randomSchema(random, 4),
    ...(hasStatus ? { status: randomSchema(random, 3) } : {}),
  };
  return {
    type: 'object',
    ...described(random),
    ...(random.chance(30) ? { required: random.some(['spec', 'metadata', 'status'], 1, 2) } : {}),
    properties,
  };
}

const described = (random: Random): JSONSchemaProps =>
  random.chance(40) ? { description: random.pick(TEXTS) } : {};

/** A structural schema, `depth` levels deep. */
function randomSchema(random: Random, depth: number): JSONSchemaProps {
  const shape = depth === 0 ? random.int(6) : random.int(10);
  return { ...shapeOf(random, shape, depth), ...described(random), ...common(random) };
}

function common(random: Random): JSONSchemaProps {
  return {
    ...(random.chance(8) ? { nullable: random.chance(80) } : {}),
    ...(random.chance(5) ? { title: random.pick(TEXTS) } : {}),
    ...(random.chance(4)
      ? {
          externalDocs: { url: random.pick(['https://example.com/a', 'no url']), description: 'd' },
        }
      : {}),
    ...(random.chance(4) ? { not: { enum: ['never'] } } : {}),
    ...(random.chance(4) ? { oneOf: [{ required: ['name'] }, { enum: [1] }] } : {}),
    ...(random.chance(4) ? { enum: random.some(ODD, 1, 3) } : {}),
    ...(random.chance(4) ? { example: random.pick(ODD) } : {}),
    ...(random.chance(4)
      ? {
          'x-kubernetes-validations': [
            { rule: 'true' },
            { rule: '1 < 2 && "a,b" != "`"', message: 'a "b", c', reason: 'FieldValueInvalid' },
          ],
        }
      : {}),
  };
}

function shapeOf(random: Random, shape: number, depth: number): JSONSchemaProps {
  switch (shape) {
    case 0:
      return stringSchema(random);
    case 1:
      return numberSchema(random, 'integer');
    case 2:
      return numberSchema(random, 'number');
    case 3:
      return { type: 'boolean', ...(random.chance(30) ? { default: random.chance(50) } : {}) };
    case 4:
      return intOrString(random);
    case 5:
      return random.chance(50)
        ? { 'x-kubernetes-preserve-unknown-fields': true }
        : { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
    case 6:
      return known(random);
    case 7:
      return listSchema(random, depth);
    case 8:
      return {
        type: 'object',
        additionalProperties: random.chance(5) ? true : randomSchema(random, depth - 1),
        ...(random.chance(20) ? { maxProperties: random.int(5) } : {}),
        ...(random.chance(20) ? { 'x-kubernetes-map-type': 'atomic' } : {}),
      };
    default:
      return objectSchema(random, depth);
  }
}

function stringSchema(random: Random): JSONSchemaProps {
  if (random.chance(25)) {
    const values = random.some(['', 'a', "it's", 'true', '1', 'two words', 'null', '*/'], 1, 4);
    return { type: 'string', enum: values, ...(random.chance(30) ? { default: values[0] } : {}) };
  }
  return {
    type: 'string',
    ...(random.chance(20) ? { format: random.pick(FORMATS) } : {}),
    ...(random.chance(20) ? { pattern: random.pick(PATTERNS) } : {}),
    ...(random.chance(20) ? { minLength: random.int(3) } : {}),
    ...(random.chance(20) ? { maxLength: random.int(300) } : {}),
    ...(random.chance(10) ? { example: random.pick(TEXTS) } : {}),
  };
}

function numberSchema(random: Random, type: 'integer' | 'number'): JSONSchemaProps {
  if (random.chance(10)) return { type, enum: random.some([0, 1, -5, 1e21, 2 ** 60], 1, 3) };
  return {
    type,
    ...(random.chance(40) ? { format: random.pick(FORMATS) } : {}),
    ...(random.chance(20) ? { minimum: random.int(9) - 4.5 * random.int(2) } : {}),
    ...(random.chance(20) ? { maximum: random.pick([9e18, 1e300, 100, 77.5]) } : {}),
    ...(random.chance(10) ? { exclusiveMinimum: random.chance(50) } : {}),
    ...(random.chance(10) ? { multipleOf: random.pick([2, 0.5]) } : {}),
    ...(random.chance(10) ? { default: 42 } : {}),
  };
}

function intOrString(random: Random): JSONSchemaProps {
  const base = random.pick([KNOWN_SCHEMAS.Quantity, KNOWN_SCHEMAS.IntOrString]);
  if (random.chance(60)) return base;
  return {
    'x-kubernetes-int-or-string': true,
    ...(random.chance(30) ? { pattern: random.pick(PATTERNS) } : {}),
    ...(random.chance(30) ? { maxLength: 4 } : {}),
    ...(random.chance(30) ? { default: random.pick([80, '50%']) } : {}),
  };
}

function known(random: Random): JSONSchemaProps {
  const { description: _, ...schema } =
    KNOWN_SCHEMAS[
      random.pick(['Condition', 'LabelSelector', 'ObjectMeta', 'ResourceList', 'Time'] as const)
    ];
  return schema;
}

function listSchema(random: Random, depth: number): JSONSchemaProps {
  if (random.chance(25)) {
    return {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      items: {
        type: 'object',
        required: ['name'],
        properties: {
          more: randomSchema(random, depth - 1),
          name: { type: 'string', ...described(random) },
        },
      },
    };
  }
  return {
    type: 'array',
    items: randomSchema(random, depth - 1),
    ...(random.chance(20) ? { minItems: random.int(2), maxItems: 2 + random.int(9) } : {}),
    ...(random.chance(20) ? { 'x-kubernetes-list-type': random.pick(['atomic', 'set']) } : {}),
    ...(random.chance(10) ? { default: [] } : {}),
  };
}

function randomName(random: Random): string {
  const letters = 'a A b s S y Y 1 9 _ - . $ é 中'.split(' ');
  return Array.from({ length: 1 + random.int(4) }, () => random.pick(letters)).join('');
}

function objectSchema(random: Random, depth: number): JSONSchemaProps {
  const made = random.chance(30) ? [randomName(random), randomName(random)] : [];
  const names = [...new Set([...random.some(NAMES, 0, 5), ...made])];
  return {
    type: 'object',
    // What is required may be nobody's field.
    ...(random.chance(30) && names.length > 0
      ? { required: random.some([...names, 'stranger'], 1, 2) }
      : {}),
    properties: Object.fromEntries(names.map((name) => [name, randomSchema(random, depth - 1)])),
    ...(random.chance(10) ? { 'x-kubernetes-preserve-unknown-fields': true } : {}),
    ...(random.chance(5) ? { 'x-kubernetes-embedded-resource': true } : {}),
    ...(random.chance(8) ? { maxProperties: random.int(9) } : {}),
    ...(random.chance(8) ? { default: {} } : {}),
    ...(random.chance(5) ? { anyOf: [{ required: ['name'] }, { required: ['size'] }] } : {}),
  };
}
