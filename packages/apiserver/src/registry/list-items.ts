import { stringifyJson, type JsonObject } from '@vmgen/base/json';
import { printGoYaml, printGoYamlItem } from '@vmgen/base/yaml';
import { PIECE_LENGTH } from '../json/json-pieces.js';
import type { Endpoint } from '../resource/endpoint.js';
import { groupVersionOf } from '../resource/served-resource.js';
import type { Revision } from '../storage/revision.js';
import { toPartialObjectMetadata } from '../table/partial-object-metadata.js';

/** Returns an object as a list item. */
function itemOf(endpoint: Endpoint, revision: Revision): JsonObject {
  const object = endpoint.read(revision);
  if (!endpoint.conventions.infersType) return object;
  const { apiVersion: _apiVersion, kind: _kind, ...item } = object;
  return item;
}

/** Yields the JSON of a list, see {@link piecesOf}. */
export function listPieces(
  endpoint: Endpoint,
  list: JsonObject,
  revisions: readonly Revision[],
): Generator<string> {
  const types = typeTexts(endpoint);
  return piecesOf(plainText(list), revisions, (revision) => itemText(endpoint, revision, types));
}

/** Yields the JSON of a list of the metadata of objects, see {@link piecesOf}. */
export function metadataPieces(
  endpoint: Endpoint,
  list: JsonObject,
  revisions: readonly Revision[],
  version: 'v1' | 'v1beta1',
): Generator<string> {
  return piecesOf(plainText(list), revisions, (revision) =>
    stringifyJson(toPartialObjectMetadata(endpoint.read(revision), version)),
  );
}

/** The JSON of a list before and after its items. */
type ListText = readonly [start: string, end: string];

/** Yields the JSON of a list in pieces, each created on demand. An item is never split. */
function* piecesOf(
  [start, end]: ListText,
  revisions: readonly Revision[],
  textOf: (revision: Revision) => string,
): Generator<string> {
  let piece = `${start}"items":[`;
  let before = '';
  for (const revision of revisions) {
    piece += before + textOf(revision);
    before = ',';
    if (piece.length < PIECE_LENGTH) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}]${end}`;
}

const plainText = (list: JsonObject): ListText => [`${stringifyJson(list).slice(0, -1)},`, '}'];

/** Returns the YAML of a list in pieces, one for each item. */
export function* yamlPieces(
  endpoint: Endpoint,
  list: JsonObject,
  revisions: readonly Revision[],
): Generator<string> {
  if (revisions.length === 0) {
    yield printGoYaml({ ...list, items: [] });
    return;
  }
  // Fields are sorted: only apiVersion is before the items.
  const { apiVersion = null, ...rest } = list;
  yield `${printGoYaml({ apiVersion })}items:\n`;
  for (const revision of revisions) yield printGoYamlItem(itemOf(endpoint, revision));
  yield printGoYaml(rest);
}

/** The usual first characters of the JSON of an object. */
function typeTexts({ resource }: Endpoint): readonly string[] {
  const apiVersion = `"apiVersion":${JSON.stringify(groupVersionOf(resource))}`;
  const kind = `"kind":${JSON.stringify(resource.kind)}`;
  return [`{${apiVersion},${kind},`, `{${kind},${apiVersion},`];
}

function itemText(endpoint: Endpoint, revision: Revision, types: readonly string[]): string {
  if (endpoint.read(revision) === revision.object) {
    const text = endpoint.store.textOf(revision);
    if (!endpoint.conventions.infersType) return text;
    const type = types.find((start) => text.startsWith(start));
    if (type !== undefined) return `{${text.slice(type.length)}`;
  }
  return stringifyJson(itemOf(endpoint, revision));
}
