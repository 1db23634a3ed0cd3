import { isStatus } from './api-error-from-response.js';
import { apiVersionOf, type ResourceDefinition } from './resource.js';

/** The type of bodies and of complete responses. */
export const JSON_TYPE = 'application/json';

/** The representation in which a client requests objects and lists. */
export interface Representation {
  /** The Accept header for objects. */
  readonly object: string;
  /** The Accept header for lists. */
  readonly list: string;
  /** Converts a response or a watch event from this representation. */
  readonly read: (answer: unknown) => unknown;
}

/**
 * Represents objects by their metadata (meta.k8s.io PartialObjectMetadata), with the type of the
 * original object. If a server does not support this and returns whole objects, the other fields
 * are removed here.
 */
export function metadataOnly(
  resource: Pick<ResourceDefinition, 'group' | 'version' | 'kind' | 'listKind'>,
): Representation {
  const apiVersion = apiVersionOf(resource);
  const typed = (answer: Answer, kind: string): Pick<Answer, 'apiVersion' | 'kind'> =>
    answer.kind === PARTIAL || answer.kind === PARTIAL_LIST
      ? { apiVersion, kind }
      : { apiVersion: answer.apiVersion, kind: answer.kind };
  const read = (answer: unknown): unknown => {
    if (!isAnswer(answer) || isStatus(answer)) return answer;
    if ('type' in answer) return { ...answer, object: read(answer.object) };
    const { metadata } = answer;
    if (!Array.isArray(answer.items)) return { ...typed(answer, resource.kind), metadata };
    return { ...typed(answer, resource.listKind), metadata, items: answer.items.map(read) };
  };
  return { object: partial(PARTIAL), list: partial(PARTIAL_LIST), read };
}

const PARTIAL = 'PartialObjectMetadata';
const PARTIAL_LIST = 'PartialObjectMetadataList';

function partial(kind: string): string {
  return `${JSON_TYPE};as=${kind};g=meta.k8s.io;v=v1,${JSON_TYPE}`;
}

/** An object, a list or an event whose fields are not validated. */
interface Answer {
  readonly apiVersion?: unknown;
  readonly kind?: unknown;
  readonly metadata?: unknown;
  readonly items?: unknown;
  readonly object?: unknown;
}

function isAnswer(value: unknown): value is Answer {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
