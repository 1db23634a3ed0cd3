import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startChild } from '../support/child.js';
import { inRepository } from '../support/repository.js';

// A new project is in generator/src/cli/doctor-command.test.ts, and installed ones in hack/test-example.sh.
describe('vmgen doctor', () => {
  for (const folder of ['.', 'examples/backup', 'examples/network']) {
    test(`finds no problem in ${folder}`, async () => {
      const program = [inRepository('generator/bin/vmgen.cjs'), 'doctor'];
      const child = startChild(process.execPath, program, {}, inRepository(folder));
      await child.closed;
      assert.equal(child.stderr(), '');
      assert.match(child.stdout(), /^0 problems, \d+ ok, \d+ not checked\n$/m);
      assert.doesNotMatch(child.stdout(), /^problem: /m);
      assert.equal(await child.exited, 0);
    });
  }
});
