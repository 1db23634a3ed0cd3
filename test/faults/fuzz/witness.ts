import type { Cached, Clock, InformerHandler } from '@vmgen/runtime';
import type { DeletionInfo } from '@vmgen/runtime/cache';
import type { ModelServer } from '../model/model-server.js';
import { keyOf, type Widget } from '../model/widget.js';

type Reported = Cached<Widget, 'Namespaced'>;

/** The behaviours of handlers. */
export const MANNERS = ['quiet', 'slow', 'throws', 'rejects', 'resyncs'] as const;
export type Manner = (typeof MANNERS)[number];

const SLOW_MS = 40;

interface Known {
  readonly uid: string | undefined;
  readonly version: string | undefined;
  /** The number of restores when it was written. */
  readonly restores: number;
}

/** The number of reported objects that are checked again. */
const MAX_REPORTED = 1000;

/**
 * A handler that validates its events: an object is added, then updated, then deleted; a new uid is
 * a new object; versions go back only after a restore.
 */
export class Witness implements InformerHandler<Widget, 'Namespaced'> {
  readonly manner: Manner;
  readonly #known = new Map<string, Known>();
  /** Copies of the last reported objects. */
  #reported: { readonly object: Reported; readonly text: string }[] = [];
  readonly #server: ModelServer;
  readonly #clock: Clock;
  readonly #reportProblem: (problem: string) => void;
  readonly #name: string;
  #calls = 0;

  constructor(
    name: string,
    manner: Manner,
    parts: {
      readonly server: ModelServer;
      readonly clock: Clock;
      readonly reportProblem: (problem: string) => void;
    },
  ) {
    this.#name = name;
    this.manner = manner;
    this.#server = parts.server;
    this.#clock = parts.clock;
    this.#reportProblem = parts.reportProblem;
  }

  /** The objects according to its events: `UID@VERSION` by key. */
  get state(): Map<string, string> {
    return new Map([...this.#known].map(([key, { uid, version }]) => [key, `${uid}@${version}`]));
  }

  onAdd(object: Reported): void | Promise<void> {
    const key = keyOf(object);
    if (this.#known.has(key)) this.#problem(`${key} was added twice`);
    this.#remember(key, object);
    return this.#behave();
  }

  onUpdate(before: Reported, after: Reported): void | Promise<void> {
    const key = keyOf(after);
    const known = this.#known.get(key);
    const { uid, resourceVersion } = after.metadata;
    if (known === undefined) this.#problem(`${key} was updated before it was added`);
    else if (before.metadata.uid !== uid) this.#problem(`${key} became another object`);
    else if (before.metadata.resourceVersion !== known.version || known.uid !== uid) {
      this.#problem(`${key} differs from the last event`);
    } else if (Number(resourceVersion) < Number(known.version) && !this.#mayGoBack(known)) {
      this.#problem(`${key} went back from ${known.version} to ${resourceVersion}`);
    } else if (resourceVersion === known.version && !this.#mayStay(known)) {
      this.#problem(`${key} was updated without a change at ${resourceVersion}`);
    }
    this.#remember(key, after);
    return this.#behave();
  }

  onDelete(object: Reported, info: DeletionInfo): void | Promise<void> {
    const key = keyOf(object);
    const known = this.#known.get(key);
    if (known === undefined) this.#problem(`${key} was deleted without being added`);
    else if (known.uid !== object.metadata.uid) this.#problem(`another ${key} was deleted`);
    if (typeof info.finalStateUnknown !== 'boolean') this.#problem(`${key}: no deletion info`);
    this.#known.delete(key);
    return this.#behave();
  }

  /**
   * Returns a description of a reported object that was modified later, because versions share
   * their parts.
   */
  changed(): string | undefined {
    this.#reported = this.#reported.slice(-MAX_REPORTED);
    const found = this.#reported.find(({ object, text }) => JSON.stringify(object) !== text);
    return found && `${this.#name}: the reported object ${found.text} was modified later`;
  }

  #remember(key: string, object: Reported): void {
    this.#reported.push({ object, text: JSON.stringify(object) });
    const { metadata } = object;
    const { uid, resourceVersion: version, annotations } = metadata;
    this.#known.set(key, { uid, version, restores: Number(annotations?.['restores']) });
  }

  #mayGoBack({ restores }: Known): boolean {
    return restores < this.#server.store.restores;
  }

  #mayStay(known: Known): boolean {
    return this.manner === 'resyncs' || this.#mayGoBack(known);
  }

  #behave(): void | Promise<void> {
    this.#calls++;
    switch (this.manner) {
      case 'quiet':
      case 'resyncs':
        return;
      case 'slow':
        if (this.#calls % 7 !== 0) return;
        return new Promise((resolve) => void this.#clock.setTimer(SLOW_MS, resolve));
      case 'throws':
        if (this.#calls % 3 === 0) throw new Error('a handler that throws');
        return;
      case 'rejects':
        if (this.#calls % 3 === 0) return Promise.reject(new Error('a handler that rejects'));
        return;
    }
  }

  #problem(text: string): void {
    this.#reportProblem(`${this.#name}: ${text}`);
  }
}
