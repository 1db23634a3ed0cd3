import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineShapes, editProblem } from './edits.test.helper.js';

const EDITS = 50_000;

for (const richIsHub of [true, false]) {
  test(`${EDITS} random edits lose and move nothing that only the ${richIsHub ? 'hub' : 'spoke'} has`, () => {
    const conversion = defineShapes(richIsHub);
    const problems = new Map<string, string[]>();
    for (let seed = 0; seed < EDITS; seed++) {
      const problem = editProblem(conversion, seed);
      if (problem === undefined) continue;
      const kind = problem.replaceAll(/secret-\d+|of .*/g, '');
      problems.set(kind, [...(problems.get(kind) ?? []), `seed ${seed}: ${problem}`]);
    }
    const summary = [...problems].map(([kind, all]) => [kind, all.length, all[0]]);
    assert.deepEqual(summary, []);
  });
}
