import { customResourceDefinitionResource } from '@vmgen/runtime/api';
import { createResourceClient } from '@vmgen/runtime/client';
import { createHttpTransport, loadKubeConfig, type Transport } from '@vmgen/runtime/transport';
import type { SourceText } from '@vmgen/crd/internal/yaml';
import { readOpenApi } from './read-open-api.js';

/** Which cluster is read; by the rules of kubectl where nothing is said. */
export interface ClusterOptions {
  readonly kubeconfig?: string | undefined;
  readonly context?: string | undefined;
  /** Reads the OpenAPI documents of these groups in place of CRDs. */
  readonly openApiGroups?: readonly string[] | undefined;
}

/** A CRD may have 1.5 MiB: more than these at once would be a large answer. */
const PAGE = 25;

/**
 * The CRDs of a cluster, a text for each page of their list, under the address of the server; or what it
 * says of groups, a text for each OpenAPI document and each answer of discovery.
 *
 * @throws VmgenError where no cluster is configured, it does not answer, or it refuses
 */
export async function readCluster({
  kubeconfig,
  context,
  openApiGroups,
}: ClusterOptions): Promise<SourceText[]> {
  const config = await loadKubeConfig({
    ...(kubeconfig !== undefined && { kubeconfig }),
    ...(context !== undefined && { context }),
  });
  const transport = createHttpTransport(config);
  try {
    return openApiGroups === undefined
      ? await readDefinitions(transport, config.server)
      : await readOpenApi(transport, config.server, openApiGroups);
  } finally {
    await transport.close();
  }
}

async function readDefinitions(transport: Transport, source: string): Promise<SourceText[]> {
  const client = createResourceClient(transport, customResourceDefinitionResource);
  const texts: SourceText[] = [];
  let next: string | undefined;
  do {
    const page = await client.list({
      limit: PAGE,
      omitManagedFields: true,
      ...(next !== undefined && { continue: next }),
    });
    texts.push({ source, text: JSON.stringify(page) });
    next = page.metadata.continue || undefined;
  } while (next !== undefined);
  return texts;
}
