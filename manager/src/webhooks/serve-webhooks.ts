import type { Clock, Logger, Metrics } from '@vmgen/runtime';
import { pause } from '@vmgen/runtime/internal';
import { untilAborted } from '../run-together.js';
import { followCertificate, readCertificate, type CertificateFiles } from '../certificate-files.js';
import { WebhookServer, type WebhookLimits } from './webhook-server.js';
import type { Webhooks } from './webhooks.js';

/** The HTTPS server of the webhooks of a manager. */
export interface WebhookOptions {
  /** The port; 0 selects a free one. Defaults to 9443. */
  readonly port?: number;
  /** The address to listen on. Defaults to all addresses, because API servers call the pod. */
  readonly host?: string;
  /** The files of the certificate, such as those of a Secret of cert-manager; read every minute. */
  readonly tls: CertificateFiles;
  /** See {@link WebhookLimits}. */
  readonly limits?: WebhookLimits;
}

/** What the server uses of the manager. */
interface ServerHost {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics | undefined;
}

/** The served webhooks of a running manager. */
export interface ServedWebhooks {
  /** The port that the server listens on. */
  readonly port: number;
  /** Throws if the process should be restarted. */
  checkLive(): void;
  /** Throws while calls must not be sent to this process. */
  checkReady(): void;
  /** Resolves when API servers have had time to observe the end of the pod, and no call is running. */
  close(): Promise<void>;
}

const DRAIN_MS = 5_000;

/**
 * Starts the server. It resolves when calls are answered. From the abort of `stopping` on, the server
 * is not ready, but answers calls until it is closed.
 */
export async function serveWebhooks(
  webhooks: Webhooks,
  { port = 9443, host, tls, limits = {} }: WebhookOptions,
  { clock, logger, metrics }: ServerHost,
  stopping: AbortSignal,
): Promise<ServedWebhooks> {
  const { drainMs = DRAIN_MS } = limits;
  const ending = new AbortController();
  const certificate = await readCertificate(tls, metrics);
  const server = await WebhookServer.start({
    port,
    host,
    limits,
    certificate,
    webhooks,
    clock,
    logger,
  });
  void followCertificate(tls, server, { clock, logger, metrics, signal: ending.signal });
  logger.info('serving webhooks', { port: server.port, paths: webhooks.paths.join(', ') });
  const drained = (async () => {
    await untilAborted(stopping);
    server.drain();
    await pause(clock, drainMs);
  })();
  return {
    port: server.port,
    checkLive: () => server.checkLive(),
    checkReady() {
      if (stopping.aborted) throw new Error('the manager is stopping');
    },
    async close() {
      if (stopping.aborted) await drained;
      ending.abort();
      await server.close();
    },
  };
}
