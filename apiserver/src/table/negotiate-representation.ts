import { acceptClauses, clauseCovers, type AcceptClause } from '../http/accept-clauses.js';

/** The form in which a client wants objects and lists. */
export interface Representation {
  readonly mediaType: 'application/json' | 'application/yaml';
  /** What the objects are turned into; undefined: nothing, they go out as they are. */
  readonly as?: 'Table' | 'PartialObjectMetadata' | 'PartialObjectMetadataList';
  /** The version of meta.k8s.io of {@link as}. */
  readonly version: 'v1' | 'v1beta1';
}

/**
 * The first clause of an Accept header that this server can serve, as the real one picks it.
 * Undefined: none (406). Protobuf is not served; clients that ask for it name JSON next.
 */
export function negotiateRepresentation(accept: string | undefined): Representation | undefined {
  for (const clause of acceptClauses(accept)) {
    const representation = representationOf(clause);
    if (representation !== undefined) return representation;
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
