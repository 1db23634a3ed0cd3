import type { ApiError } from '@vmgen/runtime';
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
import { managedFieldsOf, withManagedFields } from '../managed-fields/object-managers.js';
import { SCALE_VERSION, ScaleManagers } from '../managed-fields/scale-managers.js';
import type { Revision } from '../storage/revision.js';
import type { Steps } from '../request/steps.js';
import { admitMutation } from './admit.js';
import { readLive } from './commit.js';
import { keyOf, type ScaleAccess } from '../resource/endpoint.js';
import { namesOf, valueAtPath, withValueAtPath } from './field-path.js';
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
import { updateObject } from './update-object.js';
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

/** Returns the Scale of an object. */
function scaleOf(object: JsonObject, paths: ScaleAccess): JsonObject {
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
    apiVersion: SCALE_VERSION,
    metadata,
    spec: scaleSpec(valueAtPath(object, paths.specReplicasPath) ?? 0),
    status: {
      replicas: valueAtPath(object, paths.statusReplicasPath) ?? 0,
      ...(typeof selector === 'string' && selector !== '' ? { selector } : {}),
    },
  };
}

/** Go omits zero. */
const scaleSpec = (replicas: JsonValue): JsonObject => (replicas === 0 ? {} : { replicas });

/** The replica count of an object that has none, as upstream. No client can set it. */
const NO_REPLICAS = -2_147_483_648;

/** A Scale that a request changes. */
interface LiveScale {
  /** The Scale with the managers of the replica count. */
  readonly scale: JsonObject;
  readonly managers: ScaleManagers;
}

function liveScaleOf(
  { endpoint, registry }: RequestContext,
  live: JsonObject,
  paths: ScaleAccess,
): LiveScale {
  const { group, plural } = endpoint.resource;
  const managers = new ScaleManagers(live, (apiVersion) => {
    const [version = '', named = ''] = apiVersion.split('/').reverse();
    if (named !== group) return undefined;
    const access = registry.lookup(group, version, plural)?.scale;
    return access === undefined ? undefined : namesOf(access.specReplicasPath);
  });
  const scale = scaleOf(live, paths);
  const metadata = { ...metadataOf(scale), managedFields: managers.ofScale() };
  const isSet = valueAtPath(live, paths.specReplicasPath) !== undefined;
  const spec = isSet ? scale['spec'] : { replicas: NO_REPLICAS };
  return { scale: { ...scale, metadata, spec: spec ?? {} }, managers };
}

function* updateScale(
  context: RequestContext,
  revision: Revision,
  live: JsonObject,
  paths: ScaleAccess,
): Steps<JsonObject> {
  const options = parseWriteOptions(context, 'UpdateOptions');
  const scale = context.endpoint.conventions.infersType
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
  const before = liveScaleOf(context, live, paths);
  return yield* setReplicas(context, revision, live, { before, scale, paths, options });
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
  const before = liveScaleOf(context, live, paths);
  if (language === 'apply') {
    const body = parseApplyBody(context);
    const scale = yield* applyToScale(context, before.scale, body.value, options);
    reportRepeated(context, options, body);
    return yield* storeScale(context, revision, live, { before, scale, paths, options });
  }
  const patch = parsePatch(bodyText(context.request));
  const scale = applyPatch(context, language, before.scale, patch);
  return yield* setReplicas(context, revision, live, { before, scale, paths, options });
}

/**
 * Applies a configuration to a Scale.
 *
 * @throws ApiError 500 for the Scale of a custom resource that changes or has no managers:
 * kube-apiserver cannot convert it
 */
