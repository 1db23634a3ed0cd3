import { decodeBase64, decodeUtf8, encodeBase64Url, encodeUtf8 } from '@vmgen/base/bytes';
import { hmacSha256 } from '@vmgen/base/digest';
import { randomUuid, type Random } from '@vmgen/runtime/async';
import { isJsonObject, parseJson, type JsonObject } from '@vmgen/base/json';
import { stringsOf } from '../json/lists.js';
import { serviceAccountOf, serviceAccountUser } from '../request/impersonation.js';
import type { RequestUser } from '../request/request-user.js';
import { keyOf } from '../resource/endpoint.js';
import { metaString } from '../resource/object-meta.js';
import type { ObjectStore } from '../storage/object-store.js';
import { textOf } from '../json/text-of.js';

/** The claims of a service account token. */
interface TokenClaims {
  readonly audiences: readonly string[];
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  /** The time of issue and of expiry, in seconds since 1970. */
  readonly issuedAt: number;
  readonly expiresAt: number;
}

const ISSUER = 'https://kubernetes.default.svc.cluster.local';
export const DEFAULT_AUDIENCES: readonly string[] = [ISSUER];

/**
 * Creates and recognizes the tokens of service accounts. They have the format of a cluster's tokens
 * and are signed with a secret of this server. No other server can verify them.
 */
export class ServiceAccountTokens {
  readonly #secret = crypto.getRandomValues(new Uint8Array(32));
  readonly #random: Random | undefined;

  constructor(random?: Random) {
    this.#random = random;
  }

  issue(claims: TokenClaims): string {
    const { namespace, name, uid } = claims;
    const payload = {
      aud: claims.audiences,
      exp: claims.expiresAt,
      iat: claims.issuedAt,
      iss: ISSUER,
      jti: randomUuid(this.#random),
      'kubernetes.io': { namespace, serviceaccount: { name, uid } },
      nbf: claims.issuedAt,
      sub: `system:serviceaccount:${namespace}:${name}`,
    };
    const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(payload)}`;
    return `${signed}.${encodeBase64Url(this.#sign(signed))}`;
  }

  /** Returns the payload of a token that this server created; undefined for any other token. */
  read(token: string): JsonObject | undefined {
    const [header = '', payload = '', signature = ''] = token.split('.');
    const expected = this.#sign(`${header}.${payload}`);
    if (!equalBytes(decodeBase64(signature), expected)) return undefined;
    const claims = parseJson(decodeUtf8(decodeBase64(payload)));
    return isJsonObject(claims) ? claims : undefined;
  }

  #sign(text: string): Uint8Array {
    return hmacSha256(this.#secret, text);
  }
}

/** Compares all bytes, so that the duration does not depend on their values. */
function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  let difference = a.length ^ b.length;
  for (let i = 0; i < b.length; i++) difference |= (a[i] ?? 0) ^ (b[i] ?? 0);
  return difference === 0;
}

/** Whether a token is no longer valid. */
export function isExpired({ exp }: JsonObject, nowSeconds: number): boolean {
  return typeof exp !== 'number' || exp <= nowSeconds;
}

/** Returns the user of a token. */
export function accountOf(claims: JsonObject): RequestUser {
  const account = isJsonObject(claims['kubernetes.io']) ? claims['kubernetes.io'] : {};
  const { namespace, serviceaccount } = account;
  const { name, uid } = isJsonObject(serviceaccount) ? serviceaccount : {};
  return { ...serviceAccountUser(textOf(namespace), textOf(name)), uid: textOf(uid) };
}

/**
 * Returns the user of a token that this server issued, if it is valid and its account still exists.
 *
 * @param accounts the store of service accounts
 */
export function authenticatedAccount(
  tokens: ServiceAccountTokens,
  accounts: ObjectStore | undefined,
  token: string,
  nowSeconds: number,
): RequestUser | undefined {
  const claims = tokens.read(token);
  if (claims === undefined || isExpired(claims, nowSeconds)) return undefined;
  if (!stringsOf(claims['aud']).some((each) => DEFAULT_AUDIENCES.includes(each))) return undefined;
  const user = accountOf(claims);
  const { namespace, name } = serviceAccountOf(user.username) ?? {};
  const account = accounts?.get(keyOf(namespace, name ?? ''))?.object;
  // An account that was created again is another one.
  return account !== undefined && metaString(account, 'uid') === user.uid ? user : undefined;
}

function encode(value: unknown): string {
  return encodeBase64Url(encodeUtf8(JSON.stringify(value)));
}
