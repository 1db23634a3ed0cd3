import { isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';
import {
  badRequest,
  invalid,
  internalError,
  modified,
  notFound,
  plainServerError,
} from '../errors/status-error.js';
import { isTrue } from '../request/request-info.js';
import type { Revision } from '../storage/revision.js';
import type { Steps } from '../request/steps.js';
import { admitMutation } from './admit.js';
import { readLive, timestamp } from './commit.js';
import { keyOf, type ScaleAccess } from '../resource/endpoint.js';
import { valueAtPath, withValueAtPath } from './field-path.js';
import { metadataOf, metaString } from '../resource/object-meta.js';
import { parseBodyValue } from './decode-body.js';
import { decodePosted } from './decode-posted.js';
import {
  applyPatch,
  parseApplyBody,
  parsePatch,
  parsePatchOptions,
  patchLanguage,
  reportRepeated,
} from './patch-object.js';
import { bodyText, type Answer, type RequestContext } from './request-context.js';
import { groupVersionOf } from '../resource/served-resource.js';
import { recordUpdate, updateObject } from './update-object.js';
import { parseWriteOptions, type WriteOptions } from './write-options.js';

/** Answers a request for the scale subresource (autoscaling/v1 Scale). */
export function* handleScale(context: RequestContext, paths: ScaleAccess): Steps<Answer> {
  const { endpoint, info } = context;
  const name = info.name ?? '';
  const revision = endpoint.store.get(keyOf(info.namespace, name));
  if (revision === undefined) throw notFound(endpoint.resource, name);
  const live = yield* readLive(endpoint, revision, info.verb === 'get' ? 'read' : 'update');
  if (info.verb === 'get') {
    checkReplicas(live, paths);
    return { status: 200, object: scaleOf(live, paths) };
  }
  const changed =
    info.verb === 'update'
      ? yield* updateScale(context, revision, live, paths)
      : yield* patchScale(context, revision, live, paths);
  return { status: 200, object: scaleOf(changed, paths) };
}

/** A GET fails if the object has no replica count. An update sets it. */
function checkReplicas(object: JsonObject, { specReplicasPath }: ScaleAccess): void {
  if (valueAtPath(object, specReplicasPath) !== undefined) return;
  throw internalError(`the spec replicas field ${JSON.stringify(specReplicasPath)} does not exist`);
}

/** Returns the Scale of an object. An absent replica count is omitted. */
function scaleOf(object: JsonObject, paths: ScaleAccess): JsonObject {
  const replicas = valueAtPath(object, paths.specReplicasPath) ?? 0;
  const { name, namespace, uid, resourceVersion, creationTimestamp } = metadataOf(object);
  const selector =
    paths.labelSelectorPath === undefined
      ? paths.selectorOf?.(object)
      : valueAtPath(object, paths.labelSelectorPath);
  const metadata: JsonObject = {};
  const shown = { name, namespace, uid, resourceVersion, creationTimestamp };
  for (const [field, value] of Object.entries(shown)) {
    if (value !== undefined) metadata[field] = value;
  }
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata,
    // Go omits zero.
    spec: replicas === 0 ? {} : { replicas },
    status: {
      replicas: valueAtPath(object, paths.statusReplicasPath) ?? 0,
      ...(typeof selector === 'string' && selector !== '' ? { selector } : {}),
    },
  };
}

function* updateScale(
  context: RequestContext,
  revision: Revision,
  live: JsonObject,
  paths: ScaleAccess,
): Steps<JsonObject> {
  const options = parseWriteOptions(context, 'UpdateOptions');
  const scale = context.endpoint.conventions.hasScaleType
    ? decodePosted(context, options.fieldValidation)
    : parseScale(context);
  const [own, wanted] = [metaString(scale, 'name'), context.info.name ?? ''];
  if (own !== wanted) {
    throw badRequest(
      own === ''
        ? 'name must be provided'
        : `the name of the object (${own}) does not match the name on the URL (${wanted})`,
    );
  }
  return yield* setReplicas(context, revision, live, scale, paths, options);
}

function parseScale(context: RequestContext): JsonObject {
  const scale = parseBodyValue(context);
  if (scale['kind'] === 'Scale' && scale['apiVersion'] === 'autoscaling/v1') return scale;
  throw badRequest(
    'no kind is registered for the type v1.Scale in scheme "pkg/runtime/scheme.go:111"',
  );
}

function* patchScale(
  context: RequestContext,
  revision: Revision,
  live: JsonObject,
  paths: ScaleAccess,
): Steps<JsonObject> {
  const language = patchLanguage(context);
  const options = parsePatchOptions(context, language);
  if (language === 'apply') return yield* applyScale(context, revision, live, paths, options);
  const patch = parsePatch(bodyText(context.request));
  const scale = applyPatch(context, language, scaleOf(live, paths), patch);
  return yield* setReplicas(context, revision, live, scale, paths, options);
}

