import { comparePositions } from '../diagnostics/compare-positions.js';
import { otherAt } from '../diagnostics/related.js';
import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { Schema } from '../schema/schema.js';

/** The sizes that two keywords bound, with the values and the unit for messages. */
const SIZES = [
  ['Length', 'text', 'characters'],
  ['Items', 'list', 'items'],
  ['Properties', 'object', 'properties'],
] as const;

/** Reports contradicting bounds of all markers together, which a server accepts. */
export function checkBounds(schema: Schema, diagnostics: DiagnosticList): void {
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
