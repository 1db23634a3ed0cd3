import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import type { Field } from '@vmgen/crd/internal';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { checkConditions } from './condition-rules.js';
import { getObject, hasCondition, sameJson } from './fields.js';

const STORED_AS = 'certificates.k8s.io/v1beta1';

/**
 * certificates.k8s.io/v1 PodCertificateRequest, stored as v1beta1. v1 does not have v1beta1's
 * fields for the key and its proof: its PKCS#10 request contains both.
 */
export const podCertificateRequestStrategy: BuiltInStrategy = {
  conversion: {
    fromStored(object) {
      const { spec } = object;
      return isJsonObject(spec) ? { ...object, spec: withoutKey(spec) } : object;
    },
    toStored: (object) => ({ ...object, apiVersion: STORED_AS }),
  },
  validateStatus: checkStatus,
};

/**
 * certificates.k8s.io/v1beta1 PodCertificateRequest. Its schema requires the PKCS#10 request, which a
 * key and its proof can replace.
 */
export const podCertificateRequestBetaStrategy: BuiltInStrategy = {
  validatesSchema: false,
  validateStatus: checkStatus,
};

const OUTCOMES = ['Issued', 'Denied', 'Failed'];

/** Validates the conditions, and that a request keeps its outcome. Does not validate the certificates. */
function checkStatus(object: Field, live: JsonObject): void {
  const status = object.at('status');
  const before = getObject(live, 'status');
  const count = status.errors.length;
  checkOutcomes(status.at('conditions'));
  if (status.errors.length > count) return;
  if (OUTCOMES.some((type) => hasCondition(before, type))) {
    if (sameJson(status.object, before)) return;
    report(status, 'immutable after PodCertificateRequest is issued, denied, or failed');
    return;
  }
  const hasOthers = Object.keys(status.object).some((name) => name !== 'conditions');
  const isRejected = hasCondition(status.object, 'Denied') || hasCondition(status.object, 'Failed');
  if (!isRejected || !hasOthers) return;
  const needed = 'must be empty when denying or failing the PodCertificateRequest';
  report(status, `non-condition status fields ${needed}`);
}

const report = (status: Field, problem: string): void => {
  status.report('FieldValueInvalid', `Invalid value: ${problem}`);
};

function checkOutcomes(conditions: Field): void {
  let outcomes = 0;
  for (const [i, condition] of conditions.items.entries()) {
    // Upstream, the paths of these errors have a dot before the index.
    const own = conditions.at(`[${i}]`);
    const type = condition.at('type').text;
    if (!OUTCOMES.includes(type)) {
      own.at('type').notSupported(OUTCOMES, type);
      continue;
    }
    if (++outcomes > 1) {
      const quoted = OUTCOMES.map((name) => JSON.stringify(name));
      own
        .at('type')
        .invalid(
          `There may be at most one condition with type ${quoted.slice(0, 2).join(', ')}, or ${quoted[2] ?? ''}`,
          type,
        );
    }
    const value = condition.at('status').text;
    if (value !== 'True') own.at('status').notSupported(['True'], value);
  }
  checkConditions(conditions);
}

function withoutKey({ pkixPublicKey: _key, proofOfPossession: _proof, ...rest }: JsonObject) {
  return rest;
}
