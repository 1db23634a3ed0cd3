import type { JsonObject, JsonValue } from '@vmgen/base/json';
import { appendAll, isJsonObject } from '@vmgen/base/json';
import type { ApiError } from '@vmgen/runtime/client';
import {
  getNumber,
  getObject,
  getObjects,
  getString,
  getStrings,
} from '../built-in/strategies/fields.js';
import {
  badRequest,
  forbidden,
  internalError,
  requestTimedOut,
  statusError,
} from '../errors/status-error.js';
import { PatchError } from '../errors/patch-error.js';
import { PatchFailure } from '../patch/json-pointer.js';
import { applyJsonPatch } from '../patch/json-patch.js';
import { waitFor, type Steps } from '../request/steps.js';
import type { Endpoint } from '../resource/endpoint.js';
import { metaString } from '../resource/object-meta.js';
import type { ServedResource } from '../resource/served-resource.js';
import type { StoreEvent } from '../storage/event-log.js';
import { ADMISSION_GROUP, type AdmissionPlugin } from './admission-chain.js';
import type { AdmissionRequest, MutableRequest } from './admission-request.js';
import { createReview, readVerdict, type Invocation, type Verdict } from './admission-review.js';
import { MatchConditions } from './match-conditions.js';
import {
  areSelected,
  convertObject,
  equivalentEndpoints,
  matchesRule,
  type MatchingHost,
} from './matching.js';
import { Reinvocations } from './reinvocation.js';
import { WebhookCallError, type WebhookClient } from './webhook-client.js';

/** A webhook of a configuration. */
interface Webhook {
  /** Unique among all webhooks of a kind. */
  readonly id: string;
  readonly name: string;
  readonly settings: JsonObject;
  readonly conditions: MatchConditions;
}

/** A webhook that matches a request, with the version of the resource that its rule has. */
interface MatchedWebhook {
  readonly webhook: Webhook;
  readonly endpoint: Endpoint;
  readonly invocation: Invocation;
}

/** The webhooks of one configuration kind, and their calls. */
class ConfiguredWebhooks {
  readonly #kind: 'Validating' | 'Mutating';
  readonly #host: MatchingHost;
  readonly #client: WebhookClient;
  readonly #byConfiguration = new Map<string, readonly Webhook[]>();
  #all: readonly Webhook[] = [];

  constructor(kind: 'Validating' | 'Mutating', host: MatchingHost, client: WebhookClient) {
    this.#kind = kind;
    this.#host = host;
    this.#client = client;
  }

  get isEmpty(): boolean {
    return this.#all.length === 0;
  }

  observe(resource: ServedResource, { type, revision: { object } }: StoreEvent): void {
    if (resource.kind !== `${this.#kind}WebhookConfiguration`) return;
    const configuration = metaString(object, 'name');
    if (type === 'DELETED') this.#byConfiguration.delete(configuration);
    else {
      const webhooks = getObjects(object, 'webhooks').map((settings, index): Webhook => {
        const name = getString(settings, 'name');
        const id = `${configuration}/${name}/${index}`;
        return { id, name, settings, conditions: new MatchConditions(settings) };
      });
      this.#byConfiguration.set(configuration, webhooks);
    }
    // Mutating webhooks are called in this order.
    this.#all = [...this.#byConfiguration]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([, webhooks]) => webhooks);
  }

  [Symbol.iterator](): Iterator<Webhook> {
    return this.#all[Symbol.iterator]();
  }

