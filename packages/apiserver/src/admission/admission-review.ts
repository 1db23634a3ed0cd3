import { decodeBase64, decodeUtf8 } from '@vmgen/base/bytes';
import { isJsonObject, parseJson, type JsonObject, type JsonValue } from '@vmgen/base/json';
import { errorMessage } from '@vmgen/base/text';
import type { JSONSchemaProps } from '@vmgen/crd';
import { coerceToStruct, ObjectMetaTypeError } from '@vmgen/crd/internal';
import { getObject, getString, getStrings } from '../built-in/strategies/fields.js';
import {
  requestFields,
  type AdmissionRequest,
  type GroupVersionKind,
  type GroupVersionResource,
} from './admission-request.js';
import { WebhookCallError } from './webhook-client.js';

const GROUP = 'admission.k8s.io';

/** The objects and kind in a call, in the version of the webhook's rule. */
export interface Invocation {
  readonly kind: GroupVersionKind;
  readonly resource: GroupVersionResource;
  readonly object: JsonObject | undefined;
  readonly oldObject: JsonObject | undefined;
}

/** The call of a webhook. */
interface AdmissionReview extends JsonObject {
  readonly apiVersion: string;
  readonly request: JsonObject & { readonly uid: string };
}

/**
 * Creates the AdmissionReview of a call.
 *
 * Upstream: CreateAdmissionObjects in apiserver/pkg/admission/plugin/webhook/request
 *
 * @param versions the versions of AdmissionReview that the webhook accepts
 * @param uid the identifier of the call
 */
export function createReview(
  request: AdmissionRequest,
  { kind, resource, object, oldObject }: Invocation,
  versions: readonly string[],
  uid: string,
): AdmissionReview {
  const version = versions.find((each) => each === 'v1' || each === 'v1beta1');
  if (version === undefined) {
    throw new WebhookCallError(
      'webhook does not accept known AdmissionReview versions (v1, v1beta1)',
    );
  }
  return {
    kind: 'AdmissionReview',
    apiVersion: `${GROUP}/${version}`,
    request: {
      uid,
      ...requestFields(request, { kind, resource }),
      object: object ?? null,
      oldObject: oldObject ?? null,
    },
  };
}

/** The answer of a webhook. */
export interface Verdict {
  readonly allowed: boolean;
  /** The operations of the JSON patch; undefined for none. */
  readonly patch: JsonValue | undefined;
  /** The Status of a denial. Empty if the answer has none. */
  readonly status: JsonObject;
  readonly warnings: readonly string[];
}

const TEXT: JSONSchemaProps = { type: 'string' };

const STATUS: JSONSchemaProps = {
  type: 'object',
  properties: { status: TEXT, message: TEXT, reason: TEXT, code: { type: 'integer' } },
};

const REVIEW: JSONSchemaProps = {
  properties: {
    apiVersion: TEXT,
    kind: TEXT,
    response: {
      type: 'object',
      properties: {
        uid: TEXT,
        allowed: { type: 'boolean' },
        status: STATUS,
        patch: TEXT,
        patchType: TEXT,
        warnings: { type: 'array', items: TEXT },
      },
    },
  },
};

/**
 * Reads the answer of a webhook.
 *
 * Upstream: VerifyAdmissionResponse in apiserver/pkg/admission/plugin/webhook/request
 *
 * @throws WebhookCallError if it is not the answer to `review`
 */
export function readVerdict(
  answer: JsonObject,
  review: AdmissionReview,
  isMutating: boolean,
): Verdict {
  const expected = review.apiVersion;
  const type = { apiVersion: getString(answer, 'apiVersion'), kind: getString(answer, 'kind') };
  checkKnown(type, expected);
  // The shape has no details, which are passed on whole.
  const details = getObject(answer, 'response', 'status')['details'];
  try {
    coerceToStruct(answer, REVIEW);
  } catch (error) {
    if (!(error instanceof ObjectMetaTypeError)) throw error;
    throw new WebhookCallError(`failed to call webhook: ${error.message}`);
  }
  const { response } = answer;
  const [uid, patch] = ['uid', 'patch'].map((field) =>
    isJsonObject(response) ? getString(response, field) : '',
  );
  checkBase64(patch ?? '');
  if (!isJsonObject(response)) throw invalid('webhook response was absent');
  const isV1 = expected === `${GROUP}/v1`;
  if (isV1) {
    if (uid !== review.request.uid) {
      const [wanted, got] = [review.request.uid, uid].map((each) => JSON.stringify(each));
      throw invalid(`expected response.uid=${wanted}, got ${got}`);
    }
    checkType(type);
    checkPatch(response, isMutating);
  }
  const verdict = {
    allowed: response['allowed'] === true,
    status: {
      ...getObject(response, 'status'),
      ...(details === undefined ? {} : { details }),
    },
    warnings: getStrings(response, 'warnings'),
  };
  if (!isMutating || !patch || !verdict.allowed) return { ...verdict, patch: undefined };
  const operations = decodePatch(patch);
  if (isV1 && response['patchType'] !== 'JSONPatch' && operations !== undefined) {
    const patchType = JSON.stringify(response['patchType']);
    throw new WebhookCallError(`unsupported patch type ${patchType}`);
  }
  return { ...verdict, patch: operations };
}

