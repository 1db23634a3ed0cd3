// Compares random type expressions with TypeScript's checker until `count` were comparable.
// Usage: npm run fuzz:types -- --count 50000 --seed 1
import { parseArgs } from 'node:util';
import { describeDifference, FuzzTotals, TypeFuzz } from './type-fuzz.js';

const BATCH = 1000;

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '50000' },
    seed: { type: 'string', default: '1' },
  },
});
const [count, first] = [Number(values.count), Number(values.seed)];
if (!Number.isSafeInteger(count) || !Number.isSafeInteger(first) || count < 1 || first < 0) {
  throw new Error('--count and --seed are whole numbers');
}

const fuzz = new TypeFuzz();
const totals = new FuzzTotals();
let seed = first;
for (; totals.compared < count; seed++) {
  fuzz.batch(seed, BATCH, totals);
}
for (const difference of totals.differences) console.log(describeDifference(difference));
console.log(totals.summary);
console.log(`seeds ${first} to ${seed - 1}; refused for ${totals.refusals}`);
process.exitCode = totals.differences.length > 0 ? 1 : 0;
