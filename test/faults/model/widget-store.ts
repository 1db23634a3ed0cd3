import { keyOf, WIDGET_API_VERSION, type StoredWidget } from './widget.js';

/** One change, as watches tell it. */
export interface Change {
  readonly version: number;
  /** The state after it; of a deletion the last one, with the deletion's version. */
  readonly object: StoredWidget;
  /** Undefined for a deletion. */
  readonly after: StoredWidget | undefined;
  /** Undefined for a creation. */
  readonly before: StoredWidget | undefined;
}

/** What a store was at a moment. */
export interface Snapshot {
  readonly version: number;
  readonly objects: ReadonlyMap<string, StoredWidget>;
}

/** What a writer wants an object to be. */
interface Wanted {
  readonly namespace: string;
  readonly name: string;
  readonly spec: StoredWidget['spec'];
  readonly labels?: Readonly<Record<string, string>>;
}

/**
 * The truth that informers are compared with: objects, versions and the history that watches read.
 * Unlike a cluster it can be taken back to what it was, versions included, as an etcd that is restored
 * from a snapshot.
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

  /** Watches can start from this version on. */
  get horizon(): number {
    return this.#horizon;
  }

  /** How often it was taken back. */
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

  /** Changes what is there; an object whose last finalizer goes while it is deleted goes with it. */
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

  /** Deletes an object; with finalizers it is only marked. */
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

  /** Something of another kind changed: versions are of the whole cluster. */
  moveOn(): void {
    this.#version++;
  }

  /** Forgets the history: watches from before now are told that their version has expired. */
  compact(): void {
    this.#horizon = this.#version;
    this.#history = [];
  }

  snapshot(): Snapshot {
    return { version: this.#version, objects: new Map(this.#objects) };
  }

  /** Goes back to a snapshot. Versions are given out anew; uids never are. */
  restore(snapshot: Snapshot): void {
    this.#version = snapshot.version;
    this.#objects = new Map(snapshot.objects);
    this.#restores++;
    this.compact();
  }

  /** Every state says after how many restores it was written. */
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
