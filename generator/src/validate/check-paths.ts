import { parseJsonPath } from '@vmgen/crd/internal';
import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
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
import { followPath } from './follow-path.js';

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
    // The API server also rejects this path.
    const isRefused = definition === selectableFieldMarker;
    if (isRefused) diagnostics.error('VMGEN3306', position, message, end.remedy);
    else diagnostics.warning('VMGEN3306', position, message, end.remedy);
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
  diagnostics.warning('VMGEN3309', position, message, `use the path of a field of type ${wanted}`);
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
