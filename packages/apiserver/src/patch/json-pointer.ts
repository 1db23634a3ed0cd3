import { isJsonObject, type JsonObject, type JsonValue, getOwn, setOwn } from '@vmgen/base/json';

/**
 * An operation of a JSON patch failed. The API does not show the reason to clients, except for the
 * patches of webhooks.
 */
export class PatchFailure extends Error {
  /** Whether the container of the pointer is missing. */
  readonly isMissing: boolean;

  constructor(message: string, { isMissing = false } = {}) {
    super(message);
    this.name = 'PatchFailure';
    this.isMissing = isMissing;
  }
}

/** A location in a document: a container and the last step into it. */
export interface Location {
  readonly container: JsonObject | JsonValue[];
  readonly key: string;
}

/**
 * Finds the container of a JSON pointer (RFC 6901). Text before the first slash is ignored, as
 * upstream.
 *
 * @throws PatchFailure if a container on the path is missing, or for the pointer ''
 */
export function findContainer(document: JsonValue, pointer: string): Location {
  const steps = stepsOf(pointer);
  const key = steps.pop();
  if (key === undefined) throw new PatchFailure('pointer names no entry', { isMissing: true });
  let container = asContainer(document);
  for (const step of steps) container = asContainer(nextEntry(container, step));
  return { container, key };
}

function nextEntry(container: Location['container'], key: string): JsonValue | undefined {
  try {
    return getEntry({ container, key });
  } catch (error) {
    if (!(error instanceof PatchFailure)) throw error;
    throw new PatchFailure(error.message, { isMissing: true });
  }
}

/** Returns the steps of a JSON pointer from the root of the document. */
const stepsOf = (pointer: string): string[] => pointer.split('/').slice(1).map(unescapeStep);

function unescapeStep(step: string): string {
  return step.replace(/~[01]/g, (escape) => (escape === '~1' ? '/' : '~'));
}

function asContainer(value: JsonValue | undefined): JsonObject | JsonValue[] {
  if (Array.isArray(value) || isJsonObject(value)) return value;
  const message = 'pointer goes through a value that is not an object or a list';
  throw new PatchFailure(message, { isMissing: true });
}

/** Returns the value at a location; undefined for an absent field of an object. */
export function getEntry({ container, key }: Location): JsonValue | undefined {
  if (!Array.isArray(container)) return getOwn(container, key);
  return container[existingIndex(container, key)];
}

export function setEntry({ container, key }: Location, value: JsonValue): void {
  if (Array.isArray(container)) container[existingIndex(container, key)] = value;
  else setOwn(container, key, value);
}

/** Sets a field of an object, or inserts into a list (`-` appends). */
export function addEntry({ container, key }: Location, value: JsonValue): void {
  if (!Array.isArray(container)) return setOwn(container, key, value);
  const index = key === '-' ? container.length : checkIndex(parseIndex(key), container.length + 1);
  container.splice(index, 0, value);
}

export function removeEntry({ container, key }: Location): void {
  if (Array.isArray(container)) {
    container.splice(existingIndex(container, key), 1);
    return;
  }
  if (getOwn(container, key) === undefined) {
    throw new PatchFailure(`Unable to remove nonexistent key: ${key}: missing value`);
  }
  Reflect.deleteProperty(container, key);
}

function existingIndex(list: readonly JsonValue[], key: string): number {
  return checkIndex(parseIndex(key), list.length);
}

function parseIndex(key: string): number {
  if (!/^[+-]?\d+$/.test(key)) {
    throw new PatchFailure(`strconv.Atoi: parsing ${JSON.stringify(key)}: invalid syntax`);
  }
  return Number(key);
}

/** A negative index counts from the end. */
function checkIndex(index: number, length: number): number {
  if (index >= length || index < -length) {
    throw new PatchFailure(`Unable to access invalid index: ${index}: invalid index referenced`);
  }
  return index < 0 ? index + length : index;
}
