import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { CustomResourceDefinition } from '@vmgen/crd';
import { roundTrip } from './testing/round-trip.js';
import { strictProblems } from '#generator/testing/strict-problems.js';
import { readDocuments } from './documents/read-documents.js';
import { importDefinitions } from './import-definitions.js';

// CRDs of other projects without their descriptions; hack/fetch-crds.mjs downloads these and many more with
// descriptions.
const folder = fileURLToPath(new URL('../../generator/testdata/crds/', import.meta.url));

/**
 * The number of raw schemas that each CRD needs for what types and markers cannot express; others need none.
 */
const SCHEMA_MARKERS: Readonly<Record<string, number>> = {
  'assign.mutations.gatekeeper.sh.yaml': 1,
  'awsmachines.infrastructure.cluster.x-k8s.io.yaml': 1,
  'clustercleanuppolicies.kyverno.io.yaml': 6,
  'gateways.gateway.networking.k8s.io.yaml': 4,
  'nodepools.karpenter.sh.yaml': 1,
  'telemetries.telemetry.istio.io.yaml': 4,
  'trafficextensions.extensions.istio.io.yaml': 1,
};

const files = readdirSync(folder).sort();
const crdsOf = (file: string): CustomResourceDefinition[] => {
  const { crds, problems } = readDocuments([
    { source: file, text: readFileSync(folder + file, 'utf8') },
  ]);
  assert.deepEqual(problems, []);
  return crds.map(({ crd }) => crd);
};

for (const file of files) {
  test(`${file} is imported and generated again as it was`, () => {
    const { problems, equalCount, schemaMarkers } = roundTrip(crdsOf(file));
    assert.deepEqual(problems, []);
    assert.equal(equalCount, 1);
    assert.equal(schemaMarkers, SCHEMA_MARKERS[file] ?? 0);
  });
}

test('imports types that compile under the strictest flags', () => {
  const imported = importDefinitions(files.flatMap(crdsOf), { folderOf: (group) => group });
  // Beside this file, `@vmgen/runtime` is resolved as in a project of a user.
  const sources = imported.files.map(({ path, text }) => [`${folder}${path}`, text] as const);
  assert.deepEqual(strictProblems(new Map(sources)), []);
});

test('writes the same bytes in a second import, for any order of the CRDs', () => {
  const crds = files.flatMap(crdsOf);
  assert.deepEqual(importDefinitions([...crds].reverse()), importDefinitions(crds));
});
