import { VmgenError } from '../errors/vmgen-error.js';
import { quote } from '../logging/quote.js';
import { deepCopyJson } from '../meta/deep-copy-json.js';
import { asReadonly, type DeepReadonly } from '../meta/deep-readonly.js';
import { mergePatchBetween } from '../meta/merge-patch-between.js';
import type { MergePatch } from '../meta/merge-patch.js';
import type { Persisted, ResourceScope } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';
import { ApiError, isAlreadyExists } from './errors.js';
import type { WriteOptions } from './options.js';
import type { ResourceClient, StatusClient } from './resource-client.js';
import { retryOnConflict, type RetryOptions } from './retry-on-conflict.js';

/** Options of the writes and of the retries after conflicts ({@link retryOnConflict}). */
export interface CreateOrPatchOptions extends WriteOptions, Omit<RetryOptions, 'signal'> {}

/** The result of {@link createOrPatch} and similar functions, with the resulting object. */
export interface WriteResult<
  T extends KubernetesObject,
  S extends ResourceScope,
  Done extends 'created' | 'patched',
> {
  /** `unchanged` means that nothing was written because nothing differed. */
  readonly result: Done | 'unchanged';
  /** The object after the call. */
  readonly object: Persisted<T, S>;
}

/** Changes an object to its desired state. Called for each attempt with the current object. */
export type Mutate<T> = (object: T) => void | Promise<void>;

/**
 * Creates an object, or patches the existing one, as `mutate` specifies (controller-runtime:
 * `CreateOrPatch`). `object` identifies the object and is the template for its creation: `mutate`
 * receives a copy of it, or the existing object, and modifies that. Only differences are sent, with
 * the version that was read; nothing is sent without a difference. Fields that are unknown to the
 * types are kept.
 *
 * After a conflict, or if another client creates the object in the meantime, it reads and mutates
 * the object again. Throws a `VmgenError` (`ERR_VMGEN_ARGUMENT`) if `mutate` changes the name, the
 * namespace or the status. Write the status by {@link patchStatus}, `updateStatus` or
 * `applyStatus`.
 *
 * If no other client writes the object, `apply` does the same in one request.
 *
 * @example
 * const desired = { metadata: { name: 'vm-1' }, spec: { resource: { cpu: 1, memory: '1Gi' } } };
 * const { result } = await createOrPatch(client, desired, (machine) => {
 *   machine.spec.image = 'nginx';
 *   machine.metadata.labels = { ...machine.metadata.labels, tier: 'web' };
 * });
 * if (result !== 'unchanged') logger.info('wrote the machine', { result });
 */
export async function createOrPatch<T extends KubernetesObject, S extends ResourceScope>(
  client: Pick<ResourceClient<T, S>, 'get' | 'find' | 'create' | 'mergePatch'>,
  object: DeepReadonly<T>,
  mutate: Mutate<T>,
  options: CreateOrPatchOptions = {},
): Promise<WriteResult<T, S, 'created' | 'patched'>> {
  const name = nameOf(object);
  const { signal } = options;
  return retryOnConflict(async () => {
    let found = await client.find(name, { signal });
    if (found === undefined) {
      const created = await createUnlessThere(client, object, mutate, options);
      if (created !== undefined) return { result: 'created', object: created };
      found = await client.get(name, { signal });
    }
    const change = await changeOf<T, S>(found, mutate);
    if (change === undefined) return { result: 'unchanged', object: found };
    refuseStatus(name, change.fields);
    return { result: 'patched', object: await client.mergePatch(name, change.patch, options) };
  }, options);
}

/**
 * Patches the status of an object as `mutate` specifies. `target` is the object, such as one from a
 * cache, or its name. `mutate` receives a copy of the object; for a name, and after a conflict, the
 * object is read from the server first. Sends the differences with the version of the object, or
 * nothing without a difference. Throws a `VmgenError` (`ERR_VMGEN_ARGUMENT`) if `mutate` changes
 * other fields than the status, and an ApiError (NotFound) if the given object was deleted, also if
 * another one has its name.
 *
 * The method `mergePatchStatus` of a client sends one patch as it is.
 *
 * @example
 * const machine = lister.get('default/vm-1');
 * await patchStatus(client, machine, (copy) => {
 *   copy.status = { ...copy.status, phase: 'Active' };
 * });
 */