function* applyToScale(
  { endpoint, info, registry }: RequestContext,
  live: JsonObject,
  body: JsonObject,
  options: WriteOptions,
): Steps<JsonObject> {
  const { isCustom } = endpoint.resource;
  if (isCustom && managedFieldsOf(live)?.length === 0) {
    throw notConvertible('failed to create manager for existing fields: ', 'live', '/');
  }
  const applied: JsonObject = {
    apiVersion: SCALE_VERSION,
    kind: 'Scale',
    metadata: { name: metaString(live, 'name') },
    ...(body['spec'] === undefined ? {} : { spec: body['spec'] }),
  };
  const scale = yield* registry.scaleFieldManager.apply({
    live,
    applied,
    manager: options.manager,
    force: isTrue(info.query.get('force')),
    subresource: 'scale',
    apiVersion: SCALE_VERSION,
    time: undefined,
  });
  if (isCustom && replicasIn(scale) !== replicasIn(live)) {
    throw notConvertible('', 'new', `${metaString(live, 'namespace')}/${metaString(live, 'name')}`);
  }
  return scale;
}

function notConvertible(step: string, which: string, name: string): ApiError {
  return plainServerError(
    `${step}failed to convert ${which} object (${name}; autoscaling/v1, Kind=Scale) to proper version: request to convert CR to an invalid group/version: autoscaling/v1`,
  );
}

/** A change of a Scale. */
interface ScaleChange {
  readonly before: LiveScale;
  /** The Scale after the change. */
  readonly scale: JsonObject;
  readonly paths: ScaleAccess;
  readonly options: WriteOptions;
}

/** Changes the replica count by an update or a patch other than apply. */
function* setReplicas(
  context: RequestContext,
  revision: Revision,
  live: JsonObject,
  change: ScaleChange,
): Steps<JsonObject> {
  const { before, options } = change;
  const next = { ...change.scale, spec: scaleSpec(replicasIn(change.scale)) };
  const recorded = yield* context.registry.scaleFieldManager.recordUpdate({
    live: before.scale,
    next,
    manager: options.manager,
    subresource: 'scale',
    apiVersion: SCALE_VERSION,
    time: undefined,
  });
  const scale =
    context.admission === undefined
      ? recorded
      : yield* admitMutation(context, {
          operation: 'UPDATE',
          object: shownToWebhooks(recorded),
          oldObject: shownToWebhooks(before.scale),
          dryRun: options.dryRun,
        });
  const version = metaString(scale, 'resourceVersion');
  if (version !== '' && version !== metaString(live, 'resourceVersion')) {
    throw modified(context.endpoint.resource, context.info.name ?? '');
  }
  return yield* storeScale(context, revision, live, { ...change, scale });
}

/** Stores the replica count and the managers of a Scale in its object. */
function* storeScale(
  context: RequestContext,
  revision: Revision,
  live: JsonObject,
  { before, scale, paths, options }: ScaleChange,
): Steps<JsonObject> {
  const { endpoint, info } = context;
  const replicas = replicasIn(scale);
  if (replicas === NO_REPLICAS) {
    const path = JSON.stringify(paths.specReplicasPath);
    throw badRequest(`the spec replicas field ${path} cannot be empty`);
  }
  if (replicas < 0 && !endpoint.resource.isCustom) {
    const message = `Invalid value: ${replicas}: must be greater than or equal to 0`;
    throw invalid({ group: 'autoscaling', kind: 'Scale' }, info.name ?? '', [
      { type: 'FieldValueInvalid', field: 'spec.replicas', message },
    ]);
  }
  const managers = before.managers.ofObject(scale, groupVersionOf(endpoint.resource));
  const next = withManagedFields(withValueAtPath(live, paths.specReplicasPath, replicas), managers);
  return yield* updateObject(context, revision, next, options, {
    hasManagedFields: true,
    mutates: false,
    shownAs: (object) => scaleOf(object, paths),
  });
}

/** An empty list of managers is omitted. */
function shownToWebhooks(scale: JsonObject): JsonObject {
  return managedFieldsOf(scale)?.length === 0 ? withManagedFields(scale, []) : scale;
}

function replicasIn(scale: JsonObject): number {
  const spec = scale['spec'];
  const replicas: JsonValue | undefined = isJsonObject(spec) ? spec['replicas'] : undefined;
  if (replicas !== undefined && !Number.isInteger(replicas)) {
    throw plainServerError('json: cannot unmarshal the replicas of a Scale into type int32');
  }
  return typeof replicas === 'number' ? replicas : 0;
}
