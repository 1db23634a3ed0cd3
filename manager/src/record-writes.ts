import { interceptTransport, objectKey } from '@vmgen/runtime';
import type {
  KubernetesObject,
  Persisted,
  Transport,
  TransportRequest,
  TransportResponse,
} from '@vmgen/runtime';
import type { PendingWrite, SharedInformer } from '@vmgen/runtime/cache';
import { apiVersionOf } from '@vmgen/runtime/client';
import type { DeclaredKind } from './managed-cache.js';

/** The informer of a declared kind, without its type. */
type RecordingInformer = Pick<
  SharedInformer<KubernetesObject>,
  'resource' | 'recordWrite' | 'recordDeletion'
>;

/** A kind whose own writes are recorded. */
interface RecordedKind {
  readonly informer: RecordingInformer;
  readonly metadataOnly: boolean;
}

/** The parts of a server's answer that are read: an object, or the `Status` of a deletion. */
interface Answer extends Partial<KubernetesObject> {
  readonly status?: unknown;
  readonly details?: { readonly uid?: unknown };
  readonly spec?: { readonly finalizers?: readonly unknown[] };
}

/** The path of one object: group and version, namespace, plural and name. */
const OBJECT_PATH =
  /^\/(?:api\/v1|apis\/([^/]+)\/[^/]+)(?:\/namespaces\/([^/]+))?\/([^/]+)\/([^/]+)$/;

/** Records the answers to the writes of reconciles in the informers of the declared kinds. */
export class WriteRecorder {
  readonly #kinds: readonly RecordedKind[];
  readonly #plurals: ReadonlySet<string>;

  constructor(kinds: readonly DeclaredKind[]) {
    this.#kinds = kinds.map(({ reader, metadataOnly }) => ({
      informer: reader.informer as unknown as RecordingInformer,
      metadataOnly,
    }));
    this.#plurals = new Set(this.#kinds.map(({ informer }) => informer.resource.plural));
  }

  /**
   * Creates a transport that records the answers to writes, and passes the resulting pending writes
   * to `onWrite`. Answers to dry runs are not recorded, nor those that contain another kind than a
   * declared one, such as the Scale or the Eviction of an object.
   */
  record(transport: Transport, onWrite: (write: PendingWrite) => void): Transport {
    return interceptTransport(transport, [
      async (request, next) => {
        const response = await next(request);
        const isWrite = request.method !== 'GET' && response.status >= 200 && response.status < 300;
        if (!isWrite || !this.#isDeclared(request.path) || isDryRun(request)) return response;
        const text = await response.text();
        for (const write of this.#writesOf(request, text)) onWrite(write);
        return withText(response, text);
      },
    ]);
  }

  /** Most answers of other kinds need not be parsed twice. */
  #isDeclared(path: string): boolean {
    return path.split(/[/?]/).some((part) => this.#plurals.has(part));
  }

  *#writesOf({ method, path }: TransportRequest, text: string): Generator<PendingWrite> {
    let answer = parse(text);
    const { apiVersion, kind, metadata } = answer ?? {};
    if (answer === undefined || metadata === undefined) return;
    if (kind === 'Status') {
      if (method === 'DELETE') yield* this.#deletionsOf(path, answer);
      return;
    }
    const isDeleted = isDeletedBy(method, answer);
    for (const { informer, metadataOnly } of this.#kinds) {
      const { resource } = informer;
      if (resource.kind !== kind || apiVersionOf(resource) !== apiVersion) continue;
      // Each cache owns its object.
      answer ??= parse(text);
      const object = answer as Persisted<KubernetesObject>;
      answer = undefined;
      const write = isDeleted
        ? informer.recordDeletion(objectKey(object), object.metadata.uid)
        : informer.recordWrite(metadataOnly ? metadataOf(object) : object);
      if (write !== undefined) yield write;
    }
  }

  *#deletionsOf(path: string, { status, details }: Answer): Generator<PendingWrite> {
    const [, group = '', namespace = '', plural, name = ''] =
      OBJECT_PATH.exec(path.split('?', 1)[0] ?? '') ?? [];
    if (status !== 'Success' || typeof details?.uid !== 'string') return;
    const key = objectKey({
      namespace: decodeURIComponent(namespace),
      name: decodeURIComponent(name),
    });
    for (const { informer } of this.#kinds) {
      const { resource } = informer;
      if (resource.group !== group || resource.plural !== plural) continue;
      const write = informer.recordDeletion(key, details.uid);
      if (write !== undefined) yield write;
    }
  }
}

function isDryRun({ method, path, body }: TransportRequest): boolean {
  if (/[?&]dryRun=/.test(path)) return true;
  if (method !== 'DELETE' || body === undefined) return false;
  // The options of a deletion are its body.
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  return text.includes('"dryRun"');
}

/**
 * Returns whether a write has deleted the object that the server answers with: some kinds answer a
 * deletion with the last state, and an update that removes the last finalizer of an object that is
 * being deleted also deletes it.
 */
function isDeletedBy(method: string, { kind, metadata, spec }: Answer): boolean {
  const { deletionTimestamp, deletionGracePeriodSeconds = 0, finalizers = [] } = metadata ?? {};
  if (deletionTimestamp === undefined) return method === 'DELETE';
  const held = kind === 'Namespace' ? [...finalizers, ...(spec?.finalizers ?? [])] : finalizers;
  return held.length === 0 && deletionGracePeriodSeconds <= 0;
}

function metadataOf({
  apiVersion,
  kind,
  metadata,
}: Persisted<KubernetesObject>): Persisted<KubernetesObject> {
  return { apiVersion, kind, metadata };
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
