import { createHttpTransport, loadKubeConfig, type Transport } from '@vmgen/runtime/transport';
import { isJsonObject, parseJson } from '@vmgen/base/json';
import type { SourceText } from '@vmgen/base/yaml';
import { readOpenApi } from './read-open-api.js';
import { readPath } from './read-path.js';

/** Which cluster is read; by the rules of kubectl where nothing is said. */
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
  const texts: SourceText[] = [];
  for (let next: string | undefined = ''; next !== undefined;) {
    const token: string = next === '' ? '' : `&continue=${encodeURIComponent(next)}`;
    const text = await readPath(transport, `${DEFINITIONS}?limit=${PAGE}${token}`);
    texts.push({ source, text });
    const following = continueOf(text);
    if (following !== undefined && following === next) {
      throw new Error(`${DEFINITIONS} has a page that goes on with itself`);
    }
    next = following;
  }
  return texts;
}

/** What asks for the page behind one. */
function continueOf(text: string): string | undefined {
  const page = parseJson(text);
  const metadata = isJsonObject(page) ? page['metadata'] : undefined;
  const token = metadata !== undefined && isJsonObject(metadata) ? metadata['continue'] : undefined;
  return typeof token === 'string' && token !== '' ? token : undefined;
}
