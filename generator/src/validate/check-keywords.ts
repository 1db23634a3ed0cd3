import { isRecognizedFormat, recognizedFormats } from '@vmgen/crd/internal';
import { relatedTo } from '../diagnostics/related.js';
import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { Fix, SourcePosition } from '../diagnostics/diagnostic.js';
import { suggestionFor } from '../diagnostics/suggestion.js';
import { partsOf, type PropertySchema, type Schema } from '../schema/schema.js';
import { typeOf } from '../schema/to-json-schema.js';
import { checkBounds } from './check-bounds.js';
import { findTypeMismatch, type Value } from './find-type-mismatch.js';
import { printedValue } from './printed-value.js';

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
  for (const text of values.map(printedValue)) {
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
  return printedValue(value);
}
