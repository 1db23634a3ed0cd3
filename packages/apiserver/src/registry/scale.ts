import { ApiError } from '@vmgen/runtime/client';
import { isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';
import {
  badRequest,
  invalid,
  internalError,
  conflict,
  notFound,
  plainServerError,
} from '../errors/status-error.js';
import { fieldErrors, readScale } from '@vmgen/crd/internal';
import { isTrue } from '../request/request-info.js';
import { managedFieldsOf, withManagedFields } from '../managed-fields/object-managers.js';
import { SCALE_COMPONENT, SCALE_VERSION, ScaleManagers } from '../managed-fields/scale-managers.js';
import type { Revision } from '../storage/revision.js';
import type { Steps } from '../request/steps.js';
import { admitMutation } from './admit.js';
import { readLive, timestamp } from './commit.js';
import { keyOf, type Endpoint, type ScaleAccess } from '../resource/endpoint.js';
import { validateApplied } from '../managed-fields/validate-applied.js';
import { namesOf, valueAtPath, withValueAtPath } from './field-path.js';
import { metadataOf, metaString } from '../resource/object-meta.js';
import { checkAddress } from './create-object.js';
import { decodeBody } from './decode-body.js';
import {
  applyPatch,
  parseApplyBody,
  parsePatchOptions,
  parsePatchStrict,
  patchLanguage,
  prepareApplied,
  reportRepeated,
} from './patch-object.js';
import { bodyText, type Answer, type RequestContext } from './request-context.js';
import { groupVersionOf } from '../resource/served-resource.js';
import { checkUid, checkVersion, updateObject } from './update-object.js';
import { parseWriteOptions, type WriteOptions } from './write-options.js';

/** Answers a request for the scale subresource (autoscaling/v1 Scale). */
export function* handleScale(context: RequestContext, paths: ScaleAccess): Steps<Answer> {
  const { endpoint, info } = context;
  const name = info.name ?? '';
  const options = info.verb === 'get' ? undefined : scaleOptions(context);
  const revision = endpoint.store.get(keyOf(info.namespace, name));
  if (revision === undefined) throw notFound(endpoint.resource, name);
  const live = yield* readLive(endpoint, revision, options === undefined ? 'read' : 'update');
  if (options === undefined) {
    const scale = scaleOf(live, paths);
    checkReplicas(live, paths);
    return { status: 200, object: scale };
  }
  const change = info.verb === 'update' ? updateScale : patchScale;
  const changed = yield* change(context, revision, live, { paths, options });
  return { status: 200, object: scaleOf(changed, paths, badRequest) };
}

/** Returns the options of an update or a patch. As in kube-apiserver, the object may be absent. */
function scaleOptions(context: RequestContext): WriteOptions {
  return context.info.verb === 'update'
    ? parseWriteOptions(context, 'UpdateOptions')
    : parsePatchOptions(context, patchLanguage(context));
}

/** A GET fails if the object has no replica count. An update sets it. */
function checkReplicas(object: JsonObject, { specReplicasPath }: ScaleAccess): void {
  if (valueAtPath(object, specReplicasPath) !== undefined) return;
  throw internalError(`the spec replicas field ${JSON.stringify(specReplicasPath)} does not exist`);
}

/**
 * Returns the Scale of an object.
 *
 * @throws ApiError of `asError` if a field has another type, as a conversion can return it
 */
function scaleOf(
  object: JsonObject,
  paths: ScaleAccess,
  asError: (message: string) => ApiError = plainServerError,
): JsonObject {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = metadataOf(object);
  const { specReplicas, statusReplicas, selector, problem } = readScale(object, paths);
  if (problem !== undefined) throw asError(problem);
  const shownSelector = selector ?? paths.selectorOf?.(object) ?? '';
  const metadata: JsonObject = {};
  const shown = { name, namespace, uid, resourceVersion, creationTimestamp };
  for (const [field, value] of Object.entries(shown)) {
    if (value !== undefined) metadata[field] = value;
  }
  return {
    kind: 'Scale',
    apiVersion: SCALE_VERSION,
    metadata,
    spec: scaleSpec(asInt32(specReplicas)),
    status: {
      replicas: asInt32(statusReplicas),
      ...(shownSelector === '' ? {} : { selector: shownSelector }),
    },
  };
}

/** Larger counts wrap around, as in Go. Only a conversion returns them. */
const asInt32 = (count: number | bigint = 0): number => Number(BigInt.asIntN(32, BigInt(count)));

/** Go omits zero. */
const scaleSpec = (replicas: number): JsonObject => (replicas === 0 ? {} : { replicas });

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

/** The context of a request for an object of the kind Scale. */
function scaleContextOf(context: RequestContext): RequestContext {
  const { endpoint, registry } = context;
  const { types } = registry.builtIn;
  const resource = {
    ...endpoint.resource,
    isCustom: false,
    group: 'autoscaling',
    version: 'v1',
    kind: 'Scale',
  };
  const scale: Endpoint = {
    ...endpoint,
    resource,
    schema: types.schemaOf(SCALE_COMPONENT, {}),
    schemaOf: undefined,
    decode: (object, duplicates) => types.decode(SCALE_COMPONENT, object, duplicates),
    conventions: { ...endpoint.conventions, infersType: true },
  };
  return { ...context, endpoint: scale };
}

function* updateScale(
  context: RequestContext,
  revision: Revision,
  live: JsonObject,
  { paths, options }: ScaleWrite,
): Steps<JsonObject> {
  const scale = decodeScale(context, options);
  checkAddress(scaleContextOf(context), scale);
  checkUid(context, scale, live, options);
  const before = liveScaleOf(context, live, paths);
  return yield* setReplicas(context, revision, live, { before, scale, paths, options });
}

function decodeScale(context: RequestContext, { fieldValidation }: WriteOptions): JsonObject {
  try {
    return decodeBody(scaleContextOf(context), fieldValidation);
  } catch (error) {
    const isRefused = error instanceof ApiError && error.status.code === 400;
    if (!isRefused || !context.endpoint.resource.isCustom) throw error;
    // As in kube-apiserver, whose scheme for custom resources lacks this type.
    throw badRequest(
      'no kind is registered for the type v1.Scale in scheme "pkg/runtime/scheme.go:111"',
    );
  }
}

function* patchScale(
  context: RequestContext,
  revision: Revision,
  live: JsonObject,
  { paths, options }: ScaleWrite,
): Steps<JsonObject> {
  const language = patchLanguage(context);
  const before = liveScaleOf(context, live, paths);
  if (language === 'apply') {
    const scale = yield* applyToScale(context, before.scale, options);
    return yield* storeScale(context, revision, live, { before, scale, paths, options });
  }
  const parsed = parsePatchStrict(bodyText(context.request), language, options);
  const patch = { parsed, options };
  const scale = applyPatch(scaleContextOf(context), language, before.scale, patch);
  return yield* setReplicas(context, revision, live, { before, scale, paths, options });
}

/**
 * Applies a configuration to a Scale.
 *
 * @throws ApiError 500 for the Scale of a custom resource that changes or has no managers:
 * kube-apiserver cannot convert it
 */
function* applyToScale(
  context: RequestContext,
  live: JsonObject,
  options: WriteOptions,
): Steps<JsonObject> {
  const { endpoint, info, registry, clock } = context;
  const { isCustom } = endpoint.resource;
  const body = parseApplyBody(context);
  validateApplied(body.value, { apiVersion: SCALE_VERSION, kind: 'Scale' });
  if (isCustom && managedFieldsOf(live)?.length === 0) {
    throw notConvertible('failed to create manager for existing fields: ', 'live', '/');
  }
  const { status: _, metadata: _metadata, ...applied } = body.value;
  const sent = metadataOf(body.value);
  const merged = yield* registry.scaleFieldManager.apply({
    live,
    applied: { ...applied, metadata: { name: metaString(live, 'name') } },
    manager: options.manager,
    force: isTrue(info.query.get('force')),
    subresource: 'scale',
    apiVersion: SCALE_VERSION,
    time: timestamp(clock),
  });
  if (isCustom && replicasIn(merged) !== replicasIn(live)) {
    const name = `${metaString(body.value, 'namespace')}/${metaString(body.value, 'name')}`;
    throw notConvertible('', 'new', name);
  }
  const { name, namespace, uid, resourceVersion } = { ...metadataOf(live), ...sent };
  const scale = {
    ...merged,
    metadata: { ...metadataOf(merged), name, namespace, uid, resourceVersion },
  } as JsonObject;
  const scaleContext = scaleContextOf(context);
  prepareApplied(scaleContext, body.value, scale);
  reportRepeated(context, options, body);
  checkAddress(scaleContext, scale);
  return scale;
}

function notConvertible(step: string, which: string, name: string): ApiError {
  return plainServerError(
    `${step}failed to convert ${which} object (${name}; autoscaling/v1, Kind=Scale) to proper version: request to convert CR to an invalid group/version: autoscaling/v1`,
  );
}

/** A request that changes a Scale. */
interface ScaleWrite {
  readonly paths: ScaleAccess;
  readonly options: WriteOptions;
}

/** A change of a Scale. */
interface ScaleChange extends ScaleWrite {
  readonly before: LiveScale;
  /** The Scale after the change. */
  readonly scale: JsonObject;
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
    time: timestamp(context.clock),
  });
  return yield* storeScale(context, revision, live, { ...change, scale: recorded });
}

