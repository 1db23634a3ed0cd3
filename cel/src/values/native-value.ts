import { isJsonObject, type JsonValue } from '../json/json-value.js';
import { SchemaList, SchemaMap, UnknownValue } from './schema-value.js';
import { ValueMap } from './value-map.js';
import { ArrayList, CelError, CelObject, Optional, TypeValue, type CelValue } from './value.js';

/**
 * What an optional becomes where cel-go reads a name that stands for it, or a part of it: the
 * value in it goes to Go and back, in which the schema is lost, and which not all values survive.
 */
export function reread(value: CelValue): CelValue {
  if (!(value instanceof Optional) || value.value === undefined) return value;
  return new Optional(throughGo(value.value));
}

function throughGo(value: CelValue): CelValue {
  if (value instanceof Optional) return value.value === undefined ? null : throughGo(value.value);
  if (value instanceof TypeValue) return value.typeName;
  if (value instanceof SchemaMap || value instanceof UnknownValue) return untyped(value.json);
  if (value instanceof SchemaList) return new ArrayList(value.items.map(untyped));
  if (!(value instanceof CelObject) || value.goText === undefined) return value;
  return new CelError(`unsupported conversion to ref.Val: ${value.goText}`);
}

/** A JSON value of which nothing more is known. */
function untyped(json: JsonValue): CelValue {
  if (Array.isArray(json)) return new ArrayList(json.map(untyped));
  if (isJsonObject(json)) {
    return ValueMap.of(Object.entries(json).map(([name, field]) => [name, untyped(field)]));
  }
  return typeof json === 'number' && Number.isInteger(json) ? BigInt(json) : json;
}
