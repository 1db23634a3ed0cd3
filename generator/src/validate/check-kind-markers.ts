import { firstAt } from '../diagnostics/related.js';
import type { SourcePosition } from '../diagnostics/diagnostic.js';
import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import { usesOf } from '../markers/language/uses-of.js';
import {
  deprecatedVersionMarker,
  printColumnMarker,
  resourceMarker,
} from '../markers/definitions/resource.js';
import type { Resource } from '../model/model.js';
import { checkPaths } from './check-paths.js';

/** Reports duplicate, ineffective and contradicting markers of a kind, which an API server accepts. */
export function checkKindMarkers(resource: Resource, diagnostics: DiagnosticList): void {
  refuseRequiredStatus(resource, diagnostics);
  checkPaths(resource, diagnostics);
  checkNames(resource, diagnostics);
  checkColumns(resource, diagnostics);
  for (const { values, position } of usesOf(resource.type.markers, deprecatedVersionMarker)) {
    if (values.warning !== '') continue;
    const message = "the warning is empty, so clients receive the API server's default warning";
    diagnostics.warning('VMGEN3305', position, message, 'name the replacement, or omit warning');
  }
}

function refuseRequiredStatus(
  { kind, hasStatus, schema }: Resource,
  diagnostics: DiagnosticList,
): void {
  if (!hasStatus || schema.kind !== 'object') return;
  const status = schema.properties.find(({ name }) => name === 'status');
  if (!status?.required) return;
  diagnostics.error(
    'VMGEN2009',
    status.position,
    `no ${kind} can be created: its status is required, but the API server drops the status of new objects`,
    'write status?:',
    { fix: { how: 'make-optional', position: status.position } },
  );
}

function checkNames(resource: Resource, diagnostics: DiagnosticList): void {
  const { shortNames = [], categories = [] } = resource.declaredNames;
  for (const { position } of usesOf(resource.type.markers, resourceMarker)) {
    for (const name of repeated(shortNames)) {
      diagnostics.warning(
        'VMGEN3303',
        position,
        `the short name ${name} is specified twice`,
        'remove one',
      );
    }
    for (const name of repeated(categories)) {
      diagnostics.warning(
        'VMGEN3303',
        position,
        `the category ${name} is specified twice`,
        'remove one',
      );
    }
  }
}

function checkColumns(resource: Resource, diagnostics: DiagnosticList): void {
  const seen = new Map<string, SourcePosition>();
  for (const [index, { position }] of usesOf(resource.type.markers, printColumnMarker).entries()) {
    const name = resource.columns[index]?.name ?? '';
    // kubectl prints titles in capitals.
    const title = name.toUpperCase();
    const first = seen.get(title);
    seen.set(title, first ?? position);
    if (first === undefined) continue;
    const message = `kubectl prints a second column ${title}`;
    diagnostics.warning('VMGEN3303', position, message, 'rename one', firstAt(first));
  }
}

/** The words that occur more than once. */
const repeated = (words: readonly string[]): string[] => [
  ...new Set(words.filter((word, index) => words.indexOf(word) < index)),
];
