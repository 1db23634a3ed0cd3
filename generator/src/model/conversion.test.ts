import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'yaml';
import { compileText, fileText, diagnosticTexts, kindWith } from '../testing/compile-text.js';

const SOURCE = kindWith('  size: string;');
const marked = (marker: string, source = SOURCE): string =>
  source.replace('// +genclient', `// +genclient\n// +vmgen:conversion:${marker}`);

/** Two versions of a kind, the second stored. */
const versions = (first: string, second: string) =>
  compileText({
    'example/v1/types.ts': first,
    'example/v2/types.ts': second.replace(
      '// +genclient',
      '// +genclient\n// +kubebuilder:storageversion',
    ),
  });

function conversionOf(compiled: ReturnType<typeof compileText>): unknown {
  assert.deepEqual(diagnosticTexts(compiled), []);
  const crd: unknown = parse(fileText(compiled, 'crds/example.com_things.yaml'));
  return (crd as { spec: { conversion?: unknown } }).spec.conversion;
}

test('applies the conversion of one version to all versions', () => {
  const marker =
    'strategy=Webhook,serviceNamespace=shop,serviceName=hooks,servicePath="/convert",servicePort=8443,caBundle="Cg==",reviewVersions={v1,v1beta1}';
  const conversion = {
    strategy: 'Webhook',
    webhook: {
      clientConfig: {
        service: { namespace: 'shop', name: 'hooks', path: '/convert', port: 8443 },
        caBundle: 'Cg==',
      },
      conversionReviewVersions: ['v1', 'v1beta1'],
    },
  };
  assert.deepEqual(conversionOf(versions(marked(marker), SOURCE)), conversion);
  assert.deepEqual(conversionOf(versions(marked(marker), marked(marker))), conversion);
});

test('accepts a webhook URL', () => {
  const marker = 'strategy=Webhook,url="https://example.com/convert",reviewVersions=v1';
  assert.deepEqual(conversionOf(versions(SOURCE, marked(marker))), {
    strategy: 'Webhook',
    webhook: {
      clientConfig: { url: 'https://example.com/convert' },
      conversionReviewVersions: ['v1'],
    },
  });
});

test('rejects versions with different conversions', () => {
  const compiled = versions(
    marked('strategy=None'),
    marked('strategy=Webhook,url="https://a.example/",reviewVersions=v1'),
  );
  assert.match(diagnosticTexts(compiled).join('\n'), /differs in another version/);
});

test('reports an invalid conversion at its marker', () => {
  const source = marked('strategy=Webhook,reviewVersions=v1');
  const line = source.split('\n').findIndex((each) => each.includes('vmgen:conversion')) + 1;
  const [diagnostic = ''] = diagnosticTexts(compileText({ 'example/v1/types.ts': source }));
  assert.match(diagnostic, new RegExp(`^example/v1/types.ts:${line}:.*(?:url|clientConfig)`, 's'));
});