/** Stores the replica count and the managers of a Scale in its object, after the mutating plugins. */
function* storeScale(
  context: RequestContext,
  revision: Revision,
  live: JsonObject,
  { before, scale: sent, paths, options }: ScaleChange,
): Steps<JsonObject> {
  const { endpoint, info } = context;
  const scale =
    context.admission === undefined
      ? sent
      : yield* admitMutation(context, {
          operation: 'UPDATE',
          object: shownToWebhooks(sent),
          oldObject: shownToWebhooks(before.scale),
          dryRun: options.dryRun,
        });
  const replicas = replicasIn(scale);
  if (replicas === NO_REPLICAS) {
    const path = JSON.stringify(paths.specReplicasPath);
    throw badRequest(`the spec replicas field ${path} cannot be empty`);
  }
  if (replicas < 0 && !endpoint.resource.isCustom) {
    throw invalid({ group: 'autoscaling', kind: 'Scale' }, info.name ?? '', [
      fieldErrors.invalid('spec.replicas', replicas, 'must be greater than or equal to 0'),
    ]);
  }
  checkScaleIdentity(context, scale, live);
  const managers = before.managers.ofObject(scale, groupVersionOf(endpoint.resource));
  const next = withManagedFields(withValueAtPath(live, paths.specReplicasPath, replicas), managers);
  return yield* updateObject(context, revision, next, options, {
    hasManagedFields: true,
    mutates: false,
    shownAs: (object) => scaleOf(object, paths),
  });
}

/** @throws ApiError 409 for a Scale of another object or of an older version */
function checkScaleIdentity(context: RequestContext, scale: JsonObject, live: JsonObject): void {
  const { resource } = context.endpoint;
  const [uid, own] = [metaString(scale, 'uid'), metaString(live, 'uid')];
  // The Scale of a custom resource has no precondition.
  if (uid !== '' && uid !== own && !resource.isCustom) {
    const why = `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${own}`;
    throw conflict(
      { ...resource, plural: `${resource.plural}/scale` },
      metaString(live, 'name'),
      why,
    );
  }
  if (metaString(scale, 'resourceVersion') !== '') checkVersion(context, scale, live);
}

/** An empty list of managers is omitted. */
function shownToWebhooks(scale: JsonObject): JsonObject {
  return managedFieldsOf(scale)?.length === 0 ? withManagedFields(scale, []) : scale;
}

function replicasIn(scale: JsonObject): number {
  const spec = scale['spec'];
  const replicas: JsonValue | undefined = isJsonObject(spec) ? spec['replicas'] : undefined;
  return typeof replicas === 'number' ? replicas : 0;
}
