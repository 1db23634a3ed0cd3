import { keyOf, WIDGET_API_VERSION, type StoredWidget } from './widget.js';

/** One change, as reported by watches. */
export interface Change {
  readonly version: number;
  /**
   * The state after the change. For a deletion, the last state with the version of the deletion.
   */
  readonly object: StoredWidget;
  /** Undefined for a deletion. */
  readonly after: StoredWidget | undefined;
  /** Undefined for a creation. */
  readonly before: StoredWidget | undefined;
}

/** A snapshot of a store. */
export interface Snapshot {
  readonly version: number;
  readonly objects: ReadonlyMap<string, StoredWidget>;
}

/** The desired state of an object. */
interface Wanted {
  readonly namespace: string;
  readonly name: string;
  readonly spec: StoredWidget['spec'];
  readonly labels?: Readonly<Record<string, string>>;
}

/**
 * The reference state for informers: objects, versions and the history of watches. It can be
 * restored to an earlier state including versions, like etcd from a snapshot.
 */
export class WidgetStore {
  #objects = new Map<string, StoredWidget>();
  #history: Change[] = [];
  #version = 10;
  #horizon = 10;
  #uids = 0;
  #restores = 0;
  readonly #onChange: (change: Change) => void;

  constructor(onChange: (change: Change) => void) {
    this.#onChange = onChange;
  }

  get version(): number {
    return this.#version;
  }

  /** The oldest version from which watches can start. */
  get horizon(): number {
    return this.#horizon;
  }

  /** The number of restores. */
  get restores(): number {
    return this.#restores;
  }

  get objects(): ReadonlyMap<string, StoredWidget> {
    return this.#objects;
  }

  get history(): readonly Change[] {
    return this.#history;
  }

  create({ namespace, name, spec, labels = {} }: Wanted): void {
    const version = ++this.#version;
    const uid = `uid-${++this.#uids}`;
    const resourceVersion = String(version);
    const creationTimestamp = '2026-01-02T15:04:05Z';
    const annotations = this.#marks();
    const metadata = {
      ...{ namespace, name, uid, resourceVersion, creationTimestamp },
      ...{ labels, annotations },
    };
    const after = { apiVersion: WIDGET_API_VERSION, kind: 'Widget', metadata, spec };
    this.#commit({ version, object: after, after, before: undefined });
  }

  /** Changes an object. A deleted object is removed with its last finalizer. */
  update(
    key: string,
    change: {
      readonly spec?: StoredWidget['spec'];
      readonly labels?: Readonly<Record<string, string>>;
      readonly finalizers?: string[];
    },
  ): void {
    const before = this.#objects.get(key);
    if (before === undefined) return;
    const { spec = before.spec, ...metadata } = change;
    const version = ++this.#version;
    const after: StoredWidget = {
      ...before,
      metadata: {
        ...before.metadata,
        ...metadata,
        resourceVersion: String(version),
        annotations: this.#marks(),
      },
      spec,
    };
    const { deletionTimestamp, finalizers = [] } = after.metadata;
    const isOver = deletionTimestamp !== undefined && finalizers.length === 0;
    this.#commit({ version, object: after, after: isOver ? undefined : after, before });
  }

  /** Deletes an object. An object with finalizers is only marked as deleted. */
  delete(key: string): void {
    const before = this.#objects.get(key);
    if (before === undefined) return;
    const { finalizers = [], deletionTimestamp } = before.metadata;
    const isMarked = deletionTimestamp !== undefined;
    if (finalizers.length > 0 && isMarked) return;
    const version = ++this.#version;
    const metadata = { ...before.metadata, resourceVersion: String(version) };
    if (finalizers.length === 0) {
      this.#commit({ version, object: { ...before, metadata }, after: undefined, before });
      return;
    }
    const after = {
      ...before,
      metadata: { ...metadata, deletionTimestamp: '2026-01-02T16:00:00Z' },
    };
    this.#commit({ version, object: after, after, before });
  }

  /** Increases the version, as a change of another kind does: versions are global. */
  moveOn(): void {
    this.#version++;
  }

  /** Removes the history, so that watches from earlier versions expire. */
  compact(): void {
    this.#horizon = this.#version;
    this.#history = [];
  }

  snapshot(): Snapshot {
    return { version: this.#version, objects: new Map(this.#objects) };
  }

  /** Restores a snapshot. Versions are assigned again; uids are not. */
  restore(snapshot: Snapshot): void {
    this.#version = snapshot.version;
    this.#objects = new Map(snapshot.objects);
    this.#restores++;
    this.compact();
  }

  /** Each state contains the number of restores before it was written. */
  #marks(): Record<string, string> {
    return { restores: String(this.#restores) };
  }

  #commit(change: Change): void {
    const key = keyOf(change.object);
    if (change.after === undefined) this.#objects.delete(key);
    else this.#objects.set(key, change.after);
    this.#history.push(change);
    this.#onChange(change);
  }
}
