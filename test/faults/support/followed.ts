import { setTimeout as wait } from 'node:timers/promises';
import type { TestContext } from 'node:test';
import {
  createHttpTransport,
  createResourceClient,
  type HttpTransport,
  type SharedInformer,
} from '@vmgen/runtime';
import { createSharedInformer, type SharedInformerOptions } from '@vmgen/runtime/cache';
import { createFakeClock, type FakeClock } from '@vmgen/runtime/testing';
import { widgetResource, type Widget } from '../model/widget.js';

/** An informer over real sockets with a fake clock. */
interface Followed {
  readonly informer: SharedInformer<Widget, 'Namespaced'>;
  readonly transport: HttpTransport;
  readonly clock: FakeClock;
  /** The errors passed to its error handler. */
  readonly errors: readonly unknown[];
  /** The events of its handler, one line each: `add NAME@VERSION`. */
  readonly received: readonly string[];
  /** The contents of its store: `NAME@VERSION`, sorted. */
  readonly state: () => string[];
  /** Waits for events on sockets without advancing the clock, so no timers fire. */
  readonly eventually: (what: string, holds: () => boolean) => Promise<void>;
}

/**
 * Starts an informer of widgets, with paged lists unless `options` specify otherwise. It ends with
 * the test.
 */
export function follow(
  t: TestContext,
  url: string,
  options: SharedInformerOptions<Widget, 'Namespaced'> = {},
): Followed {
  const clock = createFakeClock();
  const transport = createHttpTransport({ server: url }, { clock, environment: {} });
  const client = createResourceClient(transport, widgetResource);
  const errors: unknown[] = [];
  const informer = createSharedInformer(client, {
    clock,
    random: () => 0,
    watchList: false,
    onError: (error) => void errors.push(error),
    ...options,
  });
  const received: string[] = [];
  informer.addHandler({
    onAdd: (object) => void received.push(`add ${label(object)}`),
    onUpdate: (before, after) => void received.push(`update ${label(before)} -> ${label(after)}`),
    onDelete: (object, { finalStateUnknown }) =>
      void received.push(`delete ${label(object)}${finalStateUnknown ? ' unseen' : ''}`),
  });
  const ending = new AbortController();
  const running = informer.run({ signal: ending.signal });
  t.after(async () => {
    ending.abort();
    await running;
    await transport.close();
  });
  return {
    informer,
    transport,
    clock,
    errors,
    received,
    state: () => informer.store.list().map(label).sort(),
    eventually: (what, holds) => eventually(what, holds, () => describe(errors)),
  };
}

function label({ metadata }: { readonly metadata: Readonly<Record<string, unknown>> }): string {
  return `${String(metadata['name'])}@${String(metadata['resourceVersion'])}`;
}

function describe(errors: readonly unknown[]): string {
  return errors.map((error) => (error instanceof Error ? error.message : String(error))).join('; ');
}

/** Prevents hanging tests. No measured operation takes this long. */
const GIVE_UP_MS = 60_000;

/** Waits until a condition is met by events on real sockets. */
export async function eventually(
  what: string,
  holds: () => boolean,
  explain: () => string = () => '',
): Promise<void> {
  const endMs = performance.now() + GIVE_UP_MS;
  while (!holds()) {
    if (performance.now() > endMs) throw new Error(`never: ${what}. ${explain()}`);
    await wait(2);
  }
}

/** Waits for data in flight, to check that something does not happen. */
export async function linger(): Promise<void> {
  await wait(20);
}
