import type { JSONSchemaProps, ValidationRule } from '@vmgen/crd';
import { isScalar, json, markerOf, quoted, scalar } from './marker-line.js';

/** The distinctions between schemas that markers depend on. */
export type SchemaKind =
  | 'object'
  | 'map'
  | 'array'
  | 'string'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'int-or-string'
  | 'opaque';

/** The declaration that the markers are attached to. */
interface MarkedPlace {
  readonly kind: SchemaKind;
  /** Some markers are only allowed on fields. */
  readonly place: 'field' | 'type';
}

type Keywords = Readonly<Partial<JSONSchemaProps>>;

/** Markers, and the keywords that only the marker for raw schemas can express. */
interface KeywordMarkers {
  readonly markers: readonly string[];
  readonly rest: Keywords;
}

/** Go omits these keywords if they are false. */
const OMITTED_FALSE: ReadonlySet<string> = new Set([
  'nullable',
  'exclusiveMaximum',
  'exclusiveMinimum',
  'uniqueItems',
]);

/** Keywords with values that have a meaning even if they are empty. */
const VALUES: ReadonlySet<string> = new Set(['default', 'example']);

const VALIDATION = 'kubebuilder:validation:';
const NUMERIC: readonly SchemaKind[] = ['integer', 'number'];
const TEXTUAL: readonly SchemaKind[] = ['string', 'int-or-string'];
const KEYED: readonly SchemaKind[] = ['object', 'map'];

/** Keywords of numbers, with the kinds of schemas that their markers fit. */
const BOUNDS: Readonly<Record<string, readonly SchemaKind[]>> = {
  minimum: NUMERIC,
  maximum: NUMERIC,
  multipleOf: NUMERIC,
  minLength: TEXTUAL,
  maxLength: TEXTUAL,
  minItems: ['array'],
  maxItems: ['array'],
  minProperties: KEYED,
  maxProperties: KEYED,
};

/** The conventional order of markers: first constraints on values, then topology. */
const ORDER: readonly string[] = [
  'default',
  'example',
  'format',
  'enum',
  'minimum',
  'exclusiveMinimum',
  'maximum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'x-kubernetes-list-type',
  'x-kubernetes-list-map-keys',
  'x-kubernetes-map-type',
  'x-kubernetes-preserve-unknown-fields',
  'x-kubernetes-embedded-resource',
  'x-kubernetes-validations',
  'title',
  'externalDocs',
  'required',
  'additionalProperties',
  'nullable',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
];

/**
 * Returns the markers for keywords, in an order that depends only on the keywords.
 *
 * @param suspicious keywords that vmgen would reject as markers
 */
export function keywordMarkers(
  keywords: Keywords,
  at: MarkedPlace,
  suspicious: ReadonlySet<string>,
  items?: JSONSchemaProps,
): KeywordMarkers {
  const markers: string[] = [];
  const rest: Record<string, unknown> = {};
  const all: Readonly<Record<string, unknown>> = keywords;
  for (const name of ORDER) {
    const value = all[name];
    if (value === undefined || value === null) continue;
    if (value === false && OMITTED_FALSE.has(name)) continue;
    if (Array.isArray(value) && value.length === 0 && !VALUES.has(name)) continue;
    const stated = suspicious.has(name) ? undefined : markersOf(name, keywords, at, items);
    if (stated === undefined) rest[name] = value;
    else for (const marker of stated) markers.push(marker);
  }
  return { markers, rest };
}

