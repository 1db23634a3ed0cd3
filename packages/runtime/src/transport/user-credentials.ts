import { VmgenError } from '../errors/vmgen-error.js';
import type { Clock } from '../async/clock.js';
import type { Credentials, Impersonation } from './cluster-config.js';
import {
  basicCredentials,
  bothCredentials,
  certificateCredentials,
  noCredentials,
  bearerTokenCredentials,
} from './credentials.js';
import { execCredentials, type ExecOptions } from './exec-credentials.js';
import type { Mapping } from '../meta/is-mapping.js';
import type { KubeconfigSection } from './kubeconfig-section.js';
import { oidcCredentials } from './oidc-credentials.js';
import { staticTextSource, fileTextSource } from './text-source.js';

/**
 * Returns the credentials of a kubeconfig's user: a client certificate, and one of token, token
 * file, name and password, exec plugin and auth provider. `cluster` returns the cluster information
 * for exec plugins.
 */
export function userCredentials(
  user: KubeconfigSection,
  cluster: () => Mapping,
  options: ExecOptions,
): Credentials {
  const certificate = readCertificate(user, options.clock);
  const other = readOther(user, cluster, options);
  if (certificate === undefined) return other ?? noCredentials;
  return other === undefined ? certificate : bothCredentials(certificate, other);
}

function readCertificate(user: KubeconfigSection, clock: Clock): Credentials | undefined {
  const cert = user.pem('client-certificate', clock);
  const key = user.pem('client-key', clock);
  if (cert === undefined && key === undefined) return undefined;
  if (cert !== undefined && key !== undefined) return certificateCredentials(cert, key, clock);
  const [has, lacks] =
    key === undefined ? ['client-certificate', 'client-key'] : ['client-key', 'client-certificate'];
  throw new VmgenError('ERR_VMGEN_CONFIG', `${user.place}: ${has} requires ${lacks}`);
}

function readOther(
  user: KubeconfigSection,
  cluster: () => Mapping,
  options: ExecOptions,
): Credentials | undefined {
  const { clock } = options;
  const token = readToken(user, clock);
  const username = user.text('username');
  if (token !== undefined && username !== undefined) {
    throw new VmgenError(
      'ERR_VMGEN_CONFIG',
      `${user.place}: token and username are mutually exclusive`,
    );
  }
  if (token !== undefined) return token;
  if (username !== undefined) return basicCredentials(username, user.text('password') ?? '');
  const exec = user.section('exec');
  if (exec !== undefined) return execCredentials(exec, cluster, options);
  const provider = user.section('auth-provider');
  return provider === undefined ? undefined : readAuthProvider(provider, clock);
}

/** A token file takes precedence over a token, which may be an older text of the file. */
function readToken(user: KubeconfigSection, clock: Clock): Credentials | undefined {
  const path = user.path('tokenFile');
  if (path !== undefined) {
    return bearerTokenCredentials(fileTextSource(path, `tokenFile of ${user.place}`, clock), clock);
  }
  const token = user.text('token');
  return token === undefined
    ? undefined
    : bearerTokenCredentials(staticTextSource(token, `token of ${user.place}`), clock);
}

function readAuthProvider(provider: KubeconfigSection, clock: Clock): Credentials {
  const name = provider.required('name');
  if (name === 'oidc') return oidcCredentials(provider, clock);
  throw new VmgenError(
    'ERR_VMGEN_CONFIG',
    `${provider.place}: auth provider ${JSON.stringify(name)} is not supported; ` +
      'use an exec plugin (Kubernetes removed auth providers in 1.26)',
  );
}

/**
 * Returns the impersonated user of a kubeconfig's user (`as`, `as-uid`, `as-groups`,
 * `as-user-extra`).
 */
export function readImpersonation(user: KubeconfigSection): Impersonation | undefined {
  const name = user.text('as');
  const uid = user.text('as-uid');
  const groups = user.texts('as-groups');
  const extra = readExtra(user);
  if (name === undefined) {
    if (uid === undefined && groups.length === 0 && extra === undefined) return undefined;
    throw new VmgenError(
      'ERR_VMGEN_CONFIG',
      `${user.place}: as-uid, as-groups and as-user-extra require as`,
    );
  }
  return {
    user: name,
    ...(uid !== undefined && { uid }),
    ...(groups.length > 0 && { groups }),
    ...(extra !== undefined && { extra }),
  };
}

function readExtra(user: KubeconfigSection): Record<string, string[]> | undefined {
  const section = user.section('as-user-extra');
  const keys = Object.keys(user.mapping('as-user-extra') ?? {});
  if (section === undefined || keys.length === 0) return undefined;
  return Object.fromEntries(keys.map((key) => [key, section.texts(key)]));
}
