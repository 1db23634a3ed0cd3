import type { Clock } from '@vmgen/runtime';
import type { HealthServerPage } from '@vmgen/runtime/health';
import { errorText, pause } from '@vmgen/runtime/internal';
import type { DeclaredKind } from './managed-cache.js';
import type { ManagerState } from './manager.js';
import { sha256 } from './sha256.js';
import { SAMPLE_MS, type ReconcileJournal } from './status-journal.js';
import { SCRIPT, statusHtml, STYLE } from './status-page-html.js';

/** A watch receives an event or a bookmark about once a minute, and a silent watch is restarted. */
const MAX_LAG_MS = 80_000;
const MAX_ERROR_LENGTH = 500;

/** The parts of a manager that the page shows. */
interface StatusSource {
  readonly clock: Clock;
  readonly identity: string;
  readonly hasElection: boolean;
  readonly controllers: readonly {
    readonly name: string;
    readonly workers: number;
    readonly queued: number;
    readonly journal: ReconcileJournal | undefined;
  }[];
  readonly kinds: { readonly all: readonly DeclaredKind[] };
  readonly describe: () => ManagerState;
  /** Ends the samples. */
  readonly signal: AbortSignal;
}

/** Returns the status page, which contains no data, and the page of its data. */
export function createStatusPage(source: StatusSource): {
  readonly page: HealthServerPage;
  readonly data: HealthServerPage;
} {
  const { clock } = source;
  const startedMs = clock.nowMs();
  void sample(source);
  const html = {
    contentType: 'text/html; charset=utf-8',
    headers: {
      'content-security-policy': [
        "default-src 'none'",
        `script-src '${hashOf(SCRIPT)}'`,
        `style-src '${hashOf(STYLE)}'`,
        "connect-src 'self'",
        'img-src data:',
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
      ].join('; '),
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    },
    text: statusHtml,
  };
  return {
    page: async () => html,
    data: async () => ({
      contentType: 'application/json',
      headers: { 'cross-origin-resource-policy': 'same-origin' },
      text: JSON.stringify(dataOf(source, startedMs)),
    }),
  };
}

async function sample({ clock, controllers, signal }: StatusSource): Promise<void> {
  let sampledMs = clock.nowMs();
  for (;;) {
    await pause(clock, SAMPLE_MS, signal);
    if (signal.aborted) return;
    const nowMs = clock.nowMs();
    for (const { journal, queued } of controllers) journal?.sample(nowMs - sampledMs, queued);
    sampledMs = nowMs;
  }
}

function dataOf(source: StatusSource, startedMs: number): object {
  const { clock, identity, hasElection, controllers, kinds, describe } = source;
  const nowMs = clock.nowMs();
  const state = describe();
  return {
    ...state,
    identity,
    hasElection,
    uptimeMs: Math.round(nowMs - startedMs),
    sampleMs: SAMPLE_MS,
    controllers: state.controllers.map((controller, at) => ({
      ...controller,
      workers: controllers[at]?.workers,
      running: controller.running.length,
      ...controllers[at]?.journal?.describe(),
    })),
    caches: state.caches.map((cache, at) => ({ ...cache, ...contactOf(kinds.all[at], nowMs) })),
  };
}

/** Returns how old the last news of a cache are, and the error if they are too old. */
function contactOf(kind: DeclaredKind | undefined, nowMs: number): object {
  const { lastContactMs, lastError } = kind?.reader.informer ?? {};
  const lagMs = lastContactMs === undefined ? undefined : Math.round(nowMs - lastContactMs);
  const isLate = lagMs === undefined || lagMs > MAX_LAG_MS;
  const error = lastError === undefined ? undefined : errorText(lastError);
  return { lagMs, isLate, ...(isLate && { error: error?.slice(0, MAX_ERROR_LENGTH) }) };
}

function hashOf(content: string): string {
  return `sha256-${sha256(content, 'base64')}`;
}
