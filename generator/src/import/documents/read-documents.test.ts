import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOSTILE_DOCUMENTS, REFUSED_CRDS } from '@vmgen/fixtures/generator/hostile-crds';
import { crdWithField, widgetCrd, yamlOf } from '@vmgen/fixtures/generator/widget-crd';
import { readDocuments } from './read-documents.js';
import { formatProblem } from '@vmgen/base/yaml';

/** Reads one text. */
function read(text: string, source = 'crds.yaml') {
  const { crds, openApis, skippedCount, problems } = readDocuments([{ source, text }]);
  return {
    places: crds.map(({ crd, document }) => [crd.metadata.name, document]),
    openApis: openApis.length,
    skippedCount,
    problems: problems.map(formatProblem),
  };
}

const WIDGETS = ['widgets.example.com', 1];
const gadgets = widgetCrd(
  { names: { plural: 'gadgets', kind: 'Gadget' } },
  { name: 'gadgets.example.com' },
);

test('counts only documents with content, and skips objects of other kinds', () => {
  const text = `---\n# generated\n---\n${yamlOf({ apiVersion: 'v1', kind: 'ConfigMap' }, widgetCrd())}---\n\n---\n${yamlOf(gadgets)}`;
  assert.deepEqual(read(text), {
    places: [
      ['widgets.example.com', 2],
      ['gadgets.example.com', 3],
    ],
    openApis: 0,
    skippedCount: 1,
    problems: [],
  });
});

