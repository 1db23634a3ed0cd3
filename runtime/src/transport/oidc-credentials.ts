import type { Clock } from '../async/clock.js';
import type { Credentials } from './cluster-config.js';
import { isMapping, type KubeconfigSection } from './kubeconfig-section.js';
import { refreshingCredentials, type IssuedCredentials } from './refreshing-credentials.js';

/**
 * The id token of a kubeconfig's `oidc` auth provider, refreshed by client-node's client when it has
 * expired. A refreshed token lives as long as the process; it is not written back to the file.
 */
export function oidcCredentials(section: KubeconfigSection, clock: Clock): Credentials {
  const config: Record<string, unknown> = { ...section.mapping('config') };
  return refreshingCredentials(() => issue(section.place, config, clock), clock);
}

async function issue(
  place: string,
  config: Record<string, unknown>,
  clock: Clock,
): Promise<IssuedCredentials> {
  const { OpenIDConnectAuth } = await import('@kubernetes/client-node/dist/oidc_auth.js');
  const headers: Record<string, string> = {};
  // Made anew each time, for it mistakes the lifetime of a refreshed token for a moment. It puts
  // the tokens that it gets into the config.
  await new OpenIDConnectAuth().applyAuthentication(
    { name: 'oidc', authProvider: { name: 'oidc', config } },
    { headers },
  );
  const authorization = headers['Authorization'];
  const expires = expiryOf(config['id-token']);
  if (authorization !== undefined && (expires === undefined || clock.date() < expires)) {
    return { credentials: { authorization }, expires };
  }
  throw new Error(
    `${place}: the id-token is missing or has expired and cannot be refreshed: it needs client-id, ` +
      'idp-issuer-url and refresh-token; log in again',
  );
}

/** When a JSON web token ends; undefined where it does not say. */
function expiryOf(token: unknown): Date | undefined {
  if (typeof token !== 'string') return undefined;
  const [, payload = ''] = token.split('.');
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
    return isMapping(claims) && typeof claims['exp'] === 'number'
      ? new Date(claims['exp'] * 1000)
      : undefined;
  } catch {
    return undefined;
  }
}
