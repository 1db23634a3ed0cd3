import type { CustomResourceDefinition } from '@vmgen/crd';
import { appendAll, isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';
import { isDeepStrictEqual } from 'node:util';
import { isDefinition, checkCrd } from './check-crd.js';
import {
  parseDocuments,
  type ParsedDocument,
  formatPlace,
  type DocumentPlace,
  type SourceProblem,
  type SourceText,
} from '@vmgen/base/yaml';

/** A CRD that a cluster would accept, and where it stands. */
export interface CrdDocument extends DocumentPlace {
  readonly crd: CustomResourceDefinition;
}

/** An OpenAPI v3 document, and where it stands; nothing of it is judged yet. */
interface OpenApiDocument extends DocumentPlace {
  readonly openApi: JsonObject;
}

/** What texts hold. All that is wrong is told, so that one run shows it. */
export interface Documents {
  /** In the order of the texts; of one that stands in several places alike, the first. */
  readonly crds: readonly CrdDocument[];
  readonly openApis: readonly OpenApiDocument[];
  /** Objects of kind APIResourceList: what discovery says beside OpenAPI documents. */
  readonly discovery: readonly JsonObject[];
  /** Objects of other kinds, and CRDs that are not wanted. */
  readonly skippedCount: number;
  readonly problems: readonly SourceProblem[];
}

/** What a CRD says it is, before it is judged; empty where it says nothing. */
export interface CrdIdentity {
  /** `widgets.example.com`. */
  readonly name: string;
  readonly group: string;
}

/** Which CRDs are read. */
interface ReadDocumentsOptions {
  /** The others are skipped, right or wrong; all are wanted where it is left out. */
  readonly wants?: (crd: CrdIdentity) => boolean;
}

/**
 * Reads the CRDs and OpenAPI documents of texts: YAML (1.1, as Kubernetes reads it) or JSON, of one or
 * more documents, lists included. Hostile text costs no more than its length: depth, aliases and
 * sizes are bounded. Never throws: what is wrong stands in `problems`.
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
    // In the order in which they stand, whatever is wrong with them.
    appendAll(
      problems,
      found.sort((a, b) => (a.document ?? 0) - (b.document ?? 0)),
    );
  }
  return { crds: [...crds.values()], openApis, discovery, skippedCount, problems };
}

/** What an object of any form says of the CRD that it is. */
function identityOf({ metadata, spec }: JsonObject): CrdIdentity {
  const text = (object: JsonValue | undefined, field: string): string => {
    const value = object !== undefined && isJsonObject(object) ? object[field] : undefined;
    return typeof value === 'string' ? value : '';
  };
  return { name: text(metadata, 'name'), group: text(spec, 'group') };
}

const OPENAPI_2 =
  'OpenAPI v2 says less than v3 and is not read: kubectl get --raw /openapi/v3/apis/GROUP/VERSION has v3';

function isOpenApi3({ openapi }: JsonObject): boolean {
  return typeof openapi === 'string' && openapi.startsWith('3.');
}

/** Enters a CRD by its name; what keeps it out is returned. */
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
  if (isDeepStrictEqual(before.crd.spec, crd.spec)) return [];
  return [
    { ...place, reason: `${name} stands in ${formatPlace(before)} too, and is another there` },
  ];
}
