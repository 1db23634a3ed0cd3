import type { JSONSchemaProps } from '@vmgen/crd';
import { KNOWN_SCHEMAS, STANDARD_FIELDS } from '../../schema/known-schemas.js';
import type { MarkerRegistry } from '../../markers/registry.js';
import { suspiciousKeywords } from './suspicious-keywords.js';
import { keywordMarkers } from './keyword-markers.js';
import { isPrintable, json } from './marker-line.js';
import type {
  Comments,
  Declaration,
  FieldShape,
  InterfaceShape,
  Shape,
  TypeExpression,
} from './shape.js';
import { type Structure, structureOf } from './structure.js';
import { documentationOf } from '../../markers/documentation.js';
import { DiagnosticList } from '../../diagnostics/diagnostic-list.js';
import { reportSuspiciousLine } from '../../markers/suspicious-line.js';
import { splitComment } from '../../markers/language/marker-text.js';

/**
 * The names on the path from a kind to a schema, in Pascal case; items of a list or map are named in the
 * singular.
 */
export type ShapePath = readonly string[];

/** The inputs for the shape of a schema. */
export interface ShapeContext {
  readonly registry: MarkerRegistry;
  /** Returns a reference to a declaration for a schema; the path determines its name. */
  declare(declaration: Declaration, path: ShapePath): TypeExpression;
  /** Resolves a `$ref`; CRDs have none. */
  reference?(ref: string): TypeExpression;
  /** The name of a field on a path, of one of many where it is a list or a map. */
  step(field: string, isOneOfMany: boolean): string;
}

/** Keywords that are part of the object declaration; all others are part of the field. */
const OF_THE_OBJECT: ReadonlySet<string> = new Set([
  'x-kubernetes-validations',
  'x-kubernetes-map-type',
  'x-kubernetes-preserve-unknown-fields',
  'minProperties',
  'maxProperties',
  'required',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
]);

type Place = 'field' | 'type';

/** The fields of an object with their paths relative to the object. */
export function fieldShapes(
  { properties = {}, required = [] }: JSONSchemaProps,
  parent: ShapePath,
  context: ShapeContext,
): FieldShape[] {
  const names = new Set(required);
  const isKindLike = STANDARD_FIELDS.every((name) => Object.hasOwn(properties, name));
  const fields = Object.entries(properties);
  const single = new Set(
    fields.filter(([, each]) => !isOneOfMany(each)).map(([name]) => context.step(name, false)),
  );
  return fields.map(([name, schema]): FieldShape => {
    const step = context.step(name, isOneOfMany(schema));
    // Prevents that `header` and the items of `headers` get the same name.
    const isTaken = isOneOfMany(schema) && single.has(step);
    const path = [...parent, isTaken ? `${context.step(name, false)}Item` : step];
    const structure = structureOf(schema);
    // With metadata of the runtime, it would be a separate kind.
    const isMeta = isKindLike && structure.is === 'runtime' && structure.name === 'ObjectMeta';
    const own: Structure = isMeta ? { is: 'object', kind: 'object', says: [] } : structure;
    const shape = shapeOf(schema, own, 'field', path, context);
    const { type } = shape;
    const isMetaRef = isKindLike && type.kind === 'runtime' && type.name === 'ObjectMeta';
    const presence = presenceOf(names.has(name), shape);
    return { name, ...shape, ...presence, type: isMetaRef ? ANY_OBJECT : type };
  });
}

/** The server applies the default of a required field, so clients may omit it. */
function presenceOf(
  isRequired: boolean,
  { markers }: Shape,
): Pick<FieldShape, 'isOptional' | 'markers'> {
  if (!isRequired) return { isOptional: true, markers };
  const hasDefault = markers.some((marker) => /^\+(?:kubebuilder:)?default=/.test(marker));
  return hasDefault
    ? { isOptional: true, markers: ['+required', ...markers] }
    : { isOptional: false, markers };
}

const ANY_OBJECT: TypeExpression = { kind: 'runtime', name: 'RawExtension' };

const isOneOfMany = ({ items, additionalProperties }: JSONSchemaProps): boolean =>
  items !== undefined || additionalProperties !== undefined;

/** The shape of a field, or of a named declaration. */
export function schemaShape(
  schema: JSONSchemaProps,
  place: Place,
  path: ShapePath,
  context: ShapeContext,
): Shape {
  return shapeOf(schema, structureOf(schema), place, path, context);
}

