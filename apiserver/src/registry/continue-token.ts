import { isJsonObject } from '../json/json-value.js';
import { parseJson } from '../json/parse-json.js';
import { badRequest } from '../status-error.js';

/** Where the next page of a list starts. Opaque to clients. */
export interface ContinueToken {
  /** The version of the whole list; -1: whatever is there now. */
  readonly version: number;
  /** The last key of the page before, without the prefix of the list. */
  readonly after: string;
}

export function encodeContinueToken({ version, after }: ContinueToken): string {
  const token = { v: 'meta.k8s.io/v1', rv: version, start: `${after}\0` };
  return Buffer.from(JSON.stringify(token)).toString('base64url');
}

/** @throws ApiError 400 for a token that this server did not make */
export function decodeContinueToken(text: string): ContinueToken {
  try {
    const token = parseJson(Buffer.from(text, 'base64url').toString());
    if (isJsonObject(token)) {
      const { v, rv, start } = token;
      if (v === 'meta.k8s.io/v1' && typeof rv === 'number' && typeof start === 'string') {
        return { version: rv, after: start.replace(/\0$/, '') };
      }
    }
  } catch {
    // Said below, as for a token of another shape.
  }
  throw badRequest('invalid continue token: continue key is not valid');
}
