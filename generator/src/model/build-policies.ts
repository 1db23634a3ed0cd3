import type { JsonObject } from '@vmgen/base/json';
import { errorMessage } from '@vmgen/base/text';
import { parseLabelSelector } from '@vmgen/runtime/meta';
import { comparePositions } from '../diagnostics/compare-positions.js';
import { compareText } from '../text/compare-text.js';
import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { SourcePosition } from '../diagnostics/diagnostic.js';
import { firstAt } from '../diagnostics/related.js';
import {
  mutatingPolicyMarker,
  POLICY_MARKERS,
  policyConditionMarker,
  policyMutationMarker,
  policyValidationMarker,
  policyVariableMarker,
  validatingPolicyMarker,
} from '../markers/definitions/policy.js';
import type { MarkerDefinition, MarkerUse, UseOf } from '../markers/language/definition.js';
import { find, usesOf } from '../markers/language/uses-of.js';
import { checkResources, type OwnResources } from './check-rule.js';
import { inKeyOrder } from '../text/in-key-order.js';

/** A ValidatingAdmissionPolicy or MutatingAdmissionPolicy with its binding. */
export interface AdmissionPolicy {
  /** Whether the policy validates or mutates. */
  readonly kind: 'MutatingAdmissionPolicy' | 'ValidatingAdmissionPolicy';
  /** The name of the policy and of its binding. */
  readonly name: string;
  /** The policy as an object of the API. */
  readonly policy: JsonObject;
  /** The binding as an object of the API. */
  readonly binding: JsonObject;
  /** The resource as `GROUP/VERSION/PLURAL`, if the policy is for only one. */
  readonly target: string | undefined;
  /** The kind of the parameters as `GROUP/VERSION/KIND`. */
  readonly paramKind: string | undefined;
  /** The operations of the requests. */
  readonly operations: readonly string[];
  /** The positions of its markers by field, such as `spec.validations[0]`; of the policy by ''. */
  readonly positions: ReadonlyMap<string, SourcePosition>;
}

/** The resource of the kind that has a marker. */
interface OwnResource {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly isServed: boolean;
}

/** The markers of a kind, of a package, or of the files of `--paths`. */
interface PolicyMarkers {
  readonly markers: readonly MarkerUse[];
  readonly refused?: readonly MarkerDefinition[];
  /** The kind that has the markers. */
  readonly resource?: OwnResource;
}

/**
 * Builds the policies of markers, the mutating ones first, by name.
 *
 * @param own the resources of the packages of the run
 */
export function buildPolicies(
  places: readonly PolicyMarkers[],
  own: OwnResources,
  diagnostics: DiagnosticList,
): AdmissionPolicy[] {
  const drafts = places
    // Parts of a policy are unknown.
    .filter(({ refused = [] }) => !refused.some((each) => POLICY_MARKERS.includes(each)))
    .flatMap((place) => draftsOf(place, diagnostics));
  refuseSameNames(drafts, diagnostics);
  for (const { use } of drafts) {
    const { groups = [], resources = [] } = use.values;
    const named = { groups: groups.map(groupOf), resources };
    checkResources(use, named, own, diagnostics);
  }
  return drafts
    .flatMap((draft) => policyOf(draft, diagnostics))
    .sort((a, b) => compareText(a.kind, b.kind) || compareText(a.name, b.name));
}

type ValidatingUse = UseOf<typeof validatingPolicyMarker>;
type MutatingUse = UseOf<typeof mutatingPolicyMarker>;

/** The marker of a policy with the markers of its parts. */
interface Draft {
  /** The marker, by the kind of its policy; its common arguments are in `use`. */
  readonly use: ValidatingUse | MutatingUse;
  readonly validating?: ValidatingUse;
  readonly mutating?: MutatingUse;
  readonly resource: OwnResource | undefined;
  readonly parts: MarkerUse[];
}

/** Combines the markers of policies with those below them. */
function draftsOf({ markers, resource }: PolicyMarkers, diagnostics: DiagnosticList): Draft[] {
  const drafts = new Map<MarkerUse, Draft>();
  for (const use of usesOf(markers, validatingPolicyMarker)) {
    drafts.set(use, { use, validating: use, resource, parts: [] });
  }
  for (const use of usesOf(markers, mutatingPolicyMarker)) {
    drafts.set(use, { use, mutating: use, resource, parts: [] });
  }
  const ofPolicies = markers.filter(({ definition }) => POLICY_MARKERS.includes(definition));
  let above: Draft | undefined;
  for (const use of ofPolicies.sort((a, b) => comparePositions(a.position, b.position))) {
    const draft = drafts.get(use);
    if (draft !== undefined) {
      above = draft;
    } else if (above?.use.position.file === use.position.file) {
      above.parts.push(use);
    } else {
      diagnostics.error(
        'VMGEN8201',
        use.position,
        `+${use.definition.name} has no policy above it`,
        `put it below +${validatingPolicyMarker.name} or +${mutatingPolicyMarker.name}`,
      );
    }
  }
  return [...drafts.values()];
}

