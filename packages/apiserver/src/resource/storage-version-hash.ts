import { encodeBase64 } from '@vmgen/base/bytes';
import { sha256 } from '@vmgen/base/digest';

/** Returns discovery's hash of the storage version of a kind (apiserver's StorageVersionHash). */
export function storageVersionHash(group: string, version: string, kind: string): string {
  return encodeBase64(sha256(`${group}/${version}/${kind}`).subarray(0, 8));
}
