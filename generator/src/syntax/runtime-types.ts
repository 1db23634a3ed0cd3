/** The types of `@vmgen/runtime` that are allowed in an API. */
export const RUNTIME_TYPES = [
  'TypeMeta',
  'ObjectMeta',
  'ListMeta',
  'Int32',
  'Int64',
  'Float',
  'Time',
  'MicroTime',
  'Duration',
  'Quantity',
  'ResourceList',
  'IntOrString',
  'RawExtension',
  'JSONValue',
  'Condition',
  'LabelSelector',
  'LabelSelectorRequirement',
] as const;

/** One of them. */
export type RuntimeTypeName = (typeof RUNTIME_TYPES)[number];

/** The TypeScript types of the scalars; a quantity is one of two. */
export const RUNTIME_PRIMITIVES: Readonly<Partial<Record<RuntimeTypeName, 'string' | 'number'>>> = {
  Int32: 'number',
  Int64: 'number',
  Float: 'number',
  Time: 'string',
  MicroTime: 'string',
  Duration: 'string',
};

export const RUNTIME_MODULE = '@vmgen/runtime';

/** Whether a module is an entry of the runtime that has these types. */
export function isRuntimeModule(specifier: string): boolean {
  return specifier === RUNTIME_MODULE || specifier === `${RUNTIME_MODULE}/meta`;
}

export function isRuntimeType(name: string): name is RuntimeTypeName {
  return RUNTIME_TYPES.some((known) => known === name);
}
