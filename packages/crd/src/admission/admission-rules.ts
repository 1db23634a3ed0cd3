import { isQualifiedName } from '@vmgen/base/text';
import type { Field } from '../field/field.js';
import { checkSelector } from '../field/selector-rules.js';
import type { PolicyExpressions } from './policy-expressions.js';

/** The rules and conditions that admission policies and webhooks share. */

const OPERATIONS = ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE'];
const MAX_CONDITIONS = 64;
const STATIC_SUFFIX = '.static.k8s.io';

/** Rejects names that are reserved for configurations in files of the server. */
export function checkStaticSuffix(object: Field): void {
  const name = object.at('metadata', 'name');
  if (!name.text.endsWith(STATIC_SUFFIX)) return;
  const why =
    'are reserved for static manifest-based configurations and cannot be managed via the API';
  name.invalid(`names ending with ${JSON.stringify(STATIC_SUFFIX)} ${why}`);
}

/** Validates the rule of a webhook or policy: its operations and resources. */
export function checkRule(rule: Field): void {
  const words = {
    operations: 'operations',
    apiGroups: 'API groups',
    apiVersions: 'API versions',
  };
  for (const [name, word] of Object.entries(words)) {
    const values = rule.at(name);
    if (values.texts.length === 0) values.required();
    if (values.texts.length > 1 && values.texts.includes('*')) {
      values.invalid(`if '*' is present, must not specify other ${word}`);
    }
    if (name === 'operations') {
      for (const operation of values.items) {
        if (!OPERATIONS.includes(operation.text)) operation.notSupported(OPERATIONS);
      }
    }
    if (name === 'apiVersions') for (const version of values.items) version.given();
  }
  checkResources(rule.at('resources'));
  rule.at('scope').pointerToOneOf('*', 'Cluster', 'Namespaced');
}

function checkResources(resources: Field): void {
  const { items, texts } = resources;
  if (texts.length === 0) resources.required();
  const [allBelow, ofAll] = [new Set<string>(), new Set<string>()];
  let hasPlain = false;
  for (const item of items) {
    const { text } = item;
    if (!item.given()) continue;
    const slash = text.indexOf('/');
    if (slash < 0) {
      hasPlain = text !== '*';
      continue;
    }
    const [plural, subresource] = [text.slice(0, slash), text.slice(slash + 1)];
    const conflicts = [
      ...(allBelow.has(plural) ? [`${plural}/*`] : []),
      ...(ofAll.has(subresource) ? [`*/${subresource}`] : []),
    ];
    for (const other of conflicts) {
      item.invalid(`if '${other}' is present, must not specify ${text}`);
    }
    if (subresource === '*') allBelow.add(plural);
    if (plural === '*') ofAll.add(subresource);
  }
  if (texts.length > 1 && texts.includes('*/*')) {
    resources.invalid("if '*/*' is present, must not specify other resources");
  }
  if (texts.includes('*') && hasPlain) {
    resources.invalid("if '*' is present, must not specify other resources without subresources");
  }
}

/** Validates the `matchConstraints` of a policy or the `matchResources` of a binding. */
export function checkMatchResources(match: Field): void {
  match.at('matchPolicy').pointerToOneOf('Equivalent', 'Exact');
  checkSelector(match.at('namespaceSelector'));
  checkSelector(match.at('objectSelector'));
  for (const list of ['resourceRules', 'excludeResourceRules']) {
    for (const rule of match.at(list).items) {
      const names = new Set<string>();
      for (const name of rule.at('resourceNames').items) {
        name.check(segmentProblems);
        name.unique(names);
      }
      checkRule(rule);
    }
  }
}

/** The problems of a name as a segment of a path. */
export function segmentProblems(name: string): string[] {
  if (name === '.' || name === '..') return [`may not be '${name}'`];
  return ['/', '%']
    .filter((char) => name.includes(char))
    .map((char) => `may not contain '${char}'`);
}

/** Validates match conditions. */
export function checkMatchConditions(conditions: Field, expressions: PolicyExpressions): void {
  const { items } = conditions;
  if (items.length > MAX_CONDITIONS) {
    const message = `Too many: ${items.length}: must have at most ${MAX_CONDITIONS} items`;
    conditions.report('FieldValueTooMany', message);
  }
  const names = new Set<string>();
  for (const condition of items) {
    const [name, expression] = [condition.at('name'), condition.at('expression')];
    if (expression.text.trim() === '') expression.required();
    else expressions.checkCondition(expression);
    name.checkRequired(isQualifiedName);
    if (name.text !== '') name.unique(names);
  }
}
