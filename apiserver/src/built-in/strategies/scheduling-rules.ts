import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import { isDns1123Label, isLabelValue, isQualifiedName } from '@vmgen/base/text';
import type { ErrorList } from './error-list.js';
import { getObject, getObjects, getString, getStrings } from './fields.js';
import { checkRequirement, checkSelector } from './selector-rules.js';

export const TAINT_EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];
const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';

/** Validates the tolerations of a pod. */
export function checkTolerations(
  errors: ErrorList,
  path: string,
  tolerations: readonly JsonObject[],
): void {
  tolerations.forEach((toleration, i) => {
    const at = `${path}[${i}]`;
    const key = getString(toleration, 'key');
    const operator = getString(toleration, 'operator');
    const value = getString(toleration, 'value');
    const effect = getString(toleration, 'effect');
    if (key !== '') errors.problems(`${at}.key`, key, isQualifiedName(key));
    else if (operator !== 'Exists') {
      const detail =
        'operator must be Exists when `key` is empty, which means "match all values and all keys"';
      errors.invalid(`${at}.operator`, operator, detail);
    }
    if (toleration['tolerationSeconds'] !== undefined && effect !== 'NoExecute') {
      const detail = "effect must be 'NoExecute' when `tolerationSeconds` is set";
      errors.invalid(`${at}.effect`, effect, detail);
    }
    if (operator === '' || operator === 'Equal') {
      const problems = isLabelValue(value);
      if (problems.length > 0) errors.invalid(`${at}.operator`, value, problems.join(';'));
    } else if (operator === 'Exists') {
      if (value !== '') {
        errors.invalid(`${at}.operator`, value, "value must be empty when `operator` is 'Exists'");
      }
    } else {
      const known = ['Equal', 'Exists'];
      // These operators require a feature gate that is disabled. kube-apiserver lists them
      // nevertheless.
      const isGated = operator === 'Lt' || operator === 'Gt';
      errors.notSupported(`${at}.operator`, operator, isGated ? [...known, 'Lt', 'Gt'] : known);
    }
    errors.oneOf(`${at}.effect`, effect, TAINT_EFFECTS);
  });
}

/** Validates node and pod affinity. */
export function checkAffinity(errors: ErrorList, path: string, affinity: JsonObject): void {
  const ofNodes = getObject(affinity, 'nodeAffinity');
  const required = ofNodes[REQUIRED];
  if (isJsonObject(required)) {
    checkNodeSelector(errors, `${path}.nodeAffinity.${REQUIRED}`, required);
  }
  getObjects(ofNodes, PREFERRED).forEach((term, i) => {
    const at = `${path}.nodeAffinity.${PREFERRED}[${i}]`;
    checkWeight(errors, at, term);
    checkNodeTerm(errors, `${at}.preference`, getObject(term, 'preference'));
  });
  for (const name of ['podAffinity', 'podAntiAffinity']) {
    const ofPods = getObject(affinity, name);
    getObjects(ofPods, REQUIRED).forEach((term, i) => {
      checkPodTerm(errors, `${path}.${name}.${REQUIRED}[${i}]`, term);
    });
    getObjects(ofPods, PREFERRED).forEach((term, i) => {
      const at = `${path}.${name}.${PREFERRED}[${i}]`;
      checkWeight(errors, at, term);
      checkPodTerm(errors, `${at}.podAffinityTerm`, getObject(term, 'podAffinityTerm'));
    });
  }
}

function checkWeight(errors: ErrorList, path: string, term: JsonObject): void {
  const weight = term['weight'] ?? 0;
  if (typeof weight === 'number' && (weight < 1 || weight > 100)) {
    errors.invalid(`${path}.weight`, weight, 'must be in the range 1-100');
  }
}

function checkPodTerm(errors: ErrorList, path: string, term: JsonObject): void {
  for (const name of ['labelSelector', 'namespaceSelector']) {
    checkSelector(errors, `${path}.${name}`, getObject(term, name));
  }
  for (const name of getStrings(term, 'namespaces')) {
    errors.problems(`${path}.namespace`, name, isDns1123Label(name));
  }
  const key = getString(term, 'topologyKey');
  if (key === '') errors.required(`${path}.topologyKey`, 'can not be empty');
  errors.problems(`${path}.topologyKey`, key, isQualifiedName(key));
}

/** Validates a node selector. */
function checkNodeSelector(errors: ErrorList, path: string, selector: JsonObject): void {
  const terms = getObjects(selector, 'nodeSelectorTerms');
  if (terms.length === 0) {
    errors.required(`${path}.nodeSelectorTerms`, 'must have at least one node selector term');
  }
  terms.forEach((term, i) => {
    checkNodeTerm(errors, `${path}.nodeSelectorTerms[${i}]`, term);
  });
}

function checkNodeTerm(errors: ErrorList, path: string, term: JsonObject): void {
  getObjects(term, 'matchExpressions').forEach((expression, i) => {
    checkRequirement(errors, `${path}.matchExpressions[${i}]`, expression, 'node');
  });
}

/** Validates topology spread constraints. */
export function checkSpread(
  errors: ErrorList,
  path: string,
  constraints: readonly JsonObject[],
): void {
  constraints.forEach((constraint, i) => {
    const at = `${path}[${i}]`;
    const pair = `{${getString(constraint, 'topologyKey')}, ${getString(constraint, 'whenUnsatisfiable')}}`;
    const isRepeated = constraints
      .slice(i + 1)
      .some(
        (other) =>
          other['topologyKey'] === constraint['topologyKey'] &&
          other['whenUnsatisfiable'] === constraint['whenUnsatisfiable'],
      );
    if (isRepeated) errors.duplicate(`${at}.{topologyKey, whenUnsatisfiable}`, pair);
    const skew = constraint['maxSkew'] ?? 0;
    if (typeof skew === 'number' && skew <= 0) {
      errors.invalid(`${at}.maxSkew`, skew, 'must be greater than zero');
    }
    if (getString(constraint, 'topologyKey') === '') {
      errors.required(`${at}.topologyKey`, 'can not be empty');
    }
    errors.oneOf(`${at}.whenUnsatisfiable`, constraint['whenUnsatisfiable'], [
      'DoNotSchedule',
      'ScheduleAnyway',
    ]);
    checkSelector(errors, `${at}.labelSelector`, getObject(constraint, 'labelSelector'));
    for (const name of ['nodeAffinityPolicy', 'nodeTaintsPolicy']) {
      errors.oneOf(`${at}.${name}`, constraint[name], ['Honor', 'Ignore']);
    }
    const { minDomains, whenUnsatisfiable } = constraint;
    if (typeof minDomains === 'number' && whenUnsatisfiable === 'ScheduleAnyway') {
      const detail =
        'can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ScheduleAnyway';
      errors.invalid(`${at}.minDomains`, minDomains, detail);
    }
  });
}
