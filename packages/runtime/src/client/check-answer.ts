import { VmgenError } from '../errors/vmgen-error.js';
import { isMapping } from '../meta/is-mapping.js';
import { isStatus } from './api-error-from-response.js';
import { ApiError } from './errors.js';
import { isApiVersionOf, type ResourceDefinition } from './resource.js';

/** The expected types of responses about a kind. */
type AnswerKinds = Pick<ResourceDefinition, 'group' | 'version' | 'kind' | 'listKind'>;

/**
 * Throws unless the body of a successful response is a JSON object and not a Status with status
 * Failure. Such a Status becomes the cause of the error instead of the error itself, as in
 * client-go, because callers must not mistake a contradictory response for a NotFound.
 */
export function assertSuccess(answer: unknown, wanted = 'a success'): asserts answer is object {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) {
    throw wrongAnswer(wanted, answer);
  }
  if (isStatus(answer) && answer.status === 'Failure') throw wrongAnswer(wanted, answer);
}

/** Throws unless the response is an object of the kind. It may omit its type and its metadata. */
export function assertObject(answer: unknown, resource: AnswerKinds): asserts answer is object {
  assertSuccess(answer, resource.kind);
  const isWhole = !('metadata' in answer) || hasMetadata(answer);
  if (!isWhole || !isOfKind(answer, resource)) throw wrongAnswer(resource.kind, answer);
}

/** Throws unless the response to a deletion is the object or a Status with status Success. */
export function assertDeletion(answer: unknown, resource: AnswerKinds): asserts answer is object {
  assertSuccess(answer, resource.kind);
  if (!isStatus(answer) && !isOfKind(answer, resource)) throw wrongAnswer(resource.kind, answer);
}

/**
 * Throws unless the response is a list of the kind and all its items are objects of the kind.
 * Otherwise, a caller that treats an invalid response as a shorter list would assume that objects
 * were deleted. If the definition has no list kind, any list kind is accepted.
 */
export function assertList<L extends object = object>(
  answer: unknown,
  resource: AnswerKinds,
): asserts answer is L {
  const { listKind } = resource;
  const wanted = listKind || `a list of ${resource.kind}`;
  assertSuccess(answer, wanted);
  const isTyped = listKind === '' || isOfKind(answer, { ...resource, kind: listKind });
  const items = itemsOf(answer);
  if (!isTyped || isStatus(answer) || !hasMetadata(answer) || items === undefined) {
    throw wrongAnswer(wanted, answer);
  }
  for (const item of items) assertItem(item, resource);
}

/** Throws unless the value is an object of the kind with a name. It may omit its type. */
export function assertItem(item: unknown, resource: AnswerKinds): asserts item is object {
  if (!isNamedObject(item, resource)) throw wrongAnswer(`${resource.kind} as an item`, item);
}

/** Returns whether a value is an object of the kind with a name. It may omit its type. */
export function isNamedObject(value: unknown, resource: AnswerKinds): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    hasMetadata(value) &&
    'name' in value.metadata &&
    typeof value.metadata.name === 'string' &&
    value.metadata.name !== '' &&
    isOfKind(value, resource)
  );
}

/** Returns whether the type of a value is the kind, or is omitted. */
export function isOfKind(value: object, resource: Omit<AnswerKinds, 'listKind'>): boolean {
  const { kind, apiVersion } = typeOf(value);
  return (
    (kind ?? resource.kind) === resource.kind &&
    (apiVersion === undefined || apiVersion === null || isApiVersionOf(apiVersion, resource))
  );
}

/**
 * Describes a value in error messages by its type, the message of a failure, or the start of its
 * JSON.
 */
export function describeAnswer(value: unknown): string {
  if (isStatus(value) && value.status === 'Failure') {
    return `a failure: ${excerpt(value.message ?? value.reason ?? value.code)}`;
  }
  if (typeof value !== 'object' || value === null) return excerpt(value);
  const { kind, apiVersion } = typeOf(value);
  return kind === undefined && apiVersion === undefined
    ? excerpt(value)
    : `apiVersion ${excerpt(apiVersion)}, kind ${excerpt(kind)}`;
}

function wrongAnswer(wanted: string, answer: unknown): VmgenError {
  const cause = isStatus(answer) && answer.status === 'Failure' ? new ApiError(answer) : undefined;
  return new VmgenError(
    'ERR_VMGEN_ANSWER',
    `the server's successful response is not ${wanted}: ${describeAnswer(answer)}`,
    cause && { cause },
  );
}

function typeOf(value: object): { readonly kind?: unknown; readonly apiVersion?: unknown } {
  return value;
}

/** Servers in Go write some empty lists as null. */
function itemsOf(list: object): readonly unknown[] | undefined {
  if (!('items' in list)) return undefined;
  if (list.items === null) return [];
  return Array.isArray(list.items) ? list.items : undefined;
}

function hasMetadata(value: object): value is { readonly metadata: object } {
  return 'metadata' in value && isMapping(value.metadata);
}

const EXCERPT_LENGTH = 80;

/**
 * Returns the start of the JSON of a value, which may be large and nested more deeply than the
 * stack allows.
 */
function excerpt(value: unknown): string {
  if (value === undefined) return 'nothing';
  let text = '';
  for (const part of jsonParts(value)) {
    text += part;
    if (text.length > EXCERPT_LENGTH) return `${text.slice(0, EXCERPT_LENGTH)}…`;
  }
  return text;
}

function* jsonParts(value: unknown): Generator<string, void, undefined> {
  if (typeof value !== 'object' || value === null) {
    yield typeof value === 'string' ? JSON.stringify(value) : String(value);
    return;
  }
  const isList = Array.isArray(value);
  yield isList ? '[' : '{';
  let separator = '';
  for (const [name, part] of Object.entries(value)) {
    yield isList ? separator : `${separator}${JSON.stringify(name)}:`;
    yield* jsonParts(part);
    separator = ',';
  }
  yield isList ? ']' : '}';
}
