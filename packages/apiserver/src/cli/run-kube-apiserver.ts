import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorMessage } from '@vmgen/base/text';
import { defaultRoles } from '../authorization/default-roles.js';
import { httpLimits } from '../http/http-limits.js';
import { createServingCertificate, type ServingCertificate } from '../http/serving-certificate.js';
import { startLimitedServer } from '../http/start-https-server.js';
import type { RequestUser } from '../request/request-user.js';
import { createApiServer } from '../node/create-api-server.js';
import { CliError } from './cli-error.js';
import { lastOf, type ServerFlags } from './server-flags.js';
import { parseTokenFile } from './token-file.js';

/** Flags that change nothing that a test server needs. All others without effect cause a warning. */
const WITHOUT_EFFECT = [
  'advertise-address',
  'allow-privileged',
  'disable-admission-plugins',
  'enable-priority-and-fairness',
  'endpoint-reconciler-type',
  'etcd-prefix',
  'etcd-servers',
  'service-account-issuer',
  'service-account-key-file',
  'service-account-signing-key-file',
  'service-cluster-ip-range',
  'shutdown-watch-termination-grace-period',
  'v',
];

const EFFECTIVE = [
  'authorization-mode',
  'bind-address',
  'cert-dir',
  'client-ca-file',
  'runtime-config',
  'secure-port',
  'tls-cert-file',
  'tls-private-key-file',
  'token-auth-file',
];

export const KUBE_APISERVER_USAGE = `kube-apiserver of vmgen-apiserver: the embedded API server with the flags of kube-apiserver.
Objects are in memory, and users are authenticated. All of them may do everything, unless the mode is RBAC.

Flags with an effect:
  --authorization-mode string     RBAC enforces roles and bindings; others permit everything (default AlwaysAllow)
  --bind-address ip               the address to listen on (default 127.0.0.1)
  --secure-port int               the port to listen on; 0 selects a free one (default 6443)
  --cert-dir string               apiserver.crt and apiserver.key, which are created if they are missing
  --tls-cert-file string          the certificate of the server, instead of the one in --cert-dir
  --tls-private-key-file string   its key
  --client-ca-file string         authorities of client certificates: common name = user, organizations = groups
  --token-auth-file string        lines of token,user,uid,"group1,group2"
  --runtime-config string         the served versions, such as api/beta=true

Flags without effect: ${WITHOUT_EFFECT.slice(0, 6).join(', ')},
  ${WITHOUT_EFFECT.slice(6).join(', ')}.
All other flags, and other authorization modes, have no effect and cause a warning.
`;

/** Runs until `stopped`. @throws CliError with the flag if a value is invalid or a file is missing */
export async function runKubeApiserver(
  flags: ServerFlags,
  { stopped, warn }: { readonly stopped: Promise<void>; readonly warn: (message: string) => void },
): Promise<void> {
  warnOfIgnored(flags, warn);
  const host = lastOf(flags, 'bind-address') ?? '127.0.0.1';
  const port = portOf(lastOf(flags, 'secure-port') ?? '6443');
  const runtimeConfig = runtimeConfigOf(flags);
  const clientCaPem = await readFlag(flags, 'client-ca-file');
  const serving = await servingCertificate(flags, host);
  const credentials = {
    tokens: await tokensOf(flags),
    ...(clientCaPem === undefined ? undefined : { clientCaPem: requireAuthority(clientCaPem) }),
  };
  // No controller runs beside kube-apiserver in envtest either.
  const modes = modesOf(flags, warn);
  // Several modes permit what one of them permits.
  const isEnforced = modes.includes('RBAC') && !modes.includes('AlwaysAllow');
  const authorization = isEnforced ? 'RBAC' : 'AlwaysAllow';
  const api = createApiServer({ runtimeConfig, namespaceDeletion: false, authorization });
  if (modes.includes('RBAC') && !isEnforced) api.seed(defaultRoles());
  const options = { host, port, credentials, ...(serving === undefined ? {} : { serving }) };
  const running = await startLimitedServer(api, options, httpLimits());
  const enforced = isEnforced ? 'RBAC is enforced' : 'all users may do everything';
  warn(`serving ${running.url} in memory; ${enforced}`);
  await stopped;
  await api.close();
  await running.close();
}

