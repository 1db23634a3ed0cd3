import { VmgenError } from '../errors/vmgen-error.js';
import type { Clock } from '../async/clock.js';
import type { Credentials } from './cluster-config.js';
import { isMapping, type KubeconfigSection, type Mapping } from './kubeconfig-section.js';
import { refreshingCredentials, type IssuedCredentials } from './refreshing-credentials.js';

/**
 * Credentials that a program prints (client-go's exec plugins: `kubectl`'s way to cloud providers).
 * The program runs again when they expire or the server refuses them. `cluster` is what the
 * program is told of the server, where the kubeconfig wants it to be told.
 */
export function execCredentials(
  section: KubeconfigSection,
  cluster: () => Mapping,
  clock: Clock,
): Credentials {
  const plugin = readPlugin(section, cluster);
  return refreshingCredentials(async () => readCredential(plugin, await run(plugin)), clock);
}

interface Plugin {
  readonly place: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  readonly installHint: string | undefined;
}

function readPlugin(section: KubeconfigSection, cluster: () => Mapping): Plugin {
  const command = section.required('command');
  if (section.text('interactiveMode') === 'Always') {
    throw new VmgenError(
      'ERR_VMGEN_CREDENTIALS',
      `${section.place}: ${command} wants a terminal to ask on, which is not offered`,
    );
  }
  const info = {
    apiVersion: section.required('apiVersion'),
    kind: 'ExecCredential',
    spec: { interactive: false, ...(section.flag('provideClusterInfo') && { cluster: cluster() }) },
  };
  return {
    place: section.place,
    // As a shell: a bare name is looked for in PATH, a path starts at the file's folder.
    command: command.includes('/') ? section.resolve(command) : command,
    args: section.texts('args'),
    environment: {
      ...process.env,
      ...readEnvironment(section),
      KUBERNETES_EXEC_INFO: JSON.stringify(info),
    },
    installHint: section.text('installHint'),
  };
}

function readEnvironment(section: KubeconfigSection): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const entry of section.list('env')) {
    if (!isMapping(entry) || typeof entry['name'] !== 'string') {
      throw new VmgenError(
        'ERR_VMGEN_CONFIG',
        `${section.place}: env: want a list of name and value`,
      );
    }
    const { name } = entry;
    const value = entry['value'] ?? '';
    if (typeof value !== 'string') {
      throw new VmgenError(
        'ERR_VMGEN_CONFIG',
        `${section.place}: env: the value of ${name} must be a string: quote it`,
      );
    }
    environment[name] = value;
  }
  return environment;
}

function run({ place, command, args, environment, installHint }: Plugin): Promise<string> {
  const { execFile } = process.getBuiltinModule('node:child_process');
  return new Promise((resolve, reject) => {
    const child = execFile(command, args, { env: environment }, (error, stdout, stderr) => {
      if (error === null) {
        resolve(stdout);
        return;
      }
      const isMissing = error.code === 'ENOENT';
      const reason = isMissing ? `executable ${command} not found` : stderr.trim() || error.message;
      const hint = isMissing && installHint !== undefined ? `\n${installHint}` : '';
      reject(
        new VmgenError('ERR_VMGEN_CREDENTIALS', `${place}: getting credentials: ${reason}${hint}`, {
          cause: error,
        }),
      );
    });
    child.stdin?.end();
  });
}

function readCredential({ place, command }: Plugin, stdout: string): IssuedCredentials {
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
  const expiry = field('expirationTimestamp');
  return {
    credentials: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(hasCertificate && { certificate: { cert, key } }),
    },
    expires: expiry === undefined ? undefined : new Date(expiry),
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
