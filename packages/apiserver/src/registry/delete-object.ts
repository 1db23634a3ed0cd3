import { deepEqualJson, type JsonObject } from '@vmgen/base/json';
import { conflict, notFound } from '../errors/status-error.js';
import type { Revision } from '../storage/revision.js';
import { runSteps, type Steps } from '../request/steps.js';
import { admitDeletion } from './admit.js';
import { beforeDeadline } from './before-deadline.js';
import {
  checkCurrent,
  commit,
  convertToStored,
  OutdatedError,
  readLive,
  readWritten,
  removeObject,
  timestamp,
  timeText,
} from './commit.js';
import { parseDeleteOptions, type DeleteOptions } from './delete-options.js';
import { keyOf } from '../resource/endpoint.js';
import type { DeleteStrategy } from '../resource/strategy.js';
import {
  finalizersOf,
  generationOf,
  gracePeriodOf,
  isDeleting,
  metadataOf,
  metaString,
} from '../resource/object-meta.js';
import type { Answer, RequestContext } from './request-context.js';
import { setOrDelete } from './update-object.js';
import { listAnswer, listPage } from './list-objects.js';
import { parseListOptions } from './list-options.js';
import { checkMayDeleteUnreadable, deleteUnreadable } from './delete-unreadable.js';
import { Slices, WRITE_STEPS } from './slices.js';

/**
 * Answers a DELETE of one object: with a Status if it was removed, otherwise with the object that
 * is being deleted.
 */
export function* handleDelete(context: RequestContext): Steps<Answer> {
  const { endpoint, info } = context;
  const options = parseDeleteOptions(context);
  const name = info.name ?? '';
  if (options.ignoresReadError) checkMayDeleteUnreadable(context);
  const revision = endpoint.store.get(keyOf(info.namespace, name));
  if (revision === undefined) throw notFound(endpoint.resource, name);
  if (options.ignoresReadError) return yield* deleteUnreadable(context, revision, options);
  const { deleteWarning, returnsDeleted } = endpoint.strategy;
  if (deleteWarning !== undefined && options.propagation === undefined) {
    context.warnings.push(deleteWarning);
  }
  const { object, isGone } = yield* deleteObject(context, revision, options);
  const isShown = !isGone || returnsDeleted === true;
  // As in kube-apiserver, which answers 200 to other deletions that are not over, for old clients.
  const isAccepted = !isGone && options.sent['orphanDependents'] === false;
  const status = isAccepted ? 202 : 200;
  return { status, object: isShown ? object : success(context, object) };
}

/** The result of a deletion. */
interface Deleted {
  readonly object: JsonObject;
  /**
   * False if finalizers or the grace period delay the removal. The object then has a deletion
   * timestamp.
   */
  readonly isGone: boolean;
}

/**
 * Deletes a stored object, or sets its deletion timestamp if finalizers or a grace period delay the
 * removal.
 *
 * Upstream: Store.Delete in apiserver/pkg/registry/generic/registry/store.go, and BeforeDelete in
 * apiserver/pkg/registry/rest/delete.go
 *
 * @throws ApiError 409 if the object does not match the preconditions
 */
export function* deleteObject(
  context: RequestContext,
  revision: Revision,
  options: DeleteOptions,
): Steps<Deleted> {
  const { endpoint } = context;
  const { strategy } = endpoint;
  const live = yield* readLive(endpoint, revision, 'read');
  const unchanged = { object: live, isGone: false };
  strategy.checkDelete?.(live);
  checkPreconditions(context, live, options);
  if (strategy.startDelete !== undefined) {
    if (!isDeleting(live)) yield* admit(context, revision, live, options);
    if (options.dryRun) return unchanged;
    return { object: startOwnDelete(context, revision, live), isGone: false };
  }
  const isHeld = strategy.isHeld?.(live) === true;
  if (isDeleting(live) && isHeld) return unchanged;
  const grace = graceOf(strategy, live, options);
  if (grace !== undefined && isDeleting(live) && grace >= gracePeriodOf(live)) return unchanged;

  yield* admit(context, revision, live, options);
  const finalizers = finalizersAfter(strategy, live, options);
  const isOver = finalizers.length === 0 && !isHeld && (grace ?? 0) === 0;
  if (isOver && grace === undefined) {
    if (!options.dryRun) {
      // As kube-apiserver, which compares the object with its stored form.
      yield* convertToStored(endpoint, live);
      if (endpoint.conversion !== undefined) checkCurrent(endpoint, revision);
      removeObject(endpoint, live);
    }
    return { object: live, isGone: true };
  }
  const isSame = deepEqualJson([...finalizers], [...finalizersOf(live)]);
  if (isDeleting(live) && isSame && grace === undefined) return unchanged;
  const marked = markDeleting(context, live, finalizers, grace ?? 0);
  if (options.dryRun) return { object: marked, isGone: isOver };
  // Watches of a kind with graceful deletion see the deletion timestamp even if the grace period is
  // 0.
  const converted = yield* convertToStored(endpoint, marked);
  if (converted !== undefined) checkCurrent(endpoint, revision);
  const object = yield* readWritten(endpoint, commit(endpoint, marked, converted));
  if (isOver) removeObject(endpoint, object);
  return { object, isGone: isOver };
}

/** @throws OutdatedError if the object changed in the meantime */
function* admit(
  context: RequestContext,
  revision: Revision,
  live: JsonObject,
  options: DeleteOptions,
): Steps<void> {
  if (context.admission === undefined) return;
  yield* admitDeletion(context, live, options);
  checkCurrent(context.endpoint, revision);
}