/** The shape of a schema as a structure that is its own, or one that it can be taken for. */
function shapeOf(
  schema: JSONSchemaProps,
  structure: Structure,
  place: Place,
  path: ShapePath,
  context: ShapeContext,
): Shape {
  const comments = describe(schema, context.registry);
  const referred = referenceOf(schema, context);
  if (referred) {
    const stated = { is: 'object', kind: 'object', says: ['allOf'] } as const;
    return shaped(withNull(referred, schema), comments, markersOf(schema, stated, place));
  }
  if (structure.is === 'whole' || (structure.is === 'schemaless' && place === 'type')) {
    const { description: _, ...whole } = schema;
    return shaped({ kind: 'runtime', name: structure.name }, comments, [
      `+vmgen:schema=${json(whole)}`,
    ]);
  }
  if (structure.is === 'object') {
    const { own, others } = split(schema);
    const declared = declareObject(schema, structure, NOTHING, own, path, context);
    return shaped(withNull(declared, schema), comments, markersOf(others, structure, place));
  }
  const type = typeOf(structure, path, place, context);
  return shaped(withNull(type, schema), comments, markersOf(schema, structure, place));
}

const NOTHING: Comments = { doc: '', markers: [] };

function shaped(type: TypeExpression, { doc, markers }: Comments, more: readonly string[]): Shape {
  return { type, doc, markers: [...markers, ...more] };
}

/** Null is part of the type. */
function withNull(type: TypeExpression, { nullable }: JSONSchemaProps): TypeExpression {
  return nullable === true ? { kind: 'nullable', of: type } : type;
}

/** `$ref` alone, or as the only member of `allOf`, which allows other keywords beside it. */
function referenceOf(schema: JSONSchemaProps, context: ShapeContext): TypeExpression | undefined {
  const [only, ...more] = schema.allOf ?? [];
  const ref = schema.$ref ?? (more.length === 0 ? only?.$ref : undefined);
  return ref === undefined ? undefined : context.reference?.(ref);
}

type ObjectStructure = Extract<Structure, { is: 'object' }>;

function declareObject(
  schema: JSONSchemaProps,
  structure: ObjectStructure,
  comments: Comments,
  keywords: JSONSchemaProps,
  path: ShapePath,
  context: ShapeContext,
): TypeExpression {
  return context.declare(
    { ...objectShape(schema, structure, comments, keywords, path, context) },
    path,
  );
}

/** The documentation and markers of an object declaration that are not on its fields. */
export function objectComments(schema: JSONSchemaProps, { registry }: ShapeContext): Comments {
  const { doc, markers } = describe(schema, registry);
  const stated = markersOf(schema, { is: 'object', kind: 'object', says: [] }, 'type');
  return { doc, markers: [...markers, ...stated] };
}

/** The types in the spec of a kind are named after the kind. */
const insideOf = (path: ShapePath): ShapePath =>
  path.length === 2 && path[1] === 'Spec' ? path.slice(0, 1) : path;

/** Declares an object; `keywords` are the keywords of the schema that belong to the declaration. */
function objectShape(
  schema: JSONSchemaProps,
  structure: ObjectStructure,
  { doc, markers }: Comments,
  keywords: JSONSchemaProps,
  path: ShapePath,
  context: ShapeContext,
): InterfaceShape {
  const fields = fieldShapes(schema, insideOf(path), context);
  const stated = markersOf(keywords, structure, 'type');
  const isOpen = fields.length > 0 && keywords['x-kubernetes-preserve-unknown-fields'] === true;
  const shape = { bases: [], fields, doc, markers: [...markers, ...stated] };
  return { kind: 'interface', ...shape, ...(isOpen ? { isOpen } : {}) };
}

/** Splits the keywords into those of an object and those of its field. */
function split(schema: JSONSchemaProps): Record<'own' | 'others', JSONSchemaProps> {
  // Beside null, one marker covers both.
  const isOwn = (name: string): boolean =>
    OF_THE_OBJECT.has(name) && !(name === 'oneOf' && schema.nullable === true);
  const entries = Object.entries(schema);
  return {
    own: Object.fromEntries(entries.filter(([name]) => isOwn(name) || name === 'properties')),
    others: Object.fromEntries(entries.filter(([name]) => !isOwn(name))),
  };
}

/** The types of lists, maps and scalars. */
function typeOf(
  structure: Exclude<Structure, { is: 'whole' | 'object' }>,
  path: ShapePath,
  place: Place,
  context: ShapeContext,
): TypeExpression {
  switch (structure.is) {
    case 'runtime':
    case 'schemaless':
      return { kind: 'runtime', name: structure.name };
    case 'word':
      return { kind: 'word', word: structure.word };
    case 'literals':
      return { kind: 'literals', values: structure.values };
    case 'array':
    case 'map':
      return { kind: structure.is, of: partType(structure.part, partPath(path, place), context) };
  }
}

/** Only the items of nested lists need another name than the list. */
const partPath = (path: ShapePath, place: Place): ShapePath =>
  place === 'type' ? [...path, 'Item'] : path;

