import type { DiagnosticDefinitions } from './definition.js';
import { field, file, kind, shell, type } from './example.js';

const SCALED = `// +groupName=example.com

import type { Int32, ObjectMeta, TypeMeta } from '@vmgen/runtime';

// +kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas
export interface Thing extends TypeMeta {
  metadata: ObjectMeta;
  spec: { replicas: TYPE };
  status?: { replicas: Int32 };
}`;

export const markerDiagnostics = {
  VMGEN3001: {
    name: 'unknown-marker',
    title: 'Unknown marker',
    why: 'An unknown marker would have no effect, and nobody would notice. vmgen checks names with the prefixes kubebuilder:, k8s: and vmgen:, genclient, and names without a prefix; other tools own all other prefixes.',
    example: field(`
- // +kubebuilder:validation:Maxinum=5
+ // +kubebuilder:validation:Maximum=5
  size: Int32;`),
  },
  VMGEN3002: {
    name: 'unsupported-marker',
    title: 'Unsupported Go marker',
    why: 'Go tools support this marker, but it has no equivalent in a CRD or in TypeScript. The diagnostic states the reason and the alternative.',
    example: field(`
- // +k8s:customValidation
+ // +kubebuilder:validation:XValidation:rule="self % 2 == 0",message="must be even"
  size: Int32;`),
  },
  VMGEN3003: {
    name: 'misspelled-marker-prefix',
    title: 'Misspelled marker prefix',
    why: 'vmgen ignores markers with prefixes of other tools, so a misspelled prefix would be ignored too.',
    example: field(`
- // +kubebuildr:validation:Maximum=5
+ // +kubebuilder:validation:Maximum=5
  size: Int32;`),
  },
  VMGEN3004: {
    name: 'text-after-marker',
    title: 'Unexpected text after marker',
    why: 'A marker takes the whole line; text after it would become part of its name.',
    example: field(`
- // +optional since v2
+ // Since v2.
+ // +optional
  size?: Int32;`),
  },
  VMGEN3005: {
    name: 'misplaced-marker',
    title: 'Marker not allowed here',
    why: 'Each marker applies to packages, kinds, types or fields, and has no effect elsewhere. `vmgen markers NAME` prints where it is allowed.',
    example: field(`
- // +genclient
  size: Int32;`),
  },
  VMGEN3006: {
    name: 'duplicate-marker',
    title: 'Duplicate marker',
    why: 'Only one of the two would take effect.',
    example: field(`
  // +kubebuilder:validation:Maximum=5
- // +kubebuilder:validation:Maximum=6
  size: Int32;`),
  },
  VMGEN3007: {
    name: 'unattached-marker',
    title: 'Marker is not attached to a declaration',
    why: 'A marker applies to the declaration directly below it. After code, in the middle of a type or at its end, it applies to nothing.',
    example: field(`
- size: Int32; // +optional
+ // +optional
+ size?: Int32;`),
  },
  VMGEN3008: {
    name: 'marker-without-plus',
    title: 'Comment looks like a marker without +',
    why: 'With a leading + the text would be a marker; without it, it is an ordinary comment.',
    example: field(`
- // kubebuilder:validation:Maximum=5
+ // +kubebuilder:validation:Maximum=5
  size: Int32;`),
  },
  VMGEN3009: {
    name: 'marker-in-text',
    title: 'Marker is not at the start of its line',
    why: 'A marker must start its line; after other words it is plain text.',
    example: field(`
- // At most five: +kubebuilder:validation:Maximum=5
+ // At most five:
+ // +kubebuilder:validation:Maximum=5
  size: Int32;`),
  },
  VMGEN3010: {
    name: 'ineffective-code-marker',
    title: 'Type or field marker in a file of --paths',
    why: 'vmgen reads only RBAC, policy and webhook markers from the files of --paths: a marker of a type or field there has no effect on a CRD.',
    example: shell(`
- // src/controller.ts
+ // apis/fleet/v1/types.ts
  // +kubebuilder:validation:Maximum=5`),
  },
  VMGEN3011: {
    name: 'schema-tag',
    title: 'JSDoc tag has no effect',
    why: 'JSDoc tags such as @minimum configure other schema generators; vmgen reads markers.',
    example: field(`
- /** @minimum 1 */
+ // +kubebuilder:validation:Minimum=1
  size: Int32;`),
  },
  VMGEN3012: {
    name: 'conflicting-markers',
    title: 'Conflicting markers',
    why: 'The two markers cannot both apply, and vmgen does not guess which of them is intended.',
    example: field(`
- // +optional
  // +required
  size: Int32;`),
  },
  VMGEN3013: {
    name: 'marker-outside-jsdoc',
    title: 'Marker in a block comment that is not JSDoc',
    why: 'Markers are read from // comments and from JSDoc, which starts with /**. Other block comments are ignored.',
    example: field(`
- /* +kubebuilder:validation:MaxLength=3 */
+ /** +kubebuilder:validation:MaxLength=3 */
  name: string;`),
  },
  VMGEN3014: {
    name: 'ignored-marker',
    title: 'Internal Kubernetes marker has no effect',
    why: 'The marker concerns the Go types of Kubernetes itself, and can be omitted. It is reported only with --verbose.',
    example: field(`
- // +featureGate=Names
  name: string;`),
  },
  VMGEN3101: {
    name: 'missing-value',
    title: 'Missing value of a marker or argument',
    why: 'The marker has no meaning without its value.',
    example: field(`
- // +kubebuilder:validation:Maximum
+ // +kubebuilder:validation:Maximum=5
  size: Int32;`),
  },
  VMGEN3102: {
    name: 'unexpected-value',
    title: 'Marker does not take a value',
    why: 'The marker is complete without a value; a value has no defined meaning.',
    example: kind('// +genclient=false', '// +genclient'),
  },
  VMGEN3103: {
    name: 'unknown-argument',
    title: 'Unknown marker argument',
    why: 'An unknown argument would have no effect.',
    example: kind(`
- // +kubebuilder:resource:shortNames=ma
+ // +kubebuilder:resource:shortName=ma`),
  },
  VMGEN3104: {
    name: 'missing-argument',
    title: 'Missing marker argument',
    why: 'The marker requires this argument.',
    example: kind(`
- // +kubebuilder:printcolumn:name=Color,type=string
+ // +kubebuilder:printcolumn:name=Color,type=string,JSONPath=\`.spec.color\``),
  },
  VMGEN3105: {
    name: 'duplicate-argument',
    title: 'Duplicate argument or key in a marker',
    why: 'Only one of the two would take effect.',
    example: field(`
- // +kubebuilder:externalDocs:url="/a",url="/b"
+ // +kubebuilder:externalDocs:url="/a"
  size: Int32;`),
  },
  VMGEN3106: {
    name: 'invalid-value-type',
    title: 'Invalid type of a marker value',
    why: 'A marker defines the type of its value: a number, a boolean, or one of a set of words.',
    example: field(`
- // +kubebuilder:validation:Maximum=five
+ // +kubebuilder:validation:Maximum=5
  size: Int32;`),
  },
  VMGEN3107: {
    name: 'marker-syntax',
    title: 'Marker syntax error',
    why: 'Quotes, backticks and braces must be closed, and values are separated by commas or semicolons. docs/reference/markers.md describes the grammar.',
    example: field(`
- // +kubebuilder:title="Size
+ // +kubebuilder:title="Size"
  size: Int32;`),
  },
  VMGEN3108: {
    name: 'comment-in-value',
    title: 'Comment after a marker value becomes part of the value',
    why: 'An unquoted value extends to the end of the line, so the comment would become part of it, as in Go.',
    example: field(`
- // +kubebuilder:example=Berlin // a city
+ // A city.
+ // +kubebuilder:example=Berlin
  city: string;`),
  },
  VMGEN3109: {
    name: 'null-in-value',
    title: 'null in a marker is the string "null"',
    why: 'The grammar, which follows Go, has no null: the word is an ordinary string.',
    example: field(`
- // +kubebuilder:default=null
  city?: string;`),
  },
  VMGEN3201: {
    name: 'inapplicable-marker',
    title: 'Marker does not apply to this type',
    why: 'A bound on strings has no meaning for numbers, for example; the API server would ignore it or reject the CRD.',
    example: field(`
- // +kubebuilder:validation:MaxLength=5
+ // +kubebuilder:validation:Maximum=5
  size: Int32;`),
  },
  VMGEN3202: {
    name: 'invalid-bound',
    title: 'Invalid bound for this type',
    why: 'Lengths must not be negative, multipleOf must be positive, and bounds of integers must be integers.',
    example: field(`
- // +kubebuilder:validation:MaxLength=-1
+ // +kubebuilder:validation:MaxLength=63
  name: string;`),
  },
  VMGEN3203: {
    name: 'type-contradiction',
    title: '+kubebuilder:validation:Type contradicts the TypeScript type',
    why: 'The marker defines the type of a value that TypeScript leaves open. Elsewhere it must match the TypeScript type.',
    example: field(`
  // +kubebuilder:validation:Type=integer
- size: string;
+ size: number;`),
  },
  VMGEN3204: {
    name: 'empty-enum-marker',
    title: 'Enum marker without values',
    why: 'No value would be valid.',
    example: field(`
- // +kubebuilder:validation:Enum={}
+ // +kubebuilder:validation:Enum={Small,Large}
  size: string;`),
  },
  VMGEN3205: {
    name: 'unknown-field-in-marker',
    title: 'Marker names an unknown field',
    why: 'The rule may only refer to fields of the type itself; otherwise it has no effect.',
    example: type(`
- // +kubebuilder:validation:AtMostOneOf=file;inlined
+ // +kubebuilder:validation:AtMostOneOf=file;inline
  export interface Source { file?: string; inline?: string }`),
  },
  VMGEN3206: {
    name: 'required-member',
    title: 'Marker for optional fields names a required field',
    why: 'The marker states when a field is present, but a required field is always present.',
    example: type(`
  // +kubebuilder:validation:AtMostOneOf=file;inline
- export interface Source { file: string; inline?: string }
+ export interface Source { file?: string; inline?: string }`),
  },
  VMGEN3207: {
    name: 'inaccessible-field',
    title: 'Field is not accessible in CEL',
    why: 'The marker becomes a CEL rule, in which field names may contain letters, digits and a few other characters.',
    example: type(`
- // +kubebuilder:validation:AtMostOneOf=file;in%line
- export interface Source { file?: string; 'in%line'?: string }
+ // +kubebuilder:validation:AtMostOneOf=file;inline
+ export interface Source { file?: string; inline?: string }`),
  },
  VMGEN3208: {
    name: 'one-of-fields',
    title: 'Invalid field list of a marker',
    why: 'The marker needs a list of different fields, which must not include its own field.',
    example: type(`
- // +kubebuilder:validation:AtMostOneOf=file;file
+ // +kubebuilder:validation:AtMostOneOf=file;inline
  export interface Source { file?: string; inline?: string }`),
  },
  VMGEN3209: {
    name: 'union-members',
    title: 'Inconsistent members of a declarative union',
    why: 'A discriminator is a string whose values name the members of its union.',
    example: field(`
  // +k8s:unionDiscriminator
  source: 'File' | 'None';
- // +k8s:unionMember(memberName: "Files")
+ // +k8s:unionMember(memberName: "File")
  file?: string;`),
  },
  VMGEN3210: {
    name: 'list-without-keys',
    title: 'Marker requires a list with map keys',
    why: 'The marker identifies items by their keys, but the list has no keys.',
    example: field(`
+ // +listType=map
  // +listMapKey=name
  ports: { name: string }[];`),
  },
  VMGEN3211: {
    name: 'redundant-unique',
    title: '+k8s:unique repeats the list type',
    why: 'The API server already enforces unique items for this list type; a rule that repeats it only adds cost.',
    example: field(`
  // +listType=set
- // +k8s:unique=set
  hosts: string[];`),
  },
  VMGEN3212: {
    name: 'inner-marker',
    title: 'Marker is not allowed after =+',
    why: 'Only a validation marker for the selected value is allowed after =+.',
    example: field(`
- // +k8s:eachVal=+optional
+ // +k8s:eachVal=+k8s:maxLength=63
  hosts: string[];`),
  },
  VMGEN3213: {
    name: 'item-keys',
    title: '+k8s:item must name exactly the keys of the list',
    why: 'All keys of a list together identify an item; other fields do not.',
    example: field(`
  // +listType=map
  // +listMapKey=type
- // +k8s:item(name: "Ready")=+k8s:immutable
+ // +kubebuilder:validation:MaxItems=8
+ // +k8s:item(type: "Ready")=+k8s:immutable
  conditions: { type: string }[];`),
  },
  VMGEN3214: {
    name: 'invalid-default',
    title: 'Invalid value of +default',
    why: '+default takes JSON, in which strings are enclosed in double quotes. null is not a default: the API server treats it as absent.',
    example: field(`
- // +default=Berlin
+ // +default="Berlin"
  city?: string;`),
  },
  VMGEN3215: {
    name: 'invalid-url',
    title: 'Invalid URL',
    why: 'Readers of the schema open the URL.',
    example: field(`
- // +kubebuilder:externalDocs:url="docs of ports"
+ // +kubebuilder:externalDocs:url="https://example.com/ports"
  port: Int32;`),
  },
  VMGEN3216: {
    name: 'invalid-json-value',
    title: 'Invalid JSON value of a marker',
    why: 'The value is copied into the CRD unchanged.',
    example: field(`
- // +vmgen:schema={"anyof":[{"required":["a"]}]}
+ // +vmgen:schema={"anyOf":[{"required":["a"]}]}
  choice: { a?: string };`),
  },
  VMGEN3301: {
    name: 'invalid-metadata-pair',
    title: 'Invalid key=value pair in +kubebuilder:metadata',
    why: 'Annotations and labels are key=value pairs.',
    example: kind(`
- // +kubebuilder:metadata:labels="gold"
+ // +kubebuilder:metadata:labels="tier=gold"`),
  },
  VMGEN3302: {
    name: 'duplicate-metadata-key',
    title: 'Duplicate key in +kubebuilder:metadata',
    why: 'A label or annotation has one value: only the last one would be kept.',
    example: kind(`
- // +kubebuilder:metadata:labels="tier=gold";"tier=silver"
+ // +kubebuilder:metadata:labels="tier=gold"`),
  },
  VMGEN3303: {
    name: 'duplicate-name',
    title: 'Duplicate short name or category',
    why: 'Each value is listed once.',
    example: kind(`
- // +kubebuilder:resource:shortName=ma;ma
+ // +kubebuilder:resource:shortName=ma`),
  },
  VMGEN3304: {
    name: 'duplicate-column',
    title: 'Duplicate printer column',
    why: 'kubectl prints column titles in upper case, so both columns would have the same title.',
    example: kind(`
  // +kubebuilder:printcolumn:name=Color,type=string,JSONPath=\`.spec.color\`
- // +kubebuilder:printcolumn:name=COLOR,type=integer,JSONPath=\`.spec.replicas\`
+ // +kubebuilder:printcolumn:name=Replicas,type=integer,JSONPath=\`.spec.replicas\``),
  },
  VMGEN3305: {
    name: 'empty-warning',
    title: 'Deprecation warning is empty',
    why: 'The API server ignores an empty warning, and clients receive its default warning.',
    example: kind(`
- // +kubebuilder:deprecatedversion:warning=""
+ // +kubebuilder:deprecatedversion:warning="use v2"`),
  },
  VMGEN3306: {
    name: 'unknown-path',
    title: 'Marker path does not match a field',
    why: 'The path does not lead to a field of the kind: the column stays empty, or the kind cannot be scaled.',
    example: kind(`
- // +kubebuilder:printcolumn:name=Color,type=string,JSONPath=\`.spec.colour\`
+ // +kubebuilder:printcolumn:name=Color,type=string,JSONPath=\`.spec.color\``),
  },
  VMGEN3307: {
    name: 'invalid-json-path',
    title: 'Invalid JSONPath',
    why: 'The API server accepts any path that starts with a dot. If it cannot parse one of them, it omits all columns of the kind except the name and the age.',
    example: kind(`
- // +kubebuilder:printcolumn:name=First,type=string,JSONPath=\`.spec.list[\`
+ // +kubebuilder:printcolumn:name=First,type=string,JSONPath=\`.metadata.name\``),
  },
  VMGEN3308: {
    name: 'column-type',
    title: 'Type of a printer column differs from the type of its field',
    why: 'Values whose type differs from the type of the column are omitted, so the column is empty. Only type=string prints values of every type.',
    example: kind(`
- // +kubebuilder:printcolumn:name=Name,type=integer,JSONPath=.metadata.name
+ // +kubebuilder:printcolumn:name=Name,type=string,JSONPath=.metadata.name`),
  },
  VMGEN3309: {
    name: 'scale-type',
    title: 'Path of the scale subresource has the wrong type',
    why: 'Autoscalers read and write replicas as an integer and the selector as a string. Requests for the scale fail for fields of any other type.',
    example: file(SCALED.replace('TYPE', 'string'), SCALED.replace('TYPE', 'Int32')),
  },
  VMGEN3401: {
    name: 'unknown-diagnostic',
    title: '+vmgen:ignore names an unknown diagnostic',
    why: 'The marker would suppress nothing. `vmgen explain` lists all codes.',
    example: field(`
- // +vmgen:ignore:code=VMGEN51010,reason="our webhook checks it"
- // +kubebuilder:validation:Format=uuid
+ // +vmgen:ignore:code=VMGEN5101,reason="our webhook checks it"
+ // +kubebuilder:validation:Format=machine-id
  id: string;`),
  },
  VMGEN3402: {
    name: 'suppressed-error',
    title: '+vmgen:ignore names an error',
    why: 'The output for an error would be wrong or impossible. Only warnings can be suppressed.',
    example: shell(`
- // +vmgen:ignore:code=VMGEN4001,reason="we know"
- size: bigint;
+ size: Int64;`),
  },
  VMGEN3403: {
    name: 'unused-suppression',
    title: 'Unused +vmgen:ignore',
    why: 'The warning has been fixed or occurs elsewhere: a marker suppresses diagnostics in its own comment and on the line below it. An unused marker would hide the next warning.',
    example: field(`
- // +vmgen:ignore:code=VMGEN5101,reason="our webhook checks it"
  // +kubebuilder:validation:Format=uuid
  id: string;`),
  },
} as const satisfies DiagnosticDefinitions;
