export type {
  LeaderCallbacks,
  LeaderElectionOptions,
  LeaderElectionOutcome,
} from './election-options.js';
export { runWithLeaderElection } from './leader-election.js';
export { createLeaderElector } from './leader-elector.js';
export type { LeaderElector } from './leader-elector.js';
export { LeadershipLostError } from './leadership.js';
export type { Leadership } from './leadership.js';
