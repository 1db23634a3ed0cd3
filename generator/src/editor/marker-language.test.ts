import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertLinear } from '@vmgen/fixtures/assert-linear';
import { completeMarker, markerAt, type MarkerInfo } from './marker-language.js';

const marker = (name: string, more: Partial<MarkerInfo> = {}): MarkerInfo => ({
  name,
  prefix: name,
  help: `help of ${name}`,
  description: `reference of ${name}`,
  value: undefined,
  arguments: [],
  places: ['field'],
  isOfCode: false,
  isUnsupported: false,
  ...more,
});
const argument = (name: string, isRequired = false, values: readonly string[] = []) => ({
  name,
  help: `help of ${name}`,
  isRequired,
  values,
});

const MARKERS: readonly MarkerInfo[] = [
  marker('genclient'),
  marker('genclient:method', {
    prefix: 'genclient',
    arguments: [argument('method', true), argument('verb', true, ['get', 'update'])],
  }),
  marker('listType', { value: argument('', true, ['map', 'set', 'atomic']) }),
  marker('kubebuilder:resource', {
    arguments: [argument('scope', false, ['Namespaced', 'Cluster']), argument('path')],
  }),
  marker('kubebuilder:validation:Maximum', { value: argument('', true) }),
  marker('k8s:ifMode', { isUnsupported: true }),
];

/** What is completed at `|`: the texts that replace the part in `[]`. */
function completed(line: string): string | undefined {
  const column = line.indexOf('|');
  const text = line.replace('|', '');
  const found = completeMarker(text, column, MARKERS);
  if (found === undefined) return undefined;
  const replaced = text.slice(found.from, column);
  return `[${replaced}] ${found.options.map((option) => option.text).join(' ')}`;
}

const NAMES =
  'genclient genclient:method= listType= kubebuilder:resource: kubebuilder:validation:Maximum=';

describe('completion of markers', () => {
  const cases: readonly (readonly [string, string | undefined])[] = [
    ['// +|', `[] ${NAMES}`],
    ['  // +kube|', `[kube] ${NAMES}`],
    [' * +list|', `[list] ${NAMES}`],
    ['/** +list|', `[list] ${NAMES}`],
    ['// +listType=|', '[] map set atomic'],
    ['// +listType=se|', '[se] map set atomic'],
    ['// +kubebuilder:resource:|', '[] scope= path='],
    ['// +kubebuilder:resource:sc|', '[sc] scope= path='],
    ['// +kubebuilder:resource:scope=Cl|', '[Cl] Namespaced Cluster'],
    ['// +kubebuilder:resource:path="a,b",|', '[] scope='],
    ['// +kubebuilder:resource:path={a,b},s|', '[s] scope='],
    ['// +kubebuilder:resource:path=|', '[] '],
    ['// +kubebuilder:resource:unknown=|', undefined],
    ['// +genclient:method=x,verb=|', '[] get update'],
    ['// +genclient:method=x;y,verb=get;up|', '[up] get update'],
    ['// +listType=map| and more', '[map] map set atomic'],
    ['// text with a +|', undefined],
    ['const sum = 1 +|', undefined],
    ['|// +listType', undefined],
  ];
  for (const [line, expected] of cases) {
    test(`offers ${expected ?? 'nothing'} in ${line}`, () => {
      assert.equal(completed(line), expected);
    });
  }

  test('describes a marker by its help and its reference', () => {
    const found = completeMarker('// +', 4, MARKERS);
    assert.deepEqual(found?.options[2], {
      label: '+listType',
      text: 'listType=',
      detail: 'help of listType',
      info: 'reference of listType',
      kind: 'marker',
    });
  });

  test('states whether an argument is required', () => {
    const details = (line: string) =>
      completeMarker(line, line.length, MARKERS)?.options.map(({ detail }) => detail);
    assert.deepEqual(details('// +genclient:method=x,'), ['required']);
    assert.deepEqual(details('// +kubebuilder:resource:'), ['optional', 'optional']);
  });

  test('takes no time that grows faster than a long line', () => {
    assertLinear(100_000, 100, (count) => {
      const line = `// +kubebuilder:resource:${'path="",'.repeat(count)}`;
      return () => completeMarker(line, line.length, MARKERS);
    });
  });
});

describe('the marker at a position', () => {
  const cases: readonly (readonly [string, string | undefined])[] = [
    ['  // |+listType=map', 'listType 5-14'],
    ['  // +listType|=map', 'listType 5-14'],
    ['  // +listType=m|ap', undefined],
    ['// +genc|lient', 'genclient 3-13'],
    ['// +genc|lient:method=a', 'genclient:method 3-13'],
    ['// +kubebuilder:validation:Max|imum=1', 'kubebuilder:validation:Maximum 3-34'],
    ['// +list|Types', undefined],
    ['// text about +list|Type', undefined],
  ];
  for (const [line, expected] of cases) {
    test(`is ${expected ?? 'none'} in ${line}`, () => {
      const found = markerAt(line.replace('|', ''), line.indexOf('|'), MARKERS);
      const shown = found && `${found.marker.name} ${found.from}-${found.to}`;
      assert.equal(shown, expected);
    });
  }
});
