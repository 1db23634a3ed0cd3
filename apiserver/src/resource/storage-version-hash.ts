import { createHash } from 'node:crypto';

/** What discovery says of the version that a kind is stored in (apiserver's StorageVersionHash). */
export function storageVersionHash(group: string, version: string, kind: string): string {
  const digest = createHash('sha256').update(`${group}/${version}/${kind}`).digest();
  return digest.subarray(0, 8).toString('base64');
}