test('skips patches of CRDs, and reports a CRD without versions', () => {
  const { metadata, spec, ...type } = widgetCrd();
  const conversion = { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1'] } };
  const injected = { ...metadata, annotations: { 'cert-manager.io/inject-ca-from': 'a/b' } };
  const patches = [
    { ...type, metadata, spec: { conversion } },
    { ...type, metadata: injected },
  ];
  assert.deepEqual(read(yamlOf(...patches, widgetCrd())), {
    places: [['widgets.example.com', 3]],
    openApis: 0,
    skippedCount: 2,
    problems: [],
  });
  const { versions: _, ...incomplete } = spec;
  const { problems } = read(yamlOf({ ...type, metadata, spec: incomplete }));
  assert.match(problems.join('\n'), /spec\.versions: Invalid value: \[\]/);
});

test('reads CRDs in lists, as kubectl get -o yaml prints them', () => {
  const list = { apiVersion: 'v1', kind: 'List', items: [widgetCrd(), gadgets, { kind: 'Pod' }] };
  const { places, skippedCount } = read(yamlOf(list));
  assert.deepEqual(places, [WIDGETS, ['gadgets.example.com', 1]]);
  assert.equal(skippedCount, 1);
});

test('reads the items of a CustomResourceDefinitionList without their kind', () => {
  const { kind: _, apiVersion, ...item } = widgetCrd();
  const { places } = read(
    yamlOf({ apiVersion, kind: 'CustomResourceDefinitionList', items: [item] }),
  );
  assert.deepEqual(places, [WIDGETS]);
});

test('omits labels and annotations with chart templates', () => {
  const whole = yamlOf(widgetCrd());
  const head = whole.slice(0, whole.indexOf('\nspec:\n') + 1);
  const spec = whole.slice(head.length + 'spec:\n'.length);
  const metadata = (lines: string): string =>
    `{{- if .Values.crds }}\n${head}  ${lines.trim()}\nspec:\n${spec}{{- end }}\n`;
  const charts = [
    metadata('labels:\n    {{- include "x.labels" . | nindent 4 }}'),
    metadata('labels:\n    app: {{ .Chart.Name }}-x\n    tier: "{{ .Values.tier }}"\n    a: b'),
    metadata('annotations:\n    {{- if .Values.keep }}\n    helm.sh/keep: "yes"\n    {{- end }}'),
    `${head}  labels:\n    app: "{{ .Chart.Name }}"\nspec:\n${spec}`,
  ];
  for (const text of charts) {
    assert.deepEqual([read(text).problems, read(text).places], [[], [WIDGETS]], text);
  }
  const [labelled] = readDocuments([{ source: 'a', text: charts[1] ?? '' }]).crds;
  assert.deepEqual(labelled?.crd.metadata.labels, { a: 'b' });
  // The value of a template in a schema is unknown.
  const inSpec = yamlOf(widgetCrd()).replace(/scope: \w+/, 'scope: {{ .Values.scope }}');
  assert.match(read(inSpec).problems.join(), /render it first/);
});

test('reads JSON as JSON, and collects OpenAPI v3 documents separately', () => {
  assert.deepEqual(read(JSON.stringify(widgetCrd(), null, '\t'), 'a.json').places, [WIDGETS]);
  assert.deepEqual(read(JSON.stringify(widgetCrd())).places, [WIDGETS]);
  assert.equal(read('{"openapi": "3.0.0", "components": {"schemas": {}}}', 'a.json').openApis, 1);
  assert.match(
    read('swagger: "2.0"').problems.join(),
    /crds\.yaml document 1: OpenAPI v2 contains less/,
  );
});

test('reads consecutive JSON values as documents, as jq prints them', () => {
  const text = [widgetCrd(), gadgets].map((crd) => JSON.stringify(crd, null, 2)).join('\n');
  const places = [WIDGETS, ['gadgets.example.com', 2]];
  assert.deepEqual(read(text).places, places);
  assert.deepEqual(read(text, 'a.json').places, places);
  assert.deepEqual(read(`${JSON.stringify(widgetCrd())} {"a": ]`, 'a.json').problems, [
    `a.json document 2: not JSON: invalid character "]" at position ${JSON.stringify(widgetCrd()).length + 7}`,
  ]);
});

test('rejects incomplete UTF-8 sequences, as the server does', () => {
  const text = JSON.stringify(crdWithField({ type: 'string', title: 'x' }));
  const halves = text.replace('"x"', String.raw`"\ud83d \ud83d\ude80 \ude80"`);
  const { crds } = readDocuments([{ source: 'a.json', text: halves }]);
  assert.match(JSON.stringify(crds), /"title":"\ufffd \u{1f680} \ufffd"/u);
});

test('documents of nothing but null are passed over, as kubectl does', () => {
  const { places, problems } = read(`%YAML 1.1\n---\n${yamlOf(widgetCrd())}---\n...\n---\nnull\n`);
  assert.deepEqual(problems, []);
  assert.deepEqual(places, [['widgets.example.com', 2]]);
});

test('a CRD that is specified twice alike is one, and two of one name are an error', () => {
  assert.deepEqual(read(yamlOf(widgetCrd(), widgetCrd())).places, [WIDGETS]);
  assert.deepEqual(read(yamlOf(widgetCrd(), widgetCrd({ scope: 'Cluster' }))).problems, [
    'crds.yaml document 2: widgets.example.com is also in crds.yaml document 1, with different content',
  ]);
});

test('drops what a server drops or sets: nulls, unknown fields, status, managed fields', () => {
  const text = yamlOf({
    ...widgetCrd({ conversion: null, later: 1 }, { creationTimestamp: null, uid: '1' }),
    status: { acceptedNames: { kind: '', plural: '' }, conditions: [], storedVersions: [] },
  });
  const { crds } = readDocuments([{ source: 'a', text }]);
  assert.deepEqual(
    crds.map(({ crd }) => crd),
    [widgetCrd()],
  );
});

test('reads scalars as YAML 1.1, as kubectl does', () => {
  const text = yamlOf(crdWithField({ type: 'string', default: 'on' }));
  assert.match(text, /default: on\n/);
  assert.match(read(text).problems.join(), /default: Invalid value: .*must be of type string/);
});

test('reports all problems of a run, by source and document', () => {
  const { problems } = readDocuments([
    { source: 'a.yaml', text: `a: [\n---\n${yamlOf(widgetCrd({ scope: 'Global' }))}` },
    { source: 'b.json', text: '{"kind":' },
    { source: 'c.yaml', text: 'no more than a sentence' },
  ]);
  assert.deepEqual(problems.map(formatProblem), [
    'a.yaml document 1: not YAML: Flow sequence in block collection must be sufficiently indented and end with a ] at line 2, column 1',
    'a.yaml document 2: widgets.example.com: spec.scope: Unsupported value: "Global": supported values: "Cluster", "Namespaced"',
    'b.json document 1: not JSON: unexpected end of JSON input',
    'c.yaml document 1: it is a string, and no object with apiVersion and kind',
  ]);
});

test('reports line numbers of the file', () => {
  const text = `${yamlOf(widgetCrd())}---\nkind: A\n  b: c\n`;
  const line = text.split('\n').length - 2;
  assert.match(read(text).problems.join(), new RegExp(`document 2: not YAML: .* at line ${line},`));
});

test('reports duplicate keys with their line in the file, for YAML and JSON', () => {
  const before = yamlOf(widgetCrd());
  const line = before.split('\n').length + 3;
  assert.deepEqual(read(`${before}---\nkind: A\nspec:\n  a: 1\n  a: 2\n`).problems, [
    `crds.yaml document 2: duplicate keys: spec.a (line ${line + 1}, column 3)`,
  ]);
  assert.deepEqual(read('{\n "kind": "A",\n "kind": "B"\n}', 'a.json').problems, [
    'a.json document 1: duplicate keys: kind (line 3, column 2)',
  ]);
  // Merged and copied values are reported at their definition.
  assert.deepEqual(read('kind: A\nx: &x {b: 1, b: 2}\ny: *x\nz: {<<: *x}\n').problems, [
    'crds.yaml document 1: duplicate keys: x.b (line 2, column 14)',
  ]);
});

for (const [name, text, reason] of HOSTILE_DOCUMENTS) {
  test(`${name}: is reported correctly and quickly`, () => {
    const { places, problems } = read(text);
    assert.deepEqual(places, []);
    assert.match(problems.join('\n'), reason);
    for (const problem of problems) assert.match(problem, /^crds\.yaml document 1: /);
  });
}

for (const [name, crd, reason] of REFUSED_CRDS) {
  test(`${name}: is rejected by a cluster and by vmgen`, () => {
    const { places, problems } = read(yamlOf(crd));
    assert.deepEqual(places, []);
    assert.match(problems.join('\n'), reason);
  });
}

test('accepts properties with the names of built-in object members', () => {
  const text = JSON.stringify(
    crdWithField({ type: 'object', properties: { A: { type: 'string' } } }),
  );
  const { crds } = readDocuments([{ source: 'a', text: text.replace('"A"', '"__proto__"') }]);
  const field = crds[0]?.crd.spec.versions[0]?.schema?.openAPIV3Schema?.properties?.['field'];
  assert.deepEqual(Object.keys(field?.properties ?? {}), ['__proto__']);
});

test('limits the lines that are reported for one document', () => {
  const properties = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`f${i}`, {}]));
  const { problems } = read(yamlOf(crdWithField({ type: 'object', properties })));
  assert.equal(problems.length, 11);
  assert.match(
    problems[10] ?? '',
    /widgets\.example\.com: and \d+ more errors|and \d+ more errors/,
  );
});

test('reports all kinds of problems in the order of the documents', () => {
  const wrong = widgetCrd({ scope: 'No' });
  const { problems } = read(`${yamlOf(wrong)}---\n"no: yaml\n---\n${yamlOf(wrong)}`);
  const documents = problems.map((problem) => /document \d/.exec(problem)?.[0]);
  assert.deepEqual(documents, ['document 1', 'document 2', 'document 3']);
});
