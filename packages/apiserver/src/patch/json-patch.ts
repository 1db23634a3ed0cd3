import { byteLength } from '@vmgen/base/bytes';
import {
  cloneJson,
  deepEqualJson,
  isTooDeep,
  MAX_JSON_DEPTH,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  getOwn,
  stringifyJson,
  type WorkBudget,
} from '@vmgen/base/json';
import {
  addEntry,
  findContainer,
  getEntry,
  removeEntry,
  setEntry,
  type Location,
  PatchFailure,
} from './json-pointer.js';
import { PatchError } from '../errors/patch-error.js';
import { undecodable } from './undecodable.js';

/** The maximum number of operations in a JSON patch (kube-apiserver's maxJSONPatchOperations). */
const MAX_OPERATIONS = 10_000;

/**
 * The maximum number of bytes that `copy` operations add in total (kube-apiserver's
 * JSONPatchMaxCopyBytes).
 */
const MAX_COPIED_BYTES = 3 * 1024 * 1024;

/** The number of list items that an operation moves per step of the request's budget. */
const SHIFTED_ITEMS_PER_STEP = 200;

/**
 * Applies a JSON patch (RFC 6902) as kube-apiserver does with evanphx/json-patch v4: `replace` sets
 * an absent field of an object, negative indices count from the end, and all operations that fail
 * result in the same 422. The document does not change. The values of the patch become part of the
 * result.
 *
 * @throws PatchError (for a failed operation, its cause is a PatchFailure with the message of
 * evanphx/json-patch) 400 if the patch is not a list of operations, 413 if it is too long, 422 if an
 * operation fails or the result is nested too deeply
 * @throws WorkLimitError if it inserts into long lists too often
 */
export function applyJsonPatch(
  document: JsonValue,
  patch: JsonValue,
  budget: WorkBudget,
): JsonValue {
  const operations = readOperations(patch);
  const work = new PatchWork(cloneJson(document), budget);
  try {
    for (const operation of operations) work.perform(operation);
  } catch (error) {
    if (!(error instanceof PatchFailure)) throw error;
    const message = 'the server rejected our request due to an error in our request';
    throw new PatchError(422, 'Invalid', message, [], { cause: error });
  }
  if (!isTooDeep(work.document)) return work.document;
  const message = `the patched document is nested more than ${MAX_JSON_DEPTH} levels deep`;
  throw new PatchError(422, 'Invalid', message);
}

function readOperations(patch: JsonValue): JsonObject[] {
  if (patch === null) return [];
  if (!Array.isArray(patch)) throw undecodable(patch, 'Go value of type []handlers.jsonPatchOp');
  const operations = patch.map(readOperation);
  if (operations.length <= MAX_OPERATIONS) return operations;
  throw new PatchError(
    413,
    'RequestEntityTooLarge',
    `Request entity too large: The allowed maximum operations in a JSON patch is ` +
      `${MAX_OPERATIONS}, got ${operations.length}`,
  );
}

function readOperation(operation: JsonValue): JsonObject {
  if (operation === null) return {};
  if (!isJsonObject(operation)) {
    throw undecodable(operation, 'Go value of type handlers.jsonPatchOp');
  }
  for (const field of ['op', 'path', 'from']) {
    const value = getOwn(operation, field) ?? null;
    if (value === null || typeof value === 'string') continue;
    throw undecodable(value, `Go struct field jsonPatchOp.${field} of type string`);
  }
  return operation;
}

/** A document that is being patched. The object owns the document. */
class PatchWork {
  document: JsonValue;
  /** The pointer that was located last. */
  #located: 'path' | 'from' = 'path';
  #copiedBytes = 0;
  readonly #budget: WorkBudget;

  constructor(document: JsonValue, budget: WorkBudget) {
    this.document = document;
    this.#budget = budget;
  }

  perform(operation: JsonObject): void {
    try {
      this.#perform(operation);
    } catch (error) {
      if (!(error instanceof PatchFailure)) throw error;
      throw new PatchFailure(describeFailure(operation, error, this.#located));
    }
  }

  #perform(operation: JsonObject): void {
    switch (getOwn(operation, 'op')) {
      case 'add':
        return this.#add(operation, this.#value(operation));
      case 'remove':
        return this.#remove(this.#locate(operation, 'path'));
      case 'replace':
        return this.#replace(operation);
      case 'move':
        return this.#move(operation);
      case 'copy':
        return this.#copy(operation);
      case 'test':
        return this.#test(operation);
      default:
        throw new PatchFailure(`Unexpected kind: ${textOf(operation, 'op')}`);
    }
  }

  #add(operation: JsonObject, value: JsonValue): void {
    this.#insert(this.#locate(operation, 'path'), value);
  }

