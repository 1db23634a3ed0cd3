import { isJsonObject, type JsonObject } from '@vmgen/crd/internal/json';
import { badRequest, conflict, invalid, notFound } from '../errors/status-error.js';
import { keyOf } from '../resource/endpoint.js';
import { metaString } from '../resource/object-meta.js';
import { commit, timestamp } from './commit.js';
import { decodeBody } from './decode-body.js';
import { decodePosted } from './decode-posted.js';
import type { Answer, RequestContext } from './request-context.js';
import { success } from './success.js';
import { parseWriteOptions } from './write-options.js';

const PODS = { group: '', version: 'v1', plural: 'pods' };

/**
 * Answers a POST of a Binding, to a pod or to `bindings`: the pod is told its node.
 *
 * @throws ApiError 409 where it has one
 */
export function bindPod(context: RequestContext): Answer {
  const { info, registry } = context;
  const { dryRun, fieldValidation } = parseWriteOptions(context, 'CreateOptions');
  const binding =
    info.subresource === undefined ? decodeBody(context, fieldValidation) : decodePosted(context);
  const name = info.name ?? metaString(binding, 'name');
  if (name === '') throw badRequest('name is required');
  const pods = registry.lookup(PODS.group, PODS.version, PODS.plural);
  const revision = pods?.store.get(keyOf(info.namespace, name));
  if (pods === undefined || revision === undefined) throw notFound(PODS, name);
  const bound = boundTo(pods.read(revision), nodeOf(binding, name), timestamp(context.clock));
  if (!dryRun) commit(pods, bound);
  return { status: 201, object: success() };
}

function nodeOf(binding: JsonObject, name: string): string {
  const target = isJsonObject(binding['target']) ? binding['target'] : {};
  const { kind, name: node } = target;
  if (typeof node === 'string' && node !== '' && (kind === 'Node' || kind === undefined)) {
    return node;
  }
  throw invalid({ group: '', kind: 'Binding' }, name, [
    { type: 'FieldValueRequired', field: 'target.name', message: 'Required value' },
  ]);
}

function boundTo(pod: JsonObject, node: string, now: string): JsonObject {
  const spec = isJsonObject(pod['spec']) ? pod['spec'] : {};
  const status = isJsonObject(pod['status']) ? pod['status'] : {};
  const name = metaString(pod, 'name');
  const { nodeName } = spec;
  if (typeof nodeName === 'string' && nodeName !== '') {
    const why = `pod ${name} is already assigned to node ${JSON.stringify(nodeName)}`;
    throw conflict({ group: '', plural: 'pods/binding' }, name, why);
  }
  const others = Array.isArray(status['conditions'])
    ? status['conditions'].filter((item) => !isJsonObject(item) || item['type'] !== 'PodScheduled')
    : [];
  const scheduled = { type: 'PodScheduled', status: 'True', lastTransitionTime: now };
  return {
    ...pod,
    spec: { ...spec, nodeName: node },
    status: { ...status, conditions: [...others, { ...scheduled, lastProbeTime: null }] },
  };
}
