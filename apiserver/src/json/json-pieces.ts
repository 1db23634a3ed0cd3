import { membersInOrder, type JsonObject, stringifyJson } from '@vmgen/crd/internal/json';

/** A few milliseconds of work, and many times the fixed cost of a piece. */
const PIECE_LENGTH = 64 * 1024;

/**
 * The text of {@link stringifyJson} in pieces of about 64 K characters, each made when it is asked
 * for. Only the object's own lists are taken apart (the items of a list, the rows of a table): an
 * item is one piece, however long.
 */
export function* jsonPieces(object: JsonObject): Generator<string> {
  let piece = '';
  for (const part of parts(object)) {
    piece += part;
    if (piece.length < PIECE_LENGTH) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

function* parts(object: JsonObject): Generator<string> {
  let before = '{';
  for (const [name, value] of membersInOrder(object)) {
    if (value === undefined) continue;
    yield `${before}${JSON.stringify(name)}:`;
    before = ',';
    if (!Array.isArray(value)) {
      yield stringifyJson(value);
      continue;
    }
    yield '[';
    for (const [i, item] of value.entries()) yield `${i === 0 ? '' : ','}${stringifyJson(item)}`;
    yield ']';
  }
  yield before === '{' ? '{}' : '}';
}
