import { objectMetaSchema as schema } from '@vmgen/crd/internal';
import type { PatchSchema } from '../data/patch-schema.js';

const { ownerReferences, finalizers } = schema.properties;
const merged: PatchSchema = { 'x-kubernetes-patch-strategy': 'merge' };
const mergedByUid: PatchSchema = { ...merged, 'x-kubernetes-patch-merge-key': 'uid' };

/** The schema of ObjectMeta, and how it is patched. */
export const objectMetaSchema: PatchSchema = {
  ...schema,
  properties: {
    ...schema.properties,
    ownerReferences: { ...ownerReferences, ...mergedByUid },
    finalizers: { ...finalizers, ...merged },
  },
};
