import type { Clock } from '@vmgen/runtime';
import type { HealthServerContent, HealthServerPage } from '@vmgen/runtime/health';
import { pause } from '@vmgen/runtime/async';
import { errorText } from '@vmgen/runtime/observability';
import { describeCache } from '../caches/cache-state.js';
import { MAX_LAG_MS, type DeclaredKind } from '../caches/declared-kinds.js';
import { sha256 } from '../process/sha256.js';
import type { KeptRecordings } from '../recordings/kept-recordings.js';
import { SAMPLE_MS, type ReconcileJournal } from '../reconcile/reconcile-journal.js';
import { STYLE } from './page-style.js';
import { SCRIPT, STATUS_HTML } from './status-page-html.js';

const MAX_ERROR_LENGTH = 500;
/** The maximum number of controllers, and of caches, on the page. */
const MAX_SHOWN = 100;
/** The maximum number of failing objects on the page. */
const MAX_OBJECTS = 200;

/** The parts of a manager that the page shows. */
export interface StatusSource {
  readonly clock: Clock;
  readonly identity: string;
  readonly hasElection: boolean;
  readonly controllers: readonly {
    readonly name: string;
    readonly workers: number;
    readonly queued: number;
    readonly running: readonly unknown[];
    readonly journal: ReconcileJournal | undefined;
  }[];
  /** Undefined without the option. */
  readonly recordings: KeptRecordings | undefined;
  readonly kinds: { readonly all: readonly DeclaredKind[] };
  readonly describeRole: () => object;
  /** Ends the samples. */
  readonly signal: AbortSignal;
}

/** Returns the status page, which contains no data, and the page of its data. */
export function createStatusPage(source: StatusSource): {
  readonly page: HealthServerPage;
  readonly data: HealthServerPage;
  /** Undefined without recordings. */
  readonly recordings: HealthServerPage | undefined;
} {
  const { clock, recordings } = source;
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
    text: STATUS_HTML,
  };
  return {
    page: async () => html,
    data: async () => ({
      contentType: 'application/json',
      headers: { 'cross-origin-resource-policy': 'same-origin' },
      text: JSON.stringify(dataOf(source, startedMs)),
    }),
    recordings: recordings && (async (_, query) => recordingPage(recordings, query)),
  };
}

/** Returns the recording with the `id` of the query, or the list of all. */
function recordingPage(recordings: KeptRecordings, query: URLSearchParams): HealthServerContent {
  const id = query.get('id');
  const text = id === null ? JSON.stringify(recordings.list()) : recordings.text(Number(id));
  if (text === undefined) {
    const contentType = 'text/plain; charset=utf-8';
    return {
      status: 404,
      contentType,
      text: 'there is no recording with this id; the page without an id lists those that exist\n',
    };
  }
  return {
    contentType: 'application/json',
    headers: {
      'cross-origin-resource-policy': 'same-origin',
      // The id of a recording is a number.
      ...(id !== null && {
        'content-disposition': `attachment; filename="recording-${Number(id)}.json"`,
      }),
    },
    text,
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
  const { clock, identity, hasElection, controllers, kinds, describeRole } = source;
  const nowMs = clock.nowMs();
  const sum = (count: (controller: StatusSource['controllers'][number]) => number): number =>
    controllers.reduce((total, each) => total + count(each), 0);
  let objectsLeft = MAX_OBJECTS;
  const shown = [...controllers].sort(byProblems).slice(0, MAX_SHOWN);
  return {
    ...describeRole(),
    identity,
    hasElection,
    uptimeMs: Math.round(nowMs - startedMs),
    sampleMs: SAMPLE_MS,
    totals: {
      controllers: controllers.length,
      caches: kinds.all.length,
      recordings: source.recordings?.size ?? 0,
      synced: kinds.all.filter(({ reader }) => reader.informer.hasSynced).length,
      queued: sum(({ queued }) => queued),
      failing: sum(({ journal }) => journal?.failing ?? 0),
    },
    controllers: shown.map(({ name, workers, queued, running, journal }) => {
      const described = journal?.describe(objectsLeft);
      objectsLeft = Math.max(0, objectsLeft - (journal?.failing ?? 0));
      return { name, workers, queued, running: running.length, ...described };
    }),
    ...(source.recordings && { recordings: source.recordings.list() }),
    caches: kinds.all
      .slice(0, MAX_SHOWN)
      .map((kind) => ({ ...describeCache(kind), ...contactOf(kind, nowMs) })),
  };
}

/** Those with the most failing objects first, then those with the longest queues. */
function byProblems(
  { journal: a, queued: queuedA }: StatusSource['controllers'][number],
  { journal: b, queued: queuedB }: StatusSource['controllers'][number],
): number {
  return (b?.failing ?? 0) - (a?.failing ?? 0) || queuedB - queuedA;
}

/** Returns the time since the last event of a cache, and the error if it is too long. */
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
