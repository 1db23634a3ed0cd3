/**
 * `@vmgen/runtime/internal`: helpers shared with the other packages of this repository. Not for
 * users: it may change in any release.
 */
export { abortable } from '../async/abortable.js';
export { LazyAbort } from '../async/lazy-abort.js';
export { Pace } from '../async/pace.js';
export { freezeDeep } from '../cache/freeze.js';
export { withTimeout } from '../async/request-timeout.js';
export { startShutdownLimit } from '../async/shutdown-limit.js';
export { Backoff } from '../cache/backoff.js';
export { cachedBytes } from '../cache/cached-bytes.js';
export { createCachedReader } from '../cache/cached-reader.js';
export { checkIndexValues } from '../cache/key-index.js';
export { isOlderVersion } from '../cache/resource-version.js';
export { RecordedWrite } from '../cache/own-writes.js';
export { relistAll } from '../cache/relist-all.js';
export { fieldSteps, placesOf, setField, type FieldPath } from '../conversion/field-path.js';
export { checkNumber } from '../errors/check-number.js';
export { isPanic, panicStack } from '../errors/is-panic.js';
export { readStatus } from '../client/api-error-from-response.js';
export { createFullClient } from '../client/create-resource-client.js';
export { inTurn } from '../health/in-turn.js';
export { electionTiming, type ElectionTiming } from '../leaderelection/election-timing.js';
export { createElector, createLeaseLock } from '../leaderelection/leader-elector.js';
export type { LeaseLock } from '../leaderelection/lease-lock.js';
export { textWithCauses } from '../logging/error-text.js';
export { canonicalJson } from '../meta/canonical-json.js';
export { asReadonly } from '../meta/deep-readonly.js';
export { parseExactJson, stringifyExactJson } from '../meta/exact-json.js';
export { isMapping } from '../meta/is-mapping.js';
export { keyText } from '../meta/object-key.js';
export { groupOf } from '../meta/owner-references.js';
export { LazyRequest } from '../transport/lazy-request.js';
export { ReadResponse } from '../transport/read-response.js';
export { shownServer } from '../transport/target.js';
export { inSpan } from '../tracing/tracer.js';
