import { abortable } from '../async/abortable.js';
import { within, type TimeLimit } from '../async/poll.js';
import { withResolvers } from '../async/with-resolvers.js';
import {
  ApiError,
  isConflict,
  isGone,
  isInvalidRequest,
  isTooManyRequests,
} from '../client/errors.js';
import { VmgenError } from '../errors/vmgen-error.js';
import { quote } from '../logging/quote.js';
import { keyText, objectKey, parseObjectKey, type ObjectKey } from '../meta/object-key.js';
import type { ResourceScope } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';
import type { Cached } from './cached.js';
import type { ListWatchClient } from '../client/list-watch-client.js';
import { LastSeen } from './last-seen.js';
import { createSharedInformer, type SharedInformer } from './shared-informer.js';

/** The condition of a wait. The argument is undefined if the object does not exist. */
export type WaitCondition<T extends KubernetesObject, S extends ResourceScope = ResourceScope> = (
  object: Cached<T, S> | undefined,
) => boolean;

/** The source of a waited object: a typed client, or a running informer. */
export type WaitSource<T extends KubernetesObject, S extends ResourceScope = ResourceScope> =
  ListWatchClient<T, S> | SharedInformer<T, S>;

/**
 * Waits until an object meets a condition (`kubectl wait`). Resolves with the object, or with
 * undefined if it does not exist, as for {@link deleted}. Lists first and then watches from there,
 * so no change is missed; connection errors do not end the wait. `key` is the name for a client of
 * one namespace, and `NAMESPACE/NAME` otherwise.
 *
 * Rejects with the signal's reason; after `timeoutMs` with a `VmgenError` (`ERR_VMGEN_TIMEOUT`)
 * that contains the last state of the object; with the error that the condition throws; and with an
 * error of the server that waiting cannot fix, such as Forbidden or a kind that is not served. An
 * informer must be running or be started during the wait. If it stops first, the wait rejects
 * (`ERR_VMGEN_CLOSED`).
 *
 * @example
 * const machine = await waitFor(client, 'vm-1', waitConditions.is('Ready'), { timeoutMs: 60_000 });
 * await client.delete('vm-1');
 * await waitFor(client, 'vm-1', waitConditions.deleted, { timeoutMs: 60_000 });
 */
export function waitFor<
  T extends KubernetesObject,
  S extends ResourceScope,
  Found extends Cached<T, S> | undefined,
>(
  source: WaitSource<T, S>,
  key: ObjectKey | string,
  condition: (object: Cached<T, S> | undefined) => object is Found,
  options?: TimeLimit,
): Promise<Found>;
/** Waits for a condition that does not narrow the type of the object. */
export function waitFor<T extends KubernetesObject, S extends ResourceScope>(
  source: WaitSource<T, S>,
  key: ObjectKey | string,
  condition: WaitCondition<T, S>,
  options?: TimeLimit,
): Promise<Cached<T, S> | undefined>;
export async function waitFor<T extends KubernetesObject, S extends ResourceScope>(
  source: WaitSource<T, S>,
  key: ObjectKey | string,
  condition: WaitCondition<T, S>,
  options: TimeLimit = {},
): Promise<Cached<T, S> | undefined> {
  const what = `${source.resource.plural} ${quote(keyText(key))}`;
  const seen = new LastSeen();
  const timeoutError = () =>
    seen.timeoutError(`${what} did not meet the condition within ${options.timeoutMs} ms`);
  return within(options, timeoutError, (signal) =>
    'addHandler' in source
      ? waitAtInformer(source, keyText(key), condition, seen, signal)
      : waitAtServer(source, key, condition, seen, { ...options, signal }),
  );
}

/** Waits by an informer of this object, which stops with the wait. */
async function waitAtServer<T extends KubernetesObject, S extends ResourceScope>(
  client: Exclude<WaitSource<T, S>, SharedInformer<T, S>>,
  key: ObjectKey | string,
  condition: WaitCondition<T, S>,
  seen: LastSeen,
  { clock, signal }: TimeLimit & { readonly signal: AbortSignal },
): Promise<Cached<T, S> | undefined> {
  const { namespace, name } = locate(client, key);
  const { promise: refused, reject } = withResolvers<never>();
  const informer = createSharedInformer<T, S>(newestFirst(client), {
    clock,
    fieldSelector: selectorOf(namespace, name),
    onError: (error) => {
      seen.fail(error);
      if (isFinal(error)) reject(error);
    },
  });
  const ending = new AbortController();
  const running = informer.run({ signal: ending.signal });
  try {
    const wait = waitAtInformer(informer, objectKey({ namespace, name }), condition, seen, signal);
    return await Promise.race([wait, refused]);
  } finally {
    ending.abort();
    await running;
  }
}

