import type { ApiPackage, Resource } from './model.js';
import { lowerFirst, upperFirst } from '../text/names.js';
import type { NamedType } from '../types/type.js';

/** The names of the parts of a kind in generated code. */
export interface KindNames {
  readonly resource: string;
  readonly guard: string;
  readonly client: string;
  readonly lister: string;
  readonly namespaceLister: string;
  readonly informer: string;
  /** `virtualMachines`, as clients and informers call it. */
  readonly method: string;
}

export function kindNames({ kind, pluralIdentifier }: Resource): KindNames {
  return {
    resource: `${lowerFirst(kind)}Resource`,
    guard: `is${upperFirst(kind)}`,
    client: `${kind}Client`,
    lister: `${kind}Lister`,
    namespaceLister: `${kind}NamespaceLister`,
    informer: `${kind}Informer`,
    method: pluralIdentifier,
  };
}

/** The scope of a kind as generated code writes it, as a type and as a value. */
export function scopeLiteral({ namespaced }: Resource): string {
  return namespaced ? "'Namespaced'" : "'Cluster'";
}

/** The names of a package's copy functions, no two alike: types may differ in case, or by their file. */
export function copyNames({ copied }: ApiPackage): ReadonlyMap<NamedType, string> {
  const names = new Map<NamedType, string>();
  const taken = new Set<string>();
  const isPlain = ({ name }: NamedType): boolean => upperFirst(name) === name;
  // Of Foo and foo the first one is deepCopyFoo.
  for (const type of [...copied.filter(isPlain), ...copied.filter((each) => !isPlain(each))]) {
    let name = `deepCopy${upperFirst(type.name)}`;
    while (taken.has(name)) name += '_';
    taken.add(name);
    names.set(type, name);
  }
  return names;
}

/**
 * The names of the parts of a group version in generated code. They end in `Client` and `Informer`, which no
 * name of a kind's part does.
 */
export function groupNames({ identifier }: ApiPackage): {
  readonly property: string;
  readonly clients: string;
  readonly informers: string;
} {
  return {
    property: lowerFirst(identifier),
    clients: `${identifier}Clients`,
    informers: `${identifier}Informers`,
  };
}

/** `GROUP/VERSION` as in apiVersion; only the version for the core group. */
export function apiVersionOf({ group, version }: ApiPackage): string {
  return group === '' ? version : `${group}/${version}`;
}
