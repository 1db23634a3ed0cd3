import { isPanic } from '../errors/is-panic.js';
import { VmgenError } from '../errors/vmgen-error.js';
import { deepCopyJson } from '../meta/deep-copy-json.js';
import { isMapping } from '../meta/is-mapping.js';
import type { KubernetesObject } from '../meta/types.js';
import {
  type FieldPath,
  isWildcard,
  parseFieldPath,
  placesOf,
  setAt,
  valueAt,
} from './field-path.js';

/**
 * Computes a field of the target from the source object; in lists and maps, from the item of the
 * source too. It is declared as a method so that functions of more specific objects are assignable.
 */
export type FieldFunction = {
  compute(source: Partial<KubernetesObject>, item: unknown): unknown;
}['compute'];

/** How the fields of one version become the fields of another. All others are copied. */
interface FieldRules {
  /** The versions, for errors. */
  readonly names: { readonly source: string; readonly target: string };
  /** The fields that have another path in the target: path in the source, path in the target. */
  readonly moved: readonly (readonly [string, string])[];
  /** The fields of the source that the target does not have. */
  readonly removed: readonly string[];
  /** The fields of the target that are computed, by path. */
  readonly computed: Readonly<Record<string, FieldFunction>>;
}

/** Converts the fields of an object; the source is not modified, and the result shares nothing with it. */
export type MapFields = (source: Partial<KubernetesObject>) => Record<string, unknown>;

const byDepth = (a: { to: FieldPath }, b: { to: FieldPath }): number => a.to.length - b.to.length;

/** Returns a function that applies rules. */
export function createMapFields({ names, moved, removed, computed }: FieldRules): MapFields {
  const moves = moved.map(([from, to]) => ({ from: parseFieldPath(from), to: parseFieldPath(to) }));
  const functions = Object.entries(computed)
    .map(([path, compute]) => {
      const to = parseFieldPath(path);
      return { path, to, from: sourcePath(to, moves), compute };
    })
    .sort(byDepth);
  // Inner fields are removed before the fields that contain them.
  const taken = [
    ...moves,
    ...[...removed, ...Object.keys(computed)].map((path) => ({
      from: parseFieldPath(path),
      to: undefined,
    })),
  ].sort((a, b) => b.from.length - a.from.length);

  return (source) => {
    const target: Record<string, unknown> = deepCopyJson<Record<string, unknown>>({ ...source });
    const placed: { to: FieldPath; keys: readonly (string | number)[]; value: unknown }[] = [];
    for (const { from, to } of taken) {
      for (const { parent, key, keys } of placesOf(target, from)) {
        if (to !== undefined) placed.push({ to, keys, value: valueAt(parent, key) });
        // An item of a list keeps its place.
        if (isMapping(parent)) Reflect.deleteProperty(parent, key);
      }
    }
    // Outer fields are set before the fields that they contain.
    for (const { to, keys, value } of placed.sort(byDepth)) setAt(target, to, keys, value);
    for (const { path, to, from, compute } of functions) {
      for (const { item, keys } of itemsOf(source, from)) {
        let value: unknown;
        try {
          value = compute(source, item);
        } catch (error) {
          throw functionError(path, names, error);
        }
        if (value !== undefined) setAt(target, to, keys, deepCopyJson(value));
      }
    }
    return target;
  };
}

/** The path in the source of the list or map in which a field of the target is computed. */
function sourcePath(
  to: FieldPath,
  moves: readonly { from: FieldPath; to: FieldPath }[],
): FieldPath {
  const container = to.slice(0, to.findLastIndex(isWildcard) + 1);
  const [renamed] = moves
    .filter((move) => move.to.every((step, index) => step === container[index]))
    .sort((a, b) => -byDepth(a, b));
  if (renamed) return [...renamed.from, ...container.slice(renamed.to.length)];
  return container.length > 0 ? container : to.slice(0, 1);
}

interface Item {
  readonly item: unknown;
  readonly keys: readonly (string | number)[];
}

/**
 * Returns the items of the source for which a field is computed: one without item for a field outside
 * of lists and maps. The API server also converts objects whose spec is absent (for managed fields) or
 * null, for which the fields of the spec are not computed.
 */
function itemsOf(source: Partial<KubernetesObject>, from: FieldPath): readonly Item[] {
  if (from.length > 0 && isWildcard(from.at(-1) ?? '')) {
    return placesOf(source, from)
      .map(({ parent, key, keys }) => ({ item: valueAt(parent, key), keys }))
      .filter(({ item }) => item !== null && item !== undefined);
  }
  const [top = ''] = from;
  return isMapping(valueAt(source, top)) ? [{ item: undefined, keys: [] }] : [];
}

function functionError(
  path: string,
  { source, target }: FieldRules['names'],
  cause: unknown,
): VmgenError {
  // The message of a programming error helps no client of the API server.
  const isForClients = cause instanceof Error && !isPanic(cause);
  const reason = isForClients ? cause.message : 'the log of the operator has the cause';
  return new VmgenError(
    'ERR_VMGEN_ARGUMENT',
    `cannot compute ${path} of version ${target} from this object of version ${source}: ${reason}`,
    { cause },
  );
}
