import { deepEqualJson, type JsonObject } from '@vmgen/crd/internal/json';
import { conflict, notFound } from '../errors/status-error.js';
import type { Revision } from '../storage/revision.js';
import { commit, removeObject, timestamp } from './commit.js';
import { parseDeleteOptions, type DeleteOptions } from './delete-options.js';
import { keyOf, type Strategy } from '../resource/endpoint.js';
import {
  finalizersOf,
  generationOf,
  isDeleting,
  metadataOf,
  metaString,
} from '../resource/object-meta.js';
import type { Answer, RequestContext } from './request-context.js';
import { setOrDelete } from './update-object.js';

/** Answers a DELETE of one object: a Status when it is gone, else the object with its mark. */
export function handleDelete(context: RequestContext): Answer {
  const { endpoint, info } = context;
  const options = parseDeleteOptions(context);
  const name = info.name ?? '';
  const revision = endpoint.store.get(keyOf(info.namespace, name));
  if (revision === undefined) throw notFound(endpoint.resource, name);
  checkPreconditions(context, endpoint.read(revision), options);
  const { deleteWarning } = endpoint.strategy;
  if (deleteWarning !== undefined && options.propagation === undefined) {
    context.warnings.push(deleteWarning);
  }
  const remaining = deleteObject(context, revision, options);
  if (remaining !== undefined) return { status: 200, object: remaining };
  const gone = endpoint.read(revision);
  const { returnsDeleted } = endpoint.strategy;
  return { status: 200, object: returnsDeleted === true ? gone : success(context, gone) };
}

/**
 * Deletes a stored object, or marks it where finalizers hold it.
 *
 * @returns the marked object; undefined when it is gone
 */
export function deleteObject(
  context: RequestContext,
  revision: Revision,
  options: DeleteOptions,
): JsonObject | undefined {
  const { endpoint } = context;
  const { strategy } = endpoint;
  const live = endpoint.read(revision);
  strategy.checkDelete?.(live);
  if (strategy.startDelete !== undefined) {
    if (options.dryRun) return live;
    return startOwnDelete(context, revision, live);
  }
  const isHeld = strategy.isHeld?.(live) === true;
  if (isDeleting(live) && isHeld) return live;
  const finalizers = finalizersAfter(strategy, live, options);
  if (finalizers.length === 0 && !isHeld) {
    if (!options.dryRun) removeObject(endpoint, live);
    return undefined;
  }
  if (isDeleting(live) && deepEqualJson([...finalizers], [...finalizersOf(live)])) return live;
  const marked = markDeleting(context, live, finalizers);
  return options.dryRun ? marked : commit(endpoint, marked);
}

/** CustomResourceDefinitions go through a phase of their own, and end by themselves. */
function startOwnDelete(
  context: RequestContext,
  revision: Revision,
  live: JsonObject,
): JsonObject | undefined {
  const { endpoint, clock } = context;
  let marked = live;
  if (!isDeleting(live)) {
    const metadata = { ...metadataOf(live), deletionTimestamp: timestamp(clock) };
    marked = commit(endpoint, { ...live, metadata });
  }
  const current = endpoint.store.get(revision.key);
  if (current !== undefined) endpoint.strategy.startDelete?.(current.object);
  return marked;
}

const COLLECTION_FINALIZERS: ReadonlySet<string> = new Set(['orphan', 'foregroundDeletion']);

/** Upstream: deletionFinalizersForGarbageCollection in apiserver's generic registry. */
function finalizersAfter(
  { defaultGarbageCollection: byDefault, protectionFinalizer }: Strategy,
  live: JsonObject,
  { propagation }: DeleteOptions,
): readonly string[] {
  const finalizers = finalizersOf(live).filter((name) => name !== protectionFinalizer);
  const others = finalizers.filter((name) => !COLLECTION_FINALIZERS.has(name));
  if (byDefault === 'Unsupported') return others;
  if (propagation === 'Orphan') return [...others, 'orphan'];
  if (propagation === 'Foreground') return [...others, 'foregroundDeletion'];
  if (propagation === 'Background') return others;
  const isSaid = others.length < finalizers.length;
  return byDefault === 'OrphanDependents' && !isSaid ? [...finalizers, 'orphan'] : finalizers;
}

function markDeleting(
  { clock, endpoint }: RequestContext,
  live: JsonObject,
  finalizers: readonly string[],
): JsonObject {
  const metadata: JsonObject = { ...metadataOf(live) };
  setOrDelete(metadata, 'finalizers', finalizers.length === 0 ? undefined : [...finalizers]);
  if (!isDeleting(live)) {
    metadata['deletionTimestamp'] = timestamp(clock);
    metadata['deletionGracePeriodSeconds'] = 0;
    if (generationOf(live) > 0) metadata['generation'] = generationOf(live) + 1;
  }
  const marked = { ...live, metadata };
  endpoint.strategy.prepareForDelete?.(marked);
  return marked;
}

function checkPreconditions(
  context: RequestContext,
  live: JsonObject,
  { uid, resourceVersion }: DeleteOptions,
): void {
  const { group, kind } = context.endpoint.resource;
  // Here, and only here, the API names the kind where it names the plural elsewhere.
  const named = { group, plural: kind };
  const name = context.info.name ?? '';
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
