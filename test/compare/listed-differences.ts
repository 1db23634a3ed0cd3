import type { Compared } from './compare-class.js';

/** A deliberate difference of the embedded server from the real one. */
interface ListedDifference {
  readonly reason: string;
  /** Whether two answers differ by exactly this mechanism. */
  readonly matches: (compared: Compared) => boolean;
}

/** The answer of a server that closes the connection. */
export const CLOSED_CONNECTION = 'the server closed the connection';

/** The differences that apiserver/README.md lists. */
const DIFFERENCES: readonly ListedDifference[] = [
  {
    reason: 'kube-apiserver panics and closes the connection; this server responds with an error',
    matches: ({ real }) => JSON.stringify(real).includes(CLOSED_CONNECTION),
  },
];

/** Returns the reason of a listed difference; undefined for any other. */
export const listedReason = (compared: Compared): string | undefined =>
  DIFFERENCES.find(({ matches }) => matches(compared))?.reason;
