import type { JsonObject } from '@vmgen/base/json';
import type { MarkerRegistry } from '../../markers/registry.js';
import type { ApiResource, GroupVersionKind } from './api-resource.js';
import type { Component } from './read-components.js';

/** The options of an import of OpenAPI documents. */
export interface OpenApiOptions {
  readonly registry: MarkerRegistry;
  /** Objects of kind APIResourceList, which contain short names, categories and exact verbs. */
  readonly discovery?: readonly JsonObject[];
  /** Keeps descriptions. Defaults to true. */
  readonly descriptions?: boolean;
  /** Also imports types that no path serves from the documents: those of Kubernetes itself. */
  readonly isKubernetes?: boolean;
  /** The address of a page about a type of a group's version. */
  readonly pageOf?: (type: GroupVersionKind) => string;
  /** Receives problems with their place in the document. */
  readonly report: (path: string, problem: string) => void;
}

/** A package of the documents that becomes a folder. */
export interface LocalPackage {
  /** As it begins the names of its schemas. */
  readonly name: string;
  readonly folder: { readonly group: string; readonly version: string };
  /** The API group, empty for the core one; undefined of a package without kinds. */
  readonly group: string | undefined;
  readonly components: readonly Component[];
}

/** The state that the declarations of all packages of a run share. */
export interface PackageContext extends OpenApiOptions {
  readonly components: ReadonlyMap<string, Component>;
  /** The names of the components that kinds reference. */
  readonly reachable: ReadonlySet<string>;
  /** By the kind of its objects. */
  readonly resources: ReadonlyMap<string, ApiResource>;
  /** Subresources whose type is a kind, by that kind. */
  readonly subresources: ReadonlyMap<string, string>;
  /** By name. */
  readonly packages: ReadonlyMap<string, LocalPackage>;
}
