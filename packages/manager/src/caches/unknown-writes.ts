import { isForbidden, isNotFound, objectKey } from '@vmgen/runtime';
import type { Clock, KubernetesObject, Logger, ObjectKey, Persisted } from '@vmgen/runtime';
import type { PendingWrite, SharedInformer } from '@vmgen/runtime/cache';
import { pause, type Random } from '@vmgen/runtime/async';
import { Backoff, Pace, RecordedWrite, withTimeout } from '@vmgen/runtime/internal';

/** How long one read may take. */
const READ_MS = 10_000;

/** The informer of a declared kind, without its type. */
export type RecordingInformer = Pick<
  SharedInformer<KubernetesObject>,
  'resource' | 'store' | 'recordWrite' | 'recordDeletion' | 'relist'
>;

interface UnknownWritesOptions {
  readonly informer: RecordingInformer;
  /** Reads the current state of an object from the server; undefined if it does not exist. */
  readonly read: (
    key: ObjectKey,
    signal: AbortSignal,
  ) => Promise<Persisted<KubernetesObject> | undefined>;
  readonly clock: Clock;
  readonly random: Random | undefined;
  readonly logger: Logger;
}

/**
 * The writes to objects of one kind that the server may have executed although its answer is lost or an
 * error. Each such object is read from the server, and the answer is recorded like that of a write. The
 * kind is read one object at a time, with a growing delay after failures, so that a server that fails
 * receives no more requests. An object whose name is unknown, or that may not be read, needs a list.
 */
export class UnknownWrites {
  readonly #options: UnknownWritesOptions;
  readonly #warnings: Pace;
  /** By the key of the object. A write that is recorded during the read of its object waits for the next. */
  readonly #waiting = new Map<string, { readonly key: ObjectKey; readonly write: RecordedWrite }>();
  #isReading = false;

  constructor(options: UnknownWritesOptions) {
    this.#options = options;
    this.#warnings = new Pace(options.clock);
  }

  /** Records a write to an object, or to unknown ones of the kind. Reads until the signal aborts. */
  add(key: ObjectKey | undefined, signal: AbortSignal): PendingWrite {
    if (key === undefined) return this.#list(new RecordedWrite());
    const text = objectKey(key);
    const waiting = this.#waiting.get(text) ?? { key, write: new RecordedWrite() };
    this.#waiting.set(text, waiting);
    if (!this.#isReading) void this.#readAll(signal);
    return waiting.write;
  }

  async #readAll(signal: AbortSignal): Promise<void> {
    const { clock, logger, random = Math.random } = this.#options;
    let backoff = new Backoff(clock, random);
    this.#isReading = true;
    while (!signal.aborted) {
      const [next] = this.#waiting;
      if (next === undefined) break;
      const [text, { key, write }] = next;
      this.#waiting.delete(text);
      try {
        await this.#read(key, write, signal);
        backoff = new Backoff(clock, random);
      } catch (error) {
        // Others first, and with the writes that were recorded in the meantime.
        const { write: later } = this.#waiting.get(text) ?? {};
        if (later !== undefined) write.onObserved(() => later.observed());
        this.#waiting.delete(text);
        this.#waiting.set(text, { key, write });
        const message = 'could not read an object after a write of unknown result; retrying';
        if (this.#warnings.tryTake()) logger.warn(message, { key: text, error });
        await pause(clock, backoff.nextMs(), signal);
      }
    }
    this.#isReading = false;
  }

  async #read(key: ObjectKey, write: RecordedWrite, signal: AbortSignal): Promise<void> {
    const { informer, clock, read } = this.#options;
    const text = objectKey(key);
    // Before the read: an object that is stored during the read may have been created after its answer.
    const uid = informer.store.find(text)?.metadata.uid;
    let pending: PendingWrite | undefined;
    try {
      const object = await withTimeout(clock, READ_MS, signal, (limited) => read(key, limited));
      if (object !== undefined) pending = informer.recordWrite(object);
      else if (uid !== undefined) pending = informer.recordDeletion(text, uid);
    } catch (error) {
      // Also while the server does not serve the kind.
      if (!isForbidden(error) && !isNotFound(error)) throw error;
      this.#list(write);
      return;
    }
    if (pending === undefined) write.observed();
    else pending.onObserved(() => write.observed());
  }

  #list(write: RecordedWrite): PendingWrite {
    void this.#options.informer.relist().then(() => write.observed());
    return write;
  }
}

/** Returns an object with its metadata only. */
export function metadataOf({
  apiVersion,
  kind,
  metadata,
}: Persisted<KubernetesObject>): Persisted<KubernetesObject> {
  return { apiVersion, kind, metadata };
}
