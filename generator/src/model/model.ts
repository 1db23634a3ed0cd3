import type { SourcePosition } from '../findings/finding.js';
import type { Schema } from '../schema/schema.js';
import type { NamedType, TypeTable } from '../types/type.js';
import type { Role } from './build-roles.js';
import type { WebhookConfiguration } from './build-webhooks.js';
import type { ClientMethod } from './client-methods.js';
import type { ClientVerb } from '../markers/definitions/verbs.js';

/** All that the emitters know; frozen once it is built. */
export interface ApiModel {
  /** By folder name, then version. */
  readonly packages: readonly ApiPackage[];
  /** One per kind of a group, over its versions. */
  readonly customResources: readonly CustomResource[];
  /** What rbac markers ask for, Roles and ClusterRoles. */
  readonly roles: readonly Role[];
  /** What webhook markers ask for. */
  readonly webhookConfigurations: readonly WebhookConfiguration[];
  readonly types: TypeTable;
}

/** One version of one group: the folder GROUP/VERSION. */
export interface ApiPackage {
  /** The folder names under the folder of the APIs. */
  readonly folder: { readonly group: string; readonly version: string };
  readonly group: string;
  readonly version: string;
  /** What generated names call it, such as `CloudnativeV1alpha1`. */
  readonly identifier: string;
  readonly doc: string;
  readonly position: SourcePosition;
  /** Which markers say the names; a folder that says one has no line. */
  readonly origins: {
    readonly group: SourcePosition | undefined;
    readonly version: SourcePosition | undefined;
  };
  readonly resources: readonly Resource[];
  /** Not all of its files, or not its name, could be read: what it lacks may well be there. */
  readonly isPartial: boolean;
  /** The types that get a deepCopy function, kinds included. */
  readonly copied: readonly NamedType[];
}

export interface PrinterColumn {
  readonly name: string;
  readonly type: string;
  readonly format?: string;
  readonly description?: string;
  readonly priority?: number;
  readonly jsonPath: string;
}

/** The names and the scope that the versions of a kind share; a version may be silent on each. */
export interface SaidNames {
  readonly plural?: string;
  readonly singular?: string;
  readonly listKind?: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly namespaced?: boolean;
}

/** One kind in one version. */
export interface Resource {
  readonly kind: string;
  readonly listKind: string;
  readonly plural: string;
  readonly singular: string;
  /** What generated names call many of it, such as `virtualMachines`. */
  readonly pluralIdentifier: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly namespaced: boolean;
  /** Which names and scope this version says itself, by its markers and its list type. */
  readonly said: SaidNames;
  readonly type: NamedType;
  /** Undefined without `+genclient`. */
  readonly verbs: ReadonlySet<ClientVerb> | undefined;
  /** Methods of the client beside the verbs. */
  readonly methods: readonly ClientMethod[];
  /** What of its own the kind gets; markers leave parts out. */
  readonly outputs: {
    readonly client: boolean;
    readonly lister: boolean;
    readonly informer: boolean;
  };
  readonly hasStatus: boolean;
  readonly scale:
    | { readonly specPath: string; readonly statusPath: string; readonly selectorPath?: string }
    | undefined;
  readonly columns: readonly PrinterColumn[];
  readonly selectableFields: readonly string[];
  readonly annotations: Readonly<Record<string, string>>;
  readonly labels: Readonly<Record<string, string>>;
  readonly isStored: boolean;
  readonly isServed: boolean;
  /** Left out of all CRDs: its API server knows the kind otherwise. */
  readonly isSkipped: boolean;
  /** The empty string is a deprecation without a warning of its own. */
  readonly deprecation: string | undefined;
  /** Says nothing of a kind without a CRD. */
  readonly schema: Schema;
}

/** A kind over all its versions: one CRD. */
export interface CustomResource {
  readonly group: string;
  /** The folder of the group. */
  readonly folder: string;
  /** In the API server's order, the newest stable version first. */
  readonly versions: readonly { readonly package: ApiPackage; readonly resource: Resource }[];
  /** What names and scope are taken from. */
  readonly main: Resource;
  /** Of the CRD itself, from all versions. */
  readonly annotations: Readonly<Record<string, string>>;
  readonly labels: Readonly<Record<string, string>>;
}
