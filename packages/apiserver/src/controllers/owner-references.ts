import { isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';
import { metadataOf } from '../resource/object-meta.js';

/** The fields of an owner reference that the garbage collector needs. */
export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  /** Whether this object blocks a foreground deletion of the owner. */
  readonly blocksDeletion: boolean;
}

/** Returns the owners of an object. Missing fields of a reference are empty. */
export function ownerReferencesOf(object: JsonObject): readonly OwnerReference[] {
  return rawOwnerReferencesOf(object).map((reference) => ({
    apiVersion: text(reference['apiVersion']),
    kind: text(reference['kind']),
    name: text(reference['name']),
    uid: text(reference['uid']),
    blocksDeletion: reference['blockOwnerDeletion'] === true,
  }));
}

/** Returns the owner references as in the metadata. */
export function rawOwnerReferencesOf(object: JsonObject): readonly JsonObject[] {
  const references = metadataOf(object)['ownerReferences'];
  return Array.isArray(references) ? references.filter(isJsonObject) : [];
}

function text(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