function warnOfIgnored(flags: ServerFlags, warn: (message: string) => void): void {
  for (const name of flags.values.keys()) {
    if (EFFECTIVE.includes(name) || WITHOUT_EFFECT.includes(name)) continue;
    warn(`--${name} has no effect`);
  }
}

/** The node authorizer, which is for kubelets only, permits nothing here. */
function modesOf(flags: ServerFlags, warn: (message: string) => void): readonly string[] {
  const modes = (flags.values.get('authorization-mode') ?? []).flatMap((list) => list.split(','));
  for (const mode of modes) {
    if (!['AlwaysAllow', 'RBAC', 'Node'].includes(mode)) {
      warn(`--authorization-mode=${mode} has no effect`);
    }
  }
  return modes;
}

function portOf(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new CliError(`--secure-port ${JSON.stringify(text)}: must be an integer from 0 to 65535`);
}

function runtimeConfigOf({ values }: ServerFlags): Record<string, boolean> {
  const entries = (values.get('runtime-config') ?? []).flatMap((list) => list.split(','));
  const config: Record<string, boolean> = {};
  for (const entry of entries) {
    if (entry.trim() === '') continue;
    const [key = '', value = 'true', ...rest] = entry.trim().split('=');
    if (!/^(true|false|1|0)$/.test(value) || rest.length > 0) {
      throw new CliError(`--runtime-config ${entry}: must be NAME=true or NAME=false`);
    }
    config[key] = value === 'true' || value === '1';
  }
  return config;
}

async function tokensOf(flags: ServerFlags): Promise<ReadonlyMap<string, RequestUser>> {
  const text = await readFlag(flags, 'token-auth-file');
  return text === undefined ? new Map<string, RequestUser>() : parseTokenFile(text);
}

/** Node ignores a text without a certificate, and then trusts the authorities of the machine. */
function requireAuthority(pem: string): string {
  if (pem.includes('-----BEGIN CERTIFICATE-----')) return pem;
  throw new CliError('--client-ca-file: the file contains no certificate in PEM format');
}

/** As kube-apiserver: the given files, or those of --cert-dir, which are created if missing. */
async function servingCertificate(
  flags: ServerFlags,
  host: string,
): Promise<ServingCertificate | undefined> {
  const certificate = await readFlag(flags, 'tls-cert-file');
  const key = await readFlag(flags, 'tls-private-key-file');
  if (certificate !== undefined && key !== undefined) return pairOf(certificate, key);
  if (certificate !== undefined || key !== undefined) {
    throw new CliError('--tls-cert-file and --tls-private-key-file must both be specified');
  }
  const folder = lastOf(flags, 'cert-dir');
  if (folder === undefined) return undefined;
  const [certificateFile, keyFile] = [join(folder, 'apiserver.crt'), join(folder, 'apiserver.key')];
  if ((await exists(certificateFile)) && (await exists(keyFile))) {
    return pairOf(await read('cert-dir', certificateFile), await read('cert-dir', keyFile));
  }
  const created = createServingCertificate([...new Set(['localhost', '127.0.0.1', '::1', host])]);
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(keyFile, created.privateKeyPem, { mode: 0o600 });
    // Clients read the authority from the same file.
    await writeFile(certificateFile, created.certificatePem + created.caPem);
  } catch (cause) {
    throw new CliError(`--cert-dir ${folder}: ${errorMessage(cause)}`, { cause });
  }
  return created;
}

const pairOf = (certificatePem: string, privateKeyPem: string): ServingCertificate => ({
  certificatePem,
  privateKeyPem,
  caPem: certificatePem,
});

async function readFlag(flags: ServerFlags, name: string): Promise<string | undefined> {
  const file = lastOf(flags, name);
  return file === undefined ? undefined : await read(name, file);
}

async function read(flag: string, file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw new CliError(`--${flag} ${file}: ${errorMessage(cause)}`, { cause });
  }
}

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );
