import type * as OpenidClient from 'openid-client';
import type { ClientAuth, Configuration, TokenEndpointResponse } from 'openid-client';
import { VmgenError } from '../errors/vmgen-error.js';
import { printable } from '../logging/printable.js';
import { quote } from '../logging/quote.js';
import { errorText } from '../logging/error-text.js';
import { issuerFetch } from './issuer-fetch.js';
import type { TextSource } from './text-source.js';

/** Where a program can get a new id token from, and what it must show there. */
export interface OidcClient {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  /** Who signs the issuer's certificate; the system's authorities where it is left out. */
  readonly certificateAuthority: TextSource | undefined;
}

interface OidcTokens {
  readonly idToken: string;
  /** The next one to use, where the issuer gave another. */
  readonly refreshToken: string | undefined;
}

/** Takes a refresh token to its issuer. An issuer must be an https URL, as the API server asks. */
export async function refreshOidcTokens(
  client: OidcClient,
  refreshToken: string,
): Promise<OidcTokens> {
  const openid = await loadOpenidClient();
  try {
    const configuration = await discover(openid, client);
    const answer = await openid.refreshTokenGrant(configuration, refreshToken);
    return { idToken: idTokenOf(answer), refreshToken: answer.refresh_token };
  } catch (cause) {
    const issuer = quote(client.issuer);
    throw new VmgenError(
      'ERR_VMGEN_CREDENTIALS',
      `the issuer ${issuer} gave no new id-token: ${reasonOf(cause)}`,
      { cause },
    );
  }
}

/** An optional peer: most programs show a certificate, a token or what an exec plugin prints. */
async function loadOpenidClient(): Promise<typeof OpenidClient> {
  try {
    return await import('openid-client');
  } catch (cause) {
    throw new VmgenError(
      'ERR_VMGEN_CREDENTIALS',
      'refreshing the id-token takes a package that cannot be loaded: npm install openid-client@6',
      { cause },
    );
  }
}

function discover(openid: typeof OpenidClient, client: OidcClient): Promise<Configuration> {
  const { issuer, clientId, clientSecret, certificateAuthority } = client;
  const authentication = clientAuthentication(openid, clientSecret);
  return openid.discovery(new URL(issuer), clientId, undefined, authentication, {
    [openid.customFetch]: issuerFetch(certificateAuthority),
  });
}

/** The secret goes in a header, which every issuer knows, unless this one wants it in the body. */
function clientAuthentication(openid: typeof OpenidClient, secret: string | undefined): ClientAuth {
  if (secret === undefined) return openid.None();
  return (server, ...request) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const wantsPost =
      methods.includes('client_secret_post') && !methods.includes('client_secret_basic');
    const show = wantsPost ? openid.ClientSecretPost : openid.ClientSecretBasic;
    return show(secret)(server, ...request);
  };
}

function idTokenOf({ id_token: idToken }: TokenEndpointResponse): string {
  if (idToken !== undefined) return idToken;
  throw new VmgenError(
    'ERR_VMGEN_CREDENTIALS',
    'its answer holds no id_token: log in with the scope openid, or it gives none on a refresh',
  );
}

/** The library's errors say little themselves; what happened stands in their causes. */
function reasonOf(error: unknown): string {
  if (error instanceof Response) return `it answered ${error.status}`;
  if (!(error instanceof Error)) return '';
  return (
    refusalOf(error) ??
    [printable(errorText(error)), reasonOf(error.cause)].filter(Boolean).join(': ')
  );
}

/** What the issuer itself says (RFC 6749, 5.2): `invalid_grant`, and why. */
function refusalOf(error: object): string | undefined {
  if (!('error' in error && 'error_description' in error)) return undefined;
  const { error: code, error_description: description } = error;
  return [code, description]
    .filter((text) => typeof text === 'string')
    .map((text) => quote(text))
    .join(': ');
}
