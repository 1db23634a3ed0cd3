import type { CustomResourceDefinition } from '@vmgen/crd';
import { appendAll, deepEqualJson, type JsonObject } from '@vmgen/base/json';
import { textAt } from '../../text/json-fields.js';
import { isDefinition, checkCrd } from './check-crd.js';
import {
  parseDocuments,
  type ParsedDocument,
  formatPlace,
  type DocumentPlace,
  type SourceProblem,
  type SourceText,
} from '@vmgen/base/yaml';

/** A CRD that a cluster would accept, and its position. */
export interface CrdDocument extends DocumentPlace {
  readonly crd: CustomResourceDefinition;
}

/** An OpenAPI v3 document, and its position; the document is not validated yet. */
interface OpenApiDocument extends DocumentPlace {
  readonly openApi: JsonObject;
}

/** The content of texts. All problems are reported, so that one run shows them. */
export interface Documents {
  /** In the order of the texts; of identical duplicates, only the first. */
  readonly crds: readonly CrdDocument[];
  readonly openApis: readonly OpenApiDocument[];
  /** Objects of kind APIResourceList, which supplement OpenAPI documents. */
  readonly discovery: readonly JsonObject[];
  /** Objects of other kinds, and CRDs that are not selected. */
  readonly skippedCount: number;
  readonly problems: readonly SourceProblem[];
}

/** The name and group that a CRD states, before it is validated; empty if absent. */
export interface CrdIdentity {
  /** `widgets.example.com`. */
  readonly name: string;
  readonly group: string;
}

/** Which CRDs are read. */
interface ReadDocumentsOptions {
  /** Selects CRDs; others are skipped, even if they are invalid. Defaults to all. */
  readonly wants?: (crd: CrdIdentity) => boolean;
}

/**
 * Reads the CRDs and OpenAPI documents of texts: YAML (1.1, as Kubernetes reads it) or JSON, with one or more
 * documents, including lists. The cost of hostile text is proportional to its length: depth, aliases and
 * sizes are limited. Never throws: problems are in `problems`.
 */
export function readDocuments(
  texts: readonly SourceText[],
  { wants = () => true }: ReadDocumentsOptions = {},
): Documents {
  const crds = new Map<string, CrdDocument>();
  const openApis: OpenApiDocument[] = [];
  const discovery: JsonObject[] = [];
  const problems: SourceProblem[] = [];
  let skippedCount = 0;
  for (const text of texts) {
    const parsed = parseDocuments(text);
    const found = [...parsed.problems];
    for (const each of parsed.documents) {
      const { value, ...place } = each;
      if (isDefinition(value) && !wants(identityOf(value))) skippedCount++;
      else if (isDefinition(value)) appendAll(found, takeCrd(each, crds));
      else if (isOpenApi3(value)) openApis.push({ ...place, openApi: value });
      else if (value['kind'] === 'APIResourceList') discovery.push(value);
      else if (typeof value['swagger'] === 'string') found.push({ ...place, reason: OPENAPI_2 });
      else skippedCount++;
    }
    // In the order of their positions.
    appendAll(
      problems,
      found.sort((a, b) => (a.document ?? 0) - (b.document ?? 0)),
    );
  }
  return { crds: [...crds.values()], openApis, discovery, skippedCount, problems };
}

/** Reads the name and group of a CRD from an object of any structure. */
function identityOf({ metadata, spec }: JsonObject): CrdIdentity {
  return { name: textAt(metadata, 'name'), group: textAt(spec, 'group') };
}

const OPENAPI_2 =
  'OpenAPI v2 contains less information than v3 and is not supported: kubectl get --raw /openapi/v3/apis/GROUP/VERSION prints v3';

function isOpenApi3({ openapi }: JsonObject): boolean {
  return typeof openapi === 'string' && openapi.startsWith('3.');
}

/** Adds a CRD by its name; returns the reason if this is not possible. */
function takeCrd(
  { value, ...place }: ParsedDocument,
  crds: Map<string, CrdDocument>,
): SourceProblem[] {
  const checked = checkCrd(value);
  if ('reasons' in checked) return checked.reasons.map((reason) => ({ ...place, reason }));
  const { crd } = checked;
  const name = crd.metadata.name ?? '';
  const before = crds.get(name);
  if (before === undefined) {
    crds.set(name, { ...place, crd });
    return [];
  }
  if (deepEqualJson(before.crd.spec, crd.spec)) return [];
  return [
    { ...place, reason: `${name} is also in ${formatPlace(before)}, with different content` },
  ];
}
