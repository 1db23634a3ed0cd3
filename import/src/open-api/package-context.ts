import type { JsonObject } from '@vmgen/base/json';
import type { MarkerRegistry } from '#generator/markers/registry.js';
import type { ApiResource, GroupVersionKind } from './api-resource.js';
import type { Component } from './read-components.js';

/** What an import of OpenAPI documents takes beside them. */
export interface OpenApiOptions {
  readonly registry: MarkerRegistry;
  /** Objects of kind APIResourceList: they say short names, categories and exact verbs. */
  readonly discovery?: readonly JsonObject[];
  /** Keeps what schemas say for people; true when left out. */
  readonly descriptions?: boolean;
  /** Takes types that no path serves from the documents too: they are those of Kubernetes itself. */
  readonly isKubernetes?: boolean;
  /** The address of a page about a type of a group's version. */
  readonly pageOf?: (type: GroupVersionKind) => string;
  /** Takes what cannot be read, with its place in the document. */
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

/** What the declarations of all packages of a run share. */
export interface PackageContext extends OpenApiOptions {
  readonly components: ReadonlyMap<string, Component>;
  /** The names of the components that kinds lead to. */
  readonly reachable: ReadonlySet<string>;
  /** By the kind of its objects. */
  readonly resources: ReadonlyMap<string, ApiResource>;
  /** The subresources that kinds of their own stand in, by the kind. */
  readonly subresources: ReadonlyMap<string, string>;
  /** By name. */
  readonly packages: ReadonlyMap<string, LocalPackage>;
}
