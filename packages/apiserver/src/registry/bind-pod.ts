import type { JsonObject } from '@vmgen/base/json';
import { getObject, getObjects, isFilled } from '../built-in/strategies/fields.js';
import { badRequest, conflict, notFound, plainServerError } from '../errors/status-error.js';
import { keyOf } from '../resource/endpoint.js';
import { isDeleting, metadataOf, metaMap, metaString } from '../resource/object-meta.js';
import { commit, timestamp } from './commit.js';
import { checkPreconditions } from './delete-object.js';
import { decodeBody } from './decode-body.js';
import { decodePosted } from './decode-posted.js';
import type { Steps } from '../request/steps.js';
import { admitPosted } from './admit.js';
import type { Answer, RequestContext } from './request-context.js';
import { success } from './success.js';
import { parseWriteOptions } from './write-options.js';

const PODS = { group: '', version: 'v1', plural: 'pods' };

/**
 * Answers a POST of a Binding, to a pod or to `bindings`: sets the node of the pod.
 *
 * @throws ApiError 409 if the pod already has a node, or is not the one that the Binding names
 */
export function* bindPod(context: RequestContext): Steps<Answer> {
  const { info, registry } = context;
  const { dryRun, fieldValidation } = parseWriteOptions(context, 'CreateOptions');
  const binding = yield* admitPosted(
    context,
    info.subresource === undefined ? decodeBody(context, fieldValidation) : decodePosted(context),
  );
  const named = metaString(binding, 'name');
  const name = info.name ?? named;
  if (name === '') throw badRequest('name is required');
  if (named !== name) throw badRequest('name in URL does not match name in Binding object');
  const node = nodeOf(binding);
  const pods = registry.lookup(PODS.group, PODS.version, PODS.plural);
  const revision = pods?.store.get(keyOf(info.namespace, name));
  if (pods === undefined || revision === undefined) throw notFound(PODS, name);
  const pod = pods.read(revision);
  const sent = (field: string): string | undefined => metaString(binding, field) || undefined;
  const [uid, resourceVersion] = [sent('uid'), sent('resourceVersion')];
  checkPreconditions({ endpoint: pods }, pod, { uid, resourceVersion });
  checkFree(pod, name);
  if (!dryRun) commit(pods, boundTo(pod, node, binding, timestamp(context.clock)));
  return { status: 201, object: success() };
}

function nodeOf(binding: JsonObject): string {
  const { kind = '', name = '' } = getObject(binding, 'target');
  if (kind !== '' && kind !== 'Node') {
    const supported = 'supported values: "Node", "<empty>"';
    throw plainServerError(`target.kind: Unsupported value: ${JSON.stringify(kind)}: ${supported}`);
  }
  if (typeof name !== 'string' || name === '') {
    throw plainServerError('target.name: Required value');
  }
  return name;
}

/** @throws ApiError 409 if the pod cannot be bound, or not yet */
function checkFree(pod: JsonObject, name: string): void {
  const { nodeName = '', schedulingGates } = getObject(pod, 'spec');
  const refuse = (why: string): Error =>
    conflict({ group: '', plural: 'pods/binding' }, name, `pod ${name} ${why}`);
  if (isDeleting(pod)) throw refuse('is being deleted, cannot be assigned to a host');
  if (nodeName !== '') throw refuse(`is already assigned to node ${JSON.stringify(nodeName)}`);
  if (isFilled(schedulingGates)) {
    throw refuse('has non-empty .spec.schedulingGates');
  }
}

function boundTo(pod: JsonObject, node: string, binding: JsonObject, now: string): JsonObject {
  const status = getObject(pod, 'status');
  const others = getObjects(status, 'conditions').filter(({ type }) => type !== 'PodScheduled');
  const scheduled = { type: 'PodScheduled', status: 'True', lastTransitionTime: now };
  const metadata: JsonObject = { ...metadataOf(pod) };
  for (const field of ['labels', 'annotations']) {
    const added = metaMap(binding, field);
    if (Object.keys(added).length > 0) metadata[field] = { ...metaMap(pod, field), ...added };
  }
  return {
    ...pod,
    metadata,
    spec: { ...getObject(pod, 'spec'), nodeName: node },
    status: { ...status, conditions: [...others, { ...scheduled, lastProbeTime: null }] },
  };
}
