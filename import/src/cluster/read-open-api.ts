import type { Transport } from '@vmgen/runtime/transport';
import { isJsonObject, parseJson, type JsonObject } from '@vmgen/base/json';
import type { SourceText } from '@vmgen/base/yaml';
import { readPath } from './read-path.js';

/** The list of a server's OpenAPI v3 documents. */
const ROOT = '/openapi/v3';

/**
 * Reads the OpenAPI v3 documents of groups, and the discovery documents of their versions.
 *
 * @param server the URL for the names of the texts
 * @param groups API groups by name; `core` is the group without a name
 */
export async function readOpenApi(
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
