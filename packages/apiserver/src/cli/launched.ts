import { errorMessage } from '@vmgen/base/text';
import { printable } from '@vmgen/runtime/observability';
import { KUBERNETES_VERSION } from '../discovery/version-document.js';
import { ETCD_USAGE, runEtcd } from './run-etcd.js';
import { parseServerFlags } from './server-flags.js';
import { stopSignal } from './stop-signal.js';

/**
 * Runs what a launcher of `vmgen-apiserver --write-assets` starts: `kube-apiserver` or `etcd`, with
 * their flags, until SIGINT, SIGTERM or SIGHUP.
 *
 * @returns the exit code: 0 after a signal, 1 for a failed start or an invalid command line
 */
export async function main(name: string, args: readonly string[]): Promise<number> {
  const warn = (message: string): void => console.error(printable(`${name} (vmgen): ${message}`));
  const flags = parseServerFlags(args);
  const isEtcd = name === 'etcd';
  try {
    // Loaded only for kube-apiserver: etcd starts in a third of the time without the API server.
    const apiserver = isEtcd ? undefined : await import('./run-kube-apiserver.js');
    if (flags.values.has('help') || flags.values.has('h')) {
      console.log(apiserver?.KUBE_APISERVER_USAGE ?? ETCD_USAGE);
    } else if (flags.values.has('version')) {
      console.log(isEtcd ? 'etcd Version: none (vmgen)' : `Kubernetes ${KUBERNETES_VERSION}+vmgen`);
    } else if (flags.unexpected !== undefined) {
      warn(`unexpected argument ${JSON.stringify(flags.unexpected)}; see --help`);
      return 1;
    } else if (apiserver === undefined) {
      await runEtcd(flags, stopSignal());
    } else {
      await apiserver.runKubeApiserver(flags, { stopped: stopSignal(), warn });
    }
    return 0;
  } catch (error) {
    warn(errorMessage(error));
    return 1;
  }
}
