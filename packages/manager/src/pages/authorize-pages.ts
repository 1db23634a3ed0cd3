import { VmgenError, type Clock, type Transport } from '@vmgen/runtime';
import type { HealthServerContent, HealthServerPage } from '@vmgen/runtime/health';
import { TokenBucket } from '@vmgen/runtime/async';
import { withTimeout } from '@vmgen/runtime/internal';
import { sha256 } from '../process/sha256.js';

/** How long an answer of the API server is used. */
const CACHE_MS = 60_000;
/** The maximum number of cached answers, of those that show the page and of the others each. */
const MAX_CACHED = 1_000;
/** The number of concurrent requests to review a token. */
const MAX_REVIEWS = 4;
/** How many tokens without a known answer are reviewed in a short time, and then per second. */
const UNKNOWN_TOKENS = { burst: 50, perSecond: 5 } as const;
const REVIEW_MS = 5_000;

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

interface CachedAnswer {
  readonly status: number;
  readonly atMs: number;
}

/**
 * Protects pages as controller-runtime's `WithAuthenticationAndAuthorization` does: a request needs a
 * bearer token that the API server accepts (TokenReview), of a user who may `get` the path as a
 * `nonResourceURL` (SubjectAccessReview). Answers are cached for a minute, by a hash of the token.
 * Anybody can send tokens, so few are reviewed at a time, and few unknown ones per second.
 */
export class PageAuthorizer {
  readonly #transport: Transport;
  readonly #clock: Clock;
  /** Separate, so that unknown tokens do not remove the answers of others. */
  readonly #accepted = new Map<string, CachedAnswer>();
  readonly #refused = new Map<string, CachedAnswer>();
  readonly #running = new Map<string, Promise<number>>();
  readonly #unknown: TokenBucket;

  constructor(transport: Transport, clock: Clock) {
    this.#transport = transport;
    this.#clock = clock;
    this.#unknown = new TokenBucket({ ...UNKNOWN_TOKENS, clock });
  }

  /**
   * Returns a page that responds with 401 or 403 to other requests, with the content of `refused` if
   * there is one, and with 429 while too many tokens are reviewed.
   */
  protect(path: string, page: HealthServerPage, refused?: HealthServerContent): HealthServerPage {
    return async (authorization, query) => {
      const status = await this.#statusOf(path, authorization);
      return status === 200
        ? page(authorization, query)
        : { ...(refused ?? refusal(status)), status };
    };
  }

  async #statusOf(path: string, authorization = ''): Promise<number> {
    const [, token] = /^Bearer (\S+)$/i.exec(authorization) ?? [];
    if (token === undefined) return 401;
    const key = sha256(`${path} ${token}`, 'base64');
    const accepted = this.#accepted.get(key);
    const known = accepted ?? this.#refused.get(key);
    if (known !== undefined && this.#clock.nowMs() - known.atMs < CACHE_MS) return known.status;
    const running = this.#running.get(key);
    if (running !== undefined) return running;
    if (this.#running.size >= MAX_REVIEWS) return 429;
    if (accepted === undefined && this.#unknown.take() > 0) {
      this.#unknown.giveBack();
      return 429;
    }
    const review = this.#reviewInTime(path, token).finally(() => this.#running.delete(key));
    this.#running.set(key, review);
    const status = await review;
    this.#accepted.delete(key);
    this.#refused.delete(key);
    const answers = status === 200 ? this.#accepted : this.#refused;
    const [oldest] = answers.keys();
    if (answers.size >= MAX_CACHED && oldest !== undefined) answers.delete(oldest);
    answers.set(key, { status, atMs: this.#clock.nowMs() });
    return status;
  }

  #reviewInTime(path: string, token: string): Promise<number> {
    return withTimeout(this.#clock, REVIEW_MS, undefined, (signal) =>
      this.#review(path, token, signal),
    );
  }

  async #review(path: string, token: string, signal: AbortSignal): Promise<number> {
    const { status: found } = await this.#post(
      'authentication.k8s.io',
      'TokenReview',
      { token },
      signal,
    );
    const { username: user, uid, groups, extra } = found?.user ?? {};
    if (found?.authenticated !== true || user === undefined) return 401;
    const nonResourceAttributes = { path, verb: 'get' };
    const spec = { user, uid, groups, extra, nonResourceAttributes };
    const { status } = await this.#post(
      'authorization.k8s.io',
      'SubjectAccessReview',
      spec,
      signal,
    );
    return status?.allowed === true ? 200 : 403;
  }

  async #post(group: string, kind: string, spec: object, signal: AbortSignal): Promise<Review> {
    const response = await this.#transport.request({
      method: 'POST',
      signal,
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

const REFUSALS: ReadonlyMap<number, string> = new Map([
  [401, 'unauthorized\n'],
  [429, 'too many tokens to review; retry in a second\n'],
]);

function refusal(status: number): HealthServerContent {
  const text = REFUSALS.get(status) ?? 'forbidden\n';
  return { contentType: 'text/plain; charset=utf-8', text };
}