  /**
   * Returns the version and the objects with which a webhook receives a request; undefined if it does
   * not receive it. The webhook's namespace selector, object selector and match conditions apply.
   *
   * Upstream: ShouldCallHook in apiserver/pkg/admission/plugin/webhook/generic/webhook.go
   *
   * @throws ApiError 403 if a match condition fails and the failure policy is Fail
   */
  *match(webhook: Webhook, request: AdmissionRequest): Steps<MatchedWebhook | undefined> {
    const { settings, conditions } = webhook;
    const endpoint = this.#matchedEndpoint(settings, request);
    if (endpoint === undefined || !areSelected(this.#host, settings, request)) return undefined;
    const invocation = yield* invocationOf(endpoint, request);
    const matched = { webhook, endpoint, invocation };
    if (conditions.isEmpty) return matched;
    const outcome = conditions.evaluate(request, invocation);
    if (outcome === true) return matched;
    if (outcome === false || getString(settings, 'failurePolicy') === 'Ignore') return undefined;
    throw forbidden(request.endpoint.resource, request.name, outcome);
  }

  #matchedEndpoint(settings: JsonObject, request: AdmissionRequest): Endpoint | undefined {
    if (request.endpoint.resource.group === ADMISSION_GROUP) return undefined;
    const rules = getObjects(settings, 'rules');
    if (rules.some((rule) => matchesRule(rule, request))) return request.endpoint;
    if (getString(settings, 'matchPolicy') === 'Exact') return undefined;
    const others = equivalentEndpoints(this.#host, request);
    for (const rule of rules) {
      const found = others.find(({ resource }) => matchesRule(rule, request, resource));
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /**
   * Returns the answer of a webhook; undefined if the call failed and the failure policy is Ignore.
   * Adds its warnings.
   *
   * @throws ApiError 500 if the call failed, and the Status of a denial
   */
  async call(
    { webhook: { name, settings }, invocation }: MatchedWebhook,
    request: AdmissionRequest,
  ): Promise<Verdict | undefined> {
    let verdict: Verdict;
    try {
      verdict = await this.#verdict(name, settings, request, invocation);
    } catch (error) {
      if (!(error instanceof WebhookCallError)) throw error;
      // The failure policy does not apply to a request whose client is gone.
      request.signal?.throwIfAborted();
      if (getString(settings, 'failurePolicy') === 'Ignore') return undefined;
      throw internalError(`failed calling webhook ${JSON.stringify(name)}: ${error.message}`);
    }
    if (verdict.allowed) return verdict;
    throw denial(name, verdict.status);
  }

  async #verdict(
    name: string,
    settings: JsonObject,
    request: AdmissionRequest,
    invocation: Invocation,
  ): Promise<Verdict> {
    const sideEffects = getString(settings, 'sideEffects');
    if (request.dryRun && sideEffects !== 'None' && sideEffects !== 'NoneOnDryRun') {
      throw badRequest(`admission webhook ${JSON.stringify(name)} does not support dry run`);
    }
    const review = createReview(
      request,
      invocation,
      getStrings(settings, 'admissionReviewVersions'),
      this.#client.newUid(),
    );
    const ownMs = (getNumber(settings, 'timeoutSeconds') ?? 10) * 1000;
    const remainingMs = request.deadlineMs - request.clock.nowMs();
    if (remainingMs <= 0) throw requestTimedOut();
    request.signal?.throwIfAborted();
    let answer: JsonObject;
    try {
      answer = await this.#client.call({
        client: getObject(settings, 'clientConfig'),
        review,
        timeoutMs: Math.min(ownMs, remainingMs),
        clock: request.clock,
        signal: request.signal,
      });
    } catch (error) {
      if (!(error instanceof WebhookCallError)) throw error;
      // The failure policy does not apply to the end of the whole request.
      if (error.isTimeout && remainingMs <= ownMs) throw requestTimedOut();
      throw new WebhookCallError(`failed to call webhook: ${error.message}`, { cause: error });
    }
    const verdict = readVerdict(answer, review, this.#kind === 'Mutating');
    appendAll(request.warnings, verdict.warnings);
    return verdict;
  }
}

/** Returns the objects of a request in the version of a webhook. */
function* invocationOf(endpoint: Endpoint, request: AdmissionRequest): Steps<Invocation> {
  const { group, version, plural, kind } = endpoint.resource;
  const resource = { group, version, resource: plural };
  const { object, oldObject } = request;
  // A subresource such as Scale has one version.
  if (request.kind.kind !== request.endpoint.resource.kind) {
    return { kind: request.kind, resource, object, oldObject };
  }
  function* converted(each: JsonObject | undefined): Steps<JsonObject | undefined> {
    return each && (yield* convertObject(request.endpoint, endpoint, each));
  }
  return {
    kind: { group, version, kind },
    resource,
    object: yield* converted(object),
    oldObject: yield* converted(oldObject),
  };
}

/** Upstream: ToStatusErr in apiserver/pkg/admission/plugin/webhook/errors */
function denial(webhook: string, status: JsonObject): ApiError {
  const { details } = status;
  const denied = `admission webhook ${JSON.stringify(webhook)} denied the request`;
  const [message, reason] = [getString(status, 'message'), getString(status, 'reason')];
  const why = message || reason;
  return statusError(
    Math.max(getNumber(status, 'code') ?? 0, 400),
    reason || undefined,
    why === '' ? `${denied} without explanation` : `${denied}: ${why}`,
    isJsonObject(details) ? details : undefined,
  );
}

/** Calls the webhooks of ValidatingWebhookConfigurations, all at the same time. */
export class ValidatingWebhooks implements AdmissionPlugin {
  readonly configured: ConfiguredWebhooks;

  constructor(host: MatchingHost, client: WebhookClient) {
    this.configured = new ConfiguredWebhooks('Validating', host, client);
  }

  /** @throws ApiError of the first denial or failure that arrives */
  *validate(request: AdmissionRequest): Steps<void> {
    const matched: MatchedWebhook[] = [];
    for (const each of [...this.configured]) {
      const found = yield* this.configured.match(each, request);
      if (found !== undefined) matched.push(found);
    }
    if (matched.length === 0) return;
    const errors: unknown[] = [];
    yield* waitFor(
      Promise.all(
        matched.map((each) =>
          this.configured.call(each, request).catch((error: unknown) => void errors.push(error)),
        ),
      ),
    );
    if (errors.length > 0) throw errors[0];
  }
}

/** Calls the webhooks of MutatingWebhookConfigurations, one after the other. */
export class MutatingWebhooks implements AdmissionPlugin {
  readonly configured: ConfiguredWebhooks;
  readonly #reinvocations = new Reinvocations();

  constructor(host: MatchingHost, client: WebhookClient) {
    this.configured = new ConfiguredWebhooks('Mutating', host, client);
  }

  /**
   * Upstream: Dispatch in apiserver/pkg/admission/plugin/webhook/mutating/dispatcher.go
   *
   * @throws ApiError of the first denial or failure
   */
  *mutate(request: MutableRequest): Steps<void> {
    const reinvocation = this.#reinvocations.begin(request);
    for (const webhook of [...this.configured]) {
      const matched = yield* this.configured.match(webhook, request);
      if (matched === undefined) continue;
      if (request.isReinvocation && !reinvocation.includes(webhook.id)) continue;
      const verdict = yield* waitFor(this.configured.call(matched, request));
      if (yield* applyPatch(matched, request, verdict?.patch)) {
        reinvocation.require();
        request.reinvoke();
      }
      if (getString(webhook.settings, 'reinvocationPolicy') === 'IfNeeded') {
        reinvocation.add(webhook.id);
      }
    }
    reinvocation.output = request.object;
  }
}

/**
 * Applies the patch of a webhook to the object of a request.
 *
 * @returns whether the object changed
 * @throws ApiError 500 if the patch does not apply, or the request has no object
 */
function* applyPatch(
  { webhook, endpoint, invocation: { object } }: MatchedWebhook,
  request: MutableRequest,
  patch: JsonValue | undefined,
): Steps<boolean> {
  if (patch === undefined) return false;
  if (object === undefined) {
    throw internalError(
      `admission webhook ${JSON.stringify(webhook.name)} attempted to modify the object, which is not supported for this operation`,
    );
  }
  let patched: JsonValue;
  try {
    patched = applyJsonPatch(object, patch, request.work);
  } catch (error) {
    if (!(error instanceof PatchError)) throw error;
    const { cause } = error;
    throw internalError(cause instanceof PatchFailure ? cause.message : error.message);
  }
  if (!isJsonObject(patched)) throw internalError('the patched document is not an object');
  const isOwn = request.kind.kind === request.endpoint.resource.kind;
  return request.replace(
    isOwn ? yield* convertObject(endpoint, request.endpoint, patched) : patched,
  );
}
