/** Thrown for a JSON path that is invalid or does not fit the value. */
export class JsonPathError extends Error {
  override readonly name = 'JsonPathError';
}
