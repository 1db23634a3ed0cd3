import { VmgenError } from '../errors/vmgen-error.js';
import type { DeepReadonly } from '../meta/deep-readonly.js';
import type { TypeMeta } from '../meta/types.js';
import { apiVersionOf, type ResourceDefinition } from './resource.js';

/** What a scheme knows of a kind: a definition whose object type is no longer told apart. */
export type AnyResourceDefinition = Omit<ResourceDefinition, 'deepCopy'>;

/** The kinds that a program knows, by `apiVersion` and `kind`. */
export interface Scheme {
  /** Adds a kind. Again with the same definition does nothing; with another one, throws. */
  register(definition: AnyResourceDefinition): void;
  lookup(apiVersion: string, kind: string): AnyResourceDefinition | undefined;
  /** The definition of an object's kind; throws where the scheme does not know it. */
  definitionOf(object: DeepReadonly<TypeMeta>): AnyResourceDefinition;
  /** All definitions in the order of registration. */
  all(): readonly AnyResourceDefinition[];
}

/** A scheme that knows nothing yet. */
export function createScheme(): Scheme {
  const definitions = new Map<string, AnyResourceDefinition>();
  const lookup = (apiVersion: string, kind: string): AnyResourceDefinition | undefined =>
    definitions.get(schemeKey(apiVersion, kind));
  return {
    lookup,
    register(definition) {
      const { kind } = definition;
      const apiVersion = apiVersionOf(definition);
      const known = lookup(apiVersion, kind);
      if (known !== undefined && known !== definition) {
        throw new VmgenError(
          'ERR_VMGEN_ARGUMENT',
          `${apiVersion} ${kind} is registered already with another definition`,
        );
      }
      definitions.set(schemeKey(apiVersion, kind), definition);
    },
    definitionOf({ apiVersion = '', kind = '' }) {
      const definition = lookup(apiVersion, kind);
      if (definition !== undefined) return definition;
      throw new VmgenError(
        'ERR_VMGEN_ARGUMENT',
        `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)}: ` +
          'add it to the scheme first',
      );
    },
    all: () => [...definitions.values()],
  };
}

/** Neither an API version nor a kind can hold a blank. */
function schemeKey(apiVersion: string, kind: string): string {
  return `${apiVersion} ${kind}`;
}
