import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compileText, diagnosticTexts, fileText, kindWith } from './testing/compile-text.js';

const WEBHOOK =
  '// +kubebuilder:storageversion\n// +vmgen:conversion:strategy=Webhook,url="https://a.example/",reviewVersions=v1';

/** The version v2, which is stored, and v1 of a kind with these fields in its spec. */
const versions = (hub: string, spoke: string, markers = WEBHOOK) =>
  compileText({
    'example/v1/types.ts': kindWith(spoke),
    'example/v2/types.ts': kindWith(hub).replace('// +genclient', `// +genclient\n${markers}`),
  });

/** The rules of the only spoke, and the paths of its functions. */
function rulesOf(hub: string, spoke: string): unknown {
  const compiled = versions(hub, spoke);
  assert.deepEqual(diagnosticTexts(compiled), []);
  const text = fileText(compiled, 'example/conversions.ts');
  const pathsOf = (name: string): string[] => {
    const part = new RegExp(`readonly ${name}: FieldFunctions<(.*?)>;`, 's').exec(text)?.[1] ?? '';
    return [...part.matchAll(/\| '(.*)'/g)].map(([, path]) => path ?? '');
  };
  const renamed = /renamed: {(.*?)}/s.exec(text)?.[1] ?? '';
  const removed = /removed: {(.*?)}/s.exec(text)?.[1]?.match(/'.*?'/g) ?? [];
  return {
    toHub: pathsOf('toHub'),
    fromHub: pathsOf('fromHub'),
    ...(renamed === '' ? {} : { renamed: renamed.match(/'.*?': '.*?'/g) }),
    ...(removed.length === 0 ? {} : { removed }),
  };
}

test('copies fields with equal schemas, whatever their documentation and bounds', () => {
  const hub = '/** New. */\n  // +kubebuilder:validation:MaxLength=9\n  size: string;';
  assert.deepEqual(rulesOf(hub, 'size: string;'), { toHub: [], fromHub: [] });
});

test('requires functions for fields of one version, other types, other enums and other presence', () => {
  assert.deepEqual(
    rulesOf(
      "a: string; b?: string; c: boolean; e: 'x' | 'y'; list: { p: string; q?: string }[]; m: Record<string, { v?: string; u?: string }>;",
      "b: string; c: string; d?: string; e: 'x'; list: { p: string }[]; m: Record<string, { u?: string }>;",
    ),
    {
      toHub: ['.spec.a', '.spec.b', '.spec.c', '.spec.e', '.spec.list[].q', '.spec.m.*.v'],
      fromHub: ['.spec.b', '.spec.c', '.spec.e', '.spec.d'],
    },
  );
});

test('renames fields, also between objects, within lists and within renamed fields', () => {
  const rename = (path: string): string => `// +vmgen:renamedFrom=v1:.spec.${path}\n`;
  assert.deepEqual(
    rulesOf(
      `${rename('size')}replicas?: string;
       disk?: {
 ${rename('diskSize')}size?: string; kind?: string };
       ${rename('volumes')}mounts?: {
 ${rename('volumes[].at')}path: string }[];
       ${rename('count')}total?: string;`,
      'size?: string; diskSize?: string; volumes?: { at: string }[]; count?: boolean;',
    ),
    {
      toHub: ['.spec.disk.kind', '.spec.total'],
      fromHub: ['.spec.count'],
      renamed: [
        "'.spec.replicas': '.spec.size'",
        "'.spec.disk.size': '.spec.diskSize'",
        "'.spec.mounts[].path': '.spec.volumes[].at'",
        "'.spec.mounts': '.spec.volumes'",
      ],
      removed: ["'.spec.disk'"],
    },
  );
});

