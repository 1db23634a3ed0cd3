export { compileCel, type CelValidator } from './compile-cel.js';
export { estimateCosts } from './estimate-costs.js';
export { DefaultValidator } from './default-validator.js';
export { type RuleCost, RuleValidator } from './rule-validator.js';
export type { RulePlace } from './rule-place.js';
