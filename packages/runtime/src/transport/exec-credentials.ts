import { VmgenError } from '../errors/vmgen-error.js';
import type { Clock } from '../async/clock.js';
import type { Credentials } from './cluster-config.js';
import { bearer } from './credentials.js';
import { runPlugin, type ExecPlugin, type PluginRun } from './exec-plugin.js';
import { isMapping, type Mapping } from '../meta/is-mapping.js';
import type { KubeconfigSection } from './kubeconfig-section.js';
import { checkKeyPair } from './pem.js';
import { quote } from '../logging/quote.js';
import { refreshingCredentials, type IssuedCredentials } from './refreshing-credentials.js';

/** Options of exec plugins. */
export interface ExecOptions {
  readonly clock: Clock;
  /** The time limit of one run. */
  readonly timeoutMs: number;
}

/** Shorter than the timeout of a request, so that the request can report the reason. */
export const EXEC_TIMEOUT_MS = 60_000;

/**
 * Credentials that a program prints (client-go's exec plugins, which cloud providers use). The
 * program runs again when they expire or the server rejects them. Concurrent requests share one
 * run. `cluster` returns the cluster information that is passed to the program if the kubeconfig
 * requests it.
 */
export function execCredentials(
  section: KubeconfigSection,
  cluster: () => Mapping,
  { clock, timeoutMs }: ExecOptions,
): Credentials {
  const plugin = readPlugin(section, cluster, timeoutMs);
  let run: PluginRun | undefined;
  let waiting = 0;
  const refreshing = refreshingCredentials(async () => {
    run = runPlugin(plugin);
    try {
      return readCredential(plugin, await run.output);
    } finally {
      run = undefined;
    }
  }, clock);
  return {
    current(options) {
      const credentials = refreshing.current(options);
      if (!(credentials instanceof Promise)) return credentials;
      if (waiting++ === 0) run?.ref();
      return credentials.finally(() => {
        if (--waiting === 0) run?.unref();
      });
    },
    invalidate: (refused) => refreshing.invalidate(refused),
  };
}

function readPlugin(
  section: KubeconfigSection,
  cluster: () => Mapping,
  timeoutMs: number,
): ExecPlugin {
  const command = section.required('command');
  if (section.text('interactiveMode') === 'Always') {
    throw new VmgenError(
      'ERR_VMGEN_CREDENTIALS',
      `${section.place}: ${command} requires an interactive terminal, which is not supported`,
    );
  }
  const info = {
    apiVersion: section.required('apiVersion'),
    kind: 'ExecCredential',
    spec: { interactive: false, ...(section.flag('provideClusterInfo') && { cluster: cluster() }) },
  };
  return {
    place: section.place,
    // As in a shell, a bare name is searched in PATH. A relative path starts at the folder of the
    // file.
    command: command.includes('/') ? section.resolve(command) : command,
    args: section.texts('args'),
    environment: {
      ...process.env,
      ...readEnvironment(section),
      KUBERNETES_EXEC_INFO: JSON.stringify(info),
    },
    installHint: section.text('installHint'),
    timeoutMs,
  };
}

function readEnvironment(section: KubeconfigSection): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const entry of section.list('env')) {
    if (!isMapping(entry) || typeof entry['name'] !== 'string') {
      throw new VmgenError(
        'ERR_VMGEN_CONFIG',
        `${section.place}: env: must be a list of name and value`,
      );
    }
    const { name } = entry;
    const value = entry['value'] ?? '';
    if (typeof value !== 'string') {
      throw new VmgenError(
        'ERR_VMGEN_CONFIG',
        `${section.place}: env: the value of ${name} must be a string; quote it`,
      );
    }
    environment[name] = value;
  }
  return environment;
}

function readCredential({ place, command }: ExecPlugin, stdout: string): IssuedCredentials {
  const status = readStatus(stdout);
  const field = (name: string): string | undefined => {
    const value = status?.[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const token = field('token');
  const cert = field('clientCertificateData');
  const key = field('clientKeyData');
  const hasCertificate = cert !== undefined && key !== undefined;
  if (token === undefined && !hasCertificate) {
    throw new VmgenError(
      'ERR_VMGEN_CREDENTIALS',
      `${place}: getting credentials: ${command} printed no ExecCredential with a token or a ` +
        'client certificate and key',
    );
  }
  const from = `${place}: getting credentials: ${command}`;
  if (hasCertificate) {
    checkKeyPair({ cert, key }, `${from}: clientCertificateData`, 'clientKeyData');
  }
  const expiry = field('expirationTimestamp');
  const expires = expiry === undefined ? undefined : new Date(expiry);
  // An invalid date compares as expired, so the program would run for each request.
  if (expires !== undefined && Number.isNaN(expires.getTime())) {
    throw new VmgenError(
      'ERR_VMGEN_CREDENTIALS',
      `${from}: expirationTimestamp is not a valid time: ${quote(expiry ?? '')}`,
    );
  }
  return {
    credentials: {
      ...(token !== undefined && { authorization: bearer(token, from) }),
      ...(hasCertificate && { certificate: { cert, key } }),
    },
    expires,
  };
}

function readStatus(stdout: string): Mapping | undefined {
  let value: unknown;
  try {
    value = JSON.parse(stdout);
  } catch {
    return undefined;
  }
  return isMapping(value) && isMapping(value['status']) ? value['status'] : undefined;
}
