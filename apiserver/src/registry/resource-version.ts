import { errorMessage } from '@vmgen/base/text';
import { parseUint64 } from './parse-integer.js';

/** A resource version that a request names, of which a bigint is beyond what the server ever reaches. */
export type RequestedVersion = number | bigint;

/**
 * Reads a resource version; empty means 0, anything.
 *
 * @param refuse makes the error of what is none: each verb answers it in a way of its own
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
