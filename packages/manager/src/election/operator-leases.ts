import { isForbidden, type Clock, type Logger, type Transport } from '@vmgen/runtime';
import { leaseResource, type Lease } from '@vmgen/runtime/api';
import { pause, type Random } from '@vmgen/runtime/async';
import {
  Backoff,
  createFullClient,
  withTimeout,
  type ElectionTiming,
} from '@vmgen/runtime/internal';

/** The annotation of a Lease that contains the rule of its holder, and the holder. */
const RULE_ANNOTATION = 'vmgen.io/sharding';

const ONE_LEADER = 'one leader, or an earlier version';

/** A dead member's Lease is deleted after so many lease durations. */
const FORGOTTEN_AFTER = 4;

/** How the objects of an operator are distributed, as a text; undefined for one leader. */
type ShardingRule = string | undefined;

/** The last observed state of a Lease. */
interface ObservedLease {
  readonly record: string;
  readonly holder: string;
  readonly rule: ShardingRule;
  readonly expiresAtMs: number;
}

interface OperatorLeasesOptions {
  /** The name of the Lease of the leader, and the prefix of all others. */
  readonly leaseName: string;
  readonly namespace: string;
  /** The rule of this process. */
  readonly rule: ShardingRule;
  /** Sends requests without checks. */
  readonly transport: Transport;
  readonly timing: ElectionTiming;
  readonly clock: Clock;
  /** Defaults to Math.random. */
  readonly random?: Random;
  readonly logger: Logger;
  /** Ends the lists. */
  readonly signal: AbortSignal;
}

/** Returns the annotations of a Lease that is held by a process with a rule. */
export function annotationsOf(rule: ShardingRule, holder: string): Record<string, string> {
  return rule === undefined ? {} : { [RULE_ANNOTATION]: `${rule} ${holder}` };
}

/**
 * Returns the rule of the holder of a Lease. The annotation counts only if it names the holder: processes
 * that do not know it keep the annotation of the previous holder.
 */
function ruleOf({ metadata, spec = {} }: Lease): ShardingRule {
  const text = metadata.annotations?.[RULE_ANNOTATION] ?? '';
  const end = ` ${spec.holderIdentity ?? ''}`;
  return text.endsWith(end) ? text.slice(0, -end.length) : undefined;
}

/**
 * All Leases of one operator, as observed by lists: the one of the leader, and those of the members and
 * shards. They show which processes live, and by which rule they distribute the objects.
 *
 * Processes with different rules never work at the same time. The Lease of the leader decides: a sharded
 * operator holds it with its rule (the guard). A process works only while that Lease has its rule and no
 * shard is held by another rule. Both are checked by a list after it has acquired its own Lease. So of two
 * processes that acquire theirs at the same time, at least one finds the Lease of the other.
 */
export class OperatorLeases {
  readonly #options: OperatorLeasesOptions;
  readonly #observed = new Map<string, ObservedLease>();
  /** Since when no living process holds the guard. */
  #freeSinceMs: number | undefined;
  #current: Promise<ReadonlyMap<string, Lease>> | undefined;
  #next: Promise<ReadonlyMap<string, Lease>> | undefined;
  /** The delays of lists since the last one that succeeded. */
  #backoff: Backoff;
  /** The last failure of a list, and until when none is sent. */
  #failure: { readonly error: unknown; readonly untilMs: number } | undefined;

  constructor(options: OperatorLeasesOptions) {
    this.#options = options;
    this.#backoff = this.#newBackoff();
  }

  memberName(member: string): string {
    return `${this.#options.leaseName}-replica-${member}`;
  }

  shardName(shard: number): string {
    return `${this.#options.leaseName}-shard-${shard}`;
  }

  get namespace(): string {
    return this.#options.namespace;
  }

