import type { Clock } from '@vmgen/runtime';
import { systemClock } from '@vmgen/runtime/internal';
import { memoryLimits } from '../storage/memory-limits.js';

/** What connections and requests may take of the server; SECURITY.md lists the defaults. */
export interface HttpLimits {
  /** How many connections are open at once; further ones are closed. */
  readonly connections: number;
  /** How long a TLS handshake may take, in milliseconds. */
  readonly handshakeMs: number;
  /** How long a request's headers may take, from the start of a new connection or request. */
  readonly headersMs: number;
  /** How long a request may take to arrive, with its body. */
  readonly requestMs: number;
  /** How long a client may take to read an answer, or what a watch has sent so far. */
  readonly readMs: number;
  /** How often the two times of requests are checked. */
  readonly checkMs: number;
  /** How much the bodies of all requests that are being read may hold, in bytes. */
  readonly bodyBytes: number;
  /** How much all answers that are being sent may hold, in bytes. */
  readonly answerBytes: number;
  /** Times how long answers are read. */
  readonly clock: Clock;
}

/** The defaults. Those of kube-apiserver: 32 s for headers, 60 s for requests and answers. */
export function httpLimits(): HttpLimits {
  const { answers } = memoryLimits();
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
