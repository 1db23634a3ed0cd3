import type { JsonValue } from '@vmgen/base/json';
import { cannotUnmarshal } from '@vmgen/crd/internal';
import { PatchError } from '../errors/patch-error.js';

/** The error for a patch that cannot be decoded to a type. */
export function undecodable(value: JsonValue, into: string): PatchError {
  return new PatchError(400, 'BadRequest', `error decoding patch: ${cannotUnmarshal(value, into)}`);
}