/** Returns the grace period in seconds; undefined for kinds without graceful deletion. */
function graceOf(
  strategy: DeleteStrategy,
  live: JsonObject,
  { gracePeriodSeconds: asked }: DeleteOptions,
): number | undefined {
  if (strategy.gracePeriod === undefined) return undefined;
  if (isDeleting(live)) return asked ?? gracePeriodOf(live);
  return strategy.gracePeriod(live, asked);
}

/** CustomResourceDefinitions have a finalization phase, after which the server removes them. */
function startOwnDelete(context: RequestContext, revision: Revision, live: JsonObject): JsonObject {
  const { endpoint, clock } = context;
  let marked = live;
  if (!isDeleting(live)) {
    const metadata = { ...metadataOf(live), deletionTimestamp: timestamp(clock) };
    const next = { ...live, metadata };
    endpoint.strategy.prepareForDelete?.(next);
    marked = endpoint.read(commit(endpoint, next));
  }
  const current = endpoint.store.get(revision.key);
  if (current !== undefined) endpoint.strategy.startDelete?.(current.object);
  return marked;
}

const COLLECTION_FINALIZERS: ReadonlySet<string> = new Set(['orphan', 'foregroundDeletion']);

/** Upstream: deletionFinalizersForGarbageCollection in apiserver's generic registry. */
function finalizersAfter(
  { defaultGarbageCollection: byDefault, protectionFinalizer }: DeleteStrategy,
  live: JsonObject,
  { propagation }: DeleteOptions,
): readonly string[] {
  const finalizers = finalizersOf(live).filter((name) => name !== protectionFinalizer);
  const others = finalizers.filter((name) => !COLLECTION_FINALIZERS.has(name));
  if (byDefault === 'Unsupported') return others;
  if (propagation === 'Orphan') return [...others, 'orphan'];
  if (propagation === 'Foreground') return [...others, 'foregroundDeletion'];
  if (propagation === 'Background') return others;
  const isSpecified = others.length < finalizers.length;
  return byDefault === 'OrphanDependents' && !isSpecified ? [...finalizers, 'orphan'] : finalizers;
}

function markDeleting(
  { clock, endpoint }: RequestContext,
  live: JsonObject,
  finalizers: readonly string[],
  grace: number,
): JsonObject {
  const metadata: JsonObject = { ...metadataOf(live) };
  setOrDelete(metadata, 'finalizers', finalizers.length === 0 ? undefined : [...finalizers]);
  const start = isDeleting(live)
    ? Date.parse(metaString(live, 'deletionTimestamp')) - gracePeriodOf(live) * 1000
    : clock.date().getTime();
  if (!isDeleting(live) && generationOf(live) > 0) metadata['generation'] = generationOf(live) + 1;
  metadata['deletionTimestamp'] = timeText(new Date(start + grace * 1000));
  metadata['deletionGracePeriodSeconds'] = grace;
  const marked = { ...live, metadata };
  endpoint.strategy.prepareForDelete?.(marked);
  return marked;
}

/** @throws ApiError 409 if an object is not the one that a request names */
export function checkPreconditions(
  context: Pick<RequestContext, 'endpoint'>,
  live: JsonObject,
  { uid, resourceVersion }: Pick<DeleteOptions, 'uid' | 'resourceVersion'>,
): void {
  if (uid === undefined && resourceVersion === undefined) return;
  const { group, kind } = context.endpoint.resource;
  // The API uses the kind instead of the plural, as for tokens that are bound to an object.
  const named = { group, plural: kind };
  const name = metaString(live, 'name');
  const actualUid = metaString(live, 'uid');
  const actualVersion = metaString(live, 'resourceVersion');
  if (uid !== undefined && uid !== actualUid) {
    const why = `the UID in the precondition (${uid}) does not match the UID in record (${actualUid}). The object might have been deleted and then recreated`;
    throw conflict(named, name, why);
  }
  if (resourceVersion !== undefined && resourceVersion !== actualVersion) {
    const why = `the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record (${actualVersion}). The object might have been modified`;
    throw conflict(named, name, why);
  }
}

function success({ endpoint, info }: RequestContext, live: JsonObject): JsonObject {
  const { group, plural } = endpoint.resource;
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Success',
    details: {
      name: info.name ?? '',
      ...(group === '' ? {} : { group }),
      kind: plural,
      uid: metaString(live, 'uid'),
    },
  };
}

/** Answers a DELETE of a collection with the objects before the deletion. */
export async function handleDeleteCollection(context: RequestContext): Promise<Answer> {
  const { endpoint, info } = context;
  const deleteOptions = parseDeleteOptions(context);
  const listing = listPage(context, parseListOptions(endpoint, info.query, 'list'));
  const page = await beforeDeadline(context, listing);
  const slices = new Slices();
  for (const { key } of page.revisions) {
    if (slices.isOver(WRITE_STEPS)) await slices.pause();
    await deleteCurrent(context, key, deleteOptions);
  }
  return listAnswer(endpoint, page);
}

async function deleteCurrent(
  context: RequestContext,
  key: string,
  options: DeleteOptions,
): Promise<void> {
  for (;;) {
    const current = context.endpoint.store.get(key);
    if (current === undefined) return;
    try {
      const steps = deleteObject(context, current, options);
      await runSteps(steps, (settled) => beforeDeadline(context, settled));
      return;
    } catch (error) {
      if (!(error instanceof OutdatedError)) throw error;
    }
  }
}
