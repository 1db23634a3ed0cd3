export { compileCel, type CelValidator } from './compile-cel.js';
export { DefaultJudge } from './default-judge.js';
export { RuleJudge } from './rule-judge.js';
export type { RulePlace } from './rule-place.js';
