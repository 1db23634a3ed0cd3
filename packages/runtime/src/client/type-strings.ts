import type { KubernetesObject } from '../meta/types.js';
import { apiVersionOf, type ResourceDefinition } from './resource.js';

/** Sets the apiVersion and kind of objects to shared strings. */
export class TypeStrings {
  readonly apiVersion: string;
  readonly kind: string;

  constructor(resource: Pick<ResourceDefinition, 'group' | 'version' | 'kind'>) {
    this.apiVersion = apiVersionOf(resource);
    this.kind = resource.kind;
  }

  /**
   * Sets the type of an object: items of built-in lists have none, and other items have their own
   * copies of the strings, which take 72 bytes of a VirtualMachine. Objects of a custom parser
   * (`isOurs` is false) are not modified if they have a type, because they may be frozen.
   */
  share(object: KubernetesObject, { isOurs }: { readonly isOurs: boolean }): void {
    const { apiVersion, kind } = this;
    object.apiVersion ??= apiVersion;
    object.kind ??= kind;
    if (!isOurs || object.apiVersion !== apiVersion || object.kind !== kind) return;
    object.apiVersion = apiVersion;
    object.kind = kind;
  }
}
