import type { ClientRequest, IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { request, type RequestOptions } from 'node:https';
import { buffer } from 'node:stream/consumers';
import type { RunningServer } from '../http/start-https-server.js';

/** A request, on a connection of its own unless `agent` is set. */
interface HttpsCall extends RequestOptions {
  readonly headers?: OutgoingHttpHeaders;
  /** Null for none. Defaults to that of the server. */
  readonly token?: string | null;
}

/** A whole response. */
export interface HttpsAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Opens a request to a server. */
export const openCall = (
  { port, caPem: ca, token: own }: RunningServer,
  { token = own, headers, ...options }: HttpsCall,
): ClientRequest =>
  request({
    host: '127.0.0.1',
    port,
    ca,
    agent: false,
    ...options,
    headers: { ...headers, ...(token !== null && { authorization: `Bearer ${token}` }) },
  });

/** Sends a request to a server, and reads the response. */
export async function httpsCall(
  server: RunningServer,
  { body, ...options }: HttpsCall & { readonly body?: string | Buffer },
): Promise<HttpsAnswer> {
  return new Promise((resolve, reject) => {
    openCall(server, options)
      .on('error', reject)
      .on('response', (response) => {
        const { statusCode: status = 0, headers } = response;
        buffer(response).then((whole) => resolve({ status, headers, body: whole }), reject);
      })
      .end(body);
  });
}
