import type { CustomResourceDefinition } from '@vmgen/crd';
import { readDocuments } from '../documents/read-documents.js';
import { importDefinitions } from '../import-definitions.js';
import { formatProblem } from '@vmgen/base/yaml';
import { compileText, diagnosticTexts } from '../../testing/compile-text.js';
import { differences } from '../../testing/differences.js';
import { normaliseCrd } from './normalise-crd.js';

/** The result of importing CRDs and generating them again. */
interface RoundTrip {
  /** The number of unchanged CRDs. */
  readonly equalCount: number;
  readonly schemaMarkers: number;
  /** The differences by leaf: `things.example.com spec.versions[v1]...: 1 became 2`. */
  readonly problems: readonly string[];
}

/** Imports CRDs, generates them again from the imported types, and compares them. */
export function roundTrip(crds: readonly CustomResourceDefinition[]): RoundTrip {
  const { files, schemaMarkers } = importDefinitions(crds, { folderOf: (group) => group });
  const sources = Object.fromEntries(files.map(({ path, text }) => [path, text]));
  const compiled = compileText(sources, { generators: ['crd'], trimDescriptions: false });
  const isRefused = compiled.files.length === 0;
  const problems = isRefused ? diagnosticTexts(compiled) : [];
  const made = new Map<string, CustomResourceDefinition>();
  const documents = readDocuments(compiled.files.map(({ path, text }) => ({ source: path, text })));
  problems.push(...documents.problems.map(formatProblem));
  for (const { crd } of documents.crds) made.set(crd.metadata.name ?? '', crd);
  let equalCount = 0;
  for (const crd of isRefused ? [] : crds) {
    const { name = '' } = crd.metadata;
    const again = made.get(name);
    const differing = again
      ? differences(normaliseCrd(crd), normaliseCrd(again))
      : ['it was not generated'];
    if (differing.length === 0) equalCount++;
    for (const difference of differing) problems.push(`${name} ${difference}`);
  }
  return { equalCount, schemaMarkers, problems };
}
