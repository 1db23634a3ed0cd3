/** A JSON path that cannot be read, or does not fit a value. */
export class JsonPathError extends Error {
  override readonly name = 'JsonPathError';
}
