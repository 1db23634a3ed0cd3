export { ShutdownTimeoutError } from '../errors/shutdown-timeout-error.js';
export { endProcess, type EndProcessOptions } from './end-process.js';
export { createStopSignal } from './stop-signal.js';
export { createVerbosity } from './verbosity.js';
