/** The verbs of a client, as the markers of genclient name them. */
export const VERBS = [
  'create',
  'update',
  'updateStatus',
  'delete',
  'deleteCollection',
  'get',
  'list',
  'watch',
  'patch',
  'apply',
  'applyStatus',
] as const;
/** A verb that a typed client may have. */
export type ClientVerb = (typeof VERBS)[number];