/** A union of literals that is longer reads better under a name. */
const LONGEST_UNION = 50;

const isLong = (type: TypeExpression): boolean =>
  type.kind === 'literals' && type.values.join(' | ').length > LONGEST_UNION;

/** The type of items or values; a named type if markers are needed in addition to the type. */
function partType(schema: JSONSchemaProps, path: ShapePath, context: ShapeContext): TypeExpression {
  const structure = structureOf(schema);
  if (structure.is === 'object' && referenceOf(schema, context) === undefined) {
    const comments = describe(schema, context.registry);
    const declared = declareObject(schema, structure, comments, schema, path, context);
    return withNull(declared, schema);
  }
  // The keywords of the type itself apply everywhere.
  const isKnown =
    structure.is === 'runtime' && KNOWN_SCHEMAS[structure.name].description !== undefined;
  const { description: _, ...silent } = schema;
  const { nullable: __, ...part } = isKnown ? silent : schema;
  const needsNull = schema.nullable === true && isConverted(schema);
  const inner = needsNull ? { ...part, nullable: true } : part;
  const { type, doc, markers } = shapeOf(inner, structure, 'type', path, context);
  if (doc === '' && markers.length === 0 && !isLong(type)) return withNull(type, schema);
  const alias = context.declare({ kind: 'alias', type, doc, markers }, path);
  // A union that includes null, whose name is more specific than its members.
  return needsNull ? alias : withNull(alias, schema);
}

/** Whether vmgen would generate rules for keywords beside null, because the API server would reject them. */
const isConverted = ({ enum: values, oneOf }: JSONSchemaProps): boolean =>
  values !== undefined || oneOf !== undefined;

/** Documentation where JSDoc keeps it, else the marker that does. */
function describe({ description = '' }: JSONSchemaProps, registry: MarkerRegistry): Comments {
  if (description === '' || isDocText(description, registry))
    return { doc: description, markers: [] };
  return { doc: '', markers: [`+vmgen:description=${json(description)}`] };
}

/** The keywords that the structure itself expresses, or declares. */
const STRUCTURE: ReadonlySet<string> = new Set([
  'type',
  'properties',
  'items',
  'additionalProperties',
  'description',
  'x-kubernetes-int-or-string',
]);

/** The markers for all keywords that the type of a schema does not express. */
function markersOf(
  schema: JSONSchemaProps,
  structure: Exclude<Structure, { is: 'whole' }>,
  place: Place,
): string[] {
  const { kind, says, markers: needed = [] } = structure;
  const { properties = {}, nullable, required = [], ...keywords } = schema;
  const isStated = (name: string): boolean =>
    STRUCTURE.has(name) || says.some((each) => each === name);
  const others = Object.fromEntries(Object.entries(keywords).filter(([name]) => !isStated(name)));
  const stated = keywordMarkers(
    {
      ...others,
      required: required.filter((name) => !Object.hasOwn(properties, name)),
      ...(nullable === true && isConverted(schema) ? { nullable } : {}),
    },
    { kind, place },
    suspiciousKeywords(schema, kind),
    structure.is === 'array' ? structure.part : undefined,
  );
  const hasRest = Object.keys(stated.rest).length > 0;
  // Nothing is read of a type without a schema, null included.
  const isAside = structure.is === 'schemaless' && nullable === true && !isConverted(schema);
  const nulls = isAside ? ['+nullable'] : [];
  return [
    ...needed,
    ...nulls,
    ...stated.markers,
    ...(hasRest ? [`+vmgen:schema=${json(stated.rest)}`] : []),
  ];
}

const POSITION = { file: '', line: 1, column: 1 };

/** Follows the documentation in the same comment. */
const MARKER = '+optional';

/**
 * Whether JSDoc preserves a text: none of its lines is dropped, parsed as a marker or tag, or reported as
 * suspicious, and it leaves no code fence open, which would make the markers below it code.
 */
export function isDocText(text: string, registry: MarkerRegistry): boolean {
  const lines = text.split('\n');
  const isPlain = lines.every(
    (line) => line === line.trimEnd() && isPrintable(line.replaceAll('\t', ' ')),
  );
  if (!isPlain || text.includes('*/')) return false;
  const comment = [...lines, MARKER].map((line) => ({
    text: line,
    position: POSITION,
    isDoc: true,
  }));
  const { markers, prose, others } = splitComment({ lines: comment, isAdjacent: true });
  if (markers.length !== 1 || documentationOf(prose) !== text) return false;
  const diagnostics = new DiagnosticList();
  for (const line of others) reportSuspiciousLine(line, registry, diagnostics);
  return diagnostics.sorted().length === 0;
}
