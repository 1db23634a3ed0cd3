import { objectKey } from '@vmgen/runtime';
import type {
  KubernetesObject,
  ObjectKey,
  Persisted,
  TransportRequest,
  TransportResponse,
} from '@vmgen/runtime';
import type { PendingWrite } from '@vmgen/runtime/cache';
import { apiVersionOf } from '@vmgen/runtime/client';
import { groupOf, ReadResponse } from '@vmgen/runtime/internal';
import type { DeclaredKind } from '../caches/declared-kinds.js';
import { metadataOf, type RecordingInformer } from '../caches/unknown-writes.js';
import { bodyText, jsonObject } from '../process/body-text.js';
import { objectPathOf } from './object-path.js';

/** A kind whose own writes are recorded. */
interface RecordedKind {
  readonly informer: RecordingInformer;
  readonly metadataOnly: boolean;
  readonly addUnknownWrite: DeclaredKind['addUnknownWrite'];
  readonly contradicted: DeclaredKind['contradicted'];
}

/** The parts of a server's answer that are read: an object, or the `Status` of a deletion. */
interface Answer extends Partial<KubernetesObject> {
  readonly status?: unknown;
  readonly message?: unknown;
  readonly details?: { readonly uid?: unknown };
  readonly spec?: { readonly finalizers?: readonly unknown[] };
  /** The objects of a list. */
  readonly items?: readonly Partial<KubernetesObject>[];
}

/**
 * The messages of errors (code 5xx) for writes that the API server has certainly not executed: admission
 * webhooks are called, and server-side apply merges, before the object is stored (Kubernetes:
 * apiserver/pkg/admission/plugin/webhook, apimachinery/pkg/util/managedfields). An error of a conversion
 * webhook is not one of them, because the answer is also converted after the object was stored.
 */
const NOT_EXECUTED = [
  /^Internal error occurred: failed calling webhook "/,
  /^admission webhook "[^"]*" denied the request/,
  /^failed to create typed (?:patch|live) object \(/,
];

/** The types of answers that contain a part of the written object. */
const PARTS: ReadonlySet<string> = new Set([
  'autoscaling/v1 Scale',
  'meta.k8s.io/v1 PartialObjectMetadata',
]);

/** Policies that add a finalizer to the deleted objects. */
const DELAYING = /Foreground|Orphan/;
/** Kinds whose objects remain for a while by default: of their grace period, or of a finalizer. */
const DELAYED: ReadonlySet<string> = new Set(['pods.', 'replicationcontrollers.', 'jobs.batch']);

/** Records the answers to the writes of reconciles in the informers of the declared kinds. */
export class WriteRecorder {
  readonly #kinds: readonly RecordedKind[];
  /** The parts of paths that contain the declared kinds. */
  readonly #segments: readonly string[];

