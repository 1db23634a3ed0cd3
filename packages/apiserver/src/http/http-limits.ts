import type { Clock } from '@vmgen/runtime';
import { systemClock } from '@vmgen/runtime/async';
import { heapLimit } from '../node/heap-limit.js';
import { memoryLimits } from '../storage/memory-limits.js';

/** The limits of connections and requests. SECURITY.md lists the defaults. */
export interface HttpLimits {
  /** The maximum number of open connections. Further ones are closed. */
  readonly connections: number;
  /** The maximum duration of a TLS handshake, in milliseconds. */
  readonly handshakeMs: number;
  /**
   * The maximum duration of a request's headers, from the start of the connection or request, in
   * milliseconds.
   */
  readonly headersMs: number;
  /** The maximum duration of a request with its body, in milliseconds. */
  readonly requestMs: number;
  /**
   * How long a client may take to read a response, or the pending events of a watch, in
   * milliseconds.
   */
  readonly readMs: number;
  /** The interval at which the two limits of requests are checked, in milliseconds. */
  readonly checkMs: number;
  /** The memory limit of all request bodies that are being read, in bytes. */
  readonly bodyBytes: number;
  /** The memory limit of all responses that are being sent, in bytes. */
  readonly answerBytes: number;
  /** Measures how long responses are read. */
  readonly clock: Clock;
}

/**
 * Returns the defaults: 32 s for headers and 60 s for requests and responses, as kube-apiserver.
 */
export function httpLimits(): HttpLimits {
  const { answers } = memoryLimits(heapLimit());
  return {
    connections: 2000,
    handshakeMs: 10_000,
    headersMs: 32_000,
    requestMs: 60_000,
    readMs: 60_000,
    checkMs: 5000,
    bodyBytes: answers / 4,
    answerBytes: answers,
    clock: systemClock,
  };
}
