import { objectKey, type KubernetesObject, type Persisted, type Transport } from '@vmgen/runtime';
import { interceptTransport, type TransportRequest, type TransportResponse } from '@vmgen/runtime';
import type { PendingWrite, SharedInformer } from '@vmgen/runtime/cache';
import { apiVersionOf } from '@vmgen/runtime/client';
import type { DeclaredKind } from './managed-cache.js';

/** The informer of a declared kind, without its type. */
type RecordingInformer = Pick<
  SharedInformer<KubernetesObject>,
  'resource' | 'recordWrite' | 'recordDeletion'
>;

/** What the answers of the server say about an object, or about a deletion (`Status`). */
interface Answer extends Partial<KubernetesObject> {
  readonly status?: unknown;
  readonly details?: { readonly uid?: unknown };
}

/** The path of one object: group and version, namespace, plural and name. */
const OBJECT_PATH =
  /^\/(?:api\/v1|apis\/([^/]+)\/[^/]+)(?:\/namespaces\/([^/]+))?\/([^/]+)\/([^/]+)$/;

/**
 * Creates a transport that records the answers to writes in the informers of these kinds, and
 * passes the resulting pending writes to `onWrite`. Answers to dry runs are not recorded, nor those
 * that contain another kind than a declared one, such as the Scale or the Eviction of an object.
 */
export function recordWrites(
  transport: Transport,
  kinds: readonly DeclaredKind[],
  onWrite: (write: PendingWrite) => void,
): Transport {
  const informers = kinds
    .filter(({ metadataOnly }) => !metadataOnly)
    .map(({ reader }) => reader.informer as unknown as RecordingInformer);
  return interceptTransport(transport, [
    async (request, next) => {
      const response = await next(request);
      const isWrite = request.method !== 'GET' && response.status >= 200 && response.status < 300;
      if (!isWrite || isDryRun(request)) return response;
      const text = await response.text();
      for (const write of writesOf(request, text, informers)) onWrite(write);
      return withText(response, text);
    },
  ]);
}

function isDryRun({ method, path, body }: TransportRequest): boolean {
  // The options of a deletion are its body.
  if (method === 'DELETE') return typeof body === 'string' && body.includes('"dryRun"');
  return /[?&]dryRun=/.test(path);
}

function* writesOf(
  { method, path }: TransportRequest,
  text: string,
  informers: readonly RecordingInformer[],
): Generator<PendingWrite> {
  let answer = parse(text);
  const { apiVersion, kind, metadata } = answer ?? {};
  if (answer === undefined || metadata === undefined) return;
  if (method === 'DELETE' && kind === 'Status') {
    yield* deletionsOf(path, answer, informers);
    return;
  }
  for (const informer of informers) {
    const { resource } = informer;
    if (resource.kind !== kind || apiVersionOf(resource) !== apiVersion) continue;
    // Each cache owns its object.
    answer ??= parse(text);
    const write = informer.recordWrite(answer as Persisted<KubernetesObject>);
    answer = undefined;
    if (write !== undefined) yield write;
  }
}

function* deletionsOf(
  path: string,
  { status, details }: Answer,
  informers: readonly RecordingInformer[],
): Generator<PendingWrite> {
  const [, group = '', namespace = '', plural, name = ''] =
    OBJECT_PATH.exec(path.split('?', 1)[0] ?? '') ?? [];
  if (status !== 'Success' || typeof details?.uid !== 'string') return;
  const key = objectKey({
    namespace: decodeURIComponent(namespace),
    name: decodeURIComponent(name),
  });
  for (const informer of informers) {
    const { resource } = informer;
    if (resource.group !== group || resource.plural !== plural) continue;
    const write = informer.recordDeletion(key, details.uid);
    if (write !== undefined) yield write;
  }
}

function parse(text: string): Answer | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    // The client reports the invalid answer.
    return undefined;
  }
}

function withText({ status, headers }: TransportResponse, text: string): TransportResponse {
  const body = (async function* () {
    yield new TextEncoder().encode(text);
  })();
  return { status, headers, body, text: () => Promise.resolve(text) };
}
