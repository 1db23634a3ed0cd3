import { type FilterOperand, type JsonPathStep, parseJsonPath } from '@vmgen/crd/internal';
import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { Fix } from '../diagnostics/diagnostic.js';
import type { MarkerUse } from '../markers/language/definition.js';
import { kindName } from '../markers/definitions/type-mismatch.js';
import {
  printColumnMarker,
  scaleMarker,
  selectableFieldMarker,
} from '../markers/definitions/resource.js';
import { isUseOf } from '../markers/language/uses-of.js';
import type { Resource } from '../model/model.js';
import type { Schema } from '../schema/schema.js';
import type { JSONSchemaProps } from '@vmgen/crd';
import { didYouMean } from '../text/did-you-mean.js';
import { nearest } from '../text/nearest.js';
import { fromJsonSchema } from '../schema/from-json-schema.js';

/** Warns about paths in markers of a kind that do not match a field, or match one of another type. */
export function checkPaths({ type, schema }: Resource, diagnostics: DiagnosticList): void {
  for (const use of type.markers) {
    for (const [argument, path] of Object.entries(pathsOf(use))) {
      if (path !== undefined) checkPath(use, argument, path, schema, diagnostics);
    }
  }
}

/** The arguments that are paths. */
function pathsOf(use: MarkerUse): Readonly<Record<string, string | undefined>> {
  if (isUseOf(use, scaleMarker)) {
    const { specpath, statuspath, selectorpath } = use.values;
    return { specpath, statuspath, selectorpath };
  }
  const hasPath = isUseOf(use, printColumnMarker) || isUseOf(use, selectableFieldMarker);
  return hasPath ? { JSONPath: use.values.JSONPath } : {};
}

function checkPath(
  use: MarkerUse,
  argument: string,
  path: string,
  schema: Schema,
  diagnostics: DiagnosticList,
): void {
  const { definition, position } = use;
  // The API server rejects paths that do not start with a dot, and complex paths of selectable fields.
  if (!path.startsWith('.') || (definition === selectableFieldMarker && !isPlain(path))) return;
  const subject = `${argument} ${path}`;
  const parsed = parseJsonPath(path);
  if (!parsed) {
    const message = `${subject} is invalid: kubectl get would show none of the columns`;
    diagnostics.warning('VMGEN3307', position, message, 'use a path such as .status.phase');
    return;
  }
  const end = followPath(parsed.steps, schema);
  if (end.kind === 'nothing') {
    const message = `${subject} does not match a field: ${end.why}`;
    const { remedy, misspelled } = end;
    const fix: Fix | undefined = misspelled && { how: 'rewrite-value', position, ...misspelled };
    // The API server also rejects this path.
    const isRefused = definition === selectableFieldMarker;
    if (isRefused) diagnostics.error('VMGEN3306', position, message, remedy, { fix });
    else diagnostics.warning('VMGEN3306', position, message, remedy, { fix });
  } else if (end.kind === 'value' && definition === scaleMarker) {
    warnOfScale(use, argument, path, end.schema, diagnostics);
  } else if (end.kind === 'value' && isUseOf(use, printColumnMarker)) {
    const { type } = use.values;
    const mismatch = columnMismatch(type, end.schema);
    if (!mismatch) return;
    const message = `${subject} is ${kindName(end.schema)}, but the column is of type ${type}: ${mismatch.shows}`;
    diagnostics.warning('VMGEN3308', position, message, `write type=${mismatch.type}`);
  }
}

/** Whether an unknown field in a path of a selectable field is reported here. */
export function leadsToNothing(path: string, schema: Schema): boolean {
  const { steps } = (isPlain(path) && parseJsonPath(path)) || {};
  return steps !== undefined && followPath(steps, schema).kind === 'nothing';
}

const isPlain = (path: string): boolean => /^(?:\.[\w-]+)+$/.test(path);

/** Autoscalers read integers, and a selector as a string. */
function warnOfScale(
  { position }: MarkerUse,
  argument: string,
  path: string,
  schema: Schema,
  diagnostics: DiagnosticList,
): void {
  const wanted = argument === 'selectorpath' ? 'string' : 'integer';
  if (schema.kind === wanted) return;
  const message = `${argument} ${path} is ${kindName(schema)}, but must be ${wanted === 'string' ? 'a string' : 'an integer'}: the kind could not be scaled`;
  diagnostics.warning('VMGEN3308', position, message, `use the path of a field of type ${wanted}`);
}

/** How a printer column shows values of other types. */
interface ColumnMismatch {
  /** The output for the user. */
  readonly shows: string;
  /** The type that shows the values. */
  readonly type: string;
}

const BLANK = 'kubectl shows nothing';

/** How a column of a type fails to show values of a schema; undefined where it shows them. */
function columnMismatch(type: string, schema: Schema): ColumnMismatch | undefined {
  const right = columnType(schema);
  // A column of strings prints anything; the API server refuses a type that there is not.
  if (type === right || type === 'string' || !TYPES.includes(type)) return undefined;
  if (type === 'number' && right === 'integer') return undefined;
  if (type === 'integer' && right === 'number') {
    return { shows: 'kubectl truncates the fraction', type: right };
  }
  if (type === 'date' && schema.kind === 'string') {
    return { shows: 'kubectl shows <invalid> for values that are not a time', type: right };
  }
  return { shows: BLANK, type: right };
}

const TYPES: readonly string[] = ['integer', 'number', 'boolean', 'date'];

function columnType({ kind, keywords }: Schema): string {
  if (kind === 'integer' || kind === 'number' || kind === 'boolean') return kind;
  return kind === 'string' && keywords.format === 'date-time' ? 'date' : 'string';
}

/** The result of a JSONPath: a value, no value, or unknown according to the schema. */
type PathEnd =
  | { readonly kind: 'value'; readonly schema: Schema }
  | {
      readonly kind: 'nothing';
      readonly why: string;
      readonly remedy: string;
      readonly misspelled?: { readonly old: string; readonly text: string };
    }
  | { readonly kind: 'unknown' };

const UNKNOWN: PathEnd = { kind: 'unknown' };

/** Follows a path through the schema of a kind. */
function followPath(steps: readonly JsonPathStep[], root: Schema): PathEnd {
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
  const why = `${nameOf(at)} has no field ${name}`;
  if (meant === undefined) return nothing(why);
  return { ...nothing(why, didYouMean(name, meant)), misspelled: { old: name, text: meant } };
}

/** Resolves the operands of a filter in an item. */
function filterEnds(step: Extract<JsonPathStep, { type: 'filter' }>, item: Place): PathEnd[] {
  const sides: FilterOperand[] = [step.left, ...(step.test ? [step.test.right] : [])];
  return sides.flatMap((side) => ('path' in side ? [follow(side.path, item)] : []));
}

const nothing = (why: string, remedy = 'name a field of the type') => ({
  kind: 'nothing' as const,
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
