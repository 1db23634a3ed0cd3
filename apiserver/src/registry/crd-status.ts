import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '@vmgen/base/json';
import type { Condition } from '@vmgen/runtime';
import type { CustomResourceDefinition, CustomResourceDefinitionNames } from '@vmgen/crd';

/** The names that a status lists: those that no other definition has. */
type Names = Partial<CustomResourceDefinitionNames>;

const noNames: Names = { plural: '', kind: '' };

/** Returns the status of a definition as it is created, before controllers see it. */
export function initialStatus(crd: CustomResourceDefinition): JsonObject {
  return { conditions: null, acceptedNames: { ...noNames }, storedVersions: storedVersions(crd) };
}

/** Adds the storage version to the versions of which objects may be stored. */
export function recordStorageVersion(crd: CustomResourceDefinition): void {
  crd.status = { ...crd.status, storedVersions: storedVersions(crd) };
}

/** Whether a definition waits for names. */
export const hasPendingNames = ({ spec, status }: CustomResourceDefinition): boolean =>
  !isDeepStrictEqual(spec.names, status?.acceptedNames);

/**
 * Accepts the names of a definition that no other definition of its group has, and sets the conditions
 * NamesAccepted and Established.
 *
 * Upstream: pkg/controller/status/naming_controller.go and establish/establishing_controller.go in
 * apiextensions-apiserver.
 *
 * @param group all definitions of the group, the definition included
 * @returns whether the status changed
 */
export function acceptNames(
  crd: CustomResourceDefinition,
  group: readonly CustomResourceDefinition[],
  time: string,
): boolean {
  if (!hasPendingNames(crd)) return false;
  const before = crd.status;
  const { names, problem } = namesFor(crd, group);
  const accepted =
    problem === undefined
      ? condition('NamesAccepted', 'True', 'NoConflicts', 'no conflicts found')
      : condition('NamesAccepted', 'False', problem.reason, problem.message);
  const old = conditionsOf(crd).find(({ type }) => type === 'NamesAccepted');
  const isSame = old?.reason === accepted.reason && old.message === accepted.message;
  if (isSame && isDeepStrictEqual(before?.acceptedNames, names)) return false;
  crd.status = {
    ...before,
    conditions: withCondition(conditionsOf(crd), accepted, time),
    acceptedNames: names,
  };
  const established = establishedAfter(crd, problem === undefined);
  crd.status.conditions = withCondition(conditionsOf(crd), established, time);
  return true;
}

/** Once established, a definition stays so. */
function establishedAfter(crd: CustomResourceDefinition, isAccepted: boolean): NewCondition {
  if (isAccepted || isEstablished(crd)) {
    const message = 'the initial names have been accepted';
    return condition('Established', 'True', 'InitialNamesAccepted', message);
  }
  return condition('Established', 'False', 'NotAccepted', 'not all names are accepted');
}

const conditionsOf = ({ status }: CustomResourceDefinition): readonly Condition[] =>
  status?.conditions ?? [];

/** What the condition Terminating reports of the deletion of a definition. */
const TERMINATING = {
  InstanceDeletionPending:
    'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon',
  InstanceDeletionInProgress: 'CustomResource deletion is in progress',
  InstanceDeletionCompleted: 'removed all instances',
} as const;

/** Sets the condition Terminating, which is no longer true once the objects are gone. */
export function setTerminating(
  crd: CustomResourceDefinition,
  stage: keyof typeof TERMINATING,
  time: string,
): void {
  const status = stage === 'InstanceDeletionCompleted' ? 'False' : 'True';
  const next = condition('Terminating', status, stage, TERMINATING[stage]);
  crd.status = { ...crd.status, conditions: withCondition(conditionsOf(crd), next, time) };
}

export function isEstablished(crd: CustomResourceDefinition): boolean {
  const found = conditionsOf(crd).find(({ type }) => type === 'Established');
  return found?.status === 'True';
}

type NewCondition = Omit<Condition, 'lastTransitionTime'>;

function condition(
  type: string,
  status: Condition['status'],
  reason: string,
  message: string,
): NewCondition {
  return { type, status, reason, message };
}

/** The conditions with one changed or added; what the server does not set of it stays. */
function withCondition(
  conditions: readonly Condition[],
  next: NewCondition,
  time: string,
): Condition[] {
  const old = conditions.find(({ type }) => type === next.type);
  const lastTransitionTime = old?.status === next.status ? old.lastTransitionTime : time;
  const changed = { ...old, ...next, lastTransitionTime };
  if (old === undefined) return [...conditions, changed];
  return conditions.map((each) => (each === old ? changed : each));
}

function storedVersions(crd: CustomResourceDefinition): string[] {
  const stored = new Set(crd.status?.storedVersions);
  const storage = crd.spec.versions.find((version) => version.storage);
  if (storage !== undefined) stored.add(storage.name);
  return [...stored];
}

interface NamesFound {
  readonly names: Names;
  /** The last conflict, which the condition reports. */
  readonly problem: { readonly reason: string; readonly message: string } | undefined;
}

/** Takes over each requested name that is free, and keeps the accepted one otherwise. */
function namesFor(
  { spec: { names: wanted }, status }: CustomResourceDefinition,
  group: readonly CustomResourceDefinition[],
): NamesFound {
  const all = group.map((each) => each.status?.acceptedNames ?? noNames);
  const resources = new Set(all.flatMap(resourceNames));
  const kinds = new Set(all.flatMap(({ kind, listKind }) => [kind, listKind]));
  const accepted = status?.acceptedNames ?? noNames;
  const names: Names = { ...accepted };
  let problem: NamesFound['problem'];
  const refuse = (reason: string, used: readonly string[]): void => {
    const list = used.map((name) => `${JSON.stringify(name)} is already in use`);
    problem = { reason, message: list.length > 1 ? `[${list.join(', ')}]` : (list[0] ?? '') };
  };
  const take = (
    field: 'plural' | 'singular' | 'kind' | 'listKind',
    used: ReadonlySet<string | undefined>,
    reason: string,
  ): void => {
    const name = wanted[field];
    if (name !== undefined && name !== accepted[field] && used.has(name)) refuse(reason, [name]);
    else Object.assign(names, name === undefined ? {} : { [field]: name });
  };
  take('plural', resources, 'PluralConflict');
  take('singular', resources, 'SingularConflict');
  const { shortNames = [] } = wanted;
  const own = new Set(accepted.shortNames);
  const used = shortNames.filter((name) => !own.has(name) && resources.has(name));
  if (used.length > 0) refuse('ShortNamesConflict', used);
  else setOrDrop(names, 'shortNames', wanted.shortNames);
  take('kind', kinds, 'KindConflict');
  take('listKind', kinds, 'ListKindConflict');
  setOrDrop(names, 'categories', wanted.categories);
  return { names, problem };
}

function setOrDrop(
  names: Names,
  field: 'shortNames' | 'categories',
  value: CustomResourceDefinitionNames['shortNames'],
): void {
  if (value === undefined) Reflect.deleteProperty(names, field);
  else Object.assign(names, { [field]: value });
}

const resourceNames = (names: Names): (string | undefined)[] => [
  names.plural,
  names.singular,
  ...(names.shortNames ?? []),
];
