import { appendAll, stringifyJson, type JsonObject } from '@vmgen/base/json';
import { clusterView } from './cluster-view.js';
import { textOf } from '../json/text-of.js';
import type { FieldError } from '@vmgen/crd';
import { coerceObjectMeta, fieldErrors } from '@vmgen/crd/internal';
import { invalid } from '../errors/status-error.js';
import { refusedKind, type Endpoint } from '../resource/endpoint.js';
import { decoded } from './decoded.js';
import { partOf } from './subresource-parts.js';
import { finalizersOf, metaString, STANDARD_FINALIZERS } from '../resource/object-meta.js';
import type { RequestContext } from './request-context.js';
import { groupVersionOf } from '../resource/served-resource.js';

/**
 * Validates an object beyond its metadata: first the schema and its rules, then the rules of the
 * kind. Adds warnings.
 *
 * @param metadataErrors errors in the metadata, which are not repeated
 */
export function validateObject(
  context: RequestContext,
  object: JsonObject,
  live: JsonObject | undefined,
  metadataErrors: readonly FieldError[],
): FieldError[] {
  const { info } = context;
  const { schema, strategy, scale } = context.endpoint;
  const cluster = clusterView(context);
  // The kind's rules apply to the whole object. A subresource may change fields that are otherwise
  // immutable.
  const { subresource } = info;
  const isPart = partOf(subresource) !== undefined;
  const own =
    isPart && live !== undefined
      ? undefined
      : strategy.validate?.(object, live, cluster, subresource);
  const errors = [
    ...schema.validate(object, {
      oldObject: live,
      subresource: subresource === 'status' ? 'status' : undefined,
      scale,
      metadataErrors,
      warn: (text) => void context.warnings.push(text),
      countWork: (checks) => context.work.spend(checks),
    }),
    ...(own ?? []),
  ];
  if (errors.length === 0 && metadataErrors.length === 0) {
    if (strategy.warnsOfFinalizers) warnOfFinalizers(context, object, live);
    appendAll(context.warnings, strategy.warningsOf?.(object, live, subresource) ?? []);
  }
  return errors;
}

function warnOfFinalizers(
  context: RequestContext,
  object: JsonObject,
  live: JsonObject | undefined,
): void {
  const before = new Set(live === undefined ? [] : finalizersOf(live));
  for (const finalizer of finalizersOf(object)) {
    if (finalizer.includes('/') || before.has(finalizer) || STANDARD_FINALIZERS.has(finalizer))
      continue;
    const form = finalizer.includes('.') ? 'name including a path (/)' : 'name';
    context.warnings.push(
      `metadata.finalizers: ${JSON.stringify(finalizer)}: prefer a domain-qualified finalizer ${form} to avoid accidental conflicts with other finalizer writers`,
    );
  }
}

/**
 * Reads the metadata of a custom resource that plugins may have changed, in place. The fields that the
 * server sets have replaced theirs.
 *
 * @throws ApiError 422 for a value of a wrong type
 */
export function checkMetadataTypes(
  { admission, endpoint }: RequestContext,
  object: JsonObject,
): void {
  if (admission === undefined || endpoint.decode !== undefined) return;
  const metadata = object['metadata'] ?? {};
  decoded(
    () => coerceObjectMeta(metadata, 'metadata'),
    (problem) => {
      const message = `Invalid value: ${stringifyJson(metadata)}: ${problem}`;
      return invalid(refusedKind(endpoint), metaString(object, 'name'), [
        { type: 'FieldValueInvalid', field: 'metadata', message },
      ]);
    },
  );
}

/** Returns the errors in the apiVersion and kind of an object. */
export function kindErrors({ resource }: Endpoint, object: JsonObject): FieldError[] {
  const apiVersion = groupVersionOf(resource);
  const errors: FieldError[] = [];
  if (object['kind'] !== resource.kind) {
    errors.push(mustBe('kind', textOf(object['kind']), resource.kind));
  }
  if (object['apiVersion'] !== apiVersion) {
    errors.push(mustBe('apiVersion', textOf(object['apiVersion']), apiVersion));
  }
  return errors;
}

const mustBe = (field: string, value: string, wanted: string): FieldError =>
  fieldErrors.invalid(field, value, `must be ${wanted}`);
