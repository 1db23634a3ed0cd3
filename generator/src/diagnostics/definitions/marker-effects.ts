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

/** Values of markers, contradictions between markers, and suppressions. */
export const markerEffectDiagnostics = {
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
