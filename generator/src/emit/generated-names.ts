import type { ApiPackage, Resource } from '../model/model.js';
import { lowerFirst, upperFirst } from '../model/names.js';

/** What generated code calls the parts of a kind. */
export interface KindNames {
  readonly resource: string;
  readonly guard: string;
  readonly deepCopy: string;
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
    deepCopy: deepCopyName(kind),
    client: `${kind}Client`,
    lister: `${kind}Lister`,
    namespaceLister: `${kind}NamespaceLister`,
    informer: `${kind}Informer`,
    method: pluralIdentifier,
  };
}

export function deepCopyName(type: string): string {
  return `deepCopy${upperFirst(type)}`;
}

/** What generated code calls the parts of a group's version. */
export function groupNames({ identifier }: ApiPackage): {
  readonly property: string;
  readonly client: string;
  readonly informers: string;
} {
  return {
    property: lowerFirst(identifier),
    client: `${identifier}Client`,
    informers: `${identifier}Informers`,
  };
}

/** `GROUP/VERSION` as objects name it. */
export function apiVersionOf({ group, version }: ApiPackage): string {
  return `${group}/${version}`;
}
