import { acceptClauses, clauseCovers, type AcceptClause } from '../response/accept-clauses.js';

/** The representation of objects and lists that a client accepts. */
export interface Representation {
  readonly mediaType: 'application/json' | 'application/yaml';
  /** The target of a conversion; undefined if objects are not converted. */
  readonly as?: 'Table' | 'PartialObjectMetadata' | 'PartialObjectMetadataList';
  /** The version of meta.k8s.io of {@link as}. */
  readonly version: 'v1' | 'v1beta1';
}

/**
 * Returns the first clause of an Accept header that this server supports, as kube-apiserver selects
 * it; undefined if there is no such clause (406). Protobuf is not supported. Clients that prefer it
 * also accept JSON.
 *
 * @param hasTable whether objects of the kind are shown in tables. Defaults to true
 */
export function negotiateRepresentation(
  accept: string | undefined,
  hasTable = true,
): Representation | undefined {
  if (accept === 'application/json') return { mediaType: accept, version: 'v1' };
  for (const clause of acceptClauses(accept)) {
    const representation = representationOf(clause);
    if (representation !== undefined && (hasTable || representation.as !== 'Table')) {
      return representation;
    }
  }
  return undefined;
}

function representationOf(clause: AcceptClause): Representation | undefined {
  const mediaType = clauseCovers(clause, 'application', 'json')
    ? 'application/json'
    : clauseCovers(clause, 'application', 'yaml')
      ? 'application/yaml'
      : undefined;
  if (mediaType === undefined) return undefined;
  const as = clause.parameters.get('as');
  const version = clause.parameters.get('v') ?? 'v1';
  if (as === undefined) return { mediaType, version: 'v1' };
  if (clause.parameters.get('g') !== 'meta.k8s.io' || !isMetaVersion(version)) return undefined;
  return isConversion(as) ? { mediaType, as, version } : undefined;
}

function isMetaVersion(version: string): version is Representation['version'] {
  return version === 'v1' || version === 'v1beta1';
}

function isConversion(as: string): as is NonNullable<Representation['as']> {
  return as === 'Table' || as === 'PartialObjectMetadata' || as === 'PartialObjectMetadataList';
}
