import type { JsonValue } from '@vmgen/base/json';
import { PatchError } from '../errors/patch-error.js';

/** The error for a patch that Go's decoder cannot decode to a type. */
export function undecodable(value: JsonValue, into: string): PatchError {
  return new PatchError(400, 'BadRequest', `error decoding patch: ${decodeProblem(value, into)}`);
}

/** Returns the message of Go's decoder for a value that it cannot decode to a type. */
export function decodeProblem(value: JsonValue, into: string): string {
  return `json: cannot unmarshal ${kindOf(value)} into ${into}`;
}

/** Go's name for the kind of a JSON value. */
function kindOf(value: JsonValue): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'bigint') return 'number';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}
