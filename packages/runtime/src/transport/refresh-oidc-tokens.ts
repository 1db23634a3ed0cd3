import type * as OpenidClient from 'openid-client';
import type { ClientAuth, Configuration, TokenEndpointResponse, CustomFetch } from 'openid-client';
import { VmgenError } from '../errors/vmgen-error.js';
import { printable } from '../logging/printable.js';
import { quote } from '../logging/quote.js';
import { errorText } from '../logging/error-text.js';
import type { TextSource } from './text-source.js';
import type { TransportRequestOptions } from './connect-through.js';
import { createConnections } from './connections.js';
import { exchange } from './exchange.js';
import { proxyFor } from './proxy.js';
import { RequestContext } from './request-context.js';

/** The issuer of id tokens, and the client's registration there. */
export interface OidcClient {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  /** The certificate authorities of the issuer, as PEM. Defaults to those of the system. */
  readonly certificateAuthority: TextSource | undefined;
}

interface OidcTokens {
  readonly idToken: string;
  /** The next refresh token, if the issuer has replaced it. */
  readonly refreshToken: string | undefined;
}

/**
 * Sends a refresh token to its issuer. The issuer must be an https URL, as the API server requires.
 */
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
      `the issuer ${issuer} did not return a new id-token: ${reasonOf(cause)}`,
      { cause },
    );
  }
}

/** An optional peer dependency, because most programs use other credentials. */
async function loadOpenidClient(): Promise<typeof OpenidClient> {
  try {
    return await import('openid-client');
  } catch (cause) {
    throw new VmgenError(
      'ERR_VMGEN_CREDENTIALS',
      'refreshing the id-token requires the package openid-client; run npm install openid-client@6',
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

/**
 * The secret is sent in a header, which all issuers support, unless this one requires it in the
 * body.
 */
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
    'its response contains no id_token; log in with the scope openid, which some issuers require',
  );
}

/** The library's messages are generic. The causes contain the reason. */
function reasonOf(error: unknown): string {
  if (error instanceof Response) return `it responded with ${error.status}`;
  if (!(error instanceof Error)) return '';
  return (
    issuerErrorOf(error) ??
    [printable(errorText(error)), reasonOf(error.cause)].filter(Boolean).join(': ')
  );
}

/**
 * Returns the error of the issuer (RFC 6749, 5.2), such as `invalid_grant` with its description.
 */
function issuerErrorOf(error: object): string | undefined {
  if (!('error' in error && 'error_description' in error)) return undefined;
  const { error: code, error_description: description } = error;
  return [code, description]
    .filter((text) => typeof text === 'string')
    .map((text) => quote(text))
    .join(': ');
}

/**
 * Creates the `fetch` function of openid-client. The global `fetch` supports neither custom
 * certificate authorities nor proxies of the environment. The caller's signal limits the time.
 */
function issuerFetch(certificateAuthority: TextSource | undefined): CustomFetch {
  return async (address, { method, headers, body, signal }) => {
    const { request } = process.getBuiltinModule('node:https');
    const url = new URL(address);
    const connections = createConnections(
      { server: url.origin, ...(certificateAuthority !== undefined && { certificateAuthority }) },
      proxyFor(url, undefined),
    );
    const context = new RequestContext(signal, new Set());
    try {
      const agent = connections.agentFor({});
      const options: TransportRequestOptions = { method, headers, agent, context };
      const response = await exchange(request(url, options), context, {
        peer: url.origin,
        body: body instanceof URLSearchParams ? body.toString() : undefined,
      });
      const text = await response.text();
      return new Response(text || null, { status: response.status, headers: response.headers });
    } finally {
      context.release();
      connections.close();
    }
  };
}
