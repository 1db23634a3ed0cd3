import type { TestContext } from 'node:test';
import { createFakeClock, type FakeClock } from '../testing/fake-clock.js';
import type { InformerHandler } from './informer-handler.js';
import type { ScriptedClient } from './scripted-client.test.helper.js';
import type { Widget } from './scripted-client.test.helper.js';
import { createSharedInformer } from './shared-informer.js';
import type { SharedInformer } from './shared-informer.js';
import type { SharedInformerOptions } from './shared-informer-options.js';

/** An informer with a scripted server and a fake clock. */
export interface InformerFixture {
  readonly informer: SharedInformer<Widget>;
  readonly clock: FakeClock;
  /** The errors passed to the error handler. */
  readonly errors: unknown[];
  /** Runs the informer and waits until it is idle. */
  readonly start: () => Promise<void>;
  /** Waits until all pending work has run. */
  readonly settle: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

type Clients = ScriptedClient | readonly (ScriptedClient & { readonly namespace: string })[];

/** Creates an informer that stops after the test at the latest. */
export function fixture(
  t: TestContext,
  clients: Clients,
  options?: SharedInformerOptions<Widget>,
): InformerFixture {
  const created = createFixture(clients, options);
  t.after(created.stop);
  return created;
}

/** Creates an informer that the caller stops. */
export function createFixture(
  clients: Clients,
  options: SharedInformerOptions<Widget> = {},
): InformerFixture {
  const clock = createFakeClock();
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  const informer = createSharedInformer(clients, { clock, random: () => 0, onError, ...options });
  const controller = new AbortController();
  const settle = (): Promise<void> => clock.advance(0);
  return {
    informer,
    clock,
    errors,
    settle,
    start: async () => {
      void informer.run({ signal: controller.signal });
      await settle();
    },
    stop: async () => {
      controller.abort();
      await informer.run({ signal: controller.signal });
    },
  };
}

/** A handler that records its events, one line each. */
export function recorder(received: string[]): InformerHandler<Widget> {
  return {
    onAdd: (object, isInitial) =>
      void received.push(`add ${label(object)}${isInitial ? ' initial' : ''}`),
    onUpdate: (before, after) => void received.push(`update ${label(before)} -> ${label(after)}`),
    onDelete: (object, info) =>
      void received.push(`delete ${label(object)}${info.finalStateUnknown ? ' unknown' : ''}`),
  };
}

/** Records the events of an informer from now on, one line each. */
export function record(informer: SharedInformer<Widget>): string[] {
  const received: string[] = [];
  informer.addHandler(recorder(received));
  return received;
}

function label(object: Parameters<NonNullable<InformerHandler<Widget>['onAdd']>>[0]): string {
  return `${object.metadata.name}@${object.metadata.resourceVersion}`;
}
