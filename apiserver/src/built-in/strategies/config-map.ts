import type { JsonObject } from '@vmgen/base/json';
import { ErrorList } from './error-list.js';
import { getObject } from './fields.js';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { keyProblems } from './validate-container.js';
import { sameJson } from './workload-rules.js';

const MAX_BYTES = 1024 * 1024;

/** core/v1 ConfigMap. */
export const configMapStrategy: BuiltInStrategy = {
  skipSchemaValidation: true,
  validate(object, live) {
    const errors = new ErrorList();
    const [data, binaryData] = [getObject(object, 'data'), getObject(object, 'binaryData')];
    for (const key of Object.keys(data)) {
      errors.problems(`data[${key}]`, key, keyProblems(key));
      if (Object.hasOwn(binaryData, key)) {
        errors.invalid(`data[${key}]`, key, 'duplicate of key present in binaryData');
      }
    }
    for (const key of Object.keys(binaryData)) {
      errors.problems(`binaryData[${key}]`, key, keyProblems(key));
    }
    checkBytes(errors, '', bytesOf(data) + decodedBytesOf(binaryData));
    if (live !== undefined) checkImmutable(errors, object, live, ['data', 'binaryData']);
    return errors.errors;
  },
};

/** An immutable object remains immutable, and its data cannot change. */
export function checkImmutable(
  errors: ErrorList,
  next: JsonObject,
  live: JsonObject,
  names: readonly string[],
): void {
  if (live['immutable'] !== true) return;
  const detail = 'field is immutable when `immutable` is set';
  if (next['immutable'] !== true) errors.forbidden('immutable', detail);
  for (const name of names) {
    if (!sameJson(next[name] ?? {}, live[name] ?? {})) errors.forbidden(name, detail);
  }
}

/** The data of one object is limited to 1 MiB. */
export function checkBytes(errors: ErrorList, path: string, bytes: number): void {
  if (bytes <= MAX_BYTES) return;
  const message = `Too long: may not be more than ${MAX_BYTES} bytes`;
  errors.add([{ type: 'FieldValueTooLong', field: path === '' ? '<nil>' : path, message }]);
}

const bytesOf = (data: JsonObject): number =>
  Object.values(data).reduce<number>(
    (sum, value) => sum + Buffer.byteLength(typeof value === 'string' ? value : ''),
    0,
  );

/** The number of bytes that base64 strings encode. */
export const decodedBytesOf = (data: JsonObject): number =>
  Object.values(data).reduce<number>(
    (sum, value) => sum + Buffer.byteLength(typeof value === 'string' ? value : '', 'base64'),
    0,
  );
