import { controllerOf, isControlledBy, objectKey, VmgenError } from '@vmgen/runtime';
import type {
  ApplyConfiguration,
  Cached,
  KubernetesObject,
  ResourceDefinition,
} from '@vmgen/runtime';
import { containsStringData, ownsAll } from './applied-fields.js';
import { sha256 } from '../process/sha256.js';

/** The label of all children, whose value names the set of children that applied the object. */
export const CHILDREN_LABEL = 'vmgen.io/children-of';
/** The annotation of applied children: a hash of the configuration that was applied last. */
export const APPLIED_ANNOTATION = 'vmgen.io/applied';

const MAX_LABEL_LENGTH = 63;

/**
 * Returns whether applying the configuration would change nothing: it is the one that was applied
 * last, and no other client has changed its fields since.
 */
export function isApplied(
  owner: Cached<KubernetesObject>,
  found: Cached<KubernetesObject>,
  body: ApplyConfiguration<KubernetesObject>,
): boolean {
  const { annotations, managedFields } = found.metadata;
  return (
    isControlledBy(found, owner) &&
    annotations?.[APPLIED_ANNOTATION] === body.metadata.annotations?.[APPLIED_ANNOTATION] &&
    // The cache keeps the entry of this manager only.
    ownsAll(managedFields?.[0]?.fieldsV1, body, found) &&
    (body.kind !== 'Secret' || containsStringData(found, body))
  );
}

/** Returns whether the owner reference of a child of a set was removed. It remains a child. */
export function isDisowned({ metadata }: Cached<KubernetesObject>, set: string): boolean {
  return metadata.labels?.[CHILDREN_LABEL] === set && controllerOf({ metadata }) === undefined;
}

/**
 * Throws if the object exists and does not belong to the owner: two controllers would overwrite each
 * other, and an object that somebody else made would be changed and later deleted.
 */
export function refuseForeign(
  owner: Cached<KubernetesObject>,
  found: Cached<KubernetesObject>,
  onForeign: () => void,
): void {
  if (isControlledBy(found, owner)) return;
  onForeign();
  const controller = controllerOf(found);
  throw new VmgenError(
    'ERR_VMGEN_CONTROLLED',
    `${found.kind} ${JSON.stringify(objectKey(found))} exists and ${refusalOf(owner, controller)}`,
  );
}

function refusalOf(
  owner: Cached<KubernetesObject>,
  controller: ReturnType<typeof controllerOf>,
): string {
  if (controller === undefined) {
    return 'has no controller; choose another name for the child, or set the option adopt to take it over';
  }
  const { kind, name } = controller;
  return kind === owner.kind && name === owner.metadata.name
    ? `is controlled by a deleted ${kind} with the name ${JSON.stringify(name)}; it is created again ` +
        'after the garbage collector has deleted it'
    : `is controlled by ${kind} ${JSON.stringify(name)}; choose another name for the child`;
}

export function identity(
  { resource }: { readonly resource: Pick<ResourceDefinition, 'group' | 'plural'> },
  key: string,
): string {
  return `${resource.plural}.${resource.group}/${key}`;
}

/** A part of a label's value that contains no separator of parts. */
const LABEL_PART = /^[A-Za-z0-9]([-_A-Za-z0-9]*[A-Za-z0-9])?$/;

/**
 * Joins parts to the value of a label. It ends with a hash if the joined parts are too long, are not
 * a label value, or could also be other parts.
 */
export function labelValue(parts: readonly string[]): string {
  const text = parts.join('.');
  if (text.length <= MAX_LABEL_LENGTH && parts.every((part) => LABEL_PART.test(part))) return text;
  const hash = sha256(JSON.stringify(parts), 'hex').slice(0, 16);
  const readable = text.replace(/[^A-Za-z0-9]+/g, '-').slice(0, MAX_LABEL_LENGTH - hash.length - 1);
  return `${readable}-${hash}`;
}
