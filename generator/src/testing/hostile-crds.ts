import { crdWithField, widgetCrd } from './widget-crd.js';

const deep = (levels: number): string => `${'a: {'.repeat(levels)}${'}'.repeat(levels)}`;
const bomb = (merge: string): string =>
  ['a0: &a0 {x: lol, y: lol, z: lol}']
    .concat(
      Array.from({ length: 30 }, (_, i) =>
        merge === ''
          ? `a${i + 1}: &a${i + 1} [${Array(9).fill(`*a${i}`).join(', ')}]`
          : `a${i + 1}: &a${i + 1} {<<: [${Array(9).fill(`*a${i}`).join(', ')}], b${i}: *a${i}, c${i}: *a${i}}`,
      ),
    )
    .join('\n');

/** Texts that are too large, or that a reader must not resolve: a title, the text, and why it is refused. */
export const HOSTILE_DOCUMENTS: readonly (readonly [string, string, RegExp])[] = [
  ['an alias bomb', bomb(''), /excessive aliasing/],
  ['a merge bomb', bomb('<<'), /excessive aliasing/],
  ['an anchor that holds itself', 'a: &a [*a]', /anchor "a" holds itself/],
  ['20,000 levels of maps', deep(20_000), /nested more than 400 levels deep/],
  ['20,000 levels of lists', '['.repeat(20_000), /nested more than 400 levels deep/],
  ['20,000 levels of dashes', '- '.repeat(20_000), /nested more than 400 levels deep/],
  [
    'duplicate keys',
    'a: {b: 1, b: 2}\na: 3',
    /duplicate keys: a\.b \(line 1, column 11\), a \(line 2, column 1\)$/,
  ],
  ['a tag of JavaScript', 'a: !!js/function "function () {}"', /Unresolved tag.*js\/function/],
  ['a tag of an application', 'a: !Ref b', /Unresolved tag: !Ref/],
  [
    'a Helm template',
    '{{- if .Values.crds }}\nkind: A\n{{- end }}',
    /render it first, as with helm/,
  ],
  ['a templated name', 'metadata:\n  name: {{ .Name }}', /render it first, as with helm template/],
  ['tokens without end', `[${'[],'.repeat(200_000)}]`, /more than \d+ tokens/],
];

/** CRDs that a cluster refuses: a title, the CRD, and why it is refused. */
export const REFUSED_CRDS: readonly (readonly [string, object, RegExp])[] = [
  [
    'v1beta1',
    { ...widgetCrd(), apiVersion: 'apiextensions.k8s.io/v1beta1' },
    /bring it to v1 first/,
  ],
  [
    'no apiVersion',
    { ...widgetCrd(), apiVersion: 5 },
    /apiVersion must be apiextensions.k8s.io\/v1/,
  ],
  ['no spec', { ...widgetCrd(), spec: null }, /spec: Required value/],
  ['no name', widgetCrd({}, { name: undefined }), /metadata.name: Required value/],
  [
    'a name that is not plural.group',
    widgetCrd({}, { name: 'a.b.c' }),
    /must be spec\.names\.plural/,
  ],
  ['a path as group', widgetCrd({ group: '../x' }), /spec\.group: Invalid value: "\.\.\/x"/],
  [
    'a group without a dot',
    widgetCrd({ group: 'constructor' }),
    /should be a domain with at least/,
  ],
  [
    'a path as version',
    widgetCrd({ versions: [{ name: '../v1', served: true, storage: true }] }),
    /versions\[0\]\.name/,
  ],
  [
    '__proto__ as kind',
    widgetCrd({ names: { plural: 'widgets', kind: '__proto__' } }),
    /names\.kind/,
  ],
  [
    'a text as versions',
    widgetCrd({ versions: 'v1' }),
    /spec\.versions: must be a list, not a string/,
  ],
  ['a number as spec', { ...widgetCrd(), spec: 5 }, /spec: must be an object, not a number/],
  ['a list as schema', crdWithField([]), /properties\[field\]: must be an object, not a list/],
  ['a number as type', crdWithField({ type: 7 }), /properties\[field\]\.type: must be a string/],
  [
    'a text as required',
    crdWithField({ type: 'object', required: 'a' }),
    /required: must be a list/,
  ],
  [
    'a $ref to a file',
    crdWithField({ $ref: 'file:///etc/passwd' }),
    /properties\[field\]\.\$ref: Forbidden/,
  ],
  [
    'a $ref to a host',
    crdWithField({ $ref: 'http://example.com/a' }),
    /properties\[field\]\.\$ref: Forbidden/,
  ],
  ['a field without type', crdWithField({}), /properties\[field\]\.type: Required value/],
  [
    'too many bytes',
    crdWithField({ type: 'string', description: 'x'.repeat(1_600_000) }),
    /more than a cluster stores/,
  ],
];
