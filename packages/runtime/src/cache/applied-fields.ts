import type { ManagedFieldsEntry, ObjectMeta, RawExtension } from '../meta/types.js';

/** The number of different field sets that are shared; objects of one kind have few. */
const MAX_SHARED = 1_000;

/**
 * Reduces `metadata.managedFields` to the fields that one manager has applied, without their owner
 * references. Objects that were applied in the same way then share one field set in memory.
 */
export class AppliedFields {
  readonly #shared = new Map<string, RawExtension>();

  /** Changes `metadata`. */
  reduce(metadata: ObjectMeta, manager: string): void {
    const kept = metadata.managedFields?.find(
      (entry) => entry.manager === manager && entry.operation === 'Apply' && !entry.subresource,
    );
    if (kept === undefined) delete metadata.managedFields;
    else metadata.managedFields = [this.#share(kept)];
  }

  #share({ apiVersion, manager, fieldsV1 = {} }: ManagedFieldsEntry): ManagedFieldsEntry {
    const entry: ManagedFieldsEntry = { manager, operation: 'Apply', apiVersion };
    const text = JSON.stringify(fieldsV1, (name, part: unknown) =>
      // They contain the UID of the owner.
      name === 'f:ownerReferences' ? undefined : part,
    );
    const fields = this.#shared.get(text) ?? (JSON.parse(text) as RawExtension);
    if (this.#shared.size < MAX_SHARED) this.#shared.set(text, fields);
    return { ...entry, fieldsV1: fields };
  }
}
