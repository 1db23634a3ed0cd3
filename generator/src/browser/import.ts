export type { SourceText } from '@vmgen/base/yaml';
export type { ImportedFile } from '../import/import-definitions.js';
import { formatProblem, type SourceText } from '@vmgen/base/yaml';
import type { CustomResourceDefinition } from '@vmgen/crd';
import { readDocuments } from '../import/documents/read-documents.js';
import type { ImportedFile } from '../import/import-definitions.js';
import { makePackages } from '../import/make-packages.js';

/** The types of CRDs, or the problems that prevent them. */
export interface ImportedTypes {
  /** By path: `cert-manager/v1/types.ts`; empty if there are problems. */
  readonly files: readonly ImportedFile[];
  /** The CRDs that were read. */
  readonly crds: readonly CustomResourceDefinition[];
  /** The number of `+vmgen:schema` markers, which contain what types and other markers cannot express. */
  readonly schemaMarkers: number;
  /** What is invalid in the texts, a line each. */
  readonly problems: readonly string[];
}

/**
 * Returns types from which vmgen generates the same CRDs, as `vmgen import` writes them. Never throws for the content of
 * a text.
 *
 * @param texts YAML or JSON with CRDs or OpenAPI v3 documents
 */
export function importTypes(texts: readonly SourceText[]): ImportedTypes {
  const documents = readDocuments(texts);
  const options = { folders: new Map<string, string>(), descriptions: true, skipInvalid: false };
  const { files, schemaMarkers, problems } = makePackages(documents, options);
  const all = [...documents.problems.map(formatProblem), ...problems];
  const crds = documents.crds.map(({ crd }) => crd);
  return { files: all.length > 0 ? [] : files, crds, schemaMarkers, problems: all };
}
