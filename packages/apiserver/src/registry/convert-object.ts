import type { Clock } from '@vmgen/runtime';
import type { Conversion } from '@vmgen/runtime/conversion';
import { errorMessage } from '@vmgen/base/text';
import {
  cloneJson,
  deepEqualJson,
  goTypeName,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
  setOwn,
  stringifyJson,
} from '@vmgen/base/json';
import type { WebhookClient } from '../admission/webhook-client.js';
import { getObject, getString, getStrings } from '../built-in/strategies/fields.js';
import { plainServerError } from '../errors/status-error.js';
import { asPlainJson, validateAnnotations, validateLabels } from '@vmgen/crd/internal';
import { metaString } from '../resource/object-meta.js';
import { textOf } from '../json/text-of.js';

/**
 * Returns an object in another version of its kind. The object is not modified.
 *
 * @throws ApiError 500
 */
export type ConvertObject = (object: JsonObject, version: string) => Promise<JsonObject>;

/** Returns the converted objects of an answer, unchecked. */
type CallConversion = (object: JsonObject, apiVersion: string) => Promise<readonly JsonValue[]>;

/** The time limit of a call. */
const TIMEOUT_MS = 30_000;

/** Calls a conversion in this process. It receives JSON and answers with it, as a webhook. */
export function callConversion(conversion: Conversion): CallConversion {
  return async (object, apiVersion) => {
    const version = apiVersion.slice(conversion.group.length + 1);
    try {
      const converted = asPlainJson(conversion.convert(cloneJson(object), version));
      return [parseJson(stringifyJson(converted ?? null))];
    } catch (error) {
      throw new Error(messageWithCause(error), { cause: error });
    }
  };
}

/** A conversion hides programming errors from clients, and here no operator has a log with them. */
function messageWithCause(error: unknown): string {
  const message = errorMessage(error);
  const cause = error instanceof Error ? error.cause : undefined;
  if (!(cause instanceof Error) || message.includes(cause.message)) return message;
  return `${message} (${cause.name}: ${cause.message})`;
}

/** Calls the conversion webhook of a CustomResourceDefinition. */
export function callConversionWebhook(
  client: WebhookClient,
  webhook: JsonObject,
  clock: Clock,
): CallConversion {
  const versions = getStrings(webhook, 'conversionReviewVersions');
  const version = versions.find((each) => each === 'v1' || each === 'v1beta1') ?? 'v1';
  const type = { kind: 'ConversionReview', apiVersion: `apiextensions.k8s.io/${version}` };
  return async (object, apiVersion) => {
    const uid = client.newUid();
    const request = { uid, desiredAPIVersion: apiVersion, objects: [object] };
    const review = await client.call({
      client: getObject(webhook, 'clientConfig'),
      review: { ...type, request },
      timeoutMs: TIMEOUT_MS,
      clock,
      signal: undefined,
    });
    return objectsIn(review, type, version === 'v1' ? uid : undefined);
  };
}

const REVIEW_VERSIONS: ReadonlySet<string> = new Set([
  'apiextensions.k8s.io/v1',
  'apiextensions.k8s.io/v1beta1',
]);

/**
 * Upstream: getConvertedObjectsFromResponse in apiextensions-apiserver/pkg/apiserver/conversion
 *
 * @param uid the expected UID; undefined for v1beta1, whose type and UID are not checked
 */
function objectsIn(
  review: JsonObject,
  type: { readonly kind: string; readonly apiVersion: string },
  uid: string | undefined,
): readonly JsonValue[] {
  const { response } = review;
  const [kind, version] = [textOf(review['kind']), textOf(review['apiVersion'])];
  if (kind !== type.kind || !REVIEW_VERSIONS.has(version)) {
    throw new Error(
      `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(version)} in scheme "pkg/runtime/scheme.go:111"`,
    );
  }
  if (uid !== undefined && version !== type.apiVersion) {
    throw new Error(`expected webhook response of ${kindText(type)}, got ${kindText(review)}`);
  }
  if (!isJsonObject(response)) throw new Error('no response provided');
  if (uid !== undefined && response['uid'] !== uid) {
    const got = JSON.stringify(textOf(response['uid']));
    throw new Error(`expected response.uid=${JSON.stringify(uid)}, got ${got}`);
  }
  const result = getObject(response, 'result');
  const status = getString(result, 'status');
  if (status !== 'Success') {
    const message = getString(result, 'message');
    throw new Error(message || `response.result.status was '${status}', not 'Success'`);
  }
  const { convertedObjects } = response;
  return Array.isArray(convertedObjects) ? convertedObjects : [];
}