  /** The times until Leases expire, in milliseconds. */
  get expiriesMs(): readonly number[] {
    const nowMs = this.#options.clock.nowMs();
    return [...this.#observed.values()].map(({ expiresAtMs }) => expiresAtMs - nowMs);
  }

  /** The identities with a valid Lease of any kind and this rule, so that a member outlives its shards. */
  get members(): readonly string[] {
    const own = this.#valid.filter(([, { rule }]) => rule === this.#options.rule);
    return [...new Set(own.map(([, { holder }]) => holder))];
  }

  /** Whether the guard has the rule of this process. It counts until another process holds the guard. */
  get isGuarded(): boolean {
    const guard = this.#observed.get(this.#options.leaseName);
    return guard !== undefined && guard.holder !== '' && guard.rule === this.#options.rule;
  }

  /**
   * Whether this process may contend for the guard. While processes with another rule live, they have
   * the first choice: one of them takes over the guard when its holder ends.
   */
  get mayGuard(): boolean {
    if (this.others === '') return true;
    const { clock, timing } = this.#options;
    const isFree = this.#freeSinceMs !== undefined && this.excluding === '';
    return isFree && clock.nowMs() - (this.#freeSinceMs ?? 0) > timing.leaseDurationMs;
  }

  /** Whether a living process holds the guard by another rule, so that this one must stop its work. */
  get isOverruled(): boolean {
    return this.#foreign.some(([name]) => name === this.#options.leaseName);
  }

  /** The living processes with another rule that exclude work: they hold the guard or a shard. */
  get excluding(): string {
    const { leaseName } = this.#options;
    return this.#describe(([name]) => name === leaseName || isShard(leaseName, name));
  }

  /** All living processes with another rule. */
  get others(): string {
    return this.#describe(() => true);
  }

  /**
   * Lists the Leases, and resolves with them. The list is sent after the call; calls during a list share
   * the next one. After a failure, calls reject with it for a growing delay: many callers repeat them.
   */
  refresh(): Promise<ReadonlyMap<string, Lease>> {
    if (this.#current === undefined) {
      this.#current = this.#list().finally(() => (this.#current = undefined));
      return this.#current;
    }
    const again = (): Promise<ReadonlyMap<string, Lease>> => {
      this.#next = undefined;
      return this.refresh();
    };
    this.#next ??= this.#current.then(again, again);
    return this.#next;
  }

  /** Deletes the Leases that dead members have left behind. */
  async forgetDead(): Promise<void> {
    const { clock, leaseName, timing } = this.#options;
    const deadMs = clock.nowMs() - FORGOTTEN_AFTER * timing.leaseDurationMs;
    for (const [name, { expiresAtMs }] of this.#observed) {
      if (!isMember(leaseName, name) || expiresAtMs > deadMs) continue;
      this.#observed.delete(name);
      await this.delete(name);
    }
  }

  async delete(name: string): Promise<void> {
    const { clock, logger, timing } = this.#options;
    try {
      await withTimeout(clock, timing.renewDeadlineMs / 2, undefined, (signal) =>
        this.#client.delete(name, { signal }),
      );
    } catch (error) {
      logger.verbose(2, 'could not delete the lease of a member', { lease: name, error });
    }
  }

  get #client() {
    return createFullClient(this.#options.transport, leaseResource, this.#options.namespace);
  }

  get #valid(): readonly (readonly [string, ObservedLease])[] {
    const nowMs = this.#options.clock.nowMs();
    return [...this.#observed].filter(
      ([, { holder, expiresAtMs }]) => holder !== '' && expiresAtMs > nowMs,
    );
  }

  get #foreign(): readonly (readonly [string, ObservedLease])[] {
    const { leaseName, rule: own } = this.#options;
    // A single leader holds no shards. Earlier versions write no rule.
    return this.#valid.filter(
      ([name, { rule }]) => rule !== own || (own === undefined && name !== leaseName),
    );
  }

  #describe(matches: (each: readonly [string, ObservedLease]) => boolean): string {
    const texts = this.#foreign
      .filter(matches)
      .map(([, { holder, rule }]) => `${holder} (${rule ?? ONE_LEADER})`);
    return [...new Set(texts)].sort().join(', ');
  }

  async #list(): Promise<ReadonlyMap<string, Lease>> {
    const { clock, leaseName } = this.#options;
    const { items } = await this.#tryList();
    const leases = new Map<string, Lease>();
    for (const lease of items) {
      const { name } = lease.metadata;
      const isGuard = name === leaseName;
      if (isGuard || isShard(leaseName, name) || isMember(leaseName, name)) leases.set(name, lease);
    }
    for (const name of this.#observed.keys()) if (!leases.has(name)) this.#observed.delete(name);
    for (const [name, lease] of leases) this.#observe(name, lease);
    const isHeld = this.#valid.some(([name]) => name === leaseName);
    this.#freeSinceMs = isHeld ? undefined : (this.#freeSinceMs ?? clock.nowMs());
    return leases;
  }

  async #tryList() {
    const { clock, signal, timing } = this.#options;
    if (this.#failure && clock.nowMs() < this.#failure.untilMs) throw this.#failure.error;
    try {
      const list = await withTimeout(clock, timing.renewDeadlineMs / 2, signal, (limited) =>
        this.#client.list({ signal: limited }),
      );
      this.#failure = undefined;
      this.#backoff = this.#newBackoff();
      return list;
    } catch (error) {
      this.#failure = { error, untilMs: clock.nowMs() + this.#backoff.nextMs() };
      throw error;
    }
  }

  #newBackoff(): Backoff {
    return new Backoff(this.#options.clock, this.#options.random ?? Math.random);
  }

  /** A Lease is valid for its duration from when its last change was observed. */
  #observe(name: string, lease: Lease): void {
    const { holderIdentity: holder = '', leaseDurationSeconds, renewTime } = lease.spec ?? {};
    const rule = ruleOf(lease);
    const record = JSON.stringify([holder, renewTime, leaseDurationSeconds, rule]);
    if (this.#observed.get(name)?.record === record) return;
    const { clock, timing } = this.#options;
    const durationMs = (leaseDurationSeconds ?? 0) * 1000 || timing.leaseDurationMs;
    this.#observed.set(name, { record, holder, rule, expiresAtMs: clock.nowMs() + durationMs });
  }
}

