import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileText, fileText, kindWith } from '../testing/compile-text.js';

test('replaces in the chart only namespaces by the namespace of the release', () => {
  const doc = `// +kubebuilder:webhook:path=/validate,mutating=false,failurePolicy=fail,sideEffects=None,groups=example.com;"",
//   resources=pods;apps,verbs=create,versions=v1,name=apps.example.com,admissionReviewVersions=v1
// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get,namespace=apps
export {};
`;
  const compilation = compileText(
    { 'example/v1/types.ts': kindWith('  a: string;'), 'example/v1/doc.ts': doc },
    { operator: { name: 'app-operator', namespace: 'apps' } },
  );
  assert.deepEqual(compilation.diagnostics, []);
  const webhooks = fileText(compilation, 'chart/templates/webhooks.yaml');
  assert.match(webhooks, /resources:\n *- pods\n *- apps\n/);
  assert.match(webhooks, /service:\n.*\n *namespace: "\{\{ \.Release\.Namespace \}\}"\n/);
  assert.match(webhooks, /values:\n *- "\{\{ \.Release\.Namespace \}\}"\n/);
  const roles = fileText(compilation, 'chart/templates/roles.yaml');
  assert.match(
    roles,
    /namespace: "\{\{ \.Release\.Namespace \}\}"\nrules:\n *- apiGroups:\n *- apps\n/,
  );
});
