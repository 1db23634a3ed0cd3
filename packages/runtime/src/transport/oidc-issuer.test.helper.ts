import { text } from 'node:stream/consumers';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TestContext } from 'node:test';
import { makeCertificate, startServer } from './local-server.test.helper.js';

/** An OpenID provider on loopback over HTTPS with its own certificate authority. */
export interface Issuer {
  readonly url: string;
  /** PEM. */
  readonly authority: string;
  /** The requests to the token endpoint. */
  readonly grants: Grant[];
  /** Additional fields of the discovery document. */
  metadata: object;
  /**
   * The response of the token endpoint. Defaults to tokens `id-1`, `id-2` and so on, valid for an
   * hour.
   */
  answer: (count: number) => { readonly status: number; readonly body: object | string };
}

interface Grant {
  readonly authorization: string | undefined;
  readonly form: Readonly<Record<string, string>>;
}

export async function startIssuer(t: TestContext): Promise<Issuer> {
  const { cert, private: key } = await makeCertificate();
  const grants: Grant[] = [];
  const server = await startServer(t, (request, response) => void handle(request, response), {
    key,
    cert,
  });
  const issuer: Issuer = {
    url: `${server.url}/realm`,
    authority: cert,
    grants,
    metadata: {},
    answer: (count) => ({
      status: 200,
      body: tokenAnswer(idToken({ iss: issuer.url, sub: `id-${count}` })),
    }),
  };
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.url === '/realm/.well-known/openid-configuration') {
      send(response, 200, {
        issuer: issuer.url,
        token_endpoint: `${server.url}/token`,
        ...issuer.metadata,
      });
    } else if (request.url === '/token' && request.method === 'POST') {
      const form = Object.fromEntries(new URLSearchParams(await text(request)));
      grants.push({ authorization: request.headers.authorization, form });
      const { status, body } = issuer.answer(grants.length);
      send(response, status, body);
    } else {
      response.writeHead(404).end('no such page');
    }
  };
  return issuer;
}

export function tokenAnswer(token: string | undefined, more: object = {}): object {
  return { access_token: 'access', token_type: 'Bearer', id_token: token, ...more };
}

/** An id token for the client `kube`, valid for an hour from now by default. */
export function idToken(claims: object): string {
  const now = Math.floor(Date.now() / 1000);
  return [{ alg: 'RS256' }, { aud: 'kube', iat: now, exp: now + 3600, ...claims }, 'signature']
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
}

function send(response: ServerResponse, status: number, body: object | string): void {
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(typeof body === 'string' ? body : JSON.stringify(body));
}
