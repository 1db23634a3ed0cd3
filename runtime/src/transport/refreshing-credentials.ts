import type { Clock } from '../async/clock.js';
import { abortable } from '../async/abortable.js';
import type { Credentials, RequestCredentials } from './cluster-config.js';

/** Credentials that somebody made, and until when (by the wall clock) they hold. */
export interface IssuedCredentials {
  readonly credentials: RequestCredentials;
  /** Undefined: until the server refuses them. */
  readonly expires: Date | undefined;
}

/**
 * Credentials that `issue` makes: kept until they run out or the server refuses them. Requests that
 * come while new ones are made wait for the same ones.
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

/** Whether it was these that were shown, be it beside others. */
function isOf(refused: RequestCredentials, own: RequestCredentials): boolean {
  const { authorization, certificate } = own;
  return (
    (authorization === undefined || authorization === refused.authorization) &&
    (certificate === undefined || certificate === refused.certificate)
  );
}
