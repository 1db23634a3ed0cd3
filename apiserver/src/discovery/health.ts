import type { TransportResponse } from '@vmgen/runtime';
import { textResponse } from '../http/text-response.js';

const CHECKS: Readonly<Record<string, readonly string[]>> = {
  healthz: ['ping'],
  livez: ['ping'],
  readyz: ['ping', 'informer-sync'],
};

const PLAIN_TEXT = {
  'content-type': 'text/plain; charset=utf-8',
  'cache-control': 'no-cache, private',
  'x-content-type-options': 'nosniff',
};

/**
 * Answers `/healthz`, `/livez`, `/readyz` and their checks, with `?verbose`. A server that responds
 * is healthy, because its store is in memory. Returns undefined for other paths.
 */
export function healthResponse(path: string, query: string): TransportResponse | undefined {
  const [, endpoint = '', check, ...deeper] = path.split('/');
  const checks = CHECKS[endpoint];
  if (checks === undefined || deeper.length > 0) return undefined;
  if (check !== undefined && check !== '') {
    return checks.includes(check) ? textResponse(200, PLAIN_TEXT, 'ok') : undefined;
  }
  const text = new URLSearchParams(query).has('verbose')
    ? [...checks.map((name) => `[+]${name} ok`), `${endpoint} check passed`, ''].join('\n')
    : 'ok';
  return textResponse(200, PLAIN_TEXT, text);
}

/** The health endpoints. */
export const HEALTH_PATHS: readonly string[] = Object.keys(CHECKS).map((name) => `/${name}`);