/** @throws WebhookCallError if the patch and its type are not both specified, or not allowed */
function checkPatch(response: JsonObject, isMutating: boolean): void {
  const hasPatch = getString(response, 'patch') !== '';
  const { patchType } = response;
  if (!isMutating) {
    if (hasPatch) throw invalid('validating webhook may not return response.patch');
    if (patchType === undefined) return;
    throw invalid('validating webhook may not return response.patchType');
  }
  if (hasPatch && patchType === undefined) {
    throw invalid('webhook returned response.patch but not response.patchType');
  }
  if (!hasPatch && patchType !== undefined) {
    throw invalid('webhook returned response.patchType but not response.patch');
  }
  if (patchType === '') throw invalid('webhook returned invalid response.patchType of ""');
}

/** The type of an answer. Empty if it is absent. */
interface NamedType {
  readonly apiVersion: string;
  readonly kind: string;
}

/**
 * Checks the type of an answer, which its decoder does before it reads the fields.
 *
 * @throws WebhookCallError
 */
function checkKnown({ apiVersion, kind }: NamedType, expected: string): void {
  const version = apiVersion || expected;
  const isKnown = [`${GROUP}/v1`, `${GROUP}/v1beta1`].includes(version);
  if ((kind !== '' && kind !== 'AdmissionReview') || !isKnown) {
    const named = [kind || 'AdmissionReview', version].map((text) => JSON.stringify(text));
    throw new WebhookCallError(
      `failed to call webhook: no kind ${named[0]} is registered for version ${named[1]} in scheme "pkg/runtime/scheme.go:111"`,
    );
  }
  if (version === expected) return;
  const go = (text: string): string => `(${text.slice(GROUP.length + 1)}.AdmissionReview)`;
  throw new WebhookCallError(
    `failed to call webhook: converting ${go(version)} to ${go(expected)}: unknown conversion`,
  );
}

/** The decoder accepts an answer without a type. */
function checkType({ apiVersion, kind }: NamedType): void {
  if (apiVersion !== '' && kind !== '') return;
  throw invalid(
    `expected webhook response of ${GROUP}/v1, Kind=AdmissionReview, got ${apiVersion || '/'}, Kind=${kind}`,
  );
}

/** @throws WebhookCallError with the message of Go's decoder */
function checkBase64(text: string): void {
  const wrong = text.search(/[^A-Za-z0-9+/=]/);
  const whole = text.length - (text.length % 4);
  if (wrong === -1 && whole === text.length) return;
  const position = wrong === -1 ? whole : wrong;
  throw new WebhookCallError(
    `failed to call webhook: illegal base64 data at input byte ${position}`,
  );
}

function decodePatch(patch: string): JsonValue | undefined {
  let operations: JsonValue;
  try {
    operations = parseJson(decodeUtf8(decodeBase64(patch)));
  } catch (error) {
    throw undecodable(errorMessage(error));
  }
  if (!Array.isArray(operations) && operations !== null) {
    const type = isJsonObject(operations) ? 'object' : typeof operations;
    throw undecodable(`json: cannot unmarshal ${type} into Go value of type jsonpatch.Patch`);
  }
  return operations === null || operations.length === 0 ? undefined : operations;
}

const undecodable = (problem: string): WebhookCallError =>
  new WebhookCallError(`received undecodable patch in webhook response: ${problem}`);

const invalid = (problem: string): WebhookCallError =>
  new WebhookCallError(`received invalid webhook response: ${problem}`);
