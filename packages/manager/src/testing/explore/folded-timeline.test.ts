import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldedTimeline } from './folded-timeline.js';
import { violationHtml } from './violation-html.js';
import { violationText } from './violation-text.js';
import type { TimelineEntry } from './explored-world.js';

/** Entries of the operator, one second after the other. */
const timelineOf = (...texts: readonly string[]): TimelineEntry[] =>
  texts.map((what, second) => ({ ms: second * 1_000, who: 'operator 1', what }));

const textsOf = (timeline: readonly TimelineEntry[]): string[] =>
  foldedTimeline(timeline).map(({ ms, what }) => `${ms / 1_000} ${what}`);

test('attempts that are repeated without a change are one with a count', () => {
  assert.deepEqual(textsOf(timelineOf('a', 'b', 'b', 'b', 'b', 'c')), [
    '0 a',
    '1 b',
    '4 the same again, 3 times',
    '5 c',
  ]);
  assert.deepEqual(textsOf(timelineOf('put', 'fail', 'put', 'fail', 'put', 'fail', 'put')), [
    '0 put',
    '1 fail',
    '5 the last 2 lines again, 2 times',
    '6 put',
  ]);
});

test('what is repeated once, or by another process, is shown', () => {
  assert.deepEqual(textsOf(timelineOf('a', 'b', 'a', 'b')), ['0 a', '1 b', '2 a', '3 b']);
  const others = [1, 2, 3].map((each) => ({ ms: 0, who: `operator ${each}`, what: 'starts' }));
  assert.deepEqual(foldedTimeline(others), others);
  const kinds = (['read', 'seen', 'change'] as const).map((kind) => ({
    ...{ ms: 0, who: 'server', what: 'a', kind },
  }));
  assert.deepEqual(foldedTimeline(kinds), kinds);
});

test('the text and the page of a violation are folded', () => {
  const timeline = timelineOf(...Array.from({ length: 9 }, () => ['patch: 409', 'fails']).flat());
  const violation = { plan: { step: 'create', faults: [] }, problems: ['it differs'], timeline };
  assert.equal(
    violationText(violation),
    `step "create", no fault
  it differs
      0.000 operator 1 patch: 409
      1.000 operator 1 fails
     17.000 operator 1 the last 2 lines again, 8 times`,
  );
  const page = violationHtml(violation);
  assert.equal(page.split('<tr>').length - 1, 4);
  assert.match(page, /<td data-label="operator 1">the last 2 lines again, 8 times<\/td>/);
});
