import { writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:https';
import path from 'node:path';
import type { RunningServer } from '@vmgen/apiserver';
import { loadKubeConfig } from '@vmgen/runtime';
import { FaultProxy, type Upstream } from './fault-proxy.js';

/** A proxy in front of an API server, with a kubeconfig that names it. */
interface ApiProxy {
  readonly proxy: FaultProxy;
  readonly kubeconfig: string;
}

/** Starts a proxy that has the credentials of a kubeconfig, and writes its own kubeconfig beside that one. */
export async function startApiProxy(kubeconfig: string): Promise<ApiProxy> {
  const proxy = await FaultProxy.start(await upstreamOf(kubeconfig), 0);
  const file = path.join(path.dirname(kubeconfig), 'proxy.kubeconfig');
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'proxy',
    clusters: [{ name: 'proxy', cluster: { server: proxy.url } }],
    contexts: [{ name: 'proxy', context: { cluster: 'proxy', user: 'proxy' } }],
    users: [{ name: 'proxy', user: {} }],
  };
  await writeFile(file, JSON.stringify(config));
  return { proxy, kubeconfig: file };
}

/** Sends requests to an embedded server with its token, over connections that are kept. */
export function upstreamTo({ url, caPem, token }: RunningServer): Upstream {
  const agent = new Agent({ keepAlive: true, ca: caPem });
  return ({ path, headers, ...options }) =>
    request(`${url}${path}`, {
      ...{ ...options, agent },
      headers: { ...headers, authorization: `Bearer ${token}` },
    });
}

async function upstreamOf(kubeconfig: string): Promise<Upstream> {
  const config = await loadKubeConfig({ kubeconfig });
  const { hostname: host, port } = new URL(config.server);
  const { certificateAuthority: ca } = config;
  const { authorization, certificate } = (await config.credentials?.current()) ?? {};
  return ({ headers, ...options }) =>
    request({
      ...options,
      ...{ host, port, agent: false },
      ...(ca !== undefined && { ca: ca.read() }),
      ...certificate,
      headers: { ...headers, ...(authorization !== undefined && { authorization }) },
    });
}
