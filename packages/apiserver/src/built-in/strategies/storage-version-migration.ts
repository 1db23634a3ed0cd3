import type { BuiltInStrategy } from './built-in-strategy.js';

/** storagemigration.k8s.io StorageVersionMigration. It is stored. No controller runs it. */
export const storageVersionMigrationStrategy: BuiltInStrategy = {
  validatesSchema: true,
  validate(object, live) {
    if (live !== undefined) object.at('spec').immutable(live['spec']);
  },
};
