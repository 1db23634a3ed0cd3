import type { JsonObject } from '@vmgen/base/json';
import { isDns1035Label, isDns1123Subdomain } from '@vmgen/base/text';
import { goStruct, type Field } from '@vmgen/crd/internal';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { checkConditions } from './condition-rules.js';
import { getObject, getString, hasCondition } from './fields.js';

/** storagemigration.k8s.io StorageVersionMigration. It is stored. No controller runs it. */
export const storageVersionMigrationStrategy: BuiltInStrategy = {
  validate(object, live) {
    const [resource, group] = [
      object.at('spec', 'resource', 'resource'),
      object.at('spec', 'resource', 'group'),
    ];
    resource.checkRequired(joined(isDns1035Label), 'resource is required to be set');
    group.checkIfSet(joined(isDns1123Subdomain));
    if (live !== undefined) object.at('spec').immutable(live['spec']);
  },
  validateStatus(object, live) {
    const status = object.at('status');
    checkVersion(
      status.at('resourceVersion'),
      getString(getObject(live, 'status'), 'resourceVersion'),
    );
    const conditions = status.at('conditions');
    checkConditions(conditions);
    checkOutcome(conditions, status.object, getObject(live, 'status'));
  },
};

/** Reports all problems of a text in one error. */
const joined = (problemsOf: (text: string) => readonly string[]) => (text: string) => {
  const problems = problemsOf(text);
  return problems.length === 0 ? [] : [problems.join(',')];
};

function checkVersion(version: Field, before: string): void {
  const { text } = version;
  if (text !== '' && !/^[1-9]\d*$/.test(text)) {
    version.invalid(`resource version is not well formed: ${text}`);
  }
  if (before !== '' && text !== before) version.invalid('field is immutable', text);
}

const ORDER = ['type', 'status', 'observedGeneration', 'lastTransitionTime', 'reason', 'message'];

/** A condition with its fields in the order of Go's struct. */
const inOrder = (condition: JsonObject): JsonObject =>
  Object.fromEntries(
    ORDER.flatMap((name) => {
      const value = condition[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** A migration has one outcome, which remains. */
function checkOutcome(conditions: Field, status: JsonObject, before: JsonObject): void {
  const printed = goStruct(
    Array.isArray(conditions.value) ? conditions.items.map(({ object }) => inOrder(object)) : null,
  );
  const isTrue = (type: string): boolean => hasCondition(status, type);
  if (isTrue('Succeeded') && isTrue('Failed')) {
    conditions.invalid(
      'Both success and failed conditions cannot be true at the same time',
      printed,
    );
  }
  for (const [type, name] of [
    ['Succeeded', 'Success'],
    ['Failed', 'Failed'],
  ] as const) {
    if (!hasCondition(before, type) || isTrue(type)) continue;
    conditions.invalid(`${name} condition cannot be set to false once it is true`, printed);
  }
}
