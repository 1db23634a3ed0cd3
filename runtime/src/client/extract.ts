import { VmgenError } from '../errors/vmgen-error.js';
import { quote } from '../logging/quote.js';
import { ownedPart } from '../meta/owned-part.js';
import type { KubernetesObject } from '../meta/types.js';
import type { ApplyConfiguration } from './resource-client.js';

/** Which of a manager's fields {@link extract} takes. */
export interface ExtractOptions {
  /** Those that were applied to a subresource, such as `status`; to the object itself when left out. */
  readonly subresource?: string;
}

/**
 * What a field manager has applied to an object, as a configuration to be applied anew (client-go:
 * `ExtractInto`): fields that are left out of an apply are given up, so who changes one must name all
 * the others again. Only fields that were applied count, not those of updates; a manager that has
 * applied none gets the object's name alone.
 *
 * Throws a `VmgenError` (`ERR_VMGEN_ARGUMENT`) where the object has no `managedFields`: caches drop
 * them, and applying what would come of that gives up every field.
 *
 * @example
 * const machine = await client.get('vm-1');
 * const mine = extract(machine, 'scaler');
 * await client.apply({ ...mine, spec: { ...mine.spec, image: 'nginx:2' } }, { fieldManager: 'scaler' });
 */
export function extract<T extends KubernetesObject>(
  object: T,
  fieldManager: string,
  { subresource = '' }: ExtractOptions = {},
): ApplyConfiguration<T> {
  const { apiVersion, kind, metadata } = object;
  const { name = '', namespace, managedFields } = metadata;
  // JSON of another hand may have null there.
  if (!Array.isArray(managedFields)) {
    throw new VmgenError(
      'ERR_VMGEN_ARGUMENT',
      `${quote(name)} comes without managedFields, which caches drop: read it by a client`,
    );
  }
  const entry = managedFields.find(
    (each) =>
      each.manager === fieldManager &&
      each.operation === 'Apply' &&
      (each.subresource ?? '') === subresource,
  );
  const trees = managedFields.map(({ fieldsV1 = {} }) => fieldsV1);
  const part = entry === undefined ? {} : ownedPart(object, entry.fieldsV1 ?? {}, trees);
  return configuration<T>(part, { apiVersion, kind }, { name, ...(namespace && { namespace }) });
}

/** The one cast: a part of an object, with its name, is what can be applied of it. */
function configuration<T extends KubernetesObject>(
  part: unknown,
  type: Pick<KubernetesObject, 'apiVersion' | 'kind'>,
  identity: object,
): ApplyConfiguration<T> {
  const owned = part as { readonly metadata?: object };
  const metadata = { ...owned.metadata, ...identity };
  return { ...type, ...owned, metadata } as unknown as ApplyConfiguration<T>;
}
