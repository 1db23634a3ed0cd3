import { RULE_COST_LIMITS, ruleCosts } from '@vmgen/crd/internal';
import type { SourcePosition } from '../diagnostics/diagnostic.js';
import type { BuiltCrd } from '../model/build-crd.js';
import { locateField } from './locate-field.js';

/** The cost that an API server estimates for a CEL rule, or for the expression of its message. */
export interface RuleCost {
  /** The path of the expression in the CRD. */
  readonly path: string;
  /** The cost of all its evaluations for one object. */
  readonly cost: number;
  /** The API server rejects a rule with a higher cost. */
  readonly limit: number;
  /** The marker or the type that the rule is from. */
  readonly position: SourcePosition;
}

/** The costs of all CEL rules in one version of a CRD. */
export interface VersionCosts {
  /** The name of the CRD. */
  readonly crd: string;
  readonly version: string;
  /** In the order of the schema. */
  readonly rules: readonly RuleCost[];
  /** The sum of their costs. */
  readonly total: number;
  /** The API server rejects a version with a higher sum. */
  readonly limit: number;
}

/** The costs of the rules of each version of an accepted CRD. */
export function costsOf({ crd, resource }: BuiltCrd): VersionCosts[] {
  return crd.spec.versions.map(({ name, schema }, index) => {
    const path = `spec.versions[${index}].schema.openAPIV3Schema`;
    const root = schema?.openAPIV3Schema;
    const rules = (root ? ruleCosts(root, path) : []).map((each) => ({
      ...each,
      limit: RULE_COST_LIMITS.rule,
      position: locateField(each.path, resource),
    }));
    const total = rules.reduce((sum, { cost }) => sum + cost, 0);
    const limit = RULE_COST_LIMITS.schema;
    return { crd: crd.metadata.name ?? '', version: name, rules, total, limit };
  });
}
