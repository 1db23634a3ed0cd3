import { isJsonObject, stringifyJson, type JsonObject, type JsonValue } from '@vmgen/base/json';

/** In what one value differs from another: by path, what it has there; and where it has nothing. */
export function differenceBetween(before: JsonValue, after: JsonValue): JsonObject {
  const set: JsonObject = {};
  const unset: string[] = [];
  compare(before, after, '', set, unset);
  return {
    ...(Object.keys(set).length > 0 ? { set } : {}),
    ...(unset.length > 0 ? { unset: unset.sort() } : {}),
  };
}

function compare(
  before: JsonValue | undefined,
  after: JsonValue,
  path: string,
  set: JsonObject,
  unset: string[],
): void {
  const [old, now] = [membersOf(before), membersOf(after)];
  if (old === undefined || now === undefined || Array.isArray(before) !== Array.isArray(after)) {
    if (before === undefined || stringifyJson(before) !== stringifyJson(after)) set[path] = after;
    return;
  }
  const prefix = path === '' ? '' : `${path}.`;
  for (const key of Object.keys(old).sort()) {
    if (!Object.hasOwn(now, key)) unset.push(prefix + key);
  }
  for (const [key, value] of Object.entries(now)) {
    if (Object.hasOwn(old, key)) compare(old[key], value, prefix + key, set, unset);
    else set[prefix + key] = value;
  }
}

function membersOf(value: JsonValue | undefined): Readonly<Record<string, JsonValue>> | undefined {
  if (Array.isArray(value)) return Object.fromEntries(value.entries());
  return isJsonObject(value) ? value : undefined;
}
