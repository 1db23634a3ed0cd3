import type { Logger } from '../logging/logger.js';

/** A logger with a broken destination: each of its methods throws. */
export const throwingLogger: Logger = {
  error: fail,
  warn: fail,
  info: fail,
  verbose: fail,
  with: fail,
};

/** The same with async methods, which the types allow. */
export const rejectingLogger: Logger = {
  error: failLater,
  warn: failLater,
  info: failLater,
  verbose: failLater,
  with: () => rejectingLogger,
};

function fail(): never {
  throw new Error('ENOSPC: no space left on device');
}

function failLater(): void {
  return Promise.reject(new Error('EPIPE: broken pipe')) as unknown as void;
}
