import { hostname } from 'node:os';
import type { Clock, Logger } from '@vmgen/runtime';
import type { HealthServer, HealthServerCertificate } from '@vmgen/runtime/health';
import { pause } from '@vmgen/runtime/async';
import { createServerCertificate } from './certificates.js';

const HOUR_MS = 3_600_000;
const RENEWAL_MS = 24 * HOUR_MS;
const VALID_MS = 7 * RENEWAL_MS;

/** Creates a certificate that no authority has signed, for clients that do not verify it. */
export function createSelfSigned(clock: Clock): Promise<HealthServerCertificate> {
  const nowMs = clock.date().getTime();
  return createServerCertificate({
    dnsNames: ['localhost', hostname()],
    // The clocks of clients may be behind.
    from: new Date(nowMs - HOUR_MS),
    to: new Date(nowMs + VALID_MS),
  });
}

/** Replaces the certificate of a server every day until the signal aborts. */
export async function renewSelfSigned(
  server: Pick<HealthServer, 'setCertificate'>,
  { clock, logger, signal }: { clock: Clock; logger: Logger; signal: AbortSignal },
): Promise<void> {
  for (;;) {
    await pause(clock, RENEWAL_MS, signal);
    if (signal.aborted) return;
    try {
      server.setCertificate(await createSelfSigned(clock));
    } catch (error) {
      logger.error('could not renew the certificate; the previous one is still used', { error });
    }
  }
}
