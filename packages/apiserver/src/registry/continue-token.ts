import { decodeBase64, decodeUtf8, encodeBase64Url, encodeUtf8 } from '@vmgen/base/bytes';
import { errorMessage } from '@vmgen/base/text';
import { goText, isJsonObject, type JsonValue, parseJson } from '@vmgen/base/json';
import { badRequest } from '../errors/status-error.js';
import { syntaxProblem } from '../json/syntax-problem.js';
import { cannotUnmarshal } from '@vmgen/crd/internal';
import type { RequestedVersion } from './resource-version.js';

/** The position of the next page of a list. Opaque to clients. */
interface ContinueToken {
  /** The version of the whole list. A negative version is the current state. */
  readonly version: RequestedVersion;
  /** The first key of the page, without the prefix of the list. */
  readonly from: string;
}

const FORMAT = 'meta.k8s.io/v1';

export function encodeContinueToken({ version, from }: ContinueToken): string {
  const token = { v: FORMAT, rv: Number(version), start: from };
  return encodeBase64Url(encodeUtf8(JSON.stringify(token)));
}

/** Returns the smallest key after another one. */
export function keyAfter(key: string): string {
  return `${key}\0`;
}

/** @throws ApiError 400 for an invalid token */
export function decodeContinueToken(text: string): ContinueToken {
  try {
    return readToken(parseToken(text));
  } catch (error) {
    throw badRequest(`invalid continue token: continue key is not valid: ${errorMessage(error)}`);
  }
}

function parseToken(text: string): JsonValue {
  const illegal = text.search(/[^\w\r\n-]/);
  if (illegal !== -1) throw new Error(`illegal base64 data at input byte ${illegal}`);
  // A last byte alone encodes nothing.
  if (text.length % 4 === 1)
    throw new Error(`illegal base64 data at input byte ${text.length - 1}`);
  const json = decodeUtf8(decodeBase64(text));
  try {
    return parseJson(json);
  } catch (cause) {
    throw new Error(syntaxProblem(cause), { cause });
  }
}

function readToken(token: JsonValue): ContinueToken {
  if (token !== null && !isJsonObject(token)) {
    throw new Error(cannotUnmarshal(token, 'Go value of type storage.continueToken'));
  }
  const { v = '', rv = 0, start = '' } = token ?? {};
  if (v !== FORMAT) throw new Error(`server does not recognize this encoded version ${goText(v)}`);
  if (!isInt64(rv)) throw new Error(`the version ${goText(rv)} is not an int64`);
  if (rv === 0) throw new Error(`incorrect encoded start resourceVersion (version ${FORMAT})`);
  if (start === '') throw new Error(`encoded start key empty (version ${FORMAT})`);
  if (typeof start !== 'string') throw new Error(`the start ${goText(start)} is not a string`);
  const from = start.replace(/^\//, '');
  // A token must not lead out of its namespace.
  if (from !== '' && from.split('/').some((part) => ['', '.', '..'].includes(part))) {
    throw new Error(start);
  }
  return { version: rv, from };
}

/** parseJson returns integers as numbers or, beyond 2^53, as bigints. */
function isInt64(value: JsonValue): value is number | bigint {
  return typeof value === 'bigint' || Number.isSafeInteger(value);
}
