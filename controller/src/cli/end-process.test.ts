import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

/** How a process ends that runs `script`; killed where it has not ended after 20 s. */
function run(script: string): { status: number | null; stdout: string } {
  const imports = `import { endProcess } from '${new URL('end-process.js', import.meta.url).href}';`;
  const args = ['--input-type=module', '-e', `${imports}\n${script}`];
  return spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 20_000 });
}

test('work that goes on for ever is ended with the process', () => {
  assert.equal(run('setInterval(() => {}, 1000); endProcess(3, 50);').status, 3);
});

test('what is left to be done comes to its end first, and nothing waits after it', () => {
  const { status, stdout } = run(
    "setTimeout(() => console.log('done'), 50); endProcess(0, 600_000);",
  );
  assert.deepEqual({ status, stdout }, { status: 0, stdout: 'done\n' });
});
