import { isJsonObject, mergePatch, type JsonValue } from '@vmgen/base/json';
import { PatchError } from '../errors/patch-error.js';
import { undecodable } from './undecodable.js';

/**
 * Applies a JSON merge patch from a request.
 *
 * @throws PatchError 400 if the patch is not an object
 */
export function applyMergePatch(target: JsonValue, patch: JsonValue): JsonValue {
  if (patch === null) throw new PatchError(400, 'BadRequest', 'Invalid JSON Patch');
  if (!isJsonObject(patch)) {
    throw undecodable(patch, 'Go value of type map[string]interface {}');
  }
  return mergePatch(target, patch);
}
