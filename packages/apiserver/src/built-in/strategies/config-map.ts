import { byteLength } from '@vmgen/base/bytes';
import type { JsonObject } from '@vmgen/base/json';
import type { Field } from '@vmgen/crd/internal';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { sameJson } from './fields.js';
import { keyProblems } from './validate-container.js';

const MAX_BYTES = 1024 * 1024;

/** core/v1 ConfigMap. */
export const configMapStrategy: BuiltInStrategy = {
  validate(object, live) {
    if (live !== undefined) checkImmutable(object, live, ['data', 'binaryData']);
    const [data, binaryData] = [object.at('data'), object.at('binaryData')];
    checkKeys(data, (key) => {
      if (!Object.hasOwn(binaryData.object, key)) return;
      data.key(key).invalid('duplicate of key present in binaryData', key);
    });
    checkKeys(binaryData);
    checkBytes(object, bytesOf(data.object) + bytesOf(binaryData.object, decodedSize));
  },
};

/** Validates the keys of a map, and calls a function for each of them. */
export function checkKeys(data: Field, visit?: (key: string) => void): void {
  for (const key of Object.keys(data.object)) {
    for (const problem of keyProblems(key)) data.key(key).invalid(problem, key);
    visit?.(key);
  }
}

/** An immutable object remains immutable, and its data cannot change. */
export function checkImmutable(next: Field, live: JsonObject, names: readonly string[]): void {
  if (live['immutable'] !== true) return;
  const detail = 'field is immutable when `immutable` is set';
  if (next.at('immutable').value !== true) next.at('immutable').forbidden(detail);
  for (const name of names) {
    if (!sameJson(next.at(name).object, live[name] ?? {})) next.at(name).forbidden(detail);
  }
}

/** The data of one object is limited to 1 MiB. */
export function checkBytes(field: Field, bytes: number): void {
  if (bytes <= MAX_BYTES) return;
  field.report('FieldValueTooLong', `Too long: may not be more than ${MAX_BYTES} bytes`);
}

/** The number of bytes that base64 encodes. */
export const decodedSize = (base64: string): number =>
  Math.floor((base64.replace(/=+$/, '').length * 3) / 4);

/** The number of bytes of the strings in a map. */
export const bytesOf = (data: JsonObject, sizeOf = byteLength): number =>
  Object.values(data).reduce<number>(
    (sum, value) => sum + sizeOf(typeof value === 'string' ? value : ''),
    0,
  );