function refuseSameNames(drafts: readonly Draft[], diagnostics: DiagnosticList): void {
  const seen = new Map<string, Draft>();
  for (const draft of drafts) {
    const { definition, values, position } = draft.use;
    const key = `${definition.name} ${values.name}`;
    const first = seen.get(key);
    seen.set(key, first ?? draft);
    if (first === undefined) continue;
    diagnostics.error(
      'VMGEN8202',
      position,
      `+${definition.name} names ${values.name} more than once`,
      'choose another name',
      firstAt(first.use.position),
    );
  }
}

const API_VERSION = 'admissionregistration.k8s.io/v1';

/** The policy of a draft. Empty if a part is missing, which would cause further errors. */
function policyOf(draft: Draft, diagnostics: DiagnosticList): AdmissionPolicy[] {
  if (!isComplete(draft, diagnostics)) return [];
  const { use, validating, mutating, parts } = draft;
  const { name, failurePolicy = 'Fail', paramKind } = use.values;
  const rule = ruleOf(draft);
  const kind = mutating ? 'MutatingAdmissionPolicy' : 'ValidatingAdmissionPolicy';
  const positions = new Map([['', use.position]]);
  const list = <Values extends Readonly<Record<string, string>>>(
    field: string,
    definition: MarkerDefinition<Values>,
    build: (values: JsonObject) => JsonObject = (values) => values,
  ): JsonObject => {
    const uses = usesOf(parts, definition);
    for (const [i, { position }] of uses.entries()) positions.set(`spec.${field}[${i}]`, position);
    return uses.length === 0 ? {} : { [field]: uses.map(({ values }) => build(dedented(values))) };
  };
  const policy: JsonObject = {
    apiVersion: API_VERSION,
    kind,
    metadata: { name },
    spec: {
      failurePolicy,
      ...list('matchConditions', policyConditionMarker),
      matchConstraints: { resourceRules: [{ ...rule }] },
      ...(paramKind === undefined ? {} : { paramKind: paramKindOf(paramKind) }),
      ...list('variables', policyVariableMarker),
      ...(validating && list('validations', policyValidationMarker)),
      ...(mutating && {
        ...list('mutations', policyMutationMarker, mutationOf),
        reinvocationPolicy: mutating.values.reinvocationPolicy ?? 'Never',
      }),
    },
  };
  return [
    {
      kind,
      name,
      policy: inKeyOrder(policy),
      binding: inKeyOrder(bindingOf(draft, kind, diagnostics)),
      target: targetOf(rule),
      paramKind,
      operations: rule.operations,
      positions,
    },
  ];
}

/** The values of a marker, without the indentation of expressions of several lines. */
const dedented = (values: Readonly<Record<string, string>>): JsonObject =>
  Object.fromEntries(Object.entries(values).map(([name, text]) => [name, dedent(text)]));

function dedent(text: string): string {
  const [first = '', ...others] = text.split('\n');
  const lines = first.trim() === '' ? others : [first, ...others];
  const indented = others.filter((line) => line.trim() !== '');
  const margin = Math.min(...indented.map((line) => line.length - line.trimStart().length));
  return lines
    .map((line, i) => (lines.length > others.length && i === 0 ? line : line.slice(margin)))
    .join('\n')
    .trim();
}

const groupOf = (group: string): string => (group === 'core' ? '' : group);

/** A rule of the API. */
interface ResourceRule {
  readonly apiGroups: string[];
  readonly apiVersions: string[];
  readonly operations: string[];
  readonly resources: string[];
}

function ruleOf({ use, resource }: Draft): ResourceRule {
  const { groups, versions, resources, operations = ['CREATE', 'UPDATE'] } = use.values;
  return {
    apiGroups: groups?.map(groupOf) ?? [resource?.group ?? ''],
    apiVersions: versions ?? [resource?.version ?? ''],
    operations,
    resources: resources ?? [resource?.plural ?? ''],
  };
}

/** The subresource status has the objects of the kind. */
function targetOf({ apiGroups, apiVersions, resources }: ResourceRule): string | undefined {
  const all = apiGroups.flatMap((group) =>
    apiVersions.flatMap((version) =>
      resources.map((resource) => `${group}/${version}/${resource.replace(/\/status$/, '')}`),
    ),
  );
  const [first] = all;
  return all.every((each) => each === first) ? first : undefined;
}

/** `v1/ConfigMap` or `example.com/v1/Limit`. */
function paramKindOf(text: string): JsonObject {
  const slash = text.lastIndexOf('/');
  return { apiVersion: text.slice(0, Math.max(0, slash)), kind: text.slice(slash + 1) };
}

/** One of the arguments is set. */
const mutationOf = ({ applyConfiguration = null, jsonPatch = null }: JsonObject): JsonObject =>
  jsonPatch === null
    ? { patchType: 'ApplyConfiguration', applyConfiguration: { expression: applyConfiguration } }
    : { patchType: 'JSONPatch', jsonPatch: { expression: jsonPatch } };

