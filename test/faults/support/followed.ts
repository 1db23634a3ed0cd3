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

/** An informer that reaches a server over real sockets, on a clock that the test moves. */
interface Followed {
  readonly informer: SharedInformer<Widget, 'Namespaced'>;
  readonly transport: HttpTransport;
  readonly clock: FakeClock;
  /** What its error handler was told. */
  readonly errors: readonly unknown[];
  /** What its handler was told, one line each: `add NAME@VERSION`. */
  readonly told: readonly string[];
  /** What its store holds: `NAME@VERSION`, sorted. */
  readonly state: () => string[];
  /**
   * Waits for what comes over sockets, while the clock stands still: what needs time to pass on the
   * clock never happens meanwhile.
   */
  readonly eventually: (what: string, holds: () => boolean) => Promise<void>;
}

/** Starts an informer of widgets, whose lists are pages unless `options` say so; it ends with the test. */
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
  const told: string[] = [];
  informer.addHandler({
    onAdd: (object) => void told.push(`add ${label(object)}`),
    onUpdate: (before, after) => void told.push(`update ${label(before)} -> ${label(after)}`),
    onDelete: (object, { finalStateUnknown }) =>
      void told.push(`delete ${label(object)}${finalStateUnknown ? ' unseen' : ''}`),
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
    told,
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

/** A guard against tests that hang, not a bound: nothing that is measured takes this long. */
const GIVE_UP_MS = 20_000;

/** Waits until something holds that real sockets bring about. */
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

/** Lets the sockets carry what is on its way, for what must not happen. */
export async function linger(): Promise<void> {
  await wait(20);
}