const kindText = ({ apiVersion, kind }: JsonObject): string => {
  const version = textOf(apiVersion);
  return `${version.includes('/') ? '' : '/'}${version}, Kind=${textOf(kind)}`;
};

/**
 * Converts the objects of a group as kube-apiserver does by a webhook: without the resource version, and
 * only labels and annotations of the metadata can change.
 *
 * Upstream: webhookConverter in apiextensions-apiserver/pkg/apiserver/conversion
 */
export function createConvertObject(group: string, call: CallConversion): ConvertObject {
  return async (object, version) => {
    const apiVersion = `${group}/${version}`;
    const failed = (problem: string): Error =>
      plainServerError(`conversion webhook for ${kindText(object)} ${problem}`);
    let objects: readonly JsonValue[];
    try {
      objects = await call(withoutVersion(object), apiVersion);
    } catch (error) {
      throw failed(`failed: ${errorMessage(error)}`);
    }
    const [converted] = objects;
    if (objects.length !== 1) throw failed(`returned ${objects.length} objects, expected 1`);
    // Go decodes null to no text.
    if (converted === null) throw plainServerError('unexpected end of JSON input');
    if (!isJsonObject(converted) || textOf(converted['kind']) === '') {
      throw plainServerError(`Object 'Kind' is missing in '${stringifyJson(converted ?? null)}'`);
    }
    const problem = problemOf(object, converted, apiVersion);
    if (problem !== undefined) throw failed(`returned invalid object${problem}`);
    const metadata = restoredMetadata(object, converted);
    if (typeof metadata === 'string') throw failed(`returned invalid metadata: ${metadata}`);
    return { ...converted, metadata };
  };
}

function withoutVersion(object: JsonObject): JsonObject {
  if (!isJsonObject(object['metadata'])) return object;
  const { resourceVersion: _, ...metadata } = object['metadata'];
  return { ...object, metadata };
}

function problemOf(
  object: JsonObject,
  converted: JsonObject,
  apiVersion: string,
): string | undefined {
  const { apiVersion: version, kind } = converted;
  if (version !== apiVersion) {
    return ` at index 0: invalid groupVersion (expected ${apiVersion}, received ${textOf(version)})`;
  }
  if (kind !== object['kind']) {
    return ` at index 0: invalid kind (expected ${textOf(object['kind'])}, received ${textOf(kind)})`;
  }
  for (const [field, name] of [
    ['name', 'name'],
    ['namespace', 'namespace'],
    ['uid', 'UID'],
  ] as const) {
    const [before, after] = [metaString(object, field), metaString(converted, field)];
    if (before !== after) return `: must have the same ${name}: ${before} != ${after}`;
  }
  return undefined;
}

/** The paths in errors, as upstream. */
const FIELD_PATHS = { labels: 'metadata.labels', annotations: 'metadata.annotation' } as const;

/**
 * Returns the metadata of the original with the labels and annotations of the converted object, or what
 * is wrong with them.
 */
function restoredMetadata(object: JsonObject, converted: JsonObject): JsonObject | string {
  const { metadata: changed } = converted;
  if (changed === undefined) return 'missing metadata in converted object';
  if (!isJsonObject(changed)) {
    return `invalid metadata of type ${goTypeName(changed)} in converted object`;
  }
  const restored = isJsonObject(object['metadata']) ? cloneJson(object['metadata']) : {};
  for (const field of ['labels', 'annotations'] as const) {
    const value = changed[field] ?? null;
    if (value === null) {
      Reflect.deleteProperty(restored, field);
      continue;
    }
    if (!isJsonObject(value)) {
      return `invalid metadata.${field} of type ${goTypeName(value)} in converted object`;
    }
    const texts: Record<string, string> = {};
    for (const [key, text] of Object.entries(value)) {
      if (typeof text !== 'string') {
        return `metadata.${field}[${key}] must be a string, but is ${goTypeName(text)} in converted object`;
      }
      setOwn(texts, key, text);
    }
    if (!deepEqualJson(restored[field] ?? {}, value)) {
      const validate = field === 'labels' ? validateLabels : validateAnnotations;
      const errors = validate(texts, FIELD_PATHS[field]).map(
        (error) => `${error.field}: ${error.message}`,
      );
      if (errors.length > 0) return errors.length === 1 ? errors.join() : `[${errors.join(', ')}]`;
    }
    restored[field] = value;
  }
  return restored;
}
