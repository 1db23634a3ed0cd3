import { exploreSite } from './explored-site.js';

/**
 * Explores the faults of the operator in a process of its own, for ../explore.ts. With arguments, each of
 * which is a plan as JSON, runs only these plans. Prints how many were run.
 */
const plans = process.argv.slice(2);
let count = 0;
for (const plan of plans.length > 0 ? plans : ['']) {
  process.env['VMGEN_PLAN'] = plan;
  count += (await exploreSite()).plans;
}
console.log(count);
