import { abortable } from '../async/abortable.js';
import { within, type TimeLimit } from '../async/poll.js';
import { withResolvers } from '../async/with-resolvers.js';
import { ApiError, isConflict, isGone, isTooManyRequests } from '../client/errors.js';
import { VmgenError } from '../errors/vmgen-error.js';
import { quote } from '../logging/quote.js';
import { keyText, objectKey, parseObjectKey, type ObjectKey } from '../meta/object-key.js';
import type { ResourceScope } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';
import type { Cached } from './cached.js';
import type { ListWatchClient } from '../client/list-watch-client.js';
import { LastSeen } from './last-seen.js';
import { createSharedInformer, type SharedInformer } from './shared-informer.js';

/** What an object is waited for on: undefined where there is none of that name. */
export type WaitCondition<T extends KubernetesObject, S extends ResourceScope = ResourceScope> = (
  object: Cached<T, S> | undefined,
) => boolean;

/** Where objects are waited for: a typed client, or an informer that runs. */
export type WaitSource<T extends KubernetesObject, S extends ResourceScope = ResourceScope> =
  ListWatchClient<T, S> | SharedInformer<T, S>;

/**
 * Waits until an object fulfils a condition, and resolves with the object as it then is (kubectl:
 * `kubectl wait`); undefined for one that is not there, as {@link deleted} asks for. It lists first and
 * watches on from there, so that no change in between is missed; faults of the connection are no end of
 * the wait. `key` is the name for a client of one namespace, and `NAMESPACE/NAME` elsewhere.
 *
 * Rejects with the signal's reason; with a `VmgenError` (`ERR_VMGEN_TIMEOUT`) after `timeoutMs`, which
 * says what there was instead; with
 * what the condition throws; and with the server's refusal where waiting cannot mend it, such as
 * Forbidden or a kind that is not served. An informer must run, or be started, for the wait to end;
 * where it ends first, the wait rejects (`ERR_VMGEN_CLOSED`).
 *
 * @example
 * const machine = await waitFor(client, 'vm-1', conditionIs('Ready'), { timeoutMs: 60_000 });
 * await client.delete('vm-1');
 * await waitFor(client, 'vm-1', deleted, { timeoutMs: 60_000 });
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
  const late = () => seen.late(`${what} did not get there within ${options.timeoutMs} ms`);
  return within(options, late, (signal) =>
    'addHandler' in source
      ? waitAtInformer(source, keyText(key), condition, seen, signal)
      : waitAtServer(source, key, condition, seen, { ...options, signal }),
  );
}

/** By an informer of this one object, which ends with the wait. */
async function waitAtServer<T extends KubernetesObject, S extends ResourceScope>(
  client: Exclude<WaitSource<T, S>, SharedInformer<T, S>>,
  key: ObjectKey | string,
  condition: WaitCondition<T, S>,
  seen: LastSeen,
  { clock, signal }: TimeLimit & { readonly signal: AbortSignal },
): Promise<Cached<T, S> | undefined> {
  const { namespace, name } = locate(client, key);
  const informer = createSharedInformer<T, S>(newestFirst(client), {
    clock,
    fieldSelector: selectorOf(namespace, name),
  });
  const ending = new AbortController();
  const refused = new Promise<never>((_resolve, reject) => {
    informer.setErrorHandler((error) => {
      seen.fail(error);
      if (isFinal(error)) reject(error);
    });
  });
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
  const isIt = (object: Cached<T, S>): boolean => objectKey(object) === key;
  const registration = informer.addHandler({
    onAdd: (object) => (isIt(object) ? look(object) : undefined),
    onUpdate: (_, object) => (isIt(object) ? look(object) : undefined),
    onDelete: (object) => (isIt(object) ? look(undefined) : undefined),
  });
  // Until then, that the cache has no such object says nothing.
  registration.synced({ signal }).then(() => look(informer.find(key)), reject);
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
    `the informer of ${resource.plural} ended before the object got there`,
  );
}

/** A cache of the server's may not know yet of what its caller has just written. */
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
      ? `the client is one of the namespace ${quote(namespace ?? '')}, and not of ${quote(wanted)}`
      : `${resource.plural} ${quote(parsed.name)} needs its namespace: the client is one over all of them`,
  );
}

function selectorOf(namespace: string, name: string): string {
  // Names have nothing that a selector would have to escape; what is no name is found nowhere.
  const selector = `metadata.name=${name}`;
  return namespace === '' ? selector : `${selector},metadata.namespace=${namespace}`;
}

/** Neither time nor another try mends it. */
function isFinal(error: unknown): boolean {
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
