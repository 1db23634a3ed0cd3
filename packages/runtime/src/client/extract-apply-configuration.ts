import { VmgenError } from '../errors/vmgen-error.js';
import { quote } from '../logging/quote.js';
import { ownedPart } from '../meta/owned-part.js';
import type { KubernetesObject } from '../meta/types.js';
import type { ApplyConfiguration } from './resource-client.js';

/** Options of {@link extractApplyConfiguration}. */
export interface ExtractOptions {
  /**
   * Extracts fields that were applied to this subresource, such as `status`. Defaults to the object
   * itself.
   */
  readonly subresource?: string;
}

/**
 * Returns the fields that a field manager has applied to an object, as a configuration to apply
 * again (client-go: `ExtractInto`). An apply gives up omitted fields, so a change of one field must
 * include all others. Fields of updates are not included. For a manager that has applied nothing,
 * the configuration contains only the object's name.
 *
 * Throws a `VmgenError` (`ERR_VMGEN_ARGUMENT`) if the object has no `managedFields`, such as an
 * object from a cache, because applying the result would give up all fields.
 *
 * @example
 * const machine = await client.get('vm-1');
 * const mine = extractApplyConfiguration(machine, 'scaler');
 * await client.apply({ ...mine, spec: { ...mine.spec, image: 'nginx:2' } }, { fieldManager: 'scaler' });
 */
export function extractApplyConfiguration<T extends KubernetesObject>(
  object: T,
  fieldManager: string,
  { subresource = '' }: ExtractOptions = {},
): ApplyConfiguration<T> {
  const { apiVersion, kind, metadata } = object;
  const { name = '', namespace, managedFields } = metadata;
  // JSON from other sources may contain null here.
  if (!Array.isArray(managedFields)) {
    throw new VmgenError(
      'ERR_VMGEN_ARGUMENT',
      `${quote(name)} has no managedFields, which caches omit; read the object by a client`,
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

/** This cast is safe: a part of an object with its name is an apply configuration. */
function configuration<T extends KubernetesObject>(
  part: unknown,
  type: Pick<KubernetesObject, 'apiVersion' | 'kind'>,
  identity: object,
): ApplyConfiguration<T> {
  const owned = part as { readonly metadata?: object };
  const metadata = { ...owned.metadata, ...identity };
  return { ...type, ...owned, metadata } as unknown as ApplyConfiguration<T>;
}
