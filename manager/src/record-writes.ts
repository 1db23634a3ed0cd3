import { objectKey } from '@vmgen/runtime';
import type {
  KubernetesObject,
  Persisted,
  TransportRequest,
  TransportResponse,
} from '@vmgen/runtime';
import type { PendingWrite, SharedInformer } from '@vmgen/runtime/cache';
import { apiVersionOf } from '@vmgen/runtime/client';
import { ReadResponse } from '@vmgen/runtime/internal';
import type { DeclaredKind } from './managed-cache.js';

/** The informer of a declared kind, without its type. */
type RecordingInformer = Pick<
  SharedInformer<KubernetesObject>,
  'resource' | 'recordWrite' | 'recordDeletion' | 'relist'
>;

/** A write whose result is unknown until the informer has listed the newest state. */
class UnknownWrite implements PendingWrite {
  #isObserved = false;
  readonly #listed: Promise<void>;

  constructor(listed: Promise<void>) {
    this.#listed = listed.then(() => {
      this.#isObserved = true;
    });
  }

  get isObserved(): boolean {
    return this.#isObserved;
  }

  onObserved(callback: () => void): void {
    void this.#listed.then(callback);
  }
}

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
  /** The parts of paths that contain the declared kinds. */
  readonly #segments: readonly string[];

  constructor(kinds: readonly Pick<DeclaredKind, 'reader' | 'metadataOnly'>[]) {
    this.#kinds = kinds.map(({ reader, metadataOnly }) => ({
      informer: reader.informer as unknown as RecordingInformer,
      metadataOnly,
    }));
    const plurals = new Set(this.#kinds.map(({ informer }) => informer.resource.plural));
    this.#segments = [...plurals].map((plural) => `/${plural}`);
  }

  /**
   * Records the response to a request, and passes the resulting pending writes to `onWrite`. Returns
   * the response to pass on. Responses to dry runs are not recorded, nor those that contain another
   * kind than a declared one, such as the Scale or the Eviction of an object.
   */
  async record(
    request: TransportRequest,
    response: TransportResponse,
    onWrite: (write: PendingWrite) => void,
  ): Promise<TransportResponse> {
    if (response.status >= 500) this.recordUnknown(request, onWrite);
    const isWrite = request.method !== 'GET' && response.status >= 200 && response.status < 300;
    if (!isWrite || !this.#mayBeDeclared(request.path) || isDryRun(request)) return response;
    const text = await response.text();
    const answer = parse(text);
    if (answer !== undefined) this.#recordAnswer(request, answer, text, onWrite);
    return new ReadResponse(response, text, answer);
  }

  /**
   * Records a write that the server may have executed although its response is lost: only a list that
   * is requested after it can show its result.
   */
  recordUnknown(request: TransportRequest, onWrite: (write: PendingWrite) => void): void {
    if (request.method === 'GET' || isDryRun(request)) return;
    const parts = request.path.split(/[/?]/);
    for (const { informer } of this.#kinds) {
      if (parts.includes(informer.resource.plural)) onWrite(new UnknownWrite(informer.relist()));
    }
  }

  /** Most responses of other kinds need not be parsed. */
  #mayBeDeclared(path: string): boolean {
    return this.#segments.some((segment) => path.includes(segment));
  }

  #recordAnswer(
    { method, path }: TransportRequest,
    answer: Answer,
    text: string,
    onWrite: (write: PendingWrite) => void,
  ): void {
    const { apiVersion, kind, metadata } = answer;
    if (metadata === undefined) return;
    if (kind === 'Status') {
      if (method === 'DELETE') for (const write of this.#deletionsOf(path, answer)) onWrite(write);
      return;
    }
    const isDeleted = isDeletedBy(method, answer);
    const object = answer as Persisted<KubernetesObject>;
    for (const { informer, metadataOnly } of this.#kinds) {
      const { resource } = informer;
      if (resource.kind !== kind || apiVersionOf(resource) !== apiVersion) continue;
      // The caller owns the parsed object.
      const copy = (): Persisted<KubernetesObject> => {
        const own = JSON.parse(text) as Persisted<KubernetesObject>;
        return metadataOnly ? metadataOf(own) : own;
      };
      const write = isDeleted
        ? informer.recordDeletion(objectKey(object), object.metadata.uid)
        : informer.recordWrite(object, copy);
      if (write !== undefined) onWrite(write);
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
