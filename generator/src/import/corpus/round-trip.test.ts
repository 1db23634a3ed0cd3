import assert from 'node:assert/strict';
import { appendFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { roundTrip } from '../testing/round-trip.js';
import { fetchCorpus, readCrds } from './corpus.test.helper.js';

/** Enough to see what kind of thing it is. */
const SHOWN = 20;

const sets = await fetchCorpus();
const [missing] = sets.flatMap((each) => each.missing ?? []);
const isNothingThere = sets.every((each) => each.missing !== undefined);
const sum = { sets: 0, crds: 0, equal: 0, schemaMarkers: 0 };

if (isNothingThere) {
  test('the CRDs of other projects come back as they were', { skip: `not fetched: ${missing}` });
}

for (const { name, folder, missing } of isNothingThere ? [] : sets) {
  const skip = missing !== undefined && `not fetched: ${missing}`;
  test(`${name}: every CRD comes back as it was`, { skip }, async () => {
    const crds = await readCrds(folder);
    assert.ok(crds.length > 0);
    sum.sets++;
    sum.crds += crds.length;
    const { equalCount, schemaMarkers, problems } = roundTrip(crds);
    sum.equal += equalCount;
    sum.schemaMarkers += schemaMarkers;
    assert.deepEqual(problems.slice(0, SHOWN), []);
    assert.equal(equalCount, crds.length);
  });
}

after(() => {
  const { crds, equal, schemaMarkers } = sum;
  const line = `${equal} of ${crds} equal, ${schemaMarkers} schema markers needed (${sum.sets} of ${sets.length} sets of CRDs)`;
  const notes = process.env['VMGEN_NOTES'];
  if (notes === undefined) console.log(line);
  else appendFileSync(notes, `${line}\n`);
});
