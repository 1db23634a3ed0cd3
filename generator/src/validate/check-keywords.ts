import { isRecognizedFormat, recognizedFormats } from '@vmgen/crd/internal';
import { otherAt, relatedTo } from '../diagnostics/related.js';
import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { Fix, SourcePosition } from '../diagnostics/diagnostic.js';
import { suggestionFor } from '../diagnostics/suggestion.js';
import { partsOf, type PropertySchema, type Schema } from '../schema/schema.js';
import { typeOf } from '../schema/to-json-schema.js';
import { findTypeMismatch, type Value } from './find-type-mismatch.js';
import { jsonText } from '../text/json-text.js';
import { comparePositions } from '../diagnostics/compare-positions.js';

/**
 * Reports valid but unintended keywords: unknown formats, contradicting bounds, and enums and examples with
 * values of another type. The server validates defaults; raw schemas are not checked.
 */
export function checkKeywords(
  schema: Schema,
  diagnostics: DiagnosticList,
  checked = new Set<Schema>(),
): void {
  // A schema with several uses has one position in the source.
  if (checked.has(schema)) return;
  checked.add(schema);
  if (schema.kind !== 'invalid') warnOfFormat(schema, diagnostics);
  warnOfSlashes(schema, diagnostics);
  checkBounds(schema, diagnostics);
  const { example, enum: allowed = [] } = schema.keywords;
  if (example !== undefined)
    refuseTypeMismatch('example', 'the example', example, schema, diagnostics);
  for (const value of allowed)
    refuseTypeMismatch('enum', 'a value of the enum', value, schema, diagnostics);
  warnOfRepeated(allowed, schema, diagnostics);
  if (schema.kind === 'object') warnOfCase(schema.properties, diagnostics);
  for (const part of partsOf(schema)) checkKeywords(part.schema, diagnostics, checked);
}

function warnOfCase(properties: readonly PropertySchema[], diagnostics: DiagnosticList): void {
  const seen = new Map<string, PropertySchema>();
  for (const property of properties) {
    const { name, position } = property;
    const first = seen.get(name.toLowerCase());
    seen.set(name.toLowerCase(), first ?? property);
    if (!first || first.name === name) continue;
    const message = `the field ${name} differs from ${first.name} only in case`;
    const details = relatedTo(first.position, `${first.name} is here`);
    diagnostics.warning('VMGEN5109', position, message, 'rename one of them', details);
  }
}

function warnOfFormat(schema: Schema, diagnostics: DiagnosticList): void {
  const { keywords, origins, position } = schema;
  const type = typeOf(schema);
  if (!keywords.format || isRecognizedFormat(keywords.format, type)) return;
  const known = recognizedFormats(type);
  const old = keywords.format;
  const others = known.length > 0 ? `, or use one of ${known.join(', ')}` : '';
  const [remedy, details] = suggestionFor(old, known, `remove it${others}`, (text) =>
    renamed(old, text, origins['format']),
  );
  const whose = type === undefined ? '' : ` for ${type}`;
  const message = `the API server ignores the unknown format ${JSON.stringify(old)}${whose}`;
  diagnostics.warning('VMGEN5101', origins['format'] ?? position, message, remedy, details);
}

/** Another value of a marker: of an item's or an alias's, the one in its line. */
function renamed(old: string, text: string, position: SourcePosition | undefined): Fix | undefined {
  return position && { how: 'rewrite-value', position, old, text };
}

/** A pattern in slashes, as in JavaScript, requires the slashes in the value. */
function warnOfSlashes({ keywords, origins, position }: Schema, diagnostics: DiagnosticList): void {
  const { pattern = '' } = keywords;
  if (!/^\/.*\/$/s.test(pattern) || !/^\/\^|\$\/$/.test(pattern)) return;
  diagnostics.warning(
    'VMGEN5102',
    origins['pattern'] ?? position,
    `the slashes around ${pattern} are part of the pattern, so it probably matches no value`,
    `write ${pattern.slice(1, -1)}`,
    { fix: renamed(pattern, pattern.slice(1, -1), origins['pattern']) },
  );
}

function warnOfRepeated(
  values: readonly Value[],
  { origins, position }: Schema,
  diagnostics: DiagnosticList,
): void {
  const seen = new Set<string>();
  for (const text of values.map(jsonText)) {
    if (seen.has(text)) {
      diagnostics.warning(
        'VMGEN3303',
        origins['enum'] ?? position,
        `the enum names ${text} more than once`,
        'remove the duplicate',
      );
    }
    seen.add(text);
  }
}

function refuseTypeMismatch(
  keyword: 'enum' | 'example',
  what: string,
  value: Value,
  schema: Schema,
  diagnostics: DiagnosticList,
): void {
  if (schema.carried?.includes(keyword)) return;
  const mismatch = findTypeMismatch(value, schema);
  if (!mismatch) return;
  const { expected, found, field } = mismatch;
  const isUnquoted = expected === 'string' && typeof found !== 'object';
  const place = field === '' ? '' : ` at ${field}`;
  diagnostics.error(
    'VMGEN5104',
    schema.origins[keyword] ?? schema.position,
    `${what} is ${describe(found)}${place}, but the type${place && ' there'} is ${expected}`,
    isUnquoted ? `quote it: ${JSON.stringify(String(found))}` : `write a value of type ${expected}`,
  );
}

function describe(value: Value): string {
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object' && value !== null) return 'an object';
  return jsonText(value);
}

/** The sizes that two keywords bound, with the values and the unit for messages. */
const SIZES = [
  ['Length', 'text', 'characters'],
  ['Items', 'list', 'items'],
  ['Properties', 'object', 'properties'],
] as const;

