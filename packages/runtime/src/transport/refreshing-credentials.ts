import type { Clock } from '../async/clock.js';
import { abortable } from '../async/abortable.js';
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
 * requests share one call of `issue`.
 */
export function refreshingCredentials(
  issue: () => Promise<IssuedCredentials>,
  clock: Clock,
): Credentials {
  let issued: IssuedCredentials | undefined;
  let pending: Promise<RequestCredentials> | undefined;

  const refresh = async (): Promise<RequestCredentials> => {
    try {
      issued = await issue();
      return issued.credentials;
    } finally {
      pending = undefined;
    }
  };
  return {
    current({ signal } = {}) {
      const { credentials, expires } = issued ?? {};
      if (credentials !== undefined && (expires === undefined || clock.date() < expires)) {
        return credentials;
      }
      pending ??= refresh();
      return abortable(pending, signal);
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
