import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileText, fileText, kindWith } from '../testing/compile-text.js';
import { unsupportedMarkers } from './definitions/unsupported.js';

const FAMILIES = [
  '+k8s:conversion-gen:explicit-from=net/url.Values',
  '+k8s:conversion-gen-external-types=k8s.io/api/core/v1',
  '+k8s:prerelease-lifecycle-gen:introduced=1.20',
  '+k8s:validation-gen-input=k8s.io/api/core/v1',
  '+k8s:defaulter-gen=TypeMeta',
  '+k8s:openapi-gen=true',
  '+protobuf=true',
  '+protobuf.options.(gogoproto.goproto_stringer)=false',
  '+protobuf.options.marshal=false',
  '+patchStrategy=merge,retainKeys',
  '+unionMember=name',
  '+featureGate=One,Two',
  '+default=ref(Blue)',
];

const IGNORED = unsupportedMarkers.filter(({ topic }) => topic === 'Ignored');
const TEXTS = [...IGNORED.map(({ name }) => `+${name}`), ...FAMILIES];

for (const text of TEXTS) {
  test(`ignores a marker of Go types of Kubernetes and reports it as info: ${text}`, () => {
    const path = 'crds/example.com_things.yaml';
    const compiled = compileText(
      { 'example/v1/types.ts': kindWith(`  // ${text}\n  a?: string;`) },
      { strict: true },
    );
    const plain = compileText({ 'example/v1/types.ts': kindWith('  a?: string;') });
    assert.deepEqual(
      compiled.diagnostics.map(({ severity, position }) => [severity, position?.line]),
      [['info', 11]],
    );
    assert.equal(fileText(compiled, path), fileText(plain, path));
  });
}

test('rejects markers that only start like an ignored one', () => {
  const { diagnostics } = compileText({
    'example/v1/types.ts': kindWith('  // +protobuffer=1\n  // +enumeration\n  a?: string;'),
  });
  assert.deepEqual(
    diagnostics.map(({ severity, message }) => `${severity}: ${message}`),
    ['error: unknown marker +protobuffer', 'error: unknown marker +enumeration'],
  );
});
