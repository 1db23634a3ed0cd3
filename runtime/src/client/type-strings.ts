import type { KubernetesObject } from '../meta/types.js';
import { apiVersionOf, type ResourceDefinition } from './resource.js';

/** The apiVersion and kind of a resource's objects: one string each, whatever came with them. */
export class TypeStrings {
  readonly apiVersion: string;
  readonly kind: string;

  constructor(resource: Pick<ResourceDefinition, 'group' | 'version' | 'kind'>) {
    this.apiVersion = apiVersionOf(resource);
    this.kind = resource.kind;
  }

  /**
   * The items of built-in lists come without the type that each of them has. Those that have it get
   * the one string for all, where a parser has made one for each: 72 bytes of a VirtualMachine. What a
   * parser of the caller's gave (`isOurs` is false) may be frozen.
   */
  share(object: KubernetesObject, isOurs: boolean): void {
    const { apiVersion, kind } = this;
    object.apiVersion ??= apiVersion;
    object.kind ??= kind;
    if (!isOurs || object.apiVersion !== apiVersion || object.kind !== kind) return;
    object.apiVersion = apiVersion;
    object.kind = kind;
  }
}
