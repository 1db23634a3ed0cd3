export { LeadershipLostError } from './leadership.js';
export type { Leadership } from './leadership.js';
export { runWithLeaderElection } from './leader-election.js';
export type {
  LeaderCallbacks,
  LeaderElectionOptions,
  LeaderElectionOutcome,
} from './leader-election.js';
