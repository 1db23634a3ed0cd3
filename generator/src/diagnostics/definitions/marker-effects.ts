import type { DiagnosticDefinitions } from './definition.js';
import { field, kind, shell, type } from './example.js';

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
  VMGEN3205: {
    name: 'field-list',
    title: 'Invalid field list of a marker',
    why: 'The marker needs a list of different fields of the type itself, without its own field. It states when fields are present, so they must be optional. It becomes a CEL rule, in which their names may contain letters, digits and a few other characters.',
    example: type(`
- // +kubebuilder:validation:AtMostOneOf=file;inlined
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
    name: 'list-keys',
    title: 'Marker needs the keys of a list',
    why: 'The marker identifies items of a list by all of its keys, and by no other field.',
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
  VMGEN3214: {
    name: 'invalid-json-value',
    title: 'Invalid JSON value of a marker',
    why: 'The value is JSON, in which strings are enclosed in double quotes, and is copied into the CRD. null is not a default: the API server treats it as absent.',
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
  VMGEN3301: {
    name: 'metadata-pair',
    title: 'Invalid or duplicate key=value pair in +kubebuilder:metadata',
    why: 'Annotations and labels are key=value pairs. Of two values for one key, only the last one would be kept.',
    example: kind(`
- // +kubebuilder:metadata:labels="gold"
+ // +kubebuilder:metadata:labels="tier=gold"`),
  },
  VMGEN3303: {
    name: 'duplicate-value',
    title: 'Value is listed twice',
    why: 'Each short name, category, enum value and printer column is listed once. kubectl prints column titles in upper case, so that titles that differ only in case are the same.',
    example: kind(`
- // +kubebuilder:resource:shortName=ma;ma
+ // +kubebuilder:resource:shortName=ma`),
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
    name: 'path-type',
    title: 'Path of a marker leads to a value of another type',
    why: 'Values whose type differs from the type of their column are omitted, so the column is empty; only type=string prints values of every type. Autoscalers read and write replicas as an integer and the selector as a string: requests for the scale fail for any other type.',
    example: kind(`
- // +kubebuilder:printcolumn:name=Name,type=integer,JSONPath=.metadata.name
+ // +kubebuilder:printcolumn:name=Name,type=string,JSONPath=.metadata.name`),
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
