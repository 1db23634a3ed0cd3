import type { CustomFetch } from 'openid-client';
import type { TransportRequestOptions } from './connect-through.js';
import { createConnections } from './connections.js';
import { exchange } from './exchange.js';
import { proxyFor } from './proxy.js';
import { RequestContext } from './request-context.js';
import type { TextSource } from './text-source.js';

/**
 * Creates the `fetch` function of openid-client. The global `fetch` supports neither custom
 * certificate authorities nor proxies of the environment. The caller's signal limits the time.
 */
export function issuerFetch(certificateAuthority: TextSource | undefined): CustomFetch {
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
