import {
  createResourceClient,
  type Clock,
  type HandlerRegistration,
  type SharedInformer,
} from '@vmgen/runtime';
import { createSharedInformer } from '@vmgen/runtime/cache';
import type { ModelServer } from '../model/model-server.js';
import { widgetResource, type StoredWidget, type Widget } from '../model/widget.js';
import type { Draw } from '../../support/seeded.js';
import { FaultyNetwork } from './faulty-network.js';
import { Witness, type Manner } from './witness.js';

/** The options of one informer. */
export interface SubjectOptions {
  readonly name: string;
  readonly namespace?: string;
  readonly labelSelector?: string;
  readonly pageSize?: number;
  readonly freezeObjects?: boolean;
}

/** The parameters of an informer and its network. */
interface SubjectParts {
  readonly server: ModelServer;
  readonly clock: Clock;
  readonly random: Draw;
  readonly reportProblem: (problem: string) => void;
}

/** One informer under test, with its own network and handlers that validate its events. */
export class Subject {
  readonly options: SubjectOptions;
  readonly network: FaultyNetwork;
  readonly #parts: SubjectParts;
  readonly #witnesses = new Map<Witness, HandlerRegistration>();
  #informer: SharedInformer<Widget, 'Namespaced'>;
  #ending = new AbortController();
  #running: Promise<void>;
  #handlers = 0;

  constructor(options: SubjectOptions, parts: SubjectParts) {
    this.options = options;
    this.#parts = parts;
    this.network = new FaultyNetwork(parts.server, parts.clock);
    this.#informer = this.#create();
    this.addHandler('quiet');
    this.#running = this.#informer.run({ signal: this.#ending.signal });
  }

  get informer(): SharedInformer<Widget, 'Namespaced'> {
    return this.#informer;
  }

  get witnesses(): readonly Witness[] {
    return [...this.#witnesses.keys()];
  }

  addHandler(manner: Manner): void {
    const name = `handler ${++this.#handlers} (${manner}) of ${this.options.name}`;
    const witness = new Witness(name, manner, this.#parts);
    const resyncMs = manner === 'resyncs' ? 5000 : 0;
    this.#witnesses.set(witness, this.#informer.addHandler(witness, { resyncMs }));
  }

  /** Removes one of the handlers that were added after the first. */
  removeHandler(roll: number): void {
    const [, ...later] = this.#witnesses;
    const chosen = later[Math.floor(roll * later.length)];
    if (chosen === undefined) return;
    this.#informer.removeHandler(chosen[1]);
    this.#witnesses.delete(chosen[0]);
  }

  /** Replaces a stopped informer by a new one. */
  renew(): void {
    this.#ending = new AbortController();
    this.#informer = this.#create();
    this.#witnesses.clear();
    this.addHandler('quiet');
    this.#running = this.#informer.run({ signal: this.#ending.signal });
  }

  async stop(): Promise<void> {
    this.#ending.abort(new Error('stopped by the test'));
    await this.#running;
  }

  /** The expected contents. */
  expected(): StoredWidget[] {
    const { namespace, labelSelector } = this.options;
    return [...this.#parts.server.store.objects.values()].filter(
      ({ metadata }) =>
        (namespace === undefined || metadata.namespace === namespace) &&
        (labelSelector === undefined || metadata.labels?.['tier'] === 'gold'),
    );
  }

  #create(): SharedInformer<Widget, 'Namespaced'> {
    const { clock, random } = this.#parts;
    const { namespace, name: _, ...options } = this.options;
    const client = createResourceClient(this.network, widgetResource, { namespace });
    return createSharedInformer(client, {
      clock,
      random,
      freezeObjects: false,
      indexers: {
        color: ({ spec }) => [spec.color],
        labels: ({ metadata }) => Object.entries(metadata.labels ?? {}).map((l) => l.join('=')),
      },
      ...options,
    });
  }
}
