import { decodeBase64, decodeUtf8, encodeBase64Url, encodeUtf8 } from '@vmgen/base/bytes';
import { hmacSha256 } from '@vmgen/base/digest';
import { randomUuid, type Random } from '@vmgen/runtime/async';
import { isJsonObject, parseJson, type JsonObject } from '@vmgen/base/json';
import { getObject, getString } from '../built-in/strategies/fields.js';
import { stringsOf } from '../json/lists.js';
import { serviceAccountUser } from '../request/impersonation.js';
import type { RequestUser } from '../request/request-user.js';
import { keyOf } from '../resource/endpoint.js';
import { metaString } from '../resource/object-meta.js';
import type { ObjectStore } from '../storage/object-store.js';
import { textOf } from '../json/text-of.js';

/** An object with which a token becomes invalid. */
export interface BoundObject {
  /** A name of {@link REFERRED}. */
  readonly claim: string;
  readonly name: string;
  readonly uid: string;
}

/** The claims that refer to objects. The plurals of their kinds end with `s`. */
const REFERRED = ['serviceaccount', 'pod', 'secret', 'node'];

/** Returns the store of a resource of the core group. */
type StoreOf = (plural: string) => ObjectStore | undefined;

/** The claims of a service account token. */
interface TokenClaims {
  readonly audiences: readonly string[];
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  /** The object to which the token is bound. Defaults to none. */
  readonly bound?: BoundObject | undefined;
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
    const { namespace, name, uid, bound } = claims;
    const payload = {
      aud: claims.audiences,
      exp: claims.expiresAt,
      iat: claims.issuedAt,
      iss: ISSUER,
      jti: randomUuid(this.#random),
      'kubernetes.io': {
        namespace,
        serviceaccount: { name, uid },
        ...(bound && { [bound.claim]: { name: bound.name, uid: bound.uid } }),
      },
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

/** Whether the account of a token, and the object to which it is bound, exist. */
export function isBacked(claims: JsonObject, storeOf: StoreOf): boolean {
  const own = getObject(claims, 'kubernetes.io');
  return REFERRED.filter((claim) => own[claim] !== undefined).every((claim) => {
    const { name, uid } = getObject(own, claim);
    const key = keyOf(claim === 'node' ? undefined : getString(own, 'namespace'), textOf(name));
    const object = storeOf(`${claim}s`)?.get(key)?.object;
    // An object that was created again is another one.
    return object !== undefined && metaString(object, 'uid') === uid;
  });
}

/** Returns the user of a token. */
export function accountOf(claims: JsonObject): RequestUser {
  const account = isJsonObject(claims['kubernetes.io']) ? claims['kubernetes.io'] : {};
  const { namespace, serviceaccount } = account;
  const { name, uid } = isJsonObject(serviceaccount) ? serviceaccount : {};
  return { ...serviceAccountUser(textOf(namespace), textOf(name)), uid: textOf(uid) };
}

/** Returns the user of a token that this server issued, if it is valid and {@link isBacked}. */
export function authenticatedAccount(
  tokens: ServiceAccountTokens,
  storeOf: StoreOf,
  token: string,
  nowSeconds: number,
): RequestUser | undefined {
  const claims = tokens.read(token);
  if (claims === undefined || isExpired(claims, nowSeconds)) return undefined;
  if (!stringsOf(claims['aud']).some((each) => DEFAULT_AUDIENCES.includes(each))) return undefined;
  return isBacked(claims, storeOf) ? accountOf(claims) : undefined;
}

function encode(value: unknown): string {
  return encodeBase64Url(encodeUtf8(JSON.stringify(value)));
}
