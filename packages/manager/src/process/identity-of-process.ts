import { randomUuid, type Random } from '@vmgen/runtime/async';

/**
 * Returns a function that returns the name of this process in Leases and events: the given one, or one
 * that it creates on first use, because `crypto` loads slowly.
 */
export function identityOfProcess(
  given: string | undefined,
  random: Random | undefined,
): () => string {
  let identity = given;
  return () => {
    const { POD_NAME, HOSTNAME } = process.env;
    identity ??= `${POD_NAME ?? HOSTNAME ?? 'local'}_${randomUuid(random)}`;
    return identity;
  };
}
