import { isDns1123Label, isLabelValue, isQualifiedName } from '@vmgen/base/text';
import { checkRequirement, checkSelector, type Field } from '@vmgen/crd/internal';

const TAINT_EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];
const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';

/** Validates a toleration of a pod. */
export function checkToleration(toleration: Field): void {
  const [key, operator] = [toleration.at('key'), toleration.at('operator')];
  const [value, effect] = [toleration.at('value').text, toleration.at('effect')];
  if (key.text !== '') key.check(isQualifiedName);
  else if (operator.text !== 'Exists') {
    const detail =
      'operator must be Exists when `key` is empty, which means "match all values and all keys"';
    operator.invalid(detail, operator.text);
  }
  const { value: seconds } = toleration.at('tolerationSeconds');
  if (seconds !== undefined && effect.text !== 'NoExecute') {
    effect.invalid("effect must be 'NoExecute' when `tolerationSeconds` is set", effect.text);
  }
  if (operator.text === '' || operator.text === 'Equal') {
    const problems = isLabelValue(value);
    if (problems.length > 0) operator.invalid(problems.join(';'), value);
  } else if (operator.text === 'Exists') {
    if (value !== '') operator.invalid("value must be empty when `operator` is 'Exists'", value);
  } else {
    // Lt and Gt require a feature gate that is disabled. kube-apiserver lists them nevertheless.
    const isGated = operator.text === 'Lt' || operator.text === 'Gt';
    operator.notSupported(['Equal', 'Exists', ...(isGated ? ['Lt', 'Gt'] : [])]);
  }
  effect.oneOf(...TAINT_EFFECTS);
}

/** Validates node and pod affinity. */
export function checkAffinity(affinity: Field): void {
  const ofNodes = affinity.at('nodeAffinity');
  const required = ofNodes.at(REQUIRED);
  if (required.isObject) {
    const terms = required.at('nodeSelectorTerms');
    if (terms.items.length === 0) terms.required('must have at least one node selector term');
    for (const term of terms.items) checkNodeTerm(term);
  }
  for (const term of ofNodes.at(PREFERRED).items) {
    checkWeight(term.at('weight'));
    checkNodeTerm(term.at('preference'), 'preferred node');
  }
  for (const ofPods of [affinity.at('podAffinity'), affinity.at('podAntiAffinity')]) {
    for (const term of ofPods.at(REQUIRED).items) checkPodTerm(term);
    for (const term of ofPods.at(PREFERRED).items) {
      checkWeight(term.at('weight'));
      checkPodTerm(term.at('podAffinityTerm'));
    }
  }
}

function checkWeight(weight: Field): void {
  const { value = 0 } = weight;
  if (typeof value === 'number' && (value < 1 || value > 100)) {
    weight.invalid('must be in the range 1-100', value);
  }
}

function checkPodTerm(term: Field): void {
  checkSelector(term.at('labelSelector'));
  checkSelector(term.at('namespaceSelector'));
  for (const name of term.at('namespaces').texts) {
    for (const problem of isDns1123Label(name)) term.at('namespace').invalid(problem, name);
  }
  const key = term.at('topologyKey');
  key.given('can not be empty');
  key.check(isQualifiedName);
}

function checkNodeTerm(term: Field, selector: 'node' | 'preferred node' = 'node'): void {
  for (const expression of term.at('matchExpressions').items) {
    checkRequirement(expression, selector);
  }
}

/** Validates topology spread constraints. */
export function checkSpread(constraints: readonly Field[]): void {
  const pairOf = (constraint: Field): string =>
    JSON.stringify([constraint.at('topologyKey').text, constraint.at('whenUnsatisfiable').text]);
  // The last one of equal constraints is no duplicate.
  const last = new Map(constraints.map((constraint, i) => [pairOf(constraint), i]));
  constraints.forEach((constraint, i) => {
    const [key, policy] = [constraint.at('topologyKey'), constraint.at('whenUnsatisfiable')];
    if (last.get(pairOf(constraint)) !== i) {
      constraint.at('{topologyKey, whenUnsatisfiable}').duplicate(`{${key.text}, ${policy.text}}`);
    }
    const [skew, domains] = [constraint.at('maxSkew'), constraint.at('minDomains')];
    if ((skew.number ?? 0) <= 0) skew.invalid('must be greater than zero', skew.value ?? 0);
    key.given('can not be empty');
    policy.oneOf('DoNotSchedule', 'ScheduleAnyway');
    checkSelector(constraint.at('labelSelector'));
    for (const name of ['nodeAffinityPolicy', 'nodeTaintsPolicy']) {
      constraint.at(name).oneOf('Honor', 'Ignore');
    }
    if (domains.number !== undefined && policy.text === 'ScheduleAnyway') {
      domains.invalid(
        'can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ScheduleAnyway',
      );
    }
  });
}
