import { createFakeClock, type FakeClock } from '../testing/fake-clock.js';
import type { InformerHandler } from './informer-handler.js';
import type { ScriptedClient } from './scripted-client.test.helper.js';
import type { Widget } from './scripted-client.test.helper.js';
import { createSharedInformer } from './shared-informer.js';
import type { SharedInformer } from './shared-informer.js';
import type { SharedInformerOptions } from './shared-informer-options.js';

/** An informer over a scripted server, on a clock that stands still. */
export interface InformerFixture {
  readonly informer: SharedInformer<Widget>;
  readonly clock: FakeClock;
  /** What the error handler was told. */
  readonly errors: unknown[];
  /** Runs the informer and lets it come to rest. */
  readonly start: () => Promise<void>;
  /** Lets everything that can go on go on. */
  readonly settle: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export function fixture(
  client: ScriptedClient | readonly (ScriptedClient & { readonly namespace: string })[],
  options: SharedInformerOptions<Widget> = {},
): InformerFixture {
  const clock = createFakeClock();
  const informer = createSharedInformer(client, { clock, random: () => 0, ...options });
  const errors: unknown[] = [];
  informer.setErrorHandler((error) => errors.push(error));
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

/** A handler that writes down what it is told, one line each. */
export function recorder(told: string[]): InformerHandler<Widget> {
  return {
    onAdd: (object, isInitial) =>
      void told.push(`add ${label(object)}${isInitial ? ' initial' : ''}`),
    onUpdate: (before, after) => void told.push(`update ${label(before)} -> ${label(after)}`),
    onDelete: (object, info) =>
      void told.push(`delete ${label(object)}${info.finalStateUnknown ? ' unknown' : ''}`),
  };
}

function label(object: Parameters<NonNullable<InformerHandler<Widget>['onAdd']>>[0]): string {
  return `${object.metadata.name}@${object.metadata.resourceVersion}`;
}
