import { VmgenError } from '@vmgen/runtime';
import type { Election, ElectionOptions, ManagerElectionOptions } from './election.js';
import { NoElection } from './no-election.js';
import { ShardKeys, type ShardingOptions } from './shard-keys.js';
import { ShardedElection } from './sharded-election.js';
import { SingleElection } from './single-election.js';

/** Creates the election of a manager. */
export function createElection(
  lease: ManagerElectionOptions | false,
  sharding: ShardingOptions | undefined,
  options: ElectionOptions,
): Election {
  if (sharding !== undefined && lease === false) {
    throw new VmgenError(
      'ERR_VMGEN_ARGUMENT',
      'sharding needs Leases; omit the option leaderElection or set durations',
    );
  }
  if (lease === false) return new NoElection(options);
  if (sharding === undefined) return new SingleElection(options, lease);
  return new ShardedElection(options, lease, new ShardKeys(sharding));
}
