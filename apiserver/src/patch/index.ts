export { applyJsonPatch } from './json-patch.js';
export { applyMergePatch } from './merge-patch.js';
export { applyStrategicMergePatch } from './strategic-merge-patch.js';
export { PatchError, type StatusCause } from './patch-error.js';
export { ConflictError } from './managed-fields/conflict-error.js';
export { createFieldManager } from './managed-fields/field-manager.js';
export type {
  ApplyRequest,
  FieldManager,
  FieldManagerOptions,
  ResetFields,
  UpdateRequest,
} from './managed-fields/field-manager.js';
export { validateApplied } from './managed-fields/validate-applied.js';
export { revertTimeOnlyChange } from './managed-fields/object-managers.js';
