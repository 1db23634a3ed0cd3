import type { CustomResourceConversion } from '@vmgen/crd';
import type { SourcePosition } from '../diagnostics/diagnostic.js';
import type { Schema } from '../schema/schema.js';
import type { NamedType, TypeTable } from '../types/type.js';
import type { Role } from './build-roles.js';
import type { WebhookConfiguration } from './build-webhooks.js';
import type { ClientMethod } from './client-methods.js';
import type { ClientVerb } from '../markers/definitions/verbs.js';

/**
 * All that vmgen knows of the APIs of a run: what {@link Emitter}s make files of. It is frozen, and
 * lists have an order that depends on the sources alone.
 */
export interface ApiModel {
  /** By folder name, then version. */
  readonly packages: readonly ApiPackage[];
  /** The kinds that have a CRD, one for all versions of a kind, in the order of `packages`. */
  readonly customResources: readonly CustomResource[];
  /** What rbac markers ask for, Roles and ClusterRoles. */
  readonly roles: readonly Role[];
  /** What webhook markers ask for. */
  readonly webhookConfigurations: readonly WebhookConfiguration[];
  /** Every declared type that a kind leads to, by the id that {@link Type}s of kind `named` carry. */
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
  /** What generated names call it, such as `CloudnativeV1alpha1`. */
  readonly identifier: string;
  /** What the comment of the package says, without markers; empty without one. */
  readonly doc: string;
  /** The start of its `doc.ts`, or of its first file. */
  readonly position: SourcePosition;
  /** Which markers say the names; a folder that says one has no line. */
  readonly origins: {
    readonly group: SourcePosition | undefined;
    readonly version: SourcePosition | undefined;
  };
  /** Its kinds, those without a CRD included. */
  readonly resources: readonly Resource[];
  /** Not all of its files, or not its name, could be read: what it lacks may well be there. */
  readonly isPartial: boolean;
  /** The types that get a deepCopy function, kinds included. */
  readonly copied: readonly NamedType[];
}

/** A column of `kubectl get`. */
export interface PrinterColumn {
  /** What stands above the column. */
  readonly name: string;
  /** `integer`, `number`, `string`, `boolean` or `date`. */
  readonly type: string;
  /** A format of OpenAPI, such as `int32`. */
  readonly format?: string;
  /** The description of the column. */
  readonly description?: string;
  /** Columns above 0 are shown by `kubectl get -o wide` alone. */
  readonly priority?: number;
  /** Where in an object the value stands: `.spec.cidr`. */
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
  /** `virtualmachines`: the word of the API's paths, of RBAC and of the CRD's name. */
  readonly plural: string;
  /** `virtualmachine`. */
  readonly singular: string;
  /** What generated names call many of it, such as `virtualMachines`. */
  readonly pluralIdentifier: string;
  /** What `kubectl get` takes for the plural as well. */
  readonly shortNames: readonly string[];
  /** The words such as `all` under which `kubectl get` lists the kind. */
  readonly categories: readonly string[];
  /** Whether objects stand in namespaces; false for one of the whole cluster. */
  readonly namespaced: boolean;
  /** Which names and scope this version says itself, by its markers and its list type. */
  readonly declaredNames: DeclaredNames;
  /** The declaration: its documentation, markers, fields and place. */
  readonly type: NamedType;
  /** What the typed client can do; undefined without `+genclient`. */
  readonly verbs: ReadonlySet<ClientVerb> | undefined;
  /** Methods of the client beside the verbs. */
  readonly methods: readonly ClientMethod[];
  /** What of its own the kind gets; markers leave parts out. */
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
  /** The paths of fields that field selectors can ask for: `.spec.cidr`. */
  readonly selectableFields: readonly string[];
  /** How the CRD converts objects between versions, where this version says it. */
  readonly conversion: CustomResourceConversion | undefined;
  /** Those that this version's markers give to the CRD. */
  readonly annotations: Readonly<Record<string, string>>;
  /** Those that this version's markers give to the CRD. */
  readonly labels: Readonly<Record<string, string>>;
  /** Whether objects are kept in this version: true of one version of a kind. */
  readonly isStored: boolean;
  /** Whether the API server answers for this version. */
  readonly isServed: boolean;
  /** Left out of all CRDs: its API server knows the kind otherwise. */
  readonly isSkipped: boolean;
  /** Stands in a subresource of other kinds alone, and has no resource of its own. */
  readonly isSubresource: boolean;
  /** The warning of a version that is deprecated, empty for the API server's own; else undefined. */
  readonly deprecation: string | undefined;
  /** What the API accepts, of the whole object. Says nothing of a kind without a CRD. */
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
  /** How objects are converted between versions, where one of them says it. */
  readonly conversion: CustomResourceConversion | undefined;
  /** Of the CRD itself, from all versions. */
  readonly annotations: Readonly<Record<string, string>>;
  /** Of the CRD itself, from all versions. */
  readonly labels: Readonly<Record<string, string>>;
}
