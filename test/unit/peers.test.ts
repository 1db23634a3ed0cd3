import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { KNOWN_DIFFERENCES } from '../peers/known-differences.js';
import { PEER_SUITES } from '../peers/suites.js';
import { readGinkgoReport, readGoOutput, type TestResults } from '../peers/test-results.js';
import { replaceImports } from '../peers/workspace.js';
import { inRepository } from '../support/repository.js';

const outcomes = (results: TestResults): Record<string, string> =>
  Object.fromEntries([...results].map(([name, { outcome }]) => [name, outcome]));

describe('the output of Go tests', () => {
  test('gives the outcome of each test without subtests, and its last lines', () => {
    const text = [
      '\u0016=== RUN   TestA',
      'I1124 a log line',
      '\u0016=== RUN   TestA/one_(x)',
      'half a line\u0016--- PASS: TestA/one_(x) (0.10s)',
      '\u0016=== RUN   TestA/two',
      '    a_test.go:7: wrong',
      '',
      '\u0016--- FAIL: TestA/two (1.00s)',
      '\u0016--- FAIL: TestA (1.10s)',
      '\u0016=== RUN   TestB',
      '\u0016=== NAME  TestB',
      '\u0016--- SKIP: TestB (0.00s)',
      'FAIL',
    ].join('\n');
    const results = readGoOutput(text);
    assert.deepEqual(outcomes(results), {
      'TestA/one_(x)': 'passed',
      'TestA/two': 'failed',
      TestB: 'skipped',
    });
    assert.equal(results.get('TestA/two')?.output, '    a_test.go:7: wrong');
  });

  test('has the parent if it failed and no subtest did', () => {
    const text = [
      '\u0016=== RUN   TestA',
      '\u0016=== RUN   TestA/one',
      '\u0016--- PASS: TestA/one (0.10s)',
      '\u0016--- FAIL: TestA (1.10s)',
    ].join('\n');
    assert.deepEqual(outcomes(readGoOutput(text)), { TestA: 'failed', 'TestA/one': 'passed' });
  });

  test('counts a test that did not end as failed', () => {
    const text = ['\u0016=== RUN   TestA', '\u0016=== RUN   TestA/one', 'panic: x'].join('\n');
    assert.deepEqual(outcomes(readGoOutput(text)), { 'TestA/one': 'failed' });
    assert.match(readGoOutput(text).get('TestA/one')?.output ?? '', /panic: x/);
  });
});

test('the report of Ginkgo gives the outcome of each spec, and failed set-ups', () => {
  const spec = (text: string, state: string, type = 'It') => ({
    ContainerHierarchyTexts: type === 'It' ? ['cache', 'Get'] : null,
    LeafNodeText: text,
    LeafNodeType: type,
    State: state,
    Failure: state === 'failed' ? { Message: 'Expected\n 1' } : undefined,
  });
  const specs = [
    spec('', 'passed', 'BeforeSuite'),
    spec('works', 'passed'),
    spec('works', 'panicked'),
    spec('waits', 'pending'),
    spec('', 'failed', 'AfterSuite'),
  ];
  const results = readGinkgoReport(JSON.stringify([{ SpecReports: specs }, { SpecReports: null }]));
  assert.deepEqual(outcomes(results), {
    'cache Get works': 'passed',
    'cache Get works #2': 'failed',
    'cache Get waits': 'skipped',
    AfterSuite: 'failed',
  });
  assert.equal(results.get('AfterSuite')?.output, 'Expected\n 1');
});

test('imports of the packages that start a server are replaced, and no others', () => {
  const text = `import (
	"k8s.io/kubernetes/test/integration"
	kubeapiservertesting "k8s.io/kubernetes/cmd/kube-apiserver/app/testing"
	"k8s.io/kubernetes/test/integration/framework"
	"k8s.io/kubernetes/test/integrations"
	"k8s.io/kubernetes/cmd/kube-apiserver/app"
	_ "k8s.io/apiextensions-apiserver/test/integration/fixtures"
)

import "k8s.io/kubernetes/test/integration/util"
var text = "k8s.io/kubernetes/test/integration"
`;
  assert.equal(
    replaceImports(text),
    `import (
	"vmgen.dev/test/peers/kubernetes"
	kubeapiservertesting "vmgen.dev/test/peers/kube"
	"vmgen.dev/test/peers/kubernetes/framework"
	"k8s.io/kubernetes/test/integrations"
	"k8s.io/kubernetes/cmd/kube-apiserver/app"
	_ "vmgen.dev/test/peers/apiextensions/fixtures"
)

import "vmgen.dev/test/peers/kubernetes/util"
var text = "k8s.io/kubernetes/test/integration"
`,
  );
});

test('the suites are those of the Kubernetes that packages/apiserver/envtest pins', async () => {
  const versionIn = async (file: string): Promise<string | undefined> =>
    /^\s*k8s\.io\/kubernetes (v\S+)/m.exec(await readFile(inRepository(file), 'utf8'))?.[1];
  const pinned = await versionIn('packages/apiserver/envtest/go.mod');
  assert.notEqual(pinned, undefined);
  assert.equal(await versionIn('test/peers/go/go.mod'), pinned);
});

test('known differences are of suites that exist, and have a reason and a number', () => {
  const names = PEER_SUITES.map(({ name }) => name);
  for (const { suite, tests, count, reason } of KNOWN_DIFFERENCES) {
    assert.ok(names.includes(suite), suite);
    assert.ok(reason.length > 10 && count > 0, `${suite}: ${String(tests)}`);
  }
});
