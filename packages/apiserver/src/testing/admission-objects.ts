import assert from 'node:assert/strict';
import type { JsonObject, JsonValue } from '@vmgen/base/json';
import type { WebhookHandler } from '../admission/webhook-client.js';
import type { Send } from './test-server.js';

type AdmissionKind = 'Validating' | 'Mutating';

export const ADMISSION_PATH = '/apis/admissionregistration.k8s.io/v1';

async function create(send: Send, path: string, object: JsonObject): Promise<void> {
  const answer = await send('POST', `${ADMISSION_PATH}/${path}`, object);
  assert.equal(answer.status, 201, answer.text);
}

/** A rule for the given resources of all groups and versions. */
export const ruleOf = (...resources: readonly string[]): JsonObject => ({
  operations: ['*'],
  apiGroups: ['*'],
  apiVersions: ['*'],
  resources: [...resources],
});

export const HOOK_URL = 'https://hook.test.tw/path';

/** A webhook for all writes of all resources at `HOOK_URL`. */
export const webhook = (settings: JsonObject = {}): JsonObject => ({
  name: 'hook.test.tw',
  clientConfig: { url: HOOK_URL },
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
  rules: [ruleOf('*')],
  ...settings,
});

export const configureWebhooks = (
  send: Send,
  kind: AdmissionKind,
  webhooks: JsonObject[],
  name = 'hooks',
): Promise<void> =>
  create(send, `${kind.toLowerCase()}webhookconfigurations`, { metadata: { name }, webhooks });

/** Stores a policy and a binding. */
export async function bindPolicy(
  send: Send,
  kind: AdmissionKind,
  name: string,
  policy: JsonObject,
  binding: JsonObject = {},
  bindingName = name,
): Promise<void> {
  const plural = `${kind.toLowerCase()}admissionpolic`;
  await create(send, `${plural}ies`, { metadata: { name }, spec: policy });
  const actions: JsonObject = kind === 'Validating' ? { validationActions: ['Deny'] } : {};
  const spec = { policyName: name, ...actions, ...binding };
  await create(send, `${plural}ybindings`, { metadata: { name: bindingName }, spec });
}

/** The request of an AdmissionReview. */
export type ReviewRequest = Readonly<Record<string, JsonValue>>;

/** A handler that allows the request, unless `respond` says otherwise. */
export function answerWith(
  respond: (request: ReviewRequest, signal: AbortSignal) => JsonObject | Promise<JsonObject>,
): WebhookHandler {
  return async (review, _path, signal) => {
    const { request } = review as { request: ReviewRequest };
    const response = { uid: request['uid'], allowed: true, ...(await respond(request, signal)) };
    return { apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', response };
  };
}

/** The part of a response that patches the object. */
export const patchOf = (operations: JsonValue): JsonObject => ({
  patchType: 'JSONPatch',
  patch: Buffer.from(JSON.stringify(operations)).toString('base64'),
});