/** Reports contradicting bounds of all markers together, which a server accepts. */
function checkBounds(schema: Schema, diagnostics: DiagnosticList): void {
  const { keywords } = schema;
  for (const [size, what, unit] of SIZES) {
    const [least, most] = [`min${size}`, `max${size}`] as const;
    const [low, high] = [keywords[least], keywords[most]];
    if (low === undefined || high === undefined || low <= high) continue;
    if (isCarried(schema, least, most)) continue;
    const message = `no ${what} has at least ${low} and at most ${high} ${unit}`;
    refuse(message, [least, most], schema, diagnostics);
  }
  checkNumbers(schema, diagnostics);
  if (schema.kind === 'object') checkFields(schema, diagnostics);
}

function checkNumbers(schema: Schema, diagnostics: DiagnosticList): void {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema.keywords;
  const isKnown = (keyword: string): boolean => !schema.unknown?.includes(keyword);
  if (exclusiveMinimum && minimum === undefined && isKnown('minimum')) {
    warnOfLone('ExclusiveMinimum', 'Minimum', 'exclusiveMinimum', schema, diagnostics);
  }
  if (exclusiveMaximum && maximum === undefined && isKnown('maximum')) {
    warnOfLone('ExclusiveMaximum', 'Maximum', 'exclusiveMaximum', schema, diagnostics);
  }
  checkFormat(schema, diagnostics);
  if (minimum === undefined || maximum === undefined) return;
  const isOpen = exclusiveMinimum === true || exclusiveMaximum === true;
  // Between 1 and 2 there is a number, but no integer.
  const opened = Number(exclusiveMinimum === true) + Number(exclusiveMaximum === true);
  const isEmpty =
    minimum > maximum ||
    (minimum === maximum && isOpen) ||
    (schema.kind === 'integer' && opened === 2 && minimum + 1 >= maximum);
  if (!isEmpty || isCarried(schema, 'minimum', 'maximum')) return;
  const low = `${exclusiveMinimum ? 'more than' : 'at least'} ${minimum}`;
  const high = `${exclusiveMaximum ? 'less than' : 'at most'} ${maximum}`;
  const kind = schema.kind === 'integer' ? 'integer' : 'number';
  refuse(`no ${kind} is ${low} and ${high}`, ['minimum', 'maximum'], schema, diagnostics);
}

/** The API server enforces the range of this format. */
const INT32 = { least: -(2 ** 31), most: 2 ** 31 - 1 };

function checkFormat(schema: Schema, diagnostics: DiagnosticList): void {
  const { origins, position, keywords } = schema;
  const { format, minimum = INT32.least, maximum = INT32.most } = keywords;
  if (format !== 'int32' || schema.kind !== 'integer') return;
  for (const [keyword, bound] of Object.entries({ minimum, maximum })) {
    if (bound >= INT32.least && bound <= INT32.most) continue;
    if (isCarried(schema, keyword)) continue;
    const isEmpty = keyword === 'minimum' ? bound > INT32.most : bound < INT32.least;
    const message = `the ${keyword} ${bound} is outside the range of int32, from ${INT32.least} to ${INT32.most}`;
    const at = origins[keyword] ?? position;
    const remedy = 'use Int64, or a bound of that range';
    if (isEmpty) diagnostics.error('VMGEN5105', at, message, remedy);
    else diagnostics.warning('VMGEN5105', at, message, remedy);
  }
}

function warnOfLone(
  marker: string,
  missing: string,
  keyword: string,
  { origins, position }: Schema,
  diagnostics: DiagnosticList,
): void {
  diagnostics.warning(
    'VMGEN5105',
    origins[keyword] ?? position,
    `${marker} has no effect without ${missing}`,
    `add the ${missing} that it is about, or remove it`,
  );
}

/** Fields that the schema does not name are pruned and not counted. */
function checkFields(
  schema: Extract<Schema, { kind: 'object' }>,
  diagnostics: DiagnosticList,
): void {
  const { properties, keywords, origins, position } = schema;
  const { minProperties = 0, maxProperties = Infinity } = keywords;
  const required = properties.filter((property) => property.required).length;
  if (required > maxProperties && !isCarried(schema, 'maxProperties')) {
    diagnostics.error(
      'VMGEN5105',
      origins['maxProperties'] ?? position,
      `at most ${maxProperties} properties are allowed, but ${required} are required`,
      'raise the bound, or make fields optional',
    );
  }
  const isOpen =
    keywords['x-kubernetes-preserve-unknown-fields'] === true ||
    keywords['x-kubernetes-embedded-resource'] === true;
  const isFew = !isOpen && minProperties > properties.length;
  if (isFew && !isCarried(schema, 'minProperties')) {
    diagnostics.error(
      'VMGEN5105',
      origins['minProperties'] ?? position,
      `at least ${minProperties} properties are required, but the type has ${properties.length}`,
      'lower the bound',
    );
  }
}

/** Whether another source set any of the keywords. */
const isCarried = ({ carried = [] }: Schema, ...keywords: readonly string[]): boolean =>
  keywords.some((keyword) => carried.includes(keyword));

/** At the later of the two bounds. */
function refuse(
  message: string,
  keywords: readonly [least: string, most: string],
  { origins, position }: Schema,
  diagnostics: DiagnosticList,
): void {
  const [a = position, b = position] = keywords.map((keyword) => origins[keyword]);
  const [first, second] = comparePositions(b, a) < 0 ? [b, a] : [a, b];
  const isOnePlace = first.line === second.line && first.file === second.file;
  const details = isOnePlace ? {} : otherAt(first);
  diagnostics.error('VMGEN5105', second, message, 'fix one of the bounds', details);
}
