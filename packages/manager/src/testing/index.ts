/** `@vmgen/manager/testing`: runs a manager in a test, and explores its faults. */
export {
  createTestManager,
  type TestManager,
  type TestManagerOptions,
} from './create-test-manager.js';
export type { ReconcileFailure } from '../process/user-functions.js';
export { replayRecording, type Replay, type ReplayOptions } from './replay-recording.js';
export { explore } from './explore/explore.js';
export type {
  Exploration,
  ExploreOptions,
  Invariant,
  PlanCounts,
  Violation,
} from './explore/explore-options.js';
export { realServer, type RealServerOptions } from './explore/real/real-server.js';
export { explorationText } from './explore/exploration-text.js';
export { exploreStates, statesText } from './explore/explore-states.js';
export type { StateExploration, StateExploreOptions } from './explore/state-options.js';
export type { BadSpecs } from './explore/candidates.js';
export type { Disturbance, DisturbanceKind, ForeignRequest } from './explore/disturbances.js';
export { violationHtml } from './explore/violation-html.js';
export { assertNoViolations, violationText } from './explore/violation-text.js';
export type { Plan } from './explore/plan.js';
export type { NotSimulated } from './explore/not-simulated.js';
export type { ServerChange } from './explore/changes.js';
export type { Effect, Fault, PlannedFault } from './explore/effects.js';
export type {
  EntryKind,
  ExplorableServer,
  ExploredWorld,
  OutsideObjects,
  TimelineEntry,
} from './explore/explored-world.js';
