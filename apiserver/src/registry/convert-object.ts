import type { Conversion } from '@vmgen/runtime/conversion';
import { errorMessage } from '@vmgen/base/text';
import {
  cloneJson,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
  stringifyJson,
} from '@vmgen/base/json';
import { plainServerError } from '../errors/status-error.js';
import { metadataOf, metaString } from '../resource/object-meta.js';
import { textOf } from './text-of.js';

/** Returns an object in another version of its kind. The object is not modified. */
export type ConvertObject = (object: JsonObject, version: string) => JsonObject;

/**
 * Calls a conversion as kube-apiserver calls a webhook: without the resource version, and only labels
 * and annotations of the metadata can change.
 *
 * Upstream: webhookConverter in apiextensions-apiserver/pkg/apiserver/conversion
 *
 * @throws ApiError 500
 */
export function createConvertObject(conversion: Conversion): ConvertObject {
  return (object, version) => {
    const kind = `${textOf(object['apiVersion'])}, Kind=${textOf(object['kind'])}`;
    const { resourceVersion: _, ...metadata } = metadataOf(object);
    let converted: JsonValue;
    try {
      // A webhook receives JSON and answers with it.
      const sent: object = JSON.parse(stringifyJson({ ...object, metadata })) as object;
      converted = parseJson(JSON.stringify(conversion.convert(sent, version)));
    } catch (error) {
      throw plainServerError(`conversion webhook for ${kind} failed: ${errorMessage(error)}`);
    }
    const problem = isJsonObject(converted)
      ? problemOf(object, converted, `${conversion.group}/${version}`)
      : 'it is not an object';
    if (problem !== undefined || !isJsonObject(converted)) {
      throw plainServerError(`conversion webhook for ${kind} returned invalid object: ${problem}`);
    }
    return { ...converted, metadata: restoredMetadata(object, metadataOf(converted)) };
  };
}

function problemOf(
  object: JsonObject,
  converted: JsonObject,
  apiVersion: string,
): string | undefined {
  const { apiVersion: version, kind, metadata } = converted;
  if (version !== apiVersion) {
    return `at index 0: invalid groupVersion (expected ${apiVersion}, received ${textOf(version)})`;
  }
  if (kind !== object['kind']) {
    return `at index 0: invalid kind (expected ${textOf(object['kind'])}, received ${textOf(kind)})`;
  }
  if (!isJsonObject(metadata)) return 'missing metadata in converted object';
  for (const [field, name] of [
    ['name', 'name'],
    ['namespace', 'namespace'],
    ['uid', 'UID'],
  ] as const) {
    const [before, after] = [metaString(object, field), metaString(converted, field)];
    if (before !== after) return `must have the same ${name}: ${before} != ${after}`;
  }
  return undefined;
}

function restoredMetadata(object: JsonObject, converted: JsonObject): JsonObject {
  const { labels: _, annotations: __, ...metadata } = cloneJson(metadataOf(object));
  const { labels, annotations } = converted;
  return {
    ...metadata,
    ...(labels === undefined ? {} : { labels }),
    ...(annotations === undefined ? {} : { annotations }),
  };
}