test('converts through the version that declares the conversion, before it is stored', () => {
  const webhook =
    '// +vmgen:conversion:strategy=Webhook,url="https://a.example/",reviewVersions=v1';
  const marked = (text: string, markers: string): string =>
    text.replace('// +genclient', `// +genclient\n${markers}`);
  const compiled = compileText({
    'example/v1/types.ts': marked(kindWith('size?: string;'), '// +kubebuilder:storageversion'),
    'example/v2/types.ts': marked(
      kindWith('// +vmgen:renamedFrom=v1:.spec.size\nreplicas?: string;'),
      `// +kubebuilder:unservedversion\n${webhook}`,
    ),
  });
  assert.deepEqual(diagnosticTexts(compiled), []);
  const text = fileText(compiled, 'example/conversions.ts');
  assert.match(text, /hub: 'v2',\n +stored: 'v1',/);
  assert.match(text, /renamed: {\s*'.spec.replicas': '.spec.size'/);
  const crd = fileText(compiled, 'crds/example.com_things.yaml');
  assert.match(crd, /name: v1\n +served: true\n +storage: true\n/);
  assert.match(crd, /name: v2\n +served: false\n +storage: false\n/);
});

test('writes no conversion without a webhook', () => {
  const compiled = versions('size: string;', 'size: string;', '// +kubebuilder:storageversion');
  assert.deepEqual(diagnosticTexts(compiled), []);
  assert.ok(!compiled.files.some(({ path }) => path.endsWith('conversions.ts')));
});

test('rejects renames that have no effect', () => {
  const message = (marker: string, spoke = 'a?: string; l?: { b?: string }[];'): string =>
    diagnosticTexts(versions(`// +vmgen:renamedFrom=${marker}\nx?: string;`, spoke)).join('\n');
  assert.match(message('v7:.spec.a'), /does not name another version of Thing.*write one of v1,/s);
  assert.match(message('v2:.spec.a'), /does not name another version/);
  assert.match(message('v1:.spec.z'), /names a field that v1 does not have/);
  assert.match(message('v1:spec.a'), /names a field that v1 does not have/);
  assert.match(message('v1:.spec.l[].b'), /moves a field out of a list or map/);
  assert.match(
    message('v1:.spec.a\ny?: string;\n// +vmgen:renamedFrom=v1:.spec.a'),
    /is also the former path of another field/,
  );
  const inSpoke = versions('x?: string;', '// +vmgen:renamedFrom=v2:.spec.x\ny?: string;');
  assert.match(
    diagnosticTexts(inSpoke).join('\n'),
    /must be in v2, .*write \+vmgen:renamedFrom=v1:\.spec\.y at the field \.spec\.x of v2, or move \+vmgen:conversion to Thing of v1/s,
  );
  const noWebhook = versions(
    '// +vmgen:renamedFrom=v1:.spec.a\nx?: string;',
    'a?: string;',
    '// +kubebuilder:storageversion',
  );
  assert.match(
    diagnosticTexts(noWebhook).join('\n'),
    /has no effect without a conversion webhook.*on Thing of v2/s,
  );
});

test('passes the keys of the lists around and in fields that a version cannot express', () => {
  const list = (kind: string, fields: string): string =>
    `\n  // +listType=${kind}\n  ${kind === 'map' ? '// +listMapKey=host\n  ' : ''}${fields}`;
  const compiled = versions(
    `ports: { host: string; proxy?: string }[];
     ${list('map', 'routes: { host: string; proxy?: string }[];')}
     ${list('set', 'names?: string[];')}
     ${list('map', 'same: { host: string }[];')}
     deep?: { a: {${list('map', 'items: { host: string }[];')} }[] };`,
    `ports: { host: string }[]; ${list('map', 'routes: { host: string; cost?: string }[];')}
     ${list('map', 'same: { host: string }[];')}`,
  );
  assert.deepEqual(diagnosticTexts(compiled), []);
  const text = fileText(compiled, 'example/conversions.ts');
  const listKeys = /listKeys: {(.*?)\n {8}}/s.exec(text)?.[1]?.replace(/\s+/g, ' ');
  assert.equal(
    listKeys,
    " hub: { '.spec.deep.a[].items': ['host'], '.spec.names': [], '.spec.routes': ['host'], }, spoke: { '.spec.routes': ['host'], },",
  );
});

describe('the status', () => {
  const rename = '// +vmgen:renamedFrom=v1:.status.up\n';
  const withStatus = (hub: string, spoke: string, marker = '') =>
    compileText({
      'example/v1/types.ts': kindWith('a: string;')
        .replace('// +genclient', `// +genclient\n${marker}`)
        .replace('spec: Spec;', `spec: Spec;\n  status?: {\n${spoke} };`),
      'example/v2/types.ts': kindWith('a: string;')
        .replace('// +genclient', `// +genclient\n${WEBHOOK}`)
        .replace('spec: Spec;', `spec: Spec;\n  status?: {\n${hub} };`),
    });

  test('is an error if only one version has a field, or if types differ', () => {
    for (const [hub, spoke] of [
      ['ready?: string; phase?: string', 'ready?: string'],
      ['ready?: string', 'ready?: string; phase?: string'],
      ["ready?: 'a'", "ready?: 'b'"],
    ] as const) {
      const [text = '', ...others] = diagnosticTexts(withStatus(hub, spoke));
      assert.match(text, /the status of \w+ differs between v1 and v2: \.status\./);
      assert.deepEqual(others, []);
    }
  });

  test('is accepted if it is equal or renamed, or with a reason', () => {
    assert.deepEqual(diagnosticTexts(withStatus('ready?: string', 'ready?: string')), []);
    assert.deepEqual(diagnosticTexts(withStatus(`${rename} ready?: string`, 'up?: string')), []);
    const marker = '// +vmgen:ignore:code=VMGEN2110,reason="the controller writes it again"\n';
    assert.deepEqual(diagnosticTexts(withStatus('ready?: string', 'other?: string', marker)), []);
  });
});
