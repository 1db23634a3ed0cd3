import { isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';
import { metadataOf } from '../resource/object-meta.js';

/** What the garbage collector needs to know of an entry of metadata.ownerReferences. */
export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  /** The owner's deletion in the foreground waits for this object. */
  readonly blocksDeletion: boolean;
}

/** The owners of an object; what is missing in a reference is empty. */
export function ownerReferencesOf(object: JsonObject): readonly OwnerReference[] {
  return rawOwnerReferencesOf(object).map((reference) => ({
    apiVersion: text(reference['apiVersion']),
    kind: text(reference['kind']),
    name: text(reference['name']),
    uid: text(reference['uid']),
    blocksDeletion: reference['blockOwnerDeletion'] === true,
  }));
}

/** The references as they stand in the metadata. */
export function rawOwnerReferencesOf(object: JsonObject): readonly JsonObject[] {
  const references = metadataOf(object)['ownerReferences'];
  return Array.isArray(references) ? references.filter(isJsonObject) : [];
}

function text(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
