import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { CustomResourceDefinition } from '@vmgen/crd';
import { strictProblems } from '@vmgen/fixtures/generator/strict-problems';
import { readDocuments } from '../documents/read-documents.js';
import { importDefinitions } from '../import-definitions.js';
import { roundTrip } from './round-trip.js';

// CRDs of other projects without their descriptions; hack/fetch-crds.mjs downloads these and many more with
// descriptions.
const folder = fileURLToPath(new URL('../../../testdata/crds/', import.meta.url));

/** Importing a longer text takes a considerable part of a second. */
const LARGE_LENGTH = 20_000;

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

const texts = new Map(
  readdirSync(folder)
    .sort()
    .map((file) => [file, readFileSync(folder + file, 'utf8')]),
);

/** The names of all files, of which each contains one CRD. */
export const realCrds: readonly string[] = [...texts.keys()];

/** Whether the CRD of a file is large. */
export const isLarge = (file: string): boolean => (texts.get(file) ?? '').length > LARGE_LENGTH;

function crdsOf(file: string): CustomResourceDefinition[] {
  const { crds, problems } = readDocuments([{ source: file, text: texts.get(file) ?? '' }]);
  assert.deepEqual(problems, []);
  return crds.map(({ crd }) => crd);
}

/** Checks that the CRD of a file is imported and generated again as it was. */
export function checkRoundTrip(file: string): void {
  const { problems, equalCount, schemaMarkers } = roundTrip(crdsOf(file));
  assert.deepEqual(problems, []);
  assert.equal(equalCount, 1);
  assert.equal(schemaMarkers, SCHEMA_MARKERS[file] ?? 0);
}

/** Checks that the types of all these files compile together under the strictest flags. */
export function checkTypes(files: readonly string[]): void {
  const imported = importDefinitions(files.flatMap(crdsOf), { folderOf: (group) => group });
  // Beside this file, `@vmgen/runtime` is resolved as in a project of a user.
  const sources = imported.files.map(({ path, text }) => [`${folder}${path}`, text] as const);
  assert.deepEqual(strictProblems(new Map(sources)), []);
}

/** Checks that a second import writes the same bytes for another order of the CRDs. */
export function checkOrder(files: readonly string[]): void {
  const crds = files.flatMap(crdsOf);
  assert.deepEqual(importDefinitions([...crds].reverse()), importDefinitions(crds));
}
