import type { JsonValue } from '../json/json-value.js';
import { PatchError } from './patch-error.js';

/** The refusal of a patch that Go's decoder cannot read `into` something. */
export function undecodable(value: JsonValue, into: string): PatchError {
  const message = `error decoding patch: json: cannot unmarshal ${kindOf(value)} into ${into}`;
  return new PatchError(400, 'BadRequest', message);
}

/** Go's word for the kind of a JSON value. */
function kindOf(value: JsonValue): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'bigint') return 'number';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}
