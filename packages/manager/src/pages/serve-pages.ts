import type { Logger, Metrics, Transport } from '@vmgen/runtime';
import {
  startHealthServer,
  type HealthCheck,
  type HealthServer,
  type HealthServerPage,
} from '@vmgen/runtime/health';
import {
  followCertificate,
  readCertificate,
  type CertificateFiles,
} from '../certificates/certificate-files.js';
import { createSelfSigned, renewSelfSigned } from '../certificates/self-signed-certificate.js';
import { PageAuthorizer } from './authorize-pages.js';
import type { StatusSource } from './status-page.js';

/** The HTTP server of a manager. */
export interface ManagerServerOptions {
  /** The port; 0 selects a free one. Defaults to 8080. */
  readonly port?: number;
  /**
   * The address to listen on. Defaults to `127.0.0.1`. In a pod, use `0.0.0.0` so that the kubelet
   * can send its probes.
   */
  readonly host?: string;
  /**
   * The names that requests may use in the header `Host`; see `HealthServerOptions.hostNames`.
   * Defaults to `'any'` with {@link authorization} or if the server does not listen on a loopback
   * address, and otherwise to none besides `localhost` and IP addresses.
   */
  readonly hostNames?: readonly string[] | 'any';
  /**
   * Serves HTTPS: with these files, which are read again every minute, or with `'self-signed'`
   * certificates that the process creates and replaces every day, for clients that do not verify
   * them, such as probes of the kubelet. Defaults to HTTP.
   */
  readonly tls?: CertificateFiles | 'self-signed';
  /**
   * Whether `/metrics`, `/debug/state` and `/status` require a bearer token of a user who may `get` the path as
   * a `nonResourceURL`. The operator then needs the verb `create` on `tokenreviews` of
   * `authentication.k8s.io` and on `subjectaccessreviews` of `authorization.k8s.io`. Defaults to
   * false.
   */
  readonly authorization?: boolean;
  /**
   * Whether `/status` is a web page that shows the running operator: rates, latencies and errors of
   * the last ten minutes, failing objects with their last reconciles, the leader, and the caches. It
   * is read-only, and requests nothing from other hosts. Defaults to false.
   */
  readonly statusPage?: boolean;
  /** Resolves with the metrics to serve at `/metrics`. Defaults to none. */
  readonly metricsPage?: () => Promise<{ readonly contentType: string; readonly text: string }>;
}

const RECORDINGS = '/status/recordings';

/** What the pages show and check of a manager. */
interface PagesSource extends StatusSource {
  /** Sends requests without checks of the leadership. */
  readonly transport: Transport;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly live: Readonly<Record<string, HealthCheck>>;
  readonly ready: Readonly<Record<string, HealthCheck>>;
  /** Returns the content of `/debug/state`. */
  readonly describe: () => object;
}

/** Serves probes, metrics and the state until the server is closed. */
export async function servePages(
  { port = 8080, host = '127.0.0.1', tls, ...options }: ManagerServerOptions,
  source: PagesSource,
): Promise<HealthServer> {
  const { clock, logger, metrics, live, ready } = source;
  // A web page has no token.
  const { hostNames = options.authorization ? 'any' : undefined } = options;
  const server = await startHealthServer({
    ...{ port, host, live, ready, clock, logger },
    ...(hostNames && { hostNames }),
    pages: await pagesOf(options, source),
    ...(tls && {
      tls: await (tls === 'self-signed' ? createSelfSigned(clock) : readCertificate(tls, metrics)),
    }),
  });
  if (tls === 'self-signed') void renewSelfSigned(server, source);
  else if (tls) void followCertificate(tls, server, source);
  logger.info('serving probes and metrics', { host, port: server.port });
  return server;
}

async function pagesOf(
  { authorization = false, statusPage = false, metricsPage }: ManagerServerOptions,
  source: PagesSource,
): Promise<Record<string, HealthServerPage>> {
  const authorizer = authorization ? new PageAuthorizer(source.transport, source.clock) : undefined;
  const state: HealthServerPage = async () => ({
    contentType: 'application/json',
    text: `${JSON.stringify(source.describe(), undefined, 2)}\n`,
  });
  const pages = {
    ...(metricsPage && { '/metrics': metricsPage }),
    '/debug/state': state,
  };
  const protectedPages = Object.entries<HealthServerPage>(pages).map(
    ([path, page]) => [path, authorizer?.protect(path, page) ?? page] as const,
  );
  return {
    ...(statusPage && (await statusPages(source, authorizer))),
    ...Object.fromEntries(protectedPages),
  };
}

/** Returns the pages of the status page. Only programs that have one load its module. */
async function statusPages(
  source: StatusSource,
  authorizer: PageAuthorizer | undefined,
): Promise<Record<string, HealthServerPage>> {
  const { createStatusPage } = await import('./status-page.js');
  const { page, data, recordings } = createStatusPage(source);
  // The refusal is the page without data, which then requires a token.
  const refused = await page(undefined, new URLSearchParams());
  return {
    '/status': authorizer?.protect('/status', page, refused) ?? page,
    '/status/data': authorizer?.protect('/status', data) ?? data,
    // A permission of its own, because recordings contain objects.
    ...(recordings && {
      [RECORDINGS]: authorizer?.protect(RECORDINGS, recordings) ?? recordings,
    }),
  };
}
