import { VmgenError } from '../errors/vmgen-error.js';
import type { Clock } from '../async/clock.js';
import { errorText } from '../logging/error-text.js';
import type { Credentials } from './cluster-config.js';
import { isMapping } from '../meta/is-mapping.js';
import type { KubeconfigSection } from './kubeconfig-section.js';
import { refreshOidcTokens, type OidcClient } from './refresh-oidc-tokens.js';
import { refreshingCredentials, type IssuedCredentials } from './refreshing-credentials.js';

/** A token is renewed this time before it expires, because clocks differ (as in client-go). */
const EXPIRY_MARGIN_MS = 10_000;

/**
 * The id token of a kubeconfig's `oidc` auth provider, refreshed when it has expired. A token
 * without an expiry is treated as expired, because the API server rejects it.
 *
 * Refreshed tokens are kept in memory. Unlike in client-go, they are not written to the file. If
 * the issuer accepts each refresh token only once, other programs must then log in again.
 */
export function oidcCredentials(provider: KubeconfigSection, clock: Clock): Credentials {
  const { place } = provider;
  const config = provider.section('config');
  const client = config && readClient(config, clock);
  let idToken = config?.text('id-token');
  let refreshToken = config?.text('refresh-token');

  const issue = async (): Promise<IssuedCredentials> => {
    if (!isUsable(idToken, clock)) {
      if (client === undefined || refreshToken === undefined) throw cannotRefresh(place);
      const tokens = await refresh(place, client, refreshToken);
      idToken = tokens.idToken;
      refreshToken = tokens.refreshToken ?? refreshToken;
    }
    return { credentials: { authorization: `Bearer ${idToken}` }, expires: lastUseOf(idToken) };
  };
  return refreshingCredentials(issue, clock);
}

/** Returns undefined if the file does not contain the fields that a refresh requires. */
function readClient(config: KubeconfigSection, clock: Clock): OidcClient | undefined {
  const issuer = config.text('idp-issuer-url');
  const clientId = config.text('client-id');
  if (issuer === undefined || clientId === undefined) return undefined;
  const clientSecret = config.text('client-secret');
  const certificateAuthority = config.pem('idp-certificate-authority', clock);
  return { issuer, clientId, clientSecret, certificateAuthority };
}

async function refresh(
  place: string,
  client: OidcClient,
  refreshToken: string,
): ReturnType<typeof refreshOidcTokens> {
  try {
    return await refreshOidcTokens(client, refreshToken);
  } catch (cause) {
    throw new VmgenError('ERR_VMGEN_CREDENTIALS', `${place}: ${errorText(cause)}`, { cause });
  }
}

function cannotRefresh(place: string): Error {
  return new VmgenError(
    'ERR_VMGEN_CREDENTIALS',
    `${place}: the id-token is missing or has expired and cannot be refreshed without client-id, ` +
      'idp-issuer-url and refresh-token; log in again',
  );
}

function isUsable(token: string | undefined, clock: Clock): token is string {
  const lastUse = lastUseOf(token);
  return lastUse !== undefined && clock.date() < lastUse;
}

/** Returns until when a JSON web token may be used, or undefined if it has no expiry. */
function lastUseOf(token = ''): Date | undefined {
  const [, payload = ''] = token.split('.');
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
    return isMapping(claims) && typeof claims['exp'] === 'number'
      ? new Date(claims['exp'] * 1000 - EXPIRY_MARGIN_MS)
      : undefined;
  } catch {
    return undefined;
  }
}
