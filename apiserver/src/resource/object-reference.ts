/** The fields of Go's ObjectReference in the order of its struct. */
export const OBJECT_REFERENCE_FIELDS = [
  'kind',
  'namespace',
  'name',
  'uid',
  'apiVersion',
  'resourceVersion',
  'fieldPath',
] as const;