  constructor(
    kinds: readonly Pick<
      DeclaredKind,
      'reader' | 'metadataOnly' | 'addUnknownWrite' | 'contradicted'
    >[],
  ) {
    this.#kinds = kinds.map(({ reader, ...kind }) => ({
      informer: reader.informer as unknown as RecordingInformer,
      ...kind,
    }));
    const plurals = new Set(this.#kinds.map(({ informer }) => informer.resource.plural));
    this.#segments = [...plurals].map((plural) => `/${plural}`);
  }

  /**
   * Records the response to a request, and passes the resulting pending writes to `onWrite`. Returns
   * the response to pass on. Responses to dry runs are not recorded, nor those that contain another
   * kind than a declared one. An object whose change is not in the answer is read. `sends` is the number
   * of attempts that the server may have executed: not only the one that it answers.
   */
  async record(
    request: TransportRequest,
    response: TransportResponse,
    onWrite: (write: PendingWrite) => void,
    sends = 1,
  ): Promise<TransportResponse> {
    const { status } = response;
    const isSuccess = status >= 200 && status < 300;
    const isUnknown = status >= 500 || (status >= 400 && sends > 1);
    if (status === 404 || status === 409) this.#checkCached(request);
    if (request.method === 'GET' || (!isSuccess && !isUnknown)) return response;
    if (!this.#mayBeDeclared(request.path) || isDryRun(request)) return response;
    const text = await response.text();
    // The client reports an invalid answer.
    const answer: Answer | undefined = jsonObject(text);
    if (isUnknown) {
      if (sends > 1 || !isNotExecuted(request, answer)) this.recordUnknown(request, onWrite);
    } else if (answer === undefined) this.recordUnknown(request, onWrite);
    else if (isDeletionOfMany(request)) this.#recordCollection(request, answer, onWrite);
    else this.#recordAnswer(request, answer, text, onWrite);
    return new ReadResponse(response, text, answer);
  }

  /**
   * Records a write that the server may have executed although its response is lost: only a read that is
   * sent after it can show its result.
   */
  recordUnknown(request: TransportRequest, onWrite: (write: PendingWrite) => void): void {
    if (request.method === 'GET' || isDryRun(request)) return;
    const { group, plural, key } = targetOf(request);
    for (const { informer, addUnknownWrite } of this.#kinds) {
      const { resource } = informer;
      if (resource.group === group && resource.plural === plural) onWrite(addUnknownWrite(key));
    }
  }

  /** A write of an object that its cache contains was answered with a conflict, or that it does not exist. */
  #checkCached(request: TransportRequest): void {
    if (request.method === 'GET' || request.method === 'POST') return;
    const { group, plural, key } = targetOf(request);
    if (key === undefined) return;
    const text = objectKey(key);
    for (const { informer, contradicted } of this.#kinds) {
      const { resource, store } = informer;
      const isOwn = resource.group === group && resource.plural === plural;
      if (isOwn && store.has(text)) contradicted(text);
    }
  }

  /** Most responses of other kinds need not be parsed. */
  #mayBeDeclared(path: string): boolean {
    return this.#segments.some((segment) => path.includes(segment));
  }

  #recordAnswer(
    request: TransportRequest,
    answer: Answer,
    text: string,
    onWrite: (write: PendingWrite) => void,
  ): void {
    const { method } = request;
    const { apiVersion, kind, metadata } = answer;
    const isDeletion = kind === 'Status' && method === 'DELETE';
    const isObject = kind !== 'Status' && metadata !== undefined;
    const isOther = this.#changesOther(request, answer) || !(isObject || isDeletion);
    if (isOther) this.recordUnknown(request, onWrite);
    if (isDeletion) {
      for (const write of this.#deletionsOf(request, answer)) onWrite(write);
    }
    if (!isObject) return;
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

  /**
   * Returns whether a write has changed the object of its path, but the answer is another one: of an
   * eviction, a Scale, the metadata only, or the object in another version than the cached one.
   */
  #changesOther({ path }: TransportRequest, { apiVersion = '', kind = '' }: Answer): boolean {
    if (isEviction(path) || PARTS.has(`${apiVersion} ${kind}`)) return true;
    return this.#kinds.some(({ informer: { resource } }) => {
      const isSame = resource.kind === kind && resource.group === groupOf(apiVersion);
      return isSame && apiVersionOf(resource) !== apiVersion;
    });
  }

  /**
   * Records the deletion of a collection. The server answers with the objects as they were before:
   * those that nothing delays are deleted, and only a list shows the others.
   */
  #recordCollection(
    request: TransportRequest,
    { items }: Answer,
    onWrite: (write: PendingWrite) => void,
  ): void {
    const { group, plural } = targetOf(request);
    const options = `${request.path} ${bodyText(request.body)}`;
    const isDelayed = DELAYING.test(options) || DELAYED.has(`${plural}.${group}`);
    for (const { informer, addUnknownWrite } of this.#kinds) {
      const { resource } = informer;
      if (resource.group !== group || resource.plural !== plural) continue;
      let isUnknown = items === undefined;
      for (const { metadata } of items ?? []) {
        const { uid, finalizers = [] } = metadata ?? {};
        if (metadata === undefined || uid === undefined) continue;
        if (isDelayed || finalizers.length > 0) isUnknown = true;
        else {
          const write = informer.recordDeletion(objectKey({ metadata }), uid);
          if (write !== undefined) onWrite(write);
        }
      }
      if (isUnknown) onWrite(addUnknownWrite(undefined));
    }
  }

  *#deletionsOf(request: TransportRequest, { status, details }: Answer): Generator<PendingWrite> {
    const { group, plural, key } = targetOf(request);
    if (status !== 'Success' || key === undefined || typeof details?.uid !== 'string') return;
    for (const { informer } of this.#kinds) {
      const { resource } = informer;
      if (resource.group !== group || resource.plural !== plural) continue;
      const write = informer.recordDeletion(objectKey(key), details.uid);
      if (write !== undefined) yield write;
    }
  }
}

interface Target {
  readonly group: string;
  readonly plural: string | undefined;
  /** Undefined if the request does not name one object. */
  readonly key: ObjectKey | undefined;
}

/** Returns what a write changes. */
function targetOf({ method, path, body }: TransportRequest): Target {
  const { group = '', namespace = '', plural, name: named } = objectPathOf(path) ?? {};
  const created: Answer | undefined =
    method === 'POST' && named === undefined ? jsonObject(bodyText(body)) : undefined;
  const name = named ?? created?.metadata?.name;
  const isObject = typeof name === 'string' && name !== '';
  return { group, plural, key: isObject ? { namespace, name } : undefined };
}

/** Returns whether an error certainly means that the server has not executed a write. */
function isNotExecuted(request: TransportRequest, answer: Answer | undefined): boolean {
  const { kind, message } = answer ?? {};
  if (kind !== 'Status' || typeof message !== 'string') return false;
  // Other objects may have been deleted before.
  if (isDeletionOfMany(request)) return false;
  return NOT_EXECUTED.some((pattern) => pattern.test(message));
}

/** Returns whether a request deletes a collection. */
function isDeletionOfMany({ method, path }: TransportRequest): boolean {
  return method === 'DELETE' && objectPathOf(path)?.name === undefined;
}

function isEviction(path: string): boolean {
  return /\/pods\/[^/]+\/eviction(?:\?|$)/.test(path);
}

function isDryRun({ method, path, body }: TransportRequest): boolean {
  if (/[?&]dryRun=/.test(path)) return true;
  if ((method !== 'DELETE' && !isEviction(path)) || body === undefined) return false;
  // The options of a deletion are in its body.
  return bodyText(body).includes('"dryRun"');
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
