import type { JsonObject, JsonValue } from '@vmgen/base/json';
import {
  getNumber,
  getObject,
  getObjects,
  getValue,
  hasCondition,
} from '../built-in/strategies/fields.js';
import { badRequest, internalError, notFound, statusError } from '../errors/status-error.js';
import { keyOf, type Endpoint } from '../resource/endpoint.js';
import { selectorIn } from '../resource/label-selector.js';
import { generationOf, isDeleting, metaMap, metaString } from '../resource/object-meta.js';
import { commit, timestamp } from './commit.js';
import { decodePosted } from './decode-posted.js';
import { checkPreconditions, deleteObject } from './delete-object.js';
import { parseDeleteOptions } from './delete-options.js';
import type { Steps } from '../request/steps.js';
import { admitPosted } from './admit.js';
import type { Answer, RequestContext } from './request-context.js';
import { success } from './success.js';

/** The phases of pods that budgets do not count. */
const UNCOUNTED: ReadonlySet<JsonValue | undefined> = new Set(['Succeeded', 'Failed', 'Pending']);

/**
 * Answers a POST of an Eviction: deletes the pod if its PodDisruptionBudget allows it. A test or
 * controller maintains the status of the budget.
 *
 * Upstream: kubernetes/pkg/registry/core/pod/storage/eviction.go
 *
 * @throws ApiError 429 if the budget does not allow the eviction
 */
export function* evictPod(context: RequestContext): Steps<Answer> {
  const { endpoint, info } = context;
  const eviction = yield* admitPosted(context, decodePosted(context));
  const name = info.name ?? '';
  if (metaString(eviction, 'name') !== name) {
    throw badRequest('name in URL does not match name in Eviction object');
  }
  const revision = endpoint.store.get(keyOf(info.namespace, name));
  if (revision === undefined) throw notFound(endpoint.resource, name);
  const body = JSON.stringify(eviction['deleteOptions'] ?? {});
  const request = { ...context.request, headers: JSON_BODY, body };
  const options = parseDeleteOptions({ ...context, request });
  const isDryRun = options.dryRun || info.query.has('dryRun');
  const pod = endpoint.read(revision);
  const isCounted = !UNCOUNTED.has(getValue(pod, 'status', 'phase')) && !isDeleting(pod);
  if (isCounted) spendBudget(context, pod, isDryRun);
  checkPreconditions(context, pod, options);
  if (!isDryRun) commit(endpoint, disrupted(pod, timestamp(context.clock)));
  const current = endpoint.store.get(revision.key) ?? revision;
  // The deletion itself does not pass admission.
  const own = { ...context, admission: undefined };
  // The condition has changed the resource version.
  yield* deleteObject(own, current, { ...options, resourceVersion: undefined, dryRun: isDryRun });
  return { status: 201, object: success() };
}

/** Returns the pod with the condition that explains the deletion. */
function disrupted(pod: JsonObject, now: string): JsonObject {
  const status = getObject(pod, 'status');
  const conditions = getObjects(status, 'conditions');
  const others = conditions.filter(({ type }) => type !== 'DisruptionTarget');
  const condition = {
    type: 'DisruptionTarget',
    status: 'True',
    lastProbeTime: null,
    lastTransitionTime: now,
    reason: 'EvictionByEvictionAPI',
    message: 'Eviction API: evicting',
  };
  return { ...pod, status: { ...status, conditions: [...others, condition] } };
}

const JSON_BODY = { 'content-type': 'application/json' };

function spendBudget(context: RequestContext, pod: JsonObject, isDryRun: boolean): void {
  const budgets = context.registry.lookup('policy', 'v1', 'poddisruptionbudgets');
  if (budgets === undefined) return;
  const found = budgetsOf(budgets, pod);
  if (found.length > 1) {
    throw internalError(
      'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.',
    );
  }
  const [budget] = found;
  if (budget === undefined) return;
  const status = getObject(budget, 'status');
  // A pod that is not ready does not count as healthy.
  if (!hasCondition(getObject(pod, 'status'), 'Ready') && mayEvictUnhealthy(budget, status)) return;
  if (numberIn(status, 'observedGeneration') < generationOf(budget)) throw stillProcessed(budget);
  const allowed = numberIn(status, 'disruptionsAllowed');
  if (allowed < 1) throw tooManyDisruptions(budget, status);
  if (!isDryRun) {
    const others = getObject(status, 'disruptedPods');
    const disruptedPods = { ...others, [metaString(pod, 'name')]: timestamp(context.clock) };
    const next = { ...status, disruptionsAllowed: allowed - 1, disruptedPods };
    commit(budgets, { ...budget, status: next });
  }
}

function mayEvictUnhealthy(budget: JsonObject, status: JsonObject): boolean {
  const desired = numberIn(status, 'desiredHealthy');
  return (
    getValue(budget, 'spec', 'unhealthyPodEvictionPolicy') === 'AlwaysAllow' ||
    (desired > 0 && numberIn(status, 'currentHealthy') >= desired)
  );
}

function budgetsOf(budgets: Endpoint, pod: JsonObject): JsonObject[] {
  const labels = metaMap(pod, 'labels');
  const inNamespace = budgets.store.scan(`${metaString(pod, 'namespace')}/`);
  return [...inNamespace]
    .map((revision) => budgets.read(revision))
    .filter((budget) => selectorIn(getValue(budget, 'spec', 'selector'))?.matches(labels) === true);
}

const REFUSED = "Cannot evict pod as it would violate the pod's disruption budget.";

/** The error for a budget that no controller has processed since its last change. */
function stillProcessed(budget: JsonObject): Error {
  const name = metaString(budget, 'name');
  const message = `The disruption budget ${name} is still being processed by the server.`;
  return statusError(429, 'TooManyRequests', REFUSED, {
    causes: [{ reason: 'DisruptionBudget', message }],
    retryAfterSeconds: 10,
  });
}

function tooManyDisruptions(budget: JsonObject, status: JsonObject): Error {
  const needs = numberIn(status, 'desiredHealthy');
  const has = numberIn(status, 'currentHealthy');
  const message = `The disruption budget ${metaString(budget, 'name')} needs ${needs} healthy pods and has ${has} currently`;
  return statusError(429, 'TooManyRequests', REFUSED, {
    causes: [{ reason: 'DisruptionBudget', message }],
  });
}

const numberIn = (object: JsonObject, field: string): number => getNumber(object, field) ?? 0;
