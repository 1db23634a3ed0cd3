import type { Clock } from '@vmgen/runtime';
import { onAbort, pause, randomUuid, type Random } from '@vmgen/runtime/async';
import {
  isJsonObject,
  parseJson,
  stringifyJson,
  type JsonObject,
  type JsonValue,
} from '@vmgen/base/json';
import { decodeBase64, decodeUtf8 } from '@vmgen/base/bytes';
import { errorMessage } from '@vmgen/base/text';
import { asPlainJson } from '@vmgen/crd/internal';
import { getNumber, getString } from '../built-in/strategies/fields.js';
import { orAborted } from '../request/or-aborted.js';
import { caBundleProblem } from './ca-bundle.js';
import type { WebhookAnswer, WebhookNetwork } from './webhook-network.js';

/**
 * Answers the calls of a webhook in this process: an AdmissionReview, as JSON. `path` is the path of
 * the webhook's URL or Service. The signal aborts when the server does not wait any more. A handler
 * that rejects is a failed call.
 *
 * The parameter is bivariant, so that a handler can declare the review's exact type.
 */
export type WebhookHandler = {
  handle(review: object, path: string, signal: AbortSignal): Promise<object>;
}['handle'];

/** Where the server finds webhooks. */
export interface WebhookOptions {
  /**
   * The URLs of Services that webhooks use, by `NAMESPACE/NAME`, because no Service of this server has
   * endpoints: `{ 'default/hooks': 'https://127.0.0.1:9443' }`. The certificate must be valid for
   * `NAME.NAMESPACE.svc`. Defaults to none: calls of other Services fail.
   */
  readonly services?: Readonly<Record<string, string>>;
  /**
   * Handlers in this process, by `NAMESPACE/NAME` of a Service or by a URL or its origin
   * (`https://hooks.example.com`). Such webhooks are called without a network. Defaults to none.
   */
  readonly webhookHandlers?: Readonly<Record<string, WebhookHandler>>;
}

/** A call of a webhook. */
interface WebhookCall {
  /** The `clientConfig` of the webhook. */
  readonly client: JsonObject;
  readonly review: JsonObject;
  readonly timeoutMs: number;
  readonly clock: Clock;
  /** Aborted when the client of the request gives up. */
  readonly signal: AbortSignal | undefined;
}

/** As client-go. */
const MAX_RETRIES = 10;
const MAX_REDIRECTS = 10;
const MAX_TEXT = 2048;

/** A webhook did not answer. The message is that of client-go. */
export class WebhookCallError extends Error {
  override readonly name = 'WebhookCallError';
  /** Whether the time limit of the call has ended it. */
  readonly isTimeout: boolean;

  constructor(message: string, { isTimeout = false, ...options }: WebhookCallErrorOptions = {}) {
    super(message, options);
    this.isTimeout = isTimeout;
  }
}

interface WebhookCallErrorOptions extends ErrorOptions {
  readonly isTimeout?: boolean;
}

/**
 * Calls webhooks, over a network or in this process.
 *
 * Upstream: apiserver/pkg/util/webhook/client.go and client-go/rest/request.go
 */
export class WebhookClient {
  readonly #services: Readonly<Record<string, string>>;
  readonly #handlers: Readonly<Record<string, WebhookHandler>>;
  readonly #hasService: (namespace: string, name: string) => boolean;
  readonly #network: WebhookNetwork;
  readonly #random: Random | undefined;

  /** @param hasService whether a Service exists */
  constructor(
    { services = {}, webhookHandlers = {}, random }: WebhookOptions & { readonly random?: Random },
    network: WebhookNetwork,
    hasService: (namespace: string, name: string) => boolean,
  ) {
    this.#network = network;
    this.#services = services;
    this.#handlers = webhookHandlers;
    this.#hasService = hasService;
    this.#random = random;
  }

