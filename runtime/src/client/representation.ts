import { isStatus } from './api-error-from-response.js';
import { apiVersionOf, type ResourceDefinition } from './resource.js';

/** Bodies, and answers that are to be whole. */
export const JSON_TYPE = 'application/json';

/** The form in which a client has objects and lists sent. */
export interface Representation {
  /** The Accept header where an object is asked for. */
  readonly object: string;
  /** The Accept header where a list is. */
  readonly list: string;
  /** What an answer, or an event of a watch, stands for. */
  readonly read: (answer: unknown) => unknown;
}

/**
 * Objects as their metadata alone (meta.k8s.io PartialObjectMetadata), under the type of what they
 * are the metadata of. A server that does not know how to cut sends the whole: it is cut here.
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

/** An object, a list or an event, as far as a server can be trusted. */
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
