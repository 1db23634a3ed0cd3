import type { Clock, Logger, Metrics, Transport } from '@vmgen/runtime';
import type { HealthServerCertificate } from '@vmgen/runtime/health';
import { pause } from '@vmgen/runtime/async';
import { untilAborted } from '../process/run-together.js';
import {
  followCertificate,
  readCertificate,
  type CertificateFiles,
} from '../certificates/certificate-files.js';
import { parseCertificates } from '../certificates/certificates.js';
import { namespaceOfProcess } from '../process/namespace-of-process.js';
import { type ConversionKeysSecret, SharedConversionKeys } from './conversion-keys.js';
import { CertificateRotation, type ManagedCertificate } from './managed-certificate.js';
import { WebhookServer, type WebhookLimits } from './webhook-server.js';
import type { Webhooks } from './webhooks.js';

/** The HTTPS server of the webhooks of a manager. */
export interface WebhookOptions {
  /** The port; 0 selects a free one. Defaults to 9443. */
  readonly port?: number;
  /** The address to listen on. Defaults to all addresses, because API servers call the pod. */
  readonly host?: string;
  /**
   * The certificate: files, such as those of a Secret of cert-manager, which are read every minute; or
   * the Service of the webhooks, for a certificate that the operator creates and replaces itself.
   */
  readonly tls: CertificateFiles | ManagedCertificate;
  /**
   * The Secret with the keys that authenticate the annotations of conversions. The operator creates it, and
   * needs the permissions `get`, `create` and `update` for it. Used only with conversions. See
   * {@link ConversionKeysSecret} for the default.
   */
  readonly conversionKeys?: ConversionKeysSecret;
  /** See {@link WebhookLimits}. */
  readonly limits?: WebhookLimits;
}

/** What the server uses of the manager. */
interface ServerHost {
  readonly name: string;
  readonly transport: Transport;
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
  { port = 9443, host, tls, conversionKeys = {}, limits = {} }: WebhookOptions,
  manager: ServerHost,
  { syncTimeoutMs, stopping }: { readonly syncTimeoutMs: number; readonly stopping: AbortSignal },
): Promise<ServedWebhooks> {
  const { clock, logger } = manager;
  const { drainTimeoutMs = DRAIN_MS } = limits;
  const ending = new AbortController();
  const source =
    'certFile' in tls
      ? filesSource(tls, manager)
      : await managedSource(tls, manager, syncTimeoutMs);
  const certificate = await source.start(stopping);
  if (webhooks.hasConversions) {
    const { namespace = 'certFile' in tls ? undefined : tls.namespace } = conversionKeys;
    const keys = new SharedConversionKeys(
      {
        secret: conversionKeys.secret ?? `${manager.name}-conversion-keys`,
        namespace: namespace ?? (await namespaceOfProcess()),
      },
      manager,
    );
    await keys.start(syncTimeoutMs, stopping);
    webhooks.useConversionKeys(() => keys.keys);
    void keys.follow(ending.signal);
  }
  const settings = { port, host, limits, certificate, webhooks, clock, logger };
  const onDistrusted = (): void => source.checkSoon?.();
  const server = await WebhookServer.start({ ...settings, onDistrusted });
  const measureExpiry = expiryMeter(manager.metrics);
  measureExpiry(certificate);
  const use = (renewed: HealthServerCertificate): void => {
    server.setCertificate(renewed);
    measureExpiry(renewed);
  };
  void source.follow(use, ending.signal);
  logger.info('serving webhooks', { port: server.port, paths: webhooks.paths.join(', ') });
  const drained = (async () => {
    await untilAborted(stopping);
    server.drain();
    if (drainTimeoutMs > 0) await pause(clock, drainTimeoutMs);
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

/** Returns a function that measures when a certificate expires. */
function expiryMeter(metrics: Metrics | undefined): (certificate: HealthServerCertificate) => void {
  const expiry = metrics?.gauge({
    name: 'vmgen_webhook_certificate_expiry_timestamp_seconds',
    help: 'When the certificate of the webhooks expires, in seconds since 1970.',
  });
  return ({ cert }) => {
    const [certificate] = parseCertificates(cert);
    if (certificate !== undefined) expiry?.set({}, Date.parse(certificate.validTo) / 1000);
  };
}

/** Where the certificate comes from. */
interface CertificateSource {
  start(signal: AbortSignal): Promise<HealthServerCertificate>;
  /** Passes each new certificate until the signal aborts. */
  follow(use: (certificate: HealthServerCertificate) => void, signal: AbortSignal): Promise<void>;
  /** Called when a client does not accept the certificate. */
  checkSoon?(): void;
}

function filesSource(
  files: CertificateFiles,
  { clock, logger, metrics }: ServerHost,
): CertificateSource {
  return {
    start: () => readCertificate(files, metrics),
    follow: (setCertificate, signal) =>
      followCertificate(files, { setCertificate }, { clock, logger, metrics, signal }),
  };
}

const certificateSecret = ({ name }: ServerHost): string => `${name}-webhook-certificate`;

async function managedSource(
  options: ManagedCertificate,
  manager: ServerHost,
  syncTimeoutMs: number,
): Promise<CertificateSource> {
  const rotation = new CertificateRotation(
    {
      namespace: await namespaceOfProcess(),
      secret: certificateSecret(manager),
      validating: [],
      mutating: [],
      crds: [],
      ...options,
    },
    manager,
  );
  return {
    start: (signal) => rotation.start(syncTimeoutMs, signal),
    follow: (use, signal) => rotation.follow(use, signal),
    checkSoon: () => rotation.checkSoon(),
  };
}