export async function patchStatus<T extends KubernetesObject, S extends ResourceScope>(
  client: Pick<ResourceClient<T, S>, 'get'> & Pick<StatusClient<T, S>, 'mergePatchStatus'>,
  target: string | DeepReadonly<Persisted<T, S>>,
  mutate: Mutate<T>,
  options: CreateOrPatchOptions = {},
): Promise<WriteResult<T, S, 'patched'>> {
  const name = typeof target === 'string' ? target : target.metadata.name;
  let known = typeof target === 'string' ? undefined : target;
  const uid = known?.metadata.uid;
  return retryOnConflict(async () => {
    const object =
      known === undefined
        ? await client.get(name, { signal: options.signal })
        : deepCopyJson<Persisted<T, S>>(known);
    // A conflict shows that the given object is outdated.
    known = undefined;
    if (uid !== undefined && object.metadata.uid !== uid) throw replaced(name);
    const change = await changeOf<T, S>(object, mutate);
    if (change === undefined) return { result: 'unchanged', object };
    const others = change.fields.filter((field) => field !== 'status');
    if (others.length > 0) throw refusal(name, others, 'patchStatus writes only the status');
    const patched = await client.mergePatchStatus(name, change.patch, options);
    return { result: 'patched', object: patched };
  }, options);
}

/** The change of an existing object. */
interface Change<T> {
  /** The top-level fields that differ. */
  readonly fields: readonly string[];
  /** The differences and the version that was read. */
  readonly patch: MergePatch<T>;
}

/** Returns undefined if another client has created the object in the meantime. */
async function createUnlessThere<T extends KubernetesObject, S extends ResourceScope>(
  client: Pick<ResourceClient<T, S>, 'create'>,
  object: DeepReadonly<T>,
  mutate: Mutate<T>,
  options: WriteOptions,
): Promise<Persisted<T, S> | undefined> {
  const wanted = deepCopyJson<T>(object);
  await mutate(wanted);
  checkIdentity(object, wanted);
  refuseStatus(nameOf(object), Object.keys(mergePatchBetween(object, wanted) ?? {}));
  try {
    return await client.create(asReadonly(wanted), options);
  } catch (error) {
    if (isAlreadyExists(error)) return undefined;
    throw error;
  }
}

/** Mutates an object. Returns undefined if nothing changes. */
async function changeOf<T extends KubernetesObject, S extends ResourceScope>(
  object: Persisted<T, S>,
  mutate: Mutate<T>,
): Promise<Change<T> | undefined> {
  const before = structuredClone(object);
  await mutate(object);
  checkIdentity(before, object);
  const { resourceVersion, ...metadata } = before.metadata;
  object.metadata.resourceVersion = resourceVersion;
  const changes = mergePatchBetween(before, object);
  // Compared with an object without a version, so that the patch contains the version.
  const patch = mergePatchBetween<T>({ ...before, metadata }, object);
  if (changes === undefined || patch === undefined) return undefined;
  return { fields: Object.keys(changes), patch };
}

/** The fields that identify an object. */
interface Named {
  readonly metadata: {
    readonly name?: string | undefined;
    readonly namespace?: string | undefined;
  };
}

function nameOf({ metadata }: Named): string {
  return metadata.name ?? '';
}

function checkIdentity(before: Named, after: Named): void {
  for (const field of ['name', 'namespace'] as const) {
    if (before.metadata[field] !== after.metadata[field]) {
      throw refusal(nameOf(before), [`metadata.${field}`], 'it identifies the object');
    }
  }
}

function refuseStatus(name: string, fields: readonly string[]): void {
  if (fields.includes('status')) throw refusal(name, ['status'], 'use patchStatus');
}

function replaced(name: string): ApiError {
  const message = `${quote(name)} was deleted, and another object has its name`;
  const details = { name };
  return new ApiError({ status: 'Failure', code: 404, reason: 'NotFound', message, details });
}

function refusal(name: string, fields: readonly string[], reason: string): VmgenError {
  return new VmgenError(
    'ERR_VMGEN_ARGUMENT',
    `the ${fields.join(' and ')} of ${quote(name)} cannot be changed here: ${reason}`,
  );
}