async function waitAtInformer<T extends KubernetesObject, S extends ResourceScope>(
  informer: SharedInformer<T, S>,
  key: string,
  condition: WaitCondition<T, S>,
  seen: LastSeen,
  signal: AbortSignal,
): Promise<Cached<T, S> | undefined> {
  const { promise, resolve, reject } = withResolvers<Cached<T, S> | undefined>();
  const look = (object: Cached<T, S> | undefined): void => {
    seen.see(object);
    try {
      if (condition(object)) resolve(object);
    } catch (error) {
      reject(error);
    }
  };
  const isWaited = (object: Cached<T, S>): boolean => objectKey(object) === key;
  const registration = informer.addHandler({
    onAdd: (object) => (isWaited(object) ? look(object) : undefined),
    onUpdate: (_, object) => (isWaited(object) ? look(object) : undefined),
    onDelete: (object) => (isWaited(object) ? look(undefined) : undefined),
  });
  // Before the sync, a missing object does not mean that it was deleted.
  registration.synced({ signal }).then(() => look(informer.lister.find(key)), reject);
  registration.ended({ signal }).then(() => reject(endedEarly(informer)), reject);
  try {
    return await abortable(promise, signal);
  } finally {
    informer.removeHandler(registration);
  }
}

function endedEarly({ resource }: { readonly resource: { readonly plural: string } }): VmgenError {
  return new VmgenError(
    'ERR_VMGEN_CLOSED',
    `the informer of ${resource.plural} stopped before the object met the condition`,
  );
}

/** The server's watch cache may not contain the latest writes of the caller yet. */
function newestFirst<T extends KubernetesObject, S extends ResourceScope>(
  client: ListWatchClient<T, S>,
): ListWatchClient<T, S> {
  const newest = (version: string | undefined): string | undefined =>
    version === '0' ? undefined : version;
  return {
    resource: client.resource,
    namespace: client.namespace,
    list: (options = {}) =>
      client.list({ ...options, resourceVersion: newest(options.resourceVersion) }),
    watch: (options = {}) =>
      client.watch({ ...options, resourceVersion: newest(options.resourceVersion) }),
  };
}

function locate<T extends KubernetesObject, S extends ResourceScope>(
  { resource, namespace }: Exclude<WaitSource<T, S>, SharedInformer<T, S>>,
  key: ObjectKey | string,
): ObjectKey {
  const parsed = typeof key === 'string' ? parseObjectKey(key) : key;
  if (resource.scope === 'Cluster') return { namespace: '', name: parsed.name };
  const wanted = parsed.namespace || namespace;
  if (wanted && (namespace ?? wanted) === wanted) return { namespace: wanted, name: parsed.name };
  throw new VmgenError(
    'ERR_VMGEN_ARGUMENT',
    wanted
      ? `the namespace of the client is ${quote(namespace ?? '')}, not ${quote(wanted)}`
      : `${resource.plural} ${quote(parsed.name)} has no namespace, and the client is for all namespaces; use NAMESPACE/NAME`,
  );
}

function selectorOf(namespace: string, name: string): string {
  // Names contain no characters that a selector must escape. Invalid names match no object.
  const selector = `metadata.name=${name}`;
  return namespace === '' ? selector : `${selector},metadata.namespace=${namespace}`;
}

/** Returns whether neither waiting nor retrying can fix an error. */
function isFinal(error: unknown): boolean {
  if (isInvalidRequest(error)) return true;
  if (error instanceof ApiError) {
    const { statusCode } = error;
    const passes = isGone(error) || isConflict(error) || isTooManyRequests(error);
    return statusCode >= 400 && statusCode < 500 && statusCode !== 408 && !passes;
  }
  return (
    error instanceof VmgenError &&
    (error.code === 'ERR_VMGEN_ARGUMENT' || error.code === 'ERR_VMGEN_CLOSED')
  );
}
