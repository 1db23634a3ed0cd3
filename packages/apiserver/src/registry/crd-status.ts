import { goQuote } from '@vmgen/base/text';
import { deepEqualJson, type JsonObject } from '@vmgen/base/json';
import type { Condition } from '@vmgen/runtime';
import type { CustomResourceDefinition, CustomResourceDefinitionNames } from '@vmgen/crd';

/** The names that a status lists: those that no other definition has. */
type Names = Partial<CustomResourceDefinitionNames>;

/** Returns what is wrong with a CA bundle in base64; undefined if it is valid or empty. */
export type BundleProblem = (bundle: string) => string | undefined;

const noNames: Names = { plural: '', kind: '' };

/** Returns the status of a definition as it is created, before controllers see it. */
export const initialStatus = (): JsonObject => ({
  conditions: null,
  acceptedNames: { ...noNames },
  storedVersions: [],
});

/** Whether a definition waits for names. */
const hasPendingNames = ({ spec, status }: CustomResourceDefinition): boolean =>
  !deepEqualJson(spec.names, status?.acceptedNames);

/** Whether {@link updateConditions} may change a definition. */
export function isUnsettled(crd: CustomResourceDefinition): boolean {
  return hasPendingNames(crd) || !isEstablished(crd) || !hasCondition(crd, approvalOf(crd));
}

/**
 * Updates the conditions as the controllers of kube-apiserver do: approval, names and Established.
 *
 * @param group all definitions of the group, the definition included
 * @param bundleProblem returns what is wrong with a CA bundle
 * @returns whether the status changed
 */
export function updateConditions(
  crd: CustomResourceDefinition,
  group: readonly CustomResourceDefinition[],
  time: string,
  bundleProblem: BundleProblem,
): boolean {
  const { status: before } = crd;
  const approval = approvalOf(crd);
  if (approval !== undefined) setCondition(crd, approval, time);
  if (hasPendingNames(crd)) acceptNames(crd, group, time);
  setCondition(crd, establishment(crd, bundleProblem), time);
  return !deepEqualJson(before, crd.status);
}

/**
 * Accepts the names of a definition that no other definition of its group has, and sets the condition
 * NamesAccepted.
 *
 * Upstream: pkg/controller/status/naming_controller.go in apiextensions-apiserver.
 */
function acceptNames(
  crd: CustomResourceDefinition,
  group: readonly CustomResourceDefinition[],
  time: string,
): void {
  const { names, problem } = namesFor(crd, group);
  crd.status = { ...crd.status, acceptedNames: names };
  const accepted =
    problem === undefined
      ? condition('NamesAccepted', 'True', 'NoConflicts', 'no conflicts found')
      : condition('NamesAccepted', 'False', problem.reason, problem.message);
  setCondition(crd, accepted, time);
}

/**
 * Once established, a definition stays so.
 *
 * Upstream: pkg/controller/establish/establishing_controller.go in apiextensions-apiserver.
 */
function establishment(crd: CustomResourceDefinition, bundleProblem: BundleProblem): NewCondition {
  const isAccepted = find(crd, 'NamesAccepted')?.status === 'True';
  if (!isEstablished(crd) && !isAccepted) {
    return condition('Established', 'False', 'NotAccepted', 'not all names are accepted');
  }
  const { caBundle = '' } = crd.spec.conversion?.webhook?.clientConfig ?? {};
  if (!isEstablished(crd) && bundleProblem(caBundle) !== undefined) {
    const message = 'The conversion webhook CABundle is invalid';
    return condition('Established', 'False', 'InvalidCABundle', message);
  }
  const message = 'the initial names have been accepted';
  return condition('Established', 'True', 'InitialNamesAccepted', message);
}

/** Whether only an invalid CA bundle prevents that a definition is established. */
export function hasInvalidBundle(crd: CustomResourceDefinition): boolean {
  return find(crd, 'Established')?.reason === 'InvalidCABundle';
}

const APPROVAL = 'api-approved.kubernetes.io';

/**
 * Returns the condition of a definition in a group of the Kubernetes community; undefined for other
 * groups. Validation requires the annotation.
 *
 * Upstream: pkg/controller/apiapproval in apiextensions-apiserver.
 */
function approvalOf({ metadata, spec }: CustomResourceDefinition): NewCondition | undefined {
  const annotation = metadata.annotations?.[APPROVAL] ?? '';
  if (!/(^|\.)(k8s|kubernetes)\.io$/.test(spec.group) || annotation === '') return undefined;
  const type = 'KubernetesAPIApprovalPolicyConformant';
  return annotation.startsWith('unapproved')
    ? condition(type, 'False', 'UnapprovedAnnotation', `not approved: ${goQuote(annotation)}`)
    : condition(type, 'True', 'ApprovedAnnotation', `approved in ${annotation}`);
}

const conditionsOf = ({ status }: CustomResourceDefinition): readonly Condition[] =>
  status?.conditions ?? [];

const find = (crd: CustomResourceDefinition, type: string): Condition | undefined =>
  conditionsOf(crd).find((each) => each.type === type);

function hasCondition(crd: CustomResourceDefinition, wanted: NewCondition | undefined): boolean {
  if (wanted === undefined) return true;
  const { status, reason, message } = find(crd, wanted.type) ?? {};
  return status === wanted.status && reason === wanted.reason && message === wanted.message;
}

function setCondition(crd: CustomResourceDefinition, next: NewCondition, time: string): void {
  if (hasCondition(crd, next)) return;
  crd.status = { ...crd.status, conditions: withCondition(conditionsOf(crd), next, time) };
}

/** What the condition Terminating reports of the deletion of a definition. */
const TERMINATING = {
  InstanceDeletionPending:
    'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon',
  InstanceDeletionInProgress: 'CustomResource deletion is in progress',
  InstanceDeletionCompleted: 'removed all instances',
  NeverEstablished: 'resource was never established',
} as const;

/** Sets the condition Terminating, which is no longer true once the objects are gone. */
export function setTerminating(
  crd: CustomResourceDefinition,
  stage: Exclude<keyof typeof TERMINATING, 'NeverEstablished'>,
  time: string,
): void {
  const isDone = stage === 'InstanceDeletionCompleted';
  const reason = isDone && !isEstablished(crd) ? 'NeverEstablished' : stage;
  const next = condition('Terminating', isDone ? 'False' : 'True', reason, TERMINATING[reason]);
  setCondition(crd, next, time);
}

export function isEstablished(crd: CustomResourceDefinition): boolean {
  return find(crd, 'Established')?.status === 'True';
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
