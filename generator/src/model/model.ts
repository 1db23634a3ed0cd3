import type { CustomResourceConversion } from '@vmgen/crd';
import type { SourcePosition } from '../diagnostics/diagnostic.js';
import type { Schema } from '../schema/schema.js';
import type { NamedType, TypeTable } from '../types/type.js';
import type { Role } from './build-roles.js';
import type { AdmissionPolicy } from './build-policies.js';
import type { WebhookConfiguration } from './build-webhooks.js';
import type { ClientMethod } from './client-methods.js';
import type { ClientVerb } from '../markers/definitions/verbs.js';

/**
 * The model of the APIs of a run, from which {@link Emitter}s generate files. It is frozen, and the order of
 * its lists depends only on the sources.
 */
export interface ApiModel {
  /** By folder name, then version. */
  readonly packages: readonly ApiPackage[];
  /** The kinds that have a CRD, one for all versions of a kind, in the order of `packages`. */
  readonly customResources: readonly CustomResource[];
  /** The Roles and ClusterRoles of RBAC markers. */
  readonly roles: readonly Role[];
  /** The configurations of webhook markers. */
  readonly webhookConfigurations: readonly WebhookConfiguration[];
  /** The admission policies of policy markers. */
  readonly admissionPolicies: readonly AdmissionPolicy[];
  /** All declared types that kinds reference, by the id in {@link Type}s of kind `named`. */
  readonly types: TypeTable;
}

/** One version of one group: the folder GROUP/VERSION. */
export interface ApiPackage {
  /** The folder names under the folder of the APIs: of `apis/fleet/v1` `fleet` and `v1`. */
  readonly folder: { readonly group: string; readonly version: string };
  /** The API group, such as `fleet.example.com`. */
  readonly group: string;
  /** The API version, such as `v1alpha1`. */
  readonly version: string;
  /** The name in generated code, such as `CloudnativeV1alpha1`. */
  readonly identifier: string;
  /** The documentation of the package, without markers; empty if absent. */
  readonly doc: string;
  /** The start of its `doc.ts`, or of its first file. */
  readonly position: SourcePosition;
  /** The markers that set the names; a group that comes from the folder has no line. */
  readonly origins: {
    readonly group: SourcePosition | undefined;
    readonly version: SourcePosition | undefined;
  };
  /** Its kinds, those without a CRD included. */
  readonly resources: readonly Resource[];
  /** Some of its files, or its name, could not be read: missing declarations may exist. */
  readonly isPartial: boolean;
  /** The types that get a deepCopy function, kinds included. */
  readonly copied: readonly NamedType[];
}

/** A column of `kubectl get`. */
export interface PrinterColumn {
  /** The title of the column. */
  readonly name: string;
  /** `integer`, `number`, `string`, `boolean` or `date`. */
  readonly type: string;
  /** An OpenAPI format, such as `int32`. */
  readonly format?: string;
  /** The description of the column. */
  readonly description?: string;
  /** Only `kubectl get -o wide` shows columns with a priority above 0. */
  readonly priority?: number;
  /** The path of the value in an object: `.spec.cidr`. */
  readonly jsonPath: string;
}

/** The names and the scope that the versions of a kind share; a version may be silent on each. */
export interface DeclaredNames {
  /** The plural name in lower case. */
  readonly plural?: string;
  /** The singular name in lower case. */
  readonly singular?: string;
  /** The kind of lists. */
  readonly listKind?: string;
  /** The short names for kubectl. */
  readonly shortNames?: readonly string[];
  /** The categories, such as `all`. */
  readonly categories?: readonly string[];
  /** Whether the scope is Namespaced; false for Cluster. */
  readonly namespaced?: boolean;
}

/** One kind in one version. */
export interface Resource {
  /** `VirtualMachine`. */
  readonly kind: string;
  /** `VirtualMachineList`. */
  readonly listKind: string;
  /** `virtualmachines`: the name in API paths, in RBAC and in the name of the CRD. */
  readonly plural: string;
  /** `virtualmachine`. */
  readonly singular: string;
  /** The plural in generated names, such as `virtualMachines`. */
  readonly pluralIdentifier: string;
  /** Alternatives to the plural for `kubectl get`. */
  readonly shortNames: readonly string[];
  /** The categories, such as `all`, with which `kubectl get` lists the kind. */
  readonly categories: readonly string[];
  /** Whether objects are namespaced; false for cluster-scoped kinds. */
  readonly namespaced: boolean;
  /** The names and the scope that the markers and the list type of this version set. */
  readonly declaredNames: DeclaredNames;
  /** The declaration: its documentation, markers, fields and place. */
  readonly type: NamedType;
  /** The verbs of the typed client; undefined without `+genclient`. */
  readonly verbs: ReadonlySet<ClientVerb> | undefined;
  /** Methods of the client besides the verbs. */
  readonly methods: readonly ClientMethod[];
  /** The generated parts of the kind; markers can disable them. */
  readonly outputs: {
    readonly client: boolean;
    readonly lister: boolean;
    readonly informer: boolean;
  };
  /** Whether it has the subresource `status`. */
  readonly hasStatus: boolean;
  /** The paths of the subresource `scale`; undefined without it. */
  readonly scale:
    | { readonly specPath: string; readonly statusPath: string; readonly selectorPath?: string }
    | undefined;
  /** The printer columns of the version. */
  readonly columns: readonly PrinterColumn[];
  /** The paths of fields that field selectors support: `.spec.cidr`. */
  readonly selectableFields: readonly string[];
  /** The conversion between versions of the CRD, if this version declares it. */
  readonly conversion: CustomResourceConversion | undefined;
  /** The annotations or labels that the markers of this version add to the CRD. */
  readonly annotations: Readonly<Record<string, string>>;
  /** The annotations or labels that the markers of this version add to the CRD. */
  readonly labels: Readonly<Record<string, string>>;
  /** Whether objects are kept in this version: true of one version of a kind. */
  readonly isStored: boolean;
  /** Whether the API server answers for this version. */
  readonly isServed: boolean;
  /** Omitted from all CRDs: its API server defines the kind in another way. */
  readonly isSkipped: boolean;
  /** Used only in a subresource of other kinds, and has no resource of its own. */
  readonly isSubresource: boolean;
  /** The warning of a version that is deprecated, empty for the API server's own; else undefined. */
  readonly deprecation: string | undefined;
  /** The schema of the whole object. Empty for a kind without a CRD. */
  readonly schema: Schema;
}

/** A kind over all its versions: one CRD. */
export interface CustomResource {
  /** The API group, such as `fleet.example.com`. */
  readonly group: string;
  /** The folder of the group under the folder of the APIs. */
  readonly folder: string;
  /** In the API server's order, the newest stable version first. */
  readonly versions: readonly { readonly package: ApiPackage; readonly resource: Resource }[];
  /** The version that names and scope are taken from. */
  readonly main: Resource;
  /** The conversion between versions, if one of them declares it. */
  readonly conversion: CustomResourceConversion | undefined;
  /** Of the CRD itself, from all versions. */
  readonly annotations: Readonly<Record<string, string>>;
  /** Of the CRD itself, from all versions. */
  readonly labels: Readonly<Record<string, string>>;
}
