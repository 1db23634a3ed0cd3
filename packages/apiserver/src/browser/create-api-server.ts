import type { BuiltInIndex } from '../data/built-in-index.js';
import type { TypePackage } from '../data/type-library.js';
import type { ApiServer } from '../server/api-server.js';
import type { ApiServerOptions } from '../server/api-server-options.js';
import { InMemoryApiServer } from '../server/in-memory-api-server.js';
import { NO_NETWORK } from './no-network.js';

/**
 * The data of the built-in kinds: `builtIns` of `@vmgen/apiserver/built-ins`, or the same JSON, if a page
 * fetches it. It must be of the same version as the server.
 */
export interface BuiltInData {
  /** The content of `data/built-in.json`. */
  readonly index: object;
  /** The content of the files in `data/types`, by their names, such as `apps.v1`. */
  readonly types: Readonly<Record<string, object>>;
}

/** Options of `createApiServer` in a browser. */
export type BrowserApiServerOptions = Omit<ApiServerOptions, 'services'>;

/** The memory that the program may use, in bytes, from which the limits of the server follow. */
const HEAP_LIMIT = 1024 ** 3;

/**
 * Creates an {@link ApiServer} in a page or a worker. It differs from the one in Node in two respects: it calls
 * webhooks only in this program (`webhookHandlers`), and it checks only the outline of CA certificates.
 *
 * @throws ApiError if the API rejects a definition
 *
 * @example
 * import { createApiServer } from '@vmgen/apiserver/browser';
 * import { builtIns } from '@vmgen/apiserver/built-ins';
 * const server = createApiServer(builtIns);
 * await server.transport.request({ method: 'GET', path: '/api/v1/namespaces' });
 */
export function createApiServer(
  builtIns: BuiltInData,
  options: BrowserApiServerOptions = {},
): ApiServer {
  return new InMemoryApiServer(options, {
    // The data is that of this version, as the files that the server in Node reads.
    builtIns: {
      index: () => builtIns.index as BuiltInIndex,
      types: (name) => packageOf(builtIns, name),
    },
    network: NO_NETWORK,
    heapLimit: HEAP_LIMIT,
    platform: 'js/wasm',
    processSeries: () => [],
  });
}

function packageOf({ types }: BuiltInData, name: string): TypePackage {
  const found = Object.hasOwn(types, name) ? types[name] : undefined;
  if (found === undefined) throw new Error(`the data of the built-in kinds has no package ${name}`);
  return found as TypePackage;
}