  #insert(location: Location, value: JsonValue): void {
    this.#countShifts(location);
    addEntry(location, value);
  }

  #remove(location: Location): void {
    this.#countShifts(location);
    removeEntry(location);
  }

  #countShifts({ container, key }: Location): void {
    if (!Array.isArray(container) || key === '-') return;
    this.#budget.spend(container.length / SHIFTED_ITEMS_PER_STEP);
  }

  #replace(operation: JsonObject): void {
    const value = this.#value(operation);
    if (textOf(operation, 'path') === '') {
      if (typeof value !== 'object' || value === null) {
        throw new PatchFailure('the whole document can only become an object or a list');
      }
      this.document = value;
      return;
    }
    const location = this.#locate(operation, 'path');
    getEntry(location);
    setEntry(location, value);
  }

  #move(operation: JsonObject): void {
    const from = this.#locate(operation, 'from');
    const value = getEntry(from) ?? null;
    this.#remove(from);
    this.#add(operation, value);
  }

  /** An absent field of an object is copied as null, as upstream. */
  #copy(operation: JsonObject): void {
    const value = this.#shallow(getEntry(this.#locate(operation, 'from')) ?? null);
    const location = this.#locate(operation, 'path');
    if (value !== null) this.#copiedBytes += byteLength(stringifyJson(value));
    if (this.#copiedBytes > MAX_COPIED_BYTES) throw new PatchFailure('copies are too large');
    this.#insert(location, cloneJson(value));
  }

  /** Moves can nest a value more deeply than recursive functions can process. */
  #shallow(value: JsonValue): JsonValue {
    if (isTooDeep(value)) throw new PatchFailure('the value is nested too deeply');
    return value;
  }

  #test(operation: JsonObject): void {
    const actual =
      textOf(operation, 'path') === ''
        ? this.document
        : (getEntry(this.#locate(operation, 'path')) ?? null);
    const expected = getOwn(operation, 'value') ?? null;
    if (!deepEqualJson(actual, expected)) throw new PatchFailure('test failed');
  }

  #locate(operation: JsonObject, field: 'path' | 'from'): Location {
    this.#located = field;
    return findContainer(this.document, textOf(operation, field));
  }

  #value(operation: JsonObject): JsonValue {
    return getOwn(operation, 'value') ?? null;
  }
}

function textOf(operation: JsonObject, field: string): string {
  const value = getOwn(operation, field);
  if (typeof value !== 'string') throw new PatchFailure(`operation without ${field}`);
  return value;
}

/** Returns the message of evanphx/json-patch for a failed operation. */
function describeFailure(
  operation: JsonObject,
  { message, isMissing }: PatchFailure,
  located: 'path' | 'from',
): string {
  const op = textOf(operation, 'op');
  const path = textOf(operation, located);
  if (op === 'test') {
    return isMissing
      ? `test operation does not apply: is missing path: ${path}: missing value`
      : `testing value ${path} failed: test failed`;
  }
  if (!['add', 'remove', 'replace', 'move', 'copy'].includes(op)) return message;
  if (isMissing) {
    const isQuoted = op === 'add' || op === 'remove';
    const place =
      op !== 'move' && op !== 'copy' ? '' : located === 'from' ? 'from ' : 'destination ';
    const shown = isQuoted ? `"${path}"` : path;
    return `${op} operation does not apply: doc is missing ${place}path: ${shown}: missing value`;
  }
  if (op === 'replace') {
    return `replace operation does not apply: doc is missing key: ${path}: missing value`;
  }
  const shown = op === 'move' && located === 'from' ? (path.split('/').at(-1) ?? '') : path;
  return `error in ${op} for ${op === 'copy' ? 'from' : 'path'}: '${shown}': ${message}`;
}

const OPERATION_MEMBERS: ReadonlySet<string> = new Set(['op', 'path', 'from', 'value']);

/** Returns the paths of the members of operations that a JSON patch does not have. */
export function unknownMembers(patch: JsonValue): string[] {
  return (Array.isArray(patch) ? patch : []).flatMap((operation, i) =>
    Object.keys(isJsonObject(operation) ? operation : {})
      .filter((name) => !OPERATION_MEMBERS.has(name))
      .map((name) => `[${i}].${name}`),
  );
}
