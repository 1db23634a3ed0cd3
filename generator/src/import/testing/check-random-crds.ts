import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { readDocuments } from '../documents/read-documents.js';
import { importDefinitions } from '../import-definitions.js';
import { jsonText } from '../../text/json-text.js';
import { Random } from '../../testing/random.js';
import { randomCrd } from '../../testing/random-crd.js';
import { roundTrip } from './round-trip.js';
import { strictProblems } from '@vmgen/fixtures/generator/strict-problems';

/** Which random CRDs are tried. */
interface RandomCrds {
  /** Of the first; each has its own, which its failure names. */
  readonly seed: number;
  readonly count: number;
  /** Whether the imported types are compiled with TypeScript, which takes long. */
  readonly compiles?: boolean;
}

/** As from a project of a user, where `@vmgen/runtime` is found. */
const FOLDER = fileURLToPath(new URL('../../../testdata/', import.meta.url));

/** Imports random CRDs and generates them again: the CRDs that an API server accepts must not change. */
export function checkRandomCrds({ seed, count, compiles = false }: RandomCrds): void {
  const sources = new Map<string, string>();
  let acceptedCount = 0;
  for (let at = seed; at < seed + count; at++) {
    const text = JSON.stringify(randomCrd(new Random(at), 0));
    const [document] = readDocuments([{ source: `seed ${at}`, text }]).crds;
    if (!document) continue;
    acceptedCount++;
    const { equalCount, problems } = roundTrip([document.crd]);
    assert.deepEqual(problems, [], `seed ${at}`);
    assert.equal(equalCount, 1, `seed ${at}`);
    const [shuffled] = readDocuments([
      { source: `seed ${at}`, text: jsonText(inAnyOrder(document.crd, new Random(at))) },
    ]).crds;
    assert.ok(shuffled, `seed ${at}`);
    const { files } = importDefinitions([document.crd]);
    assert.deepEqual(importDefinitions([shuffled.crd]).files, files, `seed ${at}, shuffled`);
    if (!compiles) continue;
    for (const { path, text: types } of files) {
      sources.set(`${FOLDER}${at}/${path}`, types);
    }
  }
  // Otherwise the test would check nothing.
  assert.ok(acceptedCount > count * 0.6, `only ${acceptedCount} of ${count} are accepted`);
  assert.deepEqual(strictProblems(sources), []);
}

/** The same value with the keys of its objects in another order. */
function inAnyOrder(value: unknown, random: Random): unknown {
  if (Array.isArray(value)) return value.map((each) => inAnyOrder(each, random));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([key, each]: [string, unknown]) => ({
    key,
    each,
    rank: random.fraction(),
  }));
  fields.sort((a, b) => a.rank - b.rank);
  return Object.fromEntries(fields.map(({ key, each }) => [key, inAnyOrder(each, random)]));
}
