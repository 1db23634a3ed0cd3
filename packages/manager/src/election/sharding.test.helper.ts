import type { TestContext } from 'node:test';
import { createFakeTransport, type FakeTransport } from '@vmgen/apiserver/fake';
import { configMapResource } from '@vmgen/kubernetes/core/v1';
import {
  createResourceClient,
  interceptTransport,
  silentLogger,
  type Transport,
} from '@vmgen/runtime';
import { onAbort } from '@vmgen/runtime/async';
import { createFakeClock, type FakeClock } from '@vmgen/runtime/testing';
import { createManager } from '../operator-manager.js';
import type { Manager } from '../manager.js';
import type { ManagerOptions } from '../manager-options.js';
import type { KeyContext } from '../reconcile/reconcile-context.js';
import { siteCrd, siteResource } from '../site.test.helper.js';

/** Records which member works on which key, and when. */
export class Observer {
  /** Keys that two members worked on, and effects without leadership. */
  readonly violations: string[] = [];
  /** The number of reconciles by member. */
  readonly reconciles = new Map<string, number>();
  /** The last member that worked on a key. */
  readonly lastOf = new Map<string, string>();
  readonly #working = new Map<string, string>();

  begin(key: string, member: string): void {
    const other = this.#working.get(key);
    if (other !== undefined) this.violations.push(`${key}: ${member} while ${other} works on it`);
    this.#working.set(key, member);
    this.lastOf.set(key, member);
    this.reconciles.set(member, (this.reconciles.get(member) ?? 0) + 1);
  }

  end(key: string): void {
    this.#working.delete(key);
  }
}

/** A replica with its own connection to the API server. */
export interface Member {
  readonly name: string;
  readonly manager: Manager;
  /** While true, requests fail, and watches deliver nothing and end. */
  isCut: boolean;
  /** Resolves with the error of the manager, or with undefined. */
  readonly ended: Promise<unknown>;
  stop(): Promise<void>;
}

interface MemberOptions {
  /** Runs in each reconcile before its write. */
  readonly before?: (context: KeyContext) => Promise<void>;
  readonly options?: Partial<ManagerOptions>;
  /** The number of shards; 0 without sharding. Defaults to 8. */
  readonly shards?: number;
}

/** The servers of a member. */
interface MemberHost {
  readonly fake: FakeTransport;
  readonly clock: FakeClock;
  readonly observer: Observer;
}

/** An API server, a clock, and members that end with the test. */
export function setUpMembers(t: TestContext) {
  const clock = createFakeClock();
  const fake = createFakeTransport({ crds: [siteCrd], clock });
  const observer = new Observer();
  const members: Member[] = [];
  const join = (name: string, options: MemberOptions = {}): Member => {
    const member = startMember({ fake, clock, observer, name, ...options });
    members.push(member);
    return member;
  };
  t.after(async () => {
    for (const member of members) member.isCut = false;
    for (const member of members) await member.stop();
    await fake.close();
  });
  return { clock, fake, observer, join };
}

/** Starts a replica that writes a ConfigMap with the HTML of each Site. */
export function startMember({
  fake,
  clock,
  observer,
  name,
  before,
  options,
  shards = 8,
}: MemberHost & MemberOptions & { readonly name: string }): Member {
  const network = { isCut: false };
  const stopping = new AbortController();
  const manager = createManager(cuttable(fake, network), {
    name: 'site-operator',
    ...(shards > 0 && { sharding: { shards } }),
    logger: silentLogger,
    clock,
    ...options,
    leaderElection: { identity: name, leaseNamespace: 'default' },
  });
  const { sites } = manager.cache({ sites: siteResource });
  manager.controller(sites).reconcile(async ({ metadata, spec }, context) => {
    const key = `${metadata.namespace}/${metadata.name}`;
    observer.begin(key, name);
    try {
      await before?.(context);
      const client = context.client(configMapResource, metadata.namespace);
      const data = { html: spec.html };
      // The signal of the reconcile would reject the write before it is checked.
      const { signal } = new AbortController();
      const child = { metadata: { name: metadata.name }, data };
      await client.apply(child, { fieldManager: 'test', signal });
    } finally {
      observer.end(key);
    }
  });
  const ended = manager.run({ signal: stopping.signal }).then(
    () => undefined,
    (error: unknown) => error,
  );
  return {
    name,
    manager,
    ended,
    get isCut() {
      return network.isCut;
    },
    set isCut(isCut) {
      network.isCut = isCut;
    },
    async stop() {
      stopping.abort();
      for (let isEnded = false; !isEnded;) {
        isEnded = await Promise.race([
          ended.then(() => true),
          clock.advance(1_000).then(() => false),
        ]);
      }
    },
  };
}

export const shardsOf = ({ manager }: Member): readonly number[] =>
  manager.describe().sharding?.held ?? [];

/** Creates Sites, and returns their client. */
export async function createSites(fake: FakeTransport, count: number, namespace = 'default') {
  const client = createResourceClient(fake, siteResource, { namespace });
  for (let n = 0; n < count; n++) {
    await client.create({ metadata: { name: `site-${n}` }, spec: { html: '0' } });
  }
  return client;
}

/** Ends the streams of a member and fails its requests while its network is cut. */
function cuttable(transport: Transport, network: { readonly isCut: boolean }): Transport {
  const check = (): void => {
    if (network.isCut) throw Object.assign(new Error('cut'), { code: 'ECONNRESET' });
  };
  return interceptTransport(transport, [
    async (request, next) => {
      check();
      const response = await next(request);
      check();
      const { body } = response;
      return {
        ...response,
        body: (async function* () {
          for await (const part of body) {
            check();
            yield part;
          }
        })(),
      };
    },
  ]);
}

/** Resolves after `ms`, or rejects with the reason of the signal. */
export function work(clock: FakeClock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = clock.setTimer(ms, resolve);
    onAbort(signal, () => {
      timer.cancel();
      reject(signal.reason);
    });
  });
}
