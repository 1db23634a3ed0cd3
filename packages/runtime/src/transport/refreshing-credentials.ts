import type { Clock } from '../async/clock.js';
import { abortable } from '../async/abortable.js';
import { Pace } from '../async/pace.js';
import type { Credentials, RequestCredentials } from './cluster-config.js';

/** Issued credentials with their expiry. */
export interface IssuedCredentials {
  readonly credentials: RequestCredentials;
  /**
   * The expiry according to the wall clock. If undefined, they are valid until the server rejects
   * them.
   */
  readonly expires: Date | undefined;
}

/**
 * Caches the credentials of `issue` until they expire or the server rejects them. Concurrent
 * requests share one call of `issue`. Its calls follow a {@link Pace}, because a server that rejects
 * all credentials, or a clock that is fast, would otherwise cause one for each request. Until the next
 * turn, the result of the last call is used, also if it is an error.
 */
export function refreshingCredentials(
  issue: () => Promise<IssuedCredentials>,
  clock: Clock,
): Credentials {
  const pace = new Pace(clock);
  let issued: IssuedCredentials | undefined;
  /** The last call, which may have ended. */
  let last: Promise<RequestCredentials> | undefined;
  let isPending = false;

  const refresh = async (): Promise<RequestCredentials> => {
    isPending = true;
    try {
      issued = await issue();
      return issued.credentials;
    } finally {
      isPending = false;
    }
  };
  return {
    current({ signal } = {}) {
      const { credentials, expires } = issued ?? {};
      if (credentials !== undefined && (expires === undefined || clock.date() < expires)) {
        return credentials;
      }
      if (last === undefined || (!isPending && pace.tryTake())) last = refresh();
      return abortable(last, signal);
    },
    invalidate(refused) {
      if (issued === undefined) return;
      if (refused === undefined || isOf(refused, issued.credentials)) issued = undefined;
    },
  };
}

/** Returns whether the rejected credentials include these. */
function isOf(refused: RequestCredentials, own: RequestCredentials): boolean {
  const { authorization, certificate } = own;
  return (
    (authorization === undefined || authorization === refused.authorization) &&
    (certificate === undefined || certificate === refused.certificate)
  );
}