  /** Returns the identifier of a review. */
  newUid(): string {
    return randomUuid(this.#random);
  }

  /** Closes idle connections. Later calls open new ones. */
  close(): void {
    this.#network.close();
  }

  /** Returns what is wrong with a CA bundle in base64; undefined if it is valid or empty. */
  bundleProblem(bundle: string): string | undefined {
    return caBundleProblem(bundle, (pem) => this.#network.isCertificate(pem));
  }

  /**
   * Sends a review and returns the object in the answer.
   *
   * @throws WebhookCallError if the webhook does not answer in time with an object
   */
  async call(call: WebhookCall): Promise<JsonObject> {
    const target = this.#targetOf(call);
    const expired = new AbortController();
    let isTimeout = false;
    const timer = call.clock.setTimer(call.timeoutMs, () => {
      isTimeout = !expired.signal.aborted;
      expired.abort();
    });
    const forget = onAbort(call.signal, () => expired.abort(call.signal?.reason));
    try {
      const work =
        target.handler === undefined
          ? this.#post(target, call, expired.signal)
          : callHandler(target, target.handler, call.review, expired.signal);
      return await orAborted(work, expired.signal);
    } catch (cause) {
      const problem = expired.signal.aborted
        ? `Post "${target.shown}": context deadline exceeded`
        : errorMessage(cause);
      throw new WebhookCallError(problem, { cause, isTimeout });
    } finally {
      timer.cancel();
      forget();
    }
  }

  async #post(target: Target, call: WebhookCall, signal: AbortSignal): Promise<JsonObject> {
    const body = stringifyJson(call.review);
    for (let attempt = 0; ; attempt++) {
      const answer = await this.#send(target, body, signal);
      const { retryAfter: wait } = answer;
      const isBusy = answer.status === 429 || answer.status >= 500;
      if (isBusy && wait !== undefined && /^\d+$/.test(wait) && attempt < MAX_RETRIES) {
        await pause(call.clock, Number(wait) * 1000, signal);
        continue;
      }
      return objectIn(answer);
    }
  }

  async #send(target: Target, body: string, signal: AbortSignal): Promise<WebhookAnswer> {
    const { ca, serverName } = target;
    let [url, method]: [URL, 'POST' | 'GET'] = [new URL(target.shown), 'POST'];
    for (let redirects = 0; ; redirects++) {
      const address = redirects === 0 ? target.address : url;
      const sent = method === 'POST' ? body : undefined;
      let answer: WebhookAnswer;
      try {
        answer = await this.#network.exchange({ address, url, ca, serverName, body: sent, signal });
      } catch (cause) {
        const shown = method === 'POST' ? 'Post' : 'Get';
        throw new Error(`${shown} "${url.href}": ${errorMessage(cause)}`, { cause });
      }
      const { status, location } = answer;
      if (status < 301 || status > 308 || location === undefined) return answer;
      if (redirects === MAX_REDIRECTS - 1) {
        throw new Error(`Post "${location}": stopped after 10 redirects`);
      }
      if (status < 307) method = 'GET';
      url = new URL(location, url);
    }
  }

  #targetOf({ client, timeoutMs }: WebhookCall): Target {
    const { url, service, caBundle } = client;
    const ca = typeof caBundle === 'string' && caBundle !== '' ? textOf(caBundle) : undefined;
    const query = `?timeout=${Math.ceil(timeoutMs / 1000)}s`;
    if (typeof url === 'string') {
      const parsed = new URL(url);
      const shown = `${parsed.protocol}//${parsed.host}${cleanPath(parsed.pathname)}${query}`;
      const handler = this.#handlers[url] ?? this.#handlers[parsed.origin];
      return { shown, path: cleanPath(parsed.pathname), address: parsed, ca, handler };
    }
    const own = isJsonObject(service) ? service : {};
    const [namespace, name] = [getString(own, 'namespace'), getString(own, 'name')];
    const key = `${namespace}/${name}`;
    const serverName = `${name}.${namespace}.svc`;
    const ownPath = cleanPath(getString(own, 'path'));
    const shown = `https://${serverName}:${getNumber(own, 'port') ?? 443}${ownPath}${query}`;
    const handler = this.#handlers[key];
    const mapped = this.#services[key];
    if (mapped === undefined && handler === undefined) {
      const problem = this.#hasService(namespace, name)
        ? `no URL for service "${key}": this server has no cluster network; map the service with the option services`
        : `service ${JSON.stringify(name)} not found`;
      throw new WebhookCallError(`Post "${shown}": ${problem}`);
    }
    return { shown, path: ownPath, address: new URL(mapped ?? shown), ca, serverName, handler };
  }
}

