import type { Clock } from '../async/clock.js';
import { onAbort } from '../async/on-abort.js';
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
    invalidate() {
      issued = undefined;
    },
  };
}

/** The promise's outcome, or the signal's reason as soon as it is aborted. */
function abortable<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const stopListening = onAbort(signal, () => reject(signal.reason));
    promise.then(resolve, reject).finally(stopListening);
  });
}