/** The markers for one keyword; undefined if no markers express it exactly. */
function markersOf(
  name: string,
  keywords: Keywords,
  { kind, place }: MarkedPlace,
  items: JSONSchemaProps | undefined,
): readonly string[] | undefined {
  const bound = BOUNDS[name];
  if (bound) return boundMarkers(name, keywords, bound.includes(kind) ? kind : undefined);
  switch (name) {
    case 'default':
      return place === 'field' ? defaultMarkers(keywords.default) : undefined;
    case 'example': {
      const { example } = keywords;
      return place === 'field' && isScalar(example)
        ? [`+kubebuilder:example=${scalar(example)}`]
        : undefined;
    }
    case 'format':
      return keywords.format === ''
        ? undefined
        : [`+${VALIDATION}Format=${scalar(keywords.format ?? '')}`];
    case 'enum': {
      const values = keywords.enum ?? [];
      return values.every(isScalar)
        ? [`+${VALIDATION}Enum=${values.map(scalar).join(';')}`]
        : undefined;
    }
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return NUMERIC.includes(kind) ? [`+${VALIDATION}${upperName(name)}=true`] : undefined;
    case 'pattern':
      return TEXTUAL.includes(kind)
        ? [`+${VALIDATION}Pattern=${quoted(keywords.pattern ?? '', '`')}`]
        : undefined;
    case 'x-kubernetes-list-type':
      return kind === 'array' && /^(?:map|set|atomic)$/.test(keywords[name] ?? '')
        ? [`+listType=${keywords[name]}`]
        : undefined;
    case 'x-kubernetes-list-map-keys':
      return listMapKeys(keywords, kind, items);
    case 'x-kubernetes-map-type':
      return mapType(keywords[name], kind);
    case 'x-kubernetes-preserve-unknown-fields':
      return keywords[name] ? ['+kubebuilder:pruning:PreserveUnknownFields'] : undefined;
    case 'x-kubernetes-embedded-resource':
      return embeddedResource(keywords[name], kind, place);
    case 'x-kubernetes-validations':
      return ruleMarkers(keywords[name] ?? []);
    case 'title':
      return [`+kubebuilder:title=${quoted(keywords.title ?? '')}`];
    case 'externalDocs':
      return externalDocs(keywords.externalDocs);
    default:
      return undefined;
  }
}

const upperName = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

function boundMarkers(
  name: string,
  keywords: Keywords,
  kind: SchemaKind | undefined,
): readonly string[] | undefined {
  const value: unknown = Object.entries(keywords).find(([key]) => key === name)?.[1];
  if (kind === undefined || typeof value !== 'number') return undefined;
  const isOfValue = name === 'minimum' || name === 'maximum' || name === 'multipleOf';
  const isWhole = Number.isInteger(value);
  if (isOfValue ? kind === 'integer' && !isWhole : !isWhole || value < 0) return undefined;
  if (name === 'multipleOf' && value <= 0) return undefined;
  return [`+${VALIDATION}${upperName(name)}=${String(value)}`];
}

function defaultMarkers(value: unknown): readonly string[] | undefined {
  if (isScalar(value)) return [`+kubebuilder:default=${scalar(value)}`];
  // Numbers that JSON in a marker would round are not allowed.
  return isExact(value) ? [`+default=${json(value)}`] : undefined;
}

function isExact(value: unknown): boolean {
  if (typeof value === 'bigint') return false;
  if (typeof value === 'number') return Math.abs(value) <= Number.MAX_SAFE_INTEGER;
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every(isExact);
}

/** Keys that a list of type map has, and that are fields of its items. */
function listMapKeys(
  keywords: Keywords,
  kind: SchemaKind,
  items: JSONSchemaProps | undefined,
): readonly string[] | undefined {
  const keys = keywords['x-kubernetes-list-map-keys'] ?? [];
  const isMap = kind === 'array' && keywords['x-kubernetes-list-type'] === 'map';
  const fields = items?.properties ?? {};
  const areFields = keys.every((key) => Object.hasOwn(fields, key));
  if (!isMap || !areFields || new Set(keys).size < keys.length) return undefined;
  return keys.map((key) => `+listMapKey=${scalar(key)}`);
}

function mapType(value: string | undefined, kind: SchemaKind): readonly string[] | undefined {
  if (!KEYED.includes(kind) || !/^(?:granular|atomic)$/.test(value ?? '')) return undefined;
  return [`+${kind === 'map' ? 'mapType' : 'structType'}=${value}`];
}

function embeddedResource(
  value: boolean | undefined,
  kind: SchemaKind,
  place: 'field' | 'type',
): readonly string[] | undefined {
  if (value !== true || !['object', 'map', 'opaque'].includes(kind)) return undefined;
  return [`+${VALIDATION}${place === 'field' ? 'EmbeddedResource' : 'XEmbeddedResource'}`];
}

const REASON = /^FieldValue(?:Invalid|Forbidden|Required|Duplicate)$/;

function ruleMarkers(rules: readonly ValidationRule[]): readonly string[] | undefined {
  const canExpress = rules.every(({ reason }) => reason === undefined || REASON.test(reason));
  if (!canExpress) return undefined;
  return rules.map(({ rule, message, messageExpression, reason, fieldPath, optionalOldSelf }) =>
    markerOf(`${VALIDATION}XValidation`, {
      rule: { text: rule },
      message: { text: message },
      messageExpression: { text: messageExpression },
      reason,
      fieldPath: { text: fieldPath },
      optionalOldSelf,
    }),
  );
}

function externalDocs(docs: JSONSchemaProps['externalDocs']): readonly string[] | undefined {
  const { url, description } = docs ?? {};
  if (url === undefined || (!url.startsWith('/') && !URL.canParse(url))) return undefined;
  return [
    markerOf('kubebuilder:externalDocs', {
      url: { text: url },
      description: { text: description },
    }),
  ];
}
