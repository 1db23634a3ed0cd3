import type { Condition } from '@vmgen/runtime';
import type { CustomResourceDefinition, CustomResourceDefinitionNames } from '@vmgen/crd';

/**
 * Judges a definition's names against those of the other definitions of its group, and sets its
 * status: conditions NamesAccepted and Established, accepted names, stored versions. (In a real
 * server controllers do so a moment later.)
 */
export function setDefinitionStatus(
  crd: CustomResourceDefinition,
  others: readonly CustomResourceDefinition[],
  time: string,
): void {
  const before = crd.status;
  const problem = findConflict(crd, others);
  const wasEstablished = before?.conditions?.some(
    ({ type, status }) => type === 'Established' && status === 'True',
  );
  const accepted: NewCondition =
    problem === undefined
      ? condition('NamesAccepted', 'True', 'NoConflicts', 'no conflicts found')
      : condition('NamesAccepted', 'False', problem.reason, problem.message);
  const established: NewCondition =
    problem === undefined || wasEstablished === true
      ? condition(
          'Established',
          'True',
          'InitialNamesAccepted',
          'the initial names have been accepted',
        )
      : condition('Established', 'False', 'NotAccepted', 'not all names are accepted');
  crd.status = {
    ...before,
    conditions: [accepted, established].reduce(
      (conditions, next) => withCondition(conditions, next, time),
      before?.conditions ?? [],
    ),
    acceptedNames: problem === undefined ? crd.spec.names : (before?.acceptedNames ?? noNames),
    storedVersions: storedVersions(crd),
  };
}

/** Notes in a definition that is being deleted how far the deletion of its objects has come. */
export function setTerminating(
  crd: CustomResourceDefinition,
  stage: 'InstanceDeletionPending' | 'InstanceDeletionInProgress',
  time: string,
): void {
  const message =
    stage === 'InstanceDeletionPending'
      ? 'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon'
      : 'CustomResource deletion is in progress';
  const next = condition('Terminating', 'True', stage, message);
  crd.status = {
    ...crd.status,
    conditions: withCondition(crd.status?.conditions ?? [], next, time),
  };
}

const noNames: CustomResourceDefinitionNames = { plural: '', kind: '' };

export function isEstablished(crd: CustomResourceDefinition): boolean {
  const found = crd.status?.conditions?.find(({ type }) => type === 'Established');
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

function findConflict(
  crd: CustomResourceDefinition,
  others: readonly CustomResourceDefinition[],
): { reason: string; message: string } | undefined {
  const peers = others.filter(
    (other) => other.spec.group === crd.spec.group && other.metadata.name !== crd.metadata.name,
  );
  const taken = new Set(peers.flatMap(({ spec }) => resourceNames(spec.names)));
  const takenKinds = new Set(peers.flatMap(({ spec: { names } }) => [names.kind, names.listKind]));
  const { plural, singular, shortNames = [], kind, listKind } = crd.spec.names;
  const inUse = (reason: string, name: string) => ({
    reason,
    message: `${JSON.stringify(name)} is already in use`,
  });
  if (taken.has(plural)) return inUse('PluralConflict', plural);
  if (singular !== undefined && taken.has(singular)) return inUse('SingularConflict', singular);
  for (const name of shortNames) if (taken.has(name)) return inUse('ShortNamesConflict', name);
  if (takenKinds.has(kind)) return inUse('KindConflict', kind);
  if (listKind !== undefined && takenKinds.has(listKind))
    return inUse('ListKindConflict', listKind);
  return undefined;
}

function resourceNames(names: CustomResourceDefinitionNames): string[] {
  return [names.plural, ...(names.singular ? [names.singular] : []), ...(names.shortNames ?? [])];
}