function bindingOf(
  { use, validating }: Draft,
  kind: AdmissionPolicy['kind'],
  diagnostics: DiagnosticList,
): JsonObject {
  const { name, paramRef, parameterNotFoundAction = 'Deny' } = use.values;
  const selectors = Object.fromEntries(
    (['namespaceSelector', 'objectSelector'] as const).flatMap((argument) => {
      const text = use.values[argument];
      return text === undefined ? [] : [[argument, selectorOf(text, argument, use, diagnostics)]];
    }),
  );
  return {
    apiVersion: API_VERSION,
    kind: `${kind}Binding`,
    metadata: { name },
    spec: {
      ...(Object.keys(selectors).length > 0 && { matchResources: selectors }),
      ...(paramRef !== undefined && {
        paramRef: { ...paramRefOf(paramRef), parameterNotFoundAction },
      }),
      policyName: name,
      ...(validating && { validationActions: validating.values.validationActions ?? ['Deny'] }),
    },
  };
}

function paramRefOf(text: string): JsonObject {
  const slash = text.indexOf('/');
  return slash < 0
    ? { name: text }
    : { name: text.slice(slash + 1), namespace: text.slice(0, slash) };
}

/** The operators of LabelSelector by those of kubectl. */
const OPERATORS = {
  in: 'In',
  notin: 'NotIn',
  '!=': 'NotIn',
  exists: 'Exists',
  '!': 'DoesNotExist',
} as const;

function selectorOf(
  text: string,
  argument: string,
  use: MarkerUse,
  diagnostics: DiagnosticList,
): JsonObject {
  const refuse = (problem: string): JsonObject => {
    diagnostics.error(
      'VMGEN8203',
      use.position,
      `${argument} of +${use.definition.name} is not a label selector: ${problem}`,
      'write it as for kubectl, such as "env=test,tier in (a,b),!old"',
    );
    return {};
  };
  try {
    const labels: JsonObject = {};
    const expressions: JsonObject[] = [];
    for (const { key, operator, values } of parseLabelSelector(text).requirements) {
      if (operator === '>' || operator === '<') return refuse(`it contains ${operator}`);
      if (operator === '=' || operator === '==') labels[key] = values[0] ?? '';
      else {
        const requirement = { key, operator: OPERATORS[operator] };
        expressions.push(
          values.length === 0 ? requirement : { ...requirement, values: [...values] },
        );
      }
    }
    return {
      ...(expressions.length > 0 && { matchExpressions: expressions }),
      ...(Object.keys(labels).length > 0 && { matchLabels: labels }),
    };
  } catch (error) {
    return refuse(errorMessage(error));
  }
}

/** Whether all parts are present and do not contradict each other. Reports those that do. */
function isComplete(draft: Draft, diagnostics: DiagnosticList): boolean {
  const { use, validating, resource, parts } = draft;
  let isRefused = false;
  const refuse = ({ definition, position }: MarkerUse, message: string, remedy: string): void => {
    isRefused = true;
    diagnostics.error('VMGEN8201', position, `+${definition.name} ${message}`, remedy);
  };
  const { groups, versions, resources, paramKind, paramRef } = use.values;
  const missing = Object.entries({ groups, versions, resources }).flatMap(([name, value]) =>
    value === undefined ? [`${name}=`] : [],
  );
  if (resource === undefined && missing.length > 0) {
    refuse(use, 'does not name its resources', `add ${missing.join(', ')}, or put it on a kind`);
  }
  if (resource?.isServed === false && versions === undefined) {
    const remedy =
      'put it on a version that is served: the API server converts objects of the others';
    refuse(use, 'is on a version that no API server serves', remedy);
  }
  if (paramKind !== undefined && paramRef === undefined) {
    refuse(use, 'has paramKind without paramRef', 'add paramRef=, the object for params');
  }
  if (paramKind === undefined && paramRef !== undefined) {
    refuse(use, 'has paramRef without paramKind', 'add paramKind=, such as v1/ConfigMap');
  }
  const [own, other] = validating
    ? [policyValidationMarker, policyMutationMarker]
    : [policyMutationMarker, policyValidationMarker];
  const misplaced = usesOf(parts, other);
  for (const part of misplaced) {
    const policy = (validating ? mutatingPolicyMarker : validatingPolicyMarker).name;
    refuse(part, `is below +${use.definition.name}`, `put it below +${policy}`);
  }
  if (misplaced.length === 0 && find(parts, own) === undefined) {
    refuse(use, `has no +${own.name} below it`, 'add one');
  }
  for (const part of usesOf(parts, policyMutationMarker)) {
    const given = Object.keys(part.values);
    if (given.length === 1) continue;
    const problem = given.length === 0 ? 'has no expression' : 'has two expressions';
    refuse(part, problem, 'set either applyConfiguration or jsonPatch');
  }
  return !isRefused;
}