function* applyScale(
  context: RequestContext,
  revision: Revision,
  live: JsonObject,
  paths: ScaleAccess,
  options: WriteOptions,
): Steps<JsonObject> {
  const { endpoint, info } = context;
  const body = parseApplyBody(context);
  const { kind, apiVersion } = live;
  const outline: JsonObject = {
    apiVersion: apiVersion ?? '',
    kind: kind ?? '',
    metadata: { name: metaString(live, 'name') },
  };
  const replicas = replicasIn(body.value);
  const merged = yield* endpoint.fieldManager.apply({
    live,
    applied: withValueAtPath(outline, paths.specReplicasPath, replicas),
    manager: options.manager,
    force: isTrue(info.query.get('force')),
    subresource: 'scale',
    apiVersion: groupVersionOf(endpoint.resource),
    time: timestamp(context.clock),
  });
  reportRepeated(context, options, body);
  return merged === live
    ? live
    : yield* updateObject(context, revision, { ...merged }, options, {
        hasManagedFields: true,
        mutates: false,
        shownAs: (object) => scaleOf(object, paths),
      });
}

function* setReplicas(
  context: RequestContext,
  revision: Revision,
  live: JsonObject,
  scale: JsonObject,
  paths: ScaleAccess,
  options: WriteOptions,
): Steps<JsonObject> {
  const shownAs = (object: JsonObject): JsonObject => scaleOf(object, paths);
  const admitted =
    context.admission === undefined
      ? scale
      : yield* admitMutation(context, {
          operation: 'UPDATE',
          object: withManagers(scale, yield* changed(context, live, scale, paths, options), paths),
          oldObject: withManagers(scaleOf(live, paths), live, paths),
          dryRun: options.dryRun,
        });
  const version = metaString(admitted, 'resourceVersion');
  if (version !== '' && version !== metaString(live, 'resourceVersion')) {
    throw modified(context.endpoint.resource, context.info.name ?? '');
  }
  const replicas = replicasIn(admitted);
  if (replicas < 0 && context.endpoint.conventions.hasScaleType) {
    const message = `Invalid value: ${replicas}: must be greater than or equal to 0`;
    throw invalid({ group: 'autoscaling', kind: 'Scale' }, context.info.name ?? '', [
      { type: 'FieldValueInvalid', field: 'spec.replicas', message },
    ]);
  }
  const next = withValueAtPath(live, paths.specReplicasPath, replicas);
  return yield* updateObject(context, revision, next, options, { mutates: false, shownAs });
}

/** Returns the object as the Scale changes it, with the managed fields of the request. */
function changed(
  context: RequestContext,
  live: JsonObject,
  scale: JsonObject,
  { specReplicasPath }: ScaleAccess,
  options: WriteOptions,
): Steps<JsonObject> {
  const next = withValueAtPath(live, specReplicasPath, replicasIn(scale));
  return recordUpdate(context, next, live, options);
}

/**
 * Returns a Scale with the managers of the replica count of its object.
 *
 * Upstream: ToSubresource in apimachinery/pkg/util/managedfields/scalehandler.go
 */
function withManagers(
  scale: JsonObject,
  object: JsonObject,
  { specReplicasPath }: ScaleAccess,
): JsonObject {
  const fields = specReplicasPath.replaceAll('.', '.f:').slice(1);
  const { managedFields } = metadataOf(object);
  const managers = (Array.isArray(managedFields) ? managedFields : [])
    .filter(isJsonObject)
    .filter(({ fieldsV1 }) => valueIn(fieldsV1, fields.split('.')) !== undefined)
    .map((manager) => ({
      ...manager,
      apiVersion: 'autoscaling/v1',
      fieldsV1: { 'f:spec': { 'f:replicas': {} } },
    }));
  const metadata = { ...metadataOf(scale) };
  if (managers.length > 0) metadata['managedFields'] = managers;
  return { ...scale, metadata };
}

function valueIn(value: JsonValue | undefined, names: readonly string[]): JsonValue | undefined {
  return names.reduce<JsonValue | undefined>(
    (current, name) => (isJsonObject(current) ? current[name] : undefined),
    value,
  );
}

function replicasIn(scale: JsonObject): number {
  const spec = scale['spec'];
  const replicas: JsonValue | undefined = isJsonObject(spec) ? spec['replicas'] : undefined;
  if (replicas !== undefined && !Number.isInteger(replicas)) {
    throw plainServerError('json: cannot unmarshal the replicas of a Scale into type int32');
  }
  return typeof replicas === 'number' ? replicas : 0;
}
