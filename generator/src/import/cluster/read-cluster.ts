import { shownServer } from '@vmgen/runtime/internal';
import { createHttpTransport, loadKubeConfig, type Transport } from '@vmgen/runtime/transport';
import { isJsonObject, type JsonObject, parseJson } from '@vmgen/base/json';
import type { SourceText } from '@vmgen/base/yaml';

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
  const server = shownServer(config.server);
  try {
    return openApiGroups === undefined
      ? await readDefinitions(transport, server)
      : await readOpenApi(transport, server, openApiGroups);
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

/** The list of a server's OpenAPI v3 documents. */
const ROOT = '/openapi/v3';

/**
 * Reads the OpenAPI v3 documents of groups, and the discovery documents of their versions.
 *
 * @param server the URL for the names of the texts
 * @param groups API groups by name; `core` is the group without a name
 */
async function readOpenApi(
  transport: Transport,
  server: string,
  groups: readonly string[],
): Promise<SourceText[]> {
  const { paths } = parseObject(ROOT, await readPath(transport, ROOT));
  if (paths === undefined || !isJsonObject(paths)) throw new Error(`${ROOT} lists no documents`);
  const texts: SourceText[] = [];
  for (const [path, document] of Object.entries(paths)) {
    if (!groups.includes(groupOf(path) ?? '') || !isJsonObject(document)) continue;
    const { serverRelativeURL: url } = document;
    if (typeof url !== 'string' || !url.startsWith('/')) continue;
    for (const each of [url, `/${path}`]) {
      texts.push({ source: `${server}${each}`, text: await readPath(transport, each) });
    }
  }
  return texts;
}

/** Of a version's path: `apis/apps/v1`, `api/v1`. */
function groupOf(path: string): string | undefined {
  if (path === 'api/v1') return 'core';
  return /^apis\/([^/]+)\/[^/]+$/.exec(path)?.[1];
}

function parseObject(path: string, text: string): JsonObject {
  const value = parseJson(text);
  if (!isJsonObject(value)) throw new Error(`${path} was answered with no object`);
  return value;
}

/**
 * Reads a response as text: unlike parsed JSON, it contains exact integers beyond 2^53.
 *
 * @throws Error with the message of the server if it rejects the request
 */
async function readPath(transport: Transport, path: string): Promise<string> {
  const headers = { accept: 'application/json' };
  const answer = await transport.request({ method: 'GET', path, headers });
  const text = await answer.text();
  if (answer.status === 200) return text;
  const detail = messageOf(text);
  throw new Error(
    `${path} was answered with ${answer.status}${detail === '' ? '' : `: ${detail}`}`,
  );
}

/** The message of a Status; empty if the body is not a Status. */
function messageOf(text: string): string {
  try {
    const status = parseJson(text);
    const message = isJsonObject(status) ? status['message'] : undefined;
    return typeof message === 'string' ? message : '';
  } catch {
    return '';
  }
}
