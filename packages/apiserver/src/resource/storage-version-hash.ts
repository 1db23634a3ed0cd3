import { createHash } from 'node:crypto';

/** Returns discovery's hash of the storage version of a kind (apiserver's StorageVersionHash). */
export function storageVersionHash(group: string, version: string, kind: string): string {
  const digest = createHash('sha256').update(`${group}/${version}/${kind}`).digest();
  return digest.subarray(0, 8).toString('base64');
}
