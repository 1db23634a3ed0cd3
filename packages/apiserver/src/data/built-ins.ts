import type { BuiltInIndex } from './built-in-index.js';
import type { TypePackage } from './type-library.js';

/** The data of the built-in kinds, which a server loads on first use (hack/distill-built-ins.mjs). */
export interface BuiltIns {
  /** Returns the resources of all groups. */
  readonly index: () => BuiltInIndex;
  /**
   * Returns the types of a package.
   *
   * @param name such as `apps.v1`
   */
  readonly types: (name: string) => TypePackage;
}
