import { createHttpTransport, loadKubeConfig, type Transport } from '@vmgen/runtime/transport';
import { isJsonObject, parseJson } from '@vmgen/base/json';
import type { SourceText } from '@vmgen/base/yaml';
import { readOpenApi } from './read-open-api.js';
import { readPath } from './read-path.js';

/** The cluster to read; defaults to the rules of kubectl. */
export interface ClusterOptions {
  readonly kubeconfig?: string | undefined;
  readonly context?: string | undefined;
  /** Reads the OpenAPI documents of these groups in place of CRDs. */
  readonly openApiGroups?: readonly string[] | undefined;
}

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/** A CRD may have 1.5 MiB: more than these at once would be a large answer. */
const PAGE = 25;

/**
 * Reads the CRDs of a cluster, one text for each page of the list, named after the URL of the server; or, for
 * groups, one text for each OpenAPI document and each discovery document.
 *
 * @throws VmgenError if no cluster is configured, it does not respond, or it rejects a request
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
  const texts: SourceText[] = [];
  for (let next: string | undefined = ''; next !== undefined;) {
    const token: string = next === '' ? '' : `&continue=${encodeURIComponent(next)}`;
    const text = await readPath(transport, `${DEFINITIONS}?limit=${PAGE}${token}`);
    texts.push({ source, text });
    const following = continueOf(text);
    if (following !== undefined && following === next) {
      throw new Error(`${DEFINITIONS} returned a page that continues with itself`);
    }
    next = following;
  }
  return texts;
}

/** The query for the next page. */
function continueOf(text: string): string | undefined {
  const page = parseJson(text);
  const metadata = isJsonObject(page) ? page['metadata'] : undefined;
  const token = metadata !== undefined && isJsonObject(metadata) ? metadata['continue'] : undefined;
  return typeof token === 'string' && token !== '' ? token : undefined;
}
