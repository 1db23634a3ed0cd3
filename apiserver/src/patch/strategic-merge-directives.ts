import { PatchError } from '../errors/patch-error.js';

/** The keys of a strategic merge patch that are not fields. */
export const directives = {
  patch: '$patch',
  retainKeys: '$retainKeys',
  deleteFromList: '$deleteFromPrimitiveList',
  elementOrder: '$setElementOrder',
} as const;

export function badFormat(what: string): PatchError {
  return new PatchError(400, 'BadRequest', `invalid patch format of ${what}`);
}
