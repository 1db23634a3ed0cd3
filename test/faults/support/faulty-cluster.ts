import { crdOf, versionWith } from '@vmgen/fixtures/crd-of';
import type { TestContext } from 'node:test';
import { createApiServer, startHttpsServer, type ApiServer } from '@vmgen/apiserver';
import type { CustomResourceDefinition } from '@vmgen/crd';
import { createResourceClient } from '@vmgen/runtime';
import type { FullResourceClient } from '@vmgen/runtime/client';
import { upstreamTo } from '../../support/api-proxy.js';
import { FaultProxy } from '../../support/fault-proxy.js';
import { widgetResource, type Widget } from '../model/widget.js';

/** The embedded API server with widgets, behind a proxy that causes the faults of a test. */
interface FaultyCluster {
  readonly server: ApiServer;
  readonly proxy: FaultProxy;
  /** A client of widgets in the default namespace that bypasses the proxy. */
  readonly widgets: FullResourceClient<Widget, 'Namespaced'>;
  /** Creates widgets, bypassing the proxy. */
  readonly create: (...names: readonly string[]) => Promise<void>;
}

/** Starts a cluster that ends with the test. */
export async function startFaultyCluster(t: TestContext): Promise<FaultyCluster> {
  const server = createApiServer();
  server.installCustomResourceDefinition(WIDGETS);
  const running = await startHttpsServer(server);
  const proxy = await FaultProxy.start(upstreamTo(running), 0);
  t.after(async () => {
    await proxy.close();
    await running.close();
    await server.close();
  });
  const widgets = createResourceClient(server.transport, widgetResource, { namespace: 'default' });
  return {
    server,
    proxy,
    widgets,
    async create(...names) {
      for (const name of names) await widgets.create(newWidget(name));
    },
  };
}

/** A widget to create. */
export function newWidget(name: string): Widget {
  return { metadata: { name }, spec: { color: 'red', size: 1 } };
}

/** The CustomResourceDefinition of widgets. */
export const WIDGETS: CustomResourceDefinition = crdOf(
  {
    group: 'faults.vmgen.io',
    kind: 'Widget',
    names: { singular: 'widget', listKind: 'WidgetList' },
  },
  [
    versionWith('v1', {
      spec: {
        type: 'object',
        properties: { color: { type: 'string' }, size: { type: 'integer' } },
      },
    }),
  ],
);
