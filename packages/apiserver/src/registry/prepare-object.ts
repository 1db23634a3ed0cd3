import {
  isJsonObject,
  stringifyJson,
  WorkLimitError,
  type DuplicateKeys,
  type JsonObject,
  type WorkBudget,
} from '@vmgen/base/json';
import { coerceObjectMeta } from '@vmgen/crd/internal';
import { heapBytes } from '../json/heap-bytes.js';
import { assertStorable } from './object-size.js';
import type { RequestContext } from './request-context.js';
import { textOf } from '../json/text-of.js';

const MAY_BE_EMPTY = ['name', 'generateName', 'namespace', 'uid', 'resourceVersion', 'selfLink'];

/**
 * Processing an object takes time and memory proportional to the number of its values. 125,000
 * empty objects or 500,000 numbers exhaust the budget of a request.
 */
const HEAP_BYTES_PER_STEP = 1.6;

/** Defaults cannot make a smaller object exceed the budget of a request. */
const LARGE_BYTES = 100_000;

/**
 * Normalizes an object that a client sent, in place: converts the metadata to ObjectMeta, prunes
 * unknown fields, sets defaults.
 *
 * @param options.keepNulls whether to retain nulls of custom resources that their schema does not
 *   allow; defaults to false
 * @param options.named the group, version and kind in a custom resource, which may be wrong; defaults
 *   to the type of the endpoint
 * @param options.duplicates the duplicate keys in an object of a built-in kind; defaults to none
 * @returns `unknown field "PATH"` for each removed field, and `duplicate field "PATH"`
 * @throws ObjectMetaTypeError, EmbeddedResourceError if a field cannot be decoded
 * @throws TooLargeError
 * @throws WorkLimitError if the object has too many values
 */
export function prepareObject(
  context: RequestContext,
  object: JsonObject,
  options: {
    readonly keepNulls?: boolean;
    readonly named?: NamedKind;
    readonly duplicates?: DuplicateKeys;
  } = {},
): string[] {
  const { endpoint, work } = context;
  const { resource } = endpoint;
  const { named = resource } = options;
  const unknownMetadata =
    endpoint.decode === undefined ? coerceObjectMeta((object['metadata'] ??= {}), 'metadata') : [];
  // The schema of a kind is not for objects of another kind, which are rejected later.
  const isOwn = named.kind === resource.kind && named.group === resource.group;
  const schema = isOwn ? (endpoint.schemaOf?.(named.version) ?? endpoint.schema) : undefined;
  const problems =
    endpoint.decode?.(object, options.duplicates) ??
    [...unknownMetadata, ...(schema?.prune(object, options) ?? [])].map(unknownField);
  const metadata = (object['metadata'] ??= {});
  if (isJsonObject(metadata)) dropEmpty(metadata);
  const heap = heapBytes(object);
  spendFor(object, heap, work);
  if (isJsonObject(metadata)) {
    // kube-apiserver checks a patched object only after admission.
    dropSameOwners(metadata, context.warnings, { isAdmitted: context.info.verb === 'patch' });
  }
  schema?.default(object);
  // Defaulting adds a dozen fields to each of tens of thousands of containers.
  if (heap > LARGE_BYTES) spendFor(object, heapBytes(object), work, heap);
  return problems;
}

/**
 * Counts the work of processing an object.
 *
 * @param heap the result of {@link heapBytes}
 * @param counted the part of it that has been counted before
 * @throws TooLargeError if the object is too large to validate it, and could not be stored either
 * @throws WorkLimitError if the object has too many values
 */
function spendFor(object: JsonObject, heap: number, work: WorkBudget, counted = 0): void {
  const steps = (heap - counted) / HEAP_BYTES_PER_STEP;
  // As in kube-apiserver, validation precedes the check of the size, if the budget allows it.
  if (!work.has(steps)) assertStorable(object, heap);
  work.spend(steps);
}

/**
 * Checks before an apply whether the work of processing its configuration is allowed. The merged
 * object contains the configuration, so {@link prepareObject} would reject it after the apply.
 *
 * @throws TooLargeError
 * @throws WorkLimitError
 */
export function assertApplicable(configuration: JsonObject, work: WorkBudget): void {
  const heap = heapBytes(configuration);
  if (work.has(heap / HEAP_BYTES_PER_STEP)) return;
  assertStorable(configuration, heap);
  throw new WorkLimitError();
}

/** Returns the message of field validation for a field that was removed. */
export const unknownField = (path: string): string => `unknown field ${JSON.stringify(path)}`;

/** The kind that an object names. */
export interface NamedKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/**
 * Removes duplicate owner references.
 *
 * Upstream: dedupOwnerReferencesAndAddWarning in apiserver/pkg/endpoints/handlers/create.go.
 */
export function dropSameOwners(
  metadata: JsonObject,
  warnings: string[],
  { isAdmitted }: { readonly isAdmitted: boolean },
): void {
  const { ownerReferences: owners } = metadata;
  if (!Array.isArray(owners)) return;
  const kept = new Map<string, JsonObject>();
  const duplicates: string[] = [];
  for (const owner of owners.filter(isJsonObject)) {
    const text = stringifyJson(OWNER_FIELDS.map((field) => owner[field] ?? null));
    if (kept.has(text)) duplicates.push(textOf(owner['uid']));
    else kept.set(text, owner);
  }
  if (duplicates.length === 0) return;
  metadata['ownerReferences'] = [...kept.values()];
  const when = isAdmitted ? ' after mutating admission happens' : '';
  warnings.push(
    `.metadata.ownerReferences contains duplicate entries${when}; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ${duplicates.join(', ')}`,
  );
}

const OWNER_FIELDS = ['apiVersion', 'kind', 'name', 'uid', 'controller', 'blockOwnerDeletion'];

/** Go omits empty strings and a generation of 0. */
function dropEmpty(metadata: JsonObject): void {
  if (metadata['generation'] === 0) Reflect.deleteProperty(metadata, 'generation');
  for (const field of MAY_BE_EMPTY) {
    if (metadata[field] === '') Reflect.deleteProperty(metadata, field);
  }
}
