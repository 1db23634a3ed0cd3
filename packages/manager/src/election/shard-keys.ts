import { VmgenError } from '@vmgen/runtime';
import { checkNumber } from '@vmgen/runtime/internal';
import { sha256 } from '../process/sha256.js';

/** How the objects of a manager are distributed over its replicas; see `ManagerOptions.sharding`. */
export interface ShardingOptions {
  /**
   * The number of shards. Replicas with another number, or without sharding, never work at the same time:
   * those of a rolling update wait until all earlier ones have ended. At most 256; about ten times the number of replicas distributes the objects evenly.
   * Each shard is a Lease that its holder renews.
   */
  readonly shards: number;
  /**
   * What decides the shard of an object. `key`: its namespace and name; objects are distributed
   * evenly, and a replica receives the events of all objects and drops those of other shards.
   * `namespace`: its namespace only; API servers with the feature gate `ShardedListAndWatch` send a
   * replica only the objects of its shards. Namespaces whose names differ only in the last
   * characters, such as `team-1` and `team-2`, then often belong to the same shard. Objects without
   * a namespace are distributed by name. Defaults to `key`.
   */
  readonly by?: 'key' | 'namespace';
}

const MAX_SHARDS = 256;

/**
 * Maps keys to shards and shards to members. The results depend on nothing but the arguments, so all
 * replicas agree.
 */
export class ShardKeys {
  readonly count: number;
  readonly by: 'key' | 'namespace';
  readonly #ofNamespace = new Map<string, number>();

  constructor({ shards, by = 'key' }: ShardingOptions) {
    this.count = checkNumber('shards', shards, { min: 1, max: MAX_SHARDS, isWhole: true });
    const fields: readonly string[] = ['key', 'namespace'];
    if (!fields.includes(by)) {
      throw new VmgenError(
        'ERR_VMGEN_ARGUMENT',
        `sharding.by must be "key" or "namespace", not ${JSON.stringify(by)}`,
      );
    }
    this.by = by;
  }

  /** The rule as a text. Processes with different rules must not work at the same time. */
  get rule(): string {
    return `${this.count} shards by ${this.by}`;
  }

  /** Returns the shard of a key: `namespace/name`, or the name of an object without a namespace. */
  shardOf(key: string): number {
    const end = key.indexOf('/');
    if (this.by === 'key' || end < 0) return hash32(key) % this.count;
    const namespace = key.slice(0, end);
    const known = this.#ofNamespace.get(namespace);
    if (known !== undefined) return known;
    const shard = Number((fnv64(namespace) * BigInt(this.count)) >> 64n);
    this.#ofNamespace.set(namespace, shard);
    return shard;
  }

  /**
   * Returns the `shardSelector` of these shards for a namespaced kind (Kubernetes:
   * apimachinery/pkg/sharding); undefined if the API server cannot select them.
   */
  selectorOf(shards: readonly number[]): string | undefined {
    if (this.by === 'key') return undefined;
    const start = (shard: number): string => {
      // The first hash whose product with the number of shards reaches the shard.
      const count = BigInt(this.count);
      const hash = ((BigInt(shard) << 64n) + count - 1n) / count;
      return `'0x${hash.toString(16).padStart(16, '0')}'`;
    };
    // Without a shard, the shortest range that can be expressed.
    if (shards.length === 0)
      return selectorOfRange(`'0x${'0'.repeat(16)}'`, `'0x${'0'.repeat(15)}1'`);
    return [...shards]
      .sort((a, b) => a - b)
      .map((shard) => selectorOfRange(start(shard), start(shard + 1)))
      .join(' || ');
  }
}

function selectorOfRange(start: string, end: string): string {
  return `shardRange(object.metadata.namespace, ${start}, ${end})`;
}

/**
 * Returns the member that should hold a shard: the one with the highest hash (rendezvous hashing).
 * When a member joins or leaves, only the shards that it gains or loses have another holder.
 */
export function holderOf(shard: number, members: Iterable<string>): string | undefined {
  let [best, bestHash] = [undefined as string | undefined, -1];
  for (const member of members) {
    const hash = hash32(`${shard}/${member}`);
    if (hash > bestHash || (hash === bestHash && member > (best ?? '')))
      [best, bestHash] = [member, hash];
  }
  return best;
}

/** Returns a short text for an identity that may be a part of an object's name. */
export function nameOfMember(identity: string): string {
  return sha256(identity, 'hex').slice(0, 16);
}

/**
 * 32-bit FNV-1a of the UTF-8 bytes, followed by the finalizer of MurmurHash3: FNV-1a alone hardly
 * changes the high bits with the last characters.
 */
function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of bytesOf(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** 64-bit FNV-1a of the UTF-8 bytes, as API servers hash the fields of a `shardSelector`. */
function fnv64(text: string): bigint {
  let hash = 0xcbf29ce484222325n;
  for (const byte of bytesOf(text))
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash;
}

const encoder = new TextEncoder();

function bytesOf(text: string): Uint8Array {
  return encoder.encode(text);
}
