import { existsSync, readFileSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import type { Clock } from '../async/clock.js';
import type { ClusterConfig } from './cluster-config.js';
import { bearerTokenCredentials } from './credentials.js';
import { fileTextSource } from './text-source.js';

type Environment = Readonly<Record<string, string | undefined>>;

const SERVICE_ACCOUNT_FOLDER = '/var/run/secrets/kubernetes.io/serviceaccount';

/**
 * Returns the configuration of a pod with a service account (rest.InClusterConfig), or undefined
 * outside of a pod. Token and CA are read again when kubelet rotates them.
 */
export function inClusterConfig(
  environment: Environment,
  clock: Clock,
  folder = SERVICE_ACCOUNT_FOLDER,
): ClusterConfig | undefined {
  const host = environment['KUBERNETES_SERVICE_HOST'];
  const port = environment['KUBERNETES_SERVICE_PORT'];
  const tokenPath = join(folder, 'token');
  if (!host || !port || !existsSync(tokenPath)) return undefined;
  const caPath = join(folder, 'ca.crt');
  const namespace = readNamespace(join(folder, 'namespace'));
  return {
    server: `https://${isIPv6(host) ? `[${host}]` : host}:${port}`,
    source: 'in-cluster',
    credentials: bearerTokenCredentials(
      fileTextSource(tokenPath, 'service account token', clock),
      clock,
    ),
    ...(existsSync(caPath) && {
      certificateAuthority: fileTextSource(caPath, 'certificate authority', clock),
    }),
    ...(namespace !== undefined && { namespace }),
  };
}

function readNamespace(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8').trim() || undefined : undefined;
}
