import { errorMessage } from '@vmgen/base/text';
import { parseUint64 } from './parse-integer.js';

/** A resource version in a request. A bigint exceeds all versions that the server can reach. */
export type RequestedVersion = number | bigint;

/**
 * Parses a resource version. Empty means 0, which is any version.
 *
 * @param refuse creates the error for an invalid version, which depends on the verb
 */
export function parseResourceVersion(
  text: string,
  refuse: (message: string) => Error,
): RequestedVersion {
  if (text === '') return 0;
  try {
    const version = parseUint64(text);
    return version <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(version) : version;
  } catch (error) {
    throw refuse(`resourceVersion: Invalid value: ${JSON.stringify(text)}: ${errorMessage(error)}`);
  }
}
