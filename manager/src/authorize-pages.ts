import { VmgenError, type Clock, type Transport } from '@vmgen/runtime';
import type { HealthServerContent, HealthServerPage } from '@vmgen/runtime/health';
import { sha256 } from './sha256.js';

/** How long an answer of the API server is used. */
const CACHE_MS = 60_000;
const MAX_CACHED = 1_000;

/** The parts of a TokenReview's and a SubjectAccessReview's answer that are read. */
interface Review {
  readonly status?: {
    readonly authenticated?: boolean;
    readonly allowed?: boolean;
    readonly user?: {
      readonly username?: string;
      readonly uid?: string;
      readonly groups?: readonly string[];
      readonly extra?: Readonly<Record<string, readonly string[]>>;
    };
  };
}

/**
 * Protects pages as controller-runtime's `WithAuthenticationAndAuthorization` does: a request needs a
 * bearer token that the API server accepts (TokenReview), of a user who may `get` the path as a
 * `nonResourceURL` (SubjectAccessReview). Answers are cached for a minute, by a hash of the token.
 */
export class PageAuthorizer {
  readonly #transport: Transport;
  readonly #clock: Clock;
  readonly #cache = new Map<string, { readonly status: number; readonly atMs: number }>();

  constructor(transport: Transport, clock: Clock) {
    this.#transport = transport;
    this.#clock = clock;
  }

  /**
   * Returns a page that responds with 401 or 403 to other requests, with the content of `refused` if
   * there is one.
   */
  protect(path: string, page: HealthServerPage, refused?: HealthServerContent): HealthServerPage {
    return async (authorization) => {
      const status = await this.#statusOf(path, authorization);
      return status === 200 ? page(authorization) : { ...(refused ?? refusal(status)), status };
    };
  }

  async #statusOf(path: string, authorization = ''): Promise<number> {
    const [, token] = /^Bearer (\S+)$/i.exec(authorization) ?? [];
    if (token === undefined) return 401;
    const key = sha256(`${path} ${token}`, 'base64');
    const known = this.#cache.get(key);
    if (known !== undefined && this.#clock.nowMs() - known.atMs < CACHE_MS) return known.status;
    const status = await this.#review(path, token);
    if (this.#cache.size >= MAX_CACHED) this.#cache.clear();
    this.#cache.set(key, { status, atMs: this.#clock.nowMs() });
    return status;
  }

  async #review(path: string, token: string): Promise<number> {
    const { status: found } = await this.#post('authentication.k8s.io', 'TokenReview', { token });
    const { username: user, uid, groups, extra } = found?.user ?? {};
    if (found?.authenticated !== true || user === undefined) return 401;
    const nonResourceAttributes = { path, verb: 'get' };
    const spec = { user, uid, groups, extra, nonResourceAttributes };
    const { status } = await this.#post('authorization.k8s.io', 'SubjectAccessReview', spec);
    return status?.allowed === true ? 200 : 403;
  }

  async #post(group: string, kind: string, spec: object): Promise<Review> {
    const response = await this.#transport.request({
      method: 'POST',
      path: `/apis/${group}/v1/${kind.toLowerCase()}s`,
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ apiVersion: `${group}/v1`, kind, spec }),
    });
    const text = await response.text();
    if (response.status >= 200 && response.status < 300) return JSON.parse(text) as Review;
    throw new VmgenError(
      'ERR_VMGEN_ANSWER',
      `the ${kind} of a page failed with status ${response.status}; the operator needs the verb create ` +
        `on ${kind.toLowerCase()}s of ${group}`,
    );
  }
}

function refusal(status: number): HealthServerContent {
  const text = status === 401 ? 'unauthorized\n' : 'forbidden\n';
  return { contentType: 'text/plain; charset=utf-8', text };
}
