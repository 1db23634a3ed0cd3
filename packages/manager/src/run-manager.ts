import {
  createHttpTransport,
  createLogger,
  createStopSignal,
  createVerbosity,
  endProcess,
  loadKubeConfig,
  systemClock,
  type Logger,
  type Metrics,
} from '@vmgen/runtime';
import { createPrometheusRegistry } from '@vmgen/runtime/prometheus';
import type { ManagerOptions } from './manager-options.js';
import type { Manager } from './manager.js';
import { createManager } from './operator-manager.js';
import type { ManagerServerOptions } from './pages/serve-pages.js';
import { untilAborted } from './process/run-together.js';
import { watchHeap } from './process/watch-heap.js';

/** Options of {@link runManager}: those of {@link createManager} with other defaults. */
export interface RunManagerOptions extends Omit<ManagerOptions, 'clock' | 'random'> {
  /** The kubeconfig file. Defaults to the cluster that kubectl uses, or in a pod the pod's own. */
  readonly kubeconfig?: string;
  /**
   * Defaults to a logger of JSON lines to standard error with verbosity 2, which SIGUSR2 raises to 4
   * and restores (see `createVerbosity`).
   */
  readonly logger?: Logger;
  /** Receives the metrics instead of the page `/metrics`, which is then not served. Defaults to the page. */
  readonly metrics?: Metrics;
  /** Serves probes and metrics. Defaults to port 8080 of 127.0.0.1. */
  readonly server?: ManagerServerOptions | false;
}

/**
 * Runs a manager as this process: until SIGINT or SIGTERM, and with exit code 0 then. Any failure is
 * logged and ends the process with exit code 1, so that Kubernetes restarts it: also an error that is
 * not caught, and a rejection that is not handled. `setUp` declares the caches, controllers and tasks.
 *
 * @example
 * await runManager({ name: 'site-operator' }, (manager) => {
 *   const { sites, deployments } = manager.cache({
 *     sites: siteResource,
 *     deployments: deploymentResource,
 *   });
 *   manager.controller(sites).owns(deployments).reconcile(async (site, { children }) => {
 *     await children.apply(child(deployments, deploymentOf(site)));
 *   });
 * });
 */
export async function runManager(
  options: RunManagerOptions,
  setUp: (manager: Manager) => void | Promise<void>,
): Promise<void> {
  const { name, kubeconfig, server = {} } = options;
  const logger = options.logger ?? createLogger({ verbosity: createVerbosity(2), format: 'json' });
  const signal = createStopSignal();
  reportCrash(name, logger);
  const ended = new AbortController();
  void watchHeap({ clock: systemClock, logger, signal: ended.signal });
  try {
    const page = options.metrics === undefined ? metricsPage() : undefined;
    const metrics = options.metrics ?? page?.metrics;
    const config = await loadKubeConfig({ ...(kubeconfig !== undefined && { kubeconfig }) });
    await using transport = createHttpTransport(config, {
      logger,
      ...(metrics && { metrics }),
      userAgent: name,
    });
    const manager = createManager(transport, {
      ...options,
      logger,
      ...(metrics && { metrics }),
      server: server === false ? false : { ...(page && { metricsPage: page.read }), ...server },
    });
    const settingUp = async (): Promise<true> => {
      await setUp(manager);
      return true;
    };
    // It has no signal, and may wait for something.
    const isSetUp = await Promise.race([settingUp(), untilAborted(signal).then(() => false)]);
    if (isSetUp) await manager.run({ signal });
    endProcess(0);
  } catch (error) {
    logger.error(`${name} failed`, { error });
    endProcess(1);
  } finally {
    ended.abort();
  }
}

/** Metrics that the page `/metrics` serves. */
function metricsPage() {
  const registry = createPrometheusRegistry();
  const { metrics, contentType } = registry;
  return { metrics, read: async () => ({ contentType, text: await registry.text() }) };
}

/**
 * Logs an error that nobody catches, also of a rejection, before it ends the process. Node would print
 * it as a text that is not a line of the log.
 */
function reportCrash(name: string, logger: Logger): void {
  process.once('uncaughtException', (error, origin) => {
    const reason =
      origin === 'unhandledRejection'
        ? 'a promise was rejected and nothing handles it; await it, or add a catch'
        : 'an error was thrown outside of a reconcile';
    logger.error(`${name} failed: ${reason}`, { error });
    // The state of the program is unknown, so nothing else may run.
    process.exit(1);
  });
}
