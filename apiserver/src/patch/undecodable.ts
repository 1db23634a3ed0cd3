import type { JsonValue } from '@vmgen/base/json';
import { PatchError } from '../errors/patch-error.js';

/** The refusal of a patch that Go's decoder cannot read `into` something. */
export function undecodable(value: JsonValue, into: string): PatchError {
  return new PatchError(400, 'BadRequest', `error decoding patch: ${decodeProblem(value, into)}`);
}

/** What Go's decoder says of a value that it cannot read `into` something. */
export function decodeProblem(value: JsonValue, into: string): string {
  return `json: cannot unmarshal ${kindOf(value)} into ${into}`;
}

/** Go's word for the kind of a JSON value. */
function kindOf(value: JsonValue): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'bigint') return 'number';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}
