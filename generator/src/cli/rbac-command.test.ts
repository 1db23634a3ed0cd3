import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runRbac } from './rbac-command.js';
import { RBAC } from './rbac-options.js';

/** Runs a program that records these lines, as the tests of a project do. */
function reportOf(lines: readonly object[], exitCode = 0) {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  const script = `require('fs').appendFileSync(process.env.VMGEN_PERMISSIONS, ${JSON.stringify(text)})`;
  const program = [process.execPath, '-e', `${script}; process.exitCode = ${exitCode}`];
  return runRbac({ kind: 'rbac', program });
}

test('reports missing permissions as markers, and those that no test needed', () => {
  const { exitCode, stdout } = reportOf([
    { declared: ['ClusterRole op: get pods', 'ClusterRole op: list pods'] },
    { used: 'ClusterRole op: get pods' },
    { missing: { verb: 'patch', group: 'apps', resource: 'deployments/status' } },
    { declared: ['ClusterRole op: get pods', 'ClusterRole op: list pods'] },
    { missing: { verb: 'watch', group: '', resource: 'secrets' } },
    { missing: { verb: 'list', group: '', resource: 'secrets' } },
    { missing: { verb: 'get', path: '/metrics' } },
    { missing: { verb: 'bind', group: 'a.io', resource: 'clusterroles', name: 'view' } },
    { missing: { verb: 'bind', group: 'a.io', resource: 'clusterroles', name: 'edit' } },
    { missing: { verb: 'get', group: 'a.io', resource: 'clusterroles' } },
  ]);
  assert.equal(exitCode, 1);
  assert.deepEqual(stdout, [
    'missing permissions, as markers:',
    '// +kubebuilder:rbac:groups="",resources=secrets,verbs=list;watch',
    '// +kubebuilder:rbac:groups=a.io,resources=clusterroles,resourceNames=edit;view,verbs=bind',
    '// +kubebuilder:rbac:groups=a.io,resources=clusterroles,verbs=get',
    '// +kubebuilder:rbac:groups=apps,resources=deployments/status,verbs=patch',
    '// +kubebuilder:rbac:urls=/metrics,verbs=get',
    'unused permissions:',
    'ClusterRole op: list pods',
  ]);
});

test('says which unused permissions a write needs after a conflict', () => {
  const op = (...permissions: readonly string[]) =>
    permissions.map((each) => `ClusterRole op: ${each}`);
  const writes = op('patch sites.example.com', 'patch jobs.batch/status', 'update pods "a"');
  const others = op(
    'get sites.example.com',
    'get jobs.batch',
    'get pods "a"',
    'get pods',
    'list nodes',
  );
  const { stdout } = reportOf([
    { declared: [...writes, ...others, 'Role blue/op: get sites.example.com'] },
    ...writes.map((used) => ({ used })),
  ]);
  const reason = '(keep it: a write reads the object again after a conflict)';
  assert.deepEqual(stdout, [
    'unused permissions:',
    ...others.slice(0, 3).map((each) => `${each} ${reason}`),
    ...others.slice(3),
    'Role blue/op: get sites.example.com',
  ]);
});

test('succeeds if no permission is missing', () => {
  const lines = [{ declared: ['ClusterRole op: get pods'] }, { used: 'ClusterRole op: get pods' }];
  const stdout = ['the tests need exactly the permissions of the roles'];
  assert.deepEqual(reportOf(lines), { exitCode: 0, stdout, stderr: [] });
});

test('fails if the tests fail, or use no role', () => {
  assert.equal(reportOf([{ declared: [] }], 1).exitCode, 1);
  const { exitCode, stderr } = reportOf([]);
  assert.equal(exitCode, 1);
  assert.deepEqual(stderr, [
    'no test used fake.withRole(): pass its transport to createTestManager',
  ]);
  const missing = runRbac({ kind: 'rbac', program: ['/nowhere/program'] });
  assert.match(missing.stderr[0] ?? '', /^\/nowhere\/program cannot be run: /);
});

test('parses the command behind --', async () => {
  assert.deepEqual(await RBAC.parse(['--from-run']), {
    kind: 'rbac',
    program: ['npm', 'test'],
  });
  assert.deepEqual(await RBAC.parse(['--from-run', '--', 'node', '--test']), {
    kind: 'rbac',
    program: ['node', '--test'],
  });
  await assert.rejects(RBAC.parse([]), { message: 'use vmgen rbac --from-run' });
});