const SHARD = /^-shard-\d+$/;
/** `member`: the name of earlier versions, which count all Leases with it as members. */
const MEMBER = /^-(?:replica|member)-[0-9a-f]{16}$/;

function isShard(leaseName: string, name: string): boolean {
  return name.startsWith(leaseName) && SHARD.test(name.slice(leaseName.length));
}

function isMember(leaseName: string, name: string): boolean {
  return name.startsWith(leaseName) && MEMBER.test(name.slice(leaseName.length));
}

/**
 * How long a process that waits for others with another rule is ready: they end during a rolling update,
 * which continues only while its new pods are ready. This is the default `progressDeadlineSeconds` of a
 * Deployment.
 */
const ROLLOUT_MS = 600_000;

interface ExclusionWaitOptions {
  readonly rule: ShardingRule;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The wait of one process for the processes with another rule. */
export class ExclusionWait {
  readonly #options: ExclusionWaitOptions;
  #others = '';
  /** Since when the others are the same. */
  #sinceMs = 0;

  constructor(options: ExclusionWaitOptions) {
    this.#options = options;
  }

  /** The processes for which this one waits; empty while it does not wait. */
  get others(): string {
    return this.#others;
  }

  /** Records and logs for which processes this one waits. */
  update(others: string): void {
    if (others === this.#others) return;
    const { clock, logger, rule } = this.#options;
    this.#others = others;
    this.#sinceMs = clock.nowMs();
    const message =
      'waiting until the processes that distribute the objects by another rule have ended';
    if (others !== '') logger.warn(message, { rule: rule ?? ONE_LEADER, others });
    else logger.info('no longer waiting for processes with another rule');
  }

  /** Throws if this process waits longer than a rolling update takes. */
  checkReady(): void {
    const waitedMs = this.#options.clock.nowMs() - this.#sinceMs;
    if (this.#others === '' || waitedMs < ROLLOUT_MS) return;
    throw new Error(
      `waiting for ${Math.round(waitedMs / 1000)} s for processes that distribute the objects by another ` +
        `rule: ${this.#others}; stop them, or set the same sharding`,
    );
  }
}

/** How long a leader waits for a list of Leases that fails. */
const UNKNOWN_MS = 10_000;
const POLL_MS = 1_000;
/** How often it lists at last while it waits for processes with another rule. */
const MAX_POLL_MS = 5_000;

/**
 * Waits until no process holds a shard, for a single leader that holds its Lease. Without the permission
 * to list Leases, and if the list fails for 10 s, the work begins: operators without sharding need no
 * list.
 */
export async function awaitShardsReleased(
  leases: OperatorLeases,
  wait: ExclusionWait,
  { clock, logger, signal }: Pick<OperatorLeasesOptions, 'clock' | 'logger' | 'signal'>,
): Promise<void> {
  const beganMs = clock.nowMs();
  let pollMs = POLL_MS;
  while (!signal.aborted) {
    let delayMs = POLL_MS;
    try {
      await leases.refresh();
      wait.update(leases.excluding);
      if (wait.others === '') return;
      delayMs = pollMs;
      pollMs = Math.min(2 * pollMs, MAX_POLL_MS);
    } catch (error) {
      if (isForbidden(error)) return;
      if (wait.others === '' && clock.nowMs() - beganMs >= UNKNOWN_MS) {
        logger.warn('could not list the leases of shards; working without', { error });
        return;
      }
    }
    await pause(clock, delayMs, signal);
  }
}
