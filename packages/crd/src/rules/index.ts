export { compileCel, type CelValidator } from './compile-cel.js';
export { DefaultValidator } from './default-validator.js';
export { RuleValidator } from './rule-validator.js';
export type { RulePlace } from './rule-place.js';
