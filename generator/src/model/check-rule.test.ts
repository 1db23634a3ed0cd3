import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileText, diagnosticTexts, kindWith } from '../testing/compile-text.js';

/** What is said of a marker in the package of example.com, which has the kind Thing. */
function warningsOf(rule: string): string[] {
  const files = {
    'example/v1/types.ts': kindWith('  a: string;'),
    'example/v1/rules.ts': `\n// +kubebuilder:rbac:${rule}\n\nexport {};`,
  };
  return diagnosticTexts(compileText(files)).map((text) =>
    text.replace('example/v1/rules.ts:2:4: ', '').replace('\n  ', ' | '),
  );
}

test('warns about misspelled verbs, but not about other verbs', () => {
  assert.deepEqual(warningsOf('groups=apps,resources=deployments,verbs=get;lst;watchs'), [
    'warning: +kubebuilder:rbac names the unknown verb lst | did you mean list?',
    'warning: +kubebuilder:rbac names the unknown verb watchs | did you mean watch?',
  ]);
  assert.deepEqual(warningsOf('groups=apps,resources=deployments,verbs=*'), []);
  assert.deepEqual(warningsOf('groups=a.b,resources=c,verbs=use;bind;sign;synchronize'), []);
});

test('warns about misspelled resources of a kind of the run', () => {
  assert.deepEqual(warningsOf('groups=example.com,resources=thing/status,verbs=get'), [
    'warning: +kubebuilder:rbac names the unknown resource thing of example.com | did you mean things?',
  ]);
  const good = 'things;things/status;things/finalizers;*;*/scale;others';
  assert.deepEqual(warningsOf(`groups=example.com;apps,resources=${good},verbs=get`), []);
  assert.deepEqual(warningsOf('groups=other.org,resources=thing,verbs=get'), []);
});

test('warns about misspelled resources of built-in kinds', () => {
  assert.deepEqual(warningsOf('groups=apps,resources=deployment;statefulset/scale,verbs=get'), [
    'warning: +kubebuilder:rbac names the unknown resource deployment of apps | did you mean deployments?',
    'warning: +kubebuilder:rbac names the unknown resource statefulset of apps | did you mean statefulsets?',
  ]);
  assert.deepEqual(warningsOf('groups=core,resources=pod,verbs=get'), [
    'warning: +kubebuilder:rbac names the unknown resource pod of the core group | did you mean pods?',
  ]);
  // Of one of the groups, or perhaps of a group that is not known here.
  assert.deepEqual(warningsOf('groups=batch;"",resources=jobs;pods;pods/log,verbs=get'), []);
  assert.deepEqual(warningsOf('groups=other.org;"",resources=pod,verbs=get'), []);
});

test('warns about misspelled groups of the run and of built-in kinds', () => {
  assert.deepEqual(warningsOf('groups=app;networking.k8s.oi;other.org,resources=a,verbs=get'), [
    'warning: +kubebuilder:rbac names the unknown group app | did you mean apps?',
    'warning: +kubebuilder:rbac names the unknown group networking.k8s.oi | did you mean networking.k8s.io?',
  ]);
  assert.deepEqual(warningsOf('groups=exmaple.com;"";apps,resources=things,verbs=get'), [
    'warning: +kubebuilder:rbac names the unknown group exmaple.com | did you mean example.com?',
  ]);
});