/** The address of a webhook. */
interface Target {
  /** The URL in messages. */
  readonly shown: string;
  readonly path: string;
  /** The host and port to connect to. */
  readonly address: URL;
  readonly ca: string | undefined;
  /** The name in the certificate. Defaults to the host of the address. */
  readonly serverName?: string;
  readonly handler: WebhookHandler | undefined;
}

const cleanPath = (path: string): string => `/${path.split('/').filter(Boolean).join('/')}`;

const textOf = (base64: string): string => decodeUtf8(decodeBase64(base64));

async function callHandler(
  { shown, path }: Target,
  handler: WebhookHandler,
  review: JsonObject,
  signal: AbortSignal,
): Promise<JsonObject> {
  // A handler must not share objects with the server.
  const own = structuredClone(review);
  let answer: object;
  try {
    answer = await handler(own, path, signal);
  } catch (error) {
    throw new Error(`Post "${shown}": ${errorMessage(error)}`, { cause: error });
  }
  const parsed = parseJson(stringifyJson(asPlainJson(answer) ?? null));
  if (isJsonObject(parsed)) return parsed;
  throw new Error('the handler of the webhook returned no object');
}

/** Returns the object in an answer. Upstream: transformResponse and Into of client-go's Request. */
function objectIn({ status, contentType, text }: WebhookAnswer): JsonObject {
  const isOk = status >= 200 && status <= 206;
  if (isOk && text === '') {
    const type = contentType ?? 'application/json';
    throw new Error(`0-length response with status code: ${status} and content type: ${type}`);
  }
  let value: JsonValue;
  try {
    value = parseJson(text);
  } catch {
    // As YAML, other text is a string.
    value = text;
  }
  const found = isJsonObject(value) ? value : undefined;
  const isFailure = found?.['kind'] === 'Status' && found['status'] !== 'Success';
  if (isFailure && typeof found['message'] === 'string') throw new Error(found['message']);
  if (!isOk) throw new Error(statusMessage(status, textIn(contentType, text)));
  if (found !== undefined) return found;
  const type = Array.isArray(value) ? 'array' : typeof value;
  throw new Error(
    `couldn't get version/kind; json parse error: json: cannot unmarshal ${type} into Go value of type ${GO_TYPE}`,
  );
}

const GO_TYPE =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

function textIn(type = '', text: string): string {
  return type === '' || type.startsWith('text/') ? text.slice(0, MAX_TEXT).trim() : 'unknown';
}

const STATUS_MESSAGES: Readonly<Record<number, string>> = {
  400: 'the server rejected our request for an unknown reason',
  401: 'the server has asked for the client to provide credentials',
  404: 'the server could not find the requested resource',
  405: 'the server does not allow this method on the requested resource',
  409: 'the server reported a conflict',
  422: 'the server rejected our request due to an error in our request',
  429: 'the server has received too many requests and has asked us to try again later',
  503: 'the server is currently unable to handle the request',
  504: 'the server was unable to return a response in the time allotted, but may still be processing the request',
};

/** Upstream: NewGenericServerResponse in apimachinery/pkg/api/errors. */
function statusMessage(status: number, text: string): string {
  const known = STATUS_MESSAGES[status];
  if (known !== undefined) return known;
  if (status === 403 || status === 415) return text;
  if (status === 406) {
    return text === '' || text === 'unknown'
      ? 'the server was unable to respond with a content type that the client supports'
      : text;
  }
  return status >= 500
    ? `an error on the server (${JSON.stringify(text)}) has prevented the request from succeeding`
    : `the server responded with the status code ${status} but did not return more information`;
}
