export { VmgenError, type VmgenErrorCode } from '../errors/vmgen-error.js';
export {
  findCondition,
  isConditionTrue,
  removeCondition,
  setCondition,
  type ConditionInput,
  type ConditionLike,
  type SetConditionOptions,
} from './conditions.js';
export { deepCopyJson } from './deep-copy-json.js';
export type {
  DeepPartial,
  DeepPartialFields,
  DeepReadonly,
  DeepReadonlyFields,
} from './deep-readonly.js';
export {
  parseFieldSelector,
  type FieldRequirement,
  type FieldRequirements,
} from './field-selector.js';
export { hasFinalizer } from './finalizers.js';
export { SelectorError, type LabelOperator, type LabelRequirement } from './label-requirement.js';
export { labelSelectorFrom, parseLabelSelector, type LabelRequirements } from './label-selector.js';
export { objectKey, parseObjectKey, type ObjectKey } from './object-key.js';
export { isMapping } from './is-mapping.js';
export { mergePatchBetween } from './merge-patch-between.js';
export type {
  MergePatch,
  MergePatchFields,
  StrategicMergePatch,
  StrategicMergePatchFields,
} from './merge-patch.js';
export {
  controllerOf,
  controllerReference,
  isControlledBy,
  setControllerReference,
  setOwnerReference,
  type Dependent,
  type OwnerReferenceOptions,
} from './owner-references.js';
export type { Persisted, PersistedMeta, ResourceScope } from './persisted.js';
export { QuantityError, type QuantityFormat } from './quantity-text.js';
export { parseQuantity, type ParsedQuantity } from './quantity.js';
export { formatMicroTime, formatTime } from './time.js';
export * from './types.js';
export { toManifest, type Manifest, type UnstructuredObject } from './unstructured.js';
export { waitConditions } from './namespaces.js';
export type { WaitedObject } from './waited-object.js';
