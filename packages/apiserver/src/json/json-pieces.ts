import { membersInOrder, type JsonObject, stringifyJson } from '@vmgen/base/json';

/** A few milliseconds of work, which is many times the fixed cost of a piece. */
export const PIECE_LENGTH = 64 * 1024;

/**
 * Yields the text of {@link stringifyJson} in pieces of about 64 K characters, each created on
 * demand. Only the lists directly in the object are split (the items of a list, the rows of a
 * table): an item is never split.
 */
export function* jsonPieces(object: JsonObject): Generator<string> {
  if (!Object.values(object).some(Array.isArray)) {
    yield stringifyJson(object);
    return;
  }
  let piece = '{';
  let before = '';
  for (const [name, value] of membersInOrder(object)) {
    if (value === undefined) continue;
    piece += `${before}${JSON.stringify(name)}:`;
    before = ',';
    if (!Array.isArray(value)) {
      piece += stringifyJson(value);
      continue;
    }
    piece += '[';
    for (let i = 0; i < value.length; i++) {
      if (i > 0) piece += ',';
      piece += stringifyJson(value[i] ?? null);
      if (piece.length < PIECE_LENGTH) continue;
      yield piece;
      piece = '';
    }
    piece += ']';
  }
  yield `${piece}}`;
}
