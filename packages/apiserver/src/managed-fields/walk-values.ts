import { isJsonObject, type JsonObject, type JsonValue, getOwn } from '@vmgen/base/json';
import type { ScalarType, ValueType } from './value-type.js';

export type Kind = 'map' | 'scalar' | 'list';

/**
 * Returns the kind of a value under its type: its own kind if the type allows it, otherwise the
 * only kind that the type allows. Returns 'any' if the type allows several kinds and the value
 * (absent, null or of another kind) does not determine one.
 */
export function kindOf(type: ValueType, value: JsonValue | undefined): Kind | 'any' {
  if (value !== undefined && value !== null) {
    const kind = Array.isArray(value) ? 'list' : typeof value === 'object' ? 'map' : 'scalar';
    if (type[kind] !== undefined) return kind;
  }
  if (type.map !== undefined) return type.scalar === undefined && !type.list ? 'map' : 'any';
  if (type.scalar !== undefined) return type.list === undefined ? 'scalar' : 'any';
  return 'list';
}

/** Returns the kind for a value that does not determine one: map, then scalar, then list. */
export function firstKind(type: ValueType, kind: Kind | 'any'): Kind {
  if (kind !== 'any') return kind;
  return type.map !== undefined ? 'map' : type.scalar !== undefined ? 'scalar' : 'list';
}

/** Returns the value as a list; undefined for anything else, including null. */
export function asList(value: JsonValue | undefined): JsonValue[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

/** Returns the value as an object; undefined for anything else, including null. */
export function asMap(value: JsonValue | undefined): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined;
}

/** Returns an own entry of an optional map. */
export function entryOf(map: JsonObject | undefined, key: string): JsonValue | undefined {
  return map === undefined ? undefined : getOwn(map, key);
}

/** Whether a map is absent or has no entries. An undefined entry counts as absent. */
export function isEmptyMap(map: JsonObject | undefined): boolean {
  for (const key in map) if (map[key] !== undefined) return false;
  return true;
}

export function isScalarOf(type: ScalarType, value: JsonValue): boolean {
  if (value === null) return true;
  const kind = typeof value === 'bigint' ? 'number' : typeof value;
  if (type === 'untyped') return kind !== 'object';
  return kind === (type === 'numeric' ? 'number' : type);
}
