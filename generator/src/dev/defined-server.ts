import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import { shownServer } from '@vmgen/runtime/internal';
import { readFileSync } from 'node:fs';
import { orMissing } from '../disk/file-error.js';
import type { DevTarget } from './dev-target.js';
import type { DevTools } from './dev-tools.js';

/**
 * The URL of the server of a context, without a password, as the files of a kubeconfig define it now; undefined if they do not. The
 * first file that has a name defines it.
 */
export function definedServer(
  context: string,
  files: readonly string[],
  parse: DevTools['parse'],
): string | undefined {
  const documents = files.flatMap((path) => {
    const text = orMissing(() => readFileSync(path, 'utf8'));
    return text === undefined ? [] : parse({ path, text }).objects;
  });
  const entry = (kind: string, name: string): JsonObject => {
    const entries = documents.flatMap((document) => document[`${kind}s`] ?? []);
    const found = entries.filter(isJsonObject).find((each) => each['name'] === name)?.[kind];
    return found !== undefined && isJsonObject(found) ? found : {};
  };
  const { cluster } = entry('context', context);
  const { server } = typeof cluster === 'string' ? entry('cluster', cluster) : {};
  return typeof server === 'string' ? shownServer(server.replace(/\/+$/, '')) : undefined;
}

/**
 * The user has confirmed one cluster. Its context may be defined again as another one while the session runs.
 *
 * @param server undefined if it is not known
 * @throws an Error with the fix if the server is another one
 */
export function refuseOtherServer(
  { context, server: confirmed }: DevTarget & { kind: 'context' },
  server: string | undefined,
): void {
  if (server === undefined || server === confirmed) return;
  throw new Error(
    `the context ${context} has another server now, ${server}: end vmgen dev, and start it again to confirm it`,
  );
}
