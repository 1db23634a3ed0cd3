import type { DiagnosticDefinitions } from './definition.js';

/** Markers: 3000 to 3999. */
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
    title: 'There is no marker of this name',
    why: 'A marker that nobody reads would change nothing, and nobody would notice. Names under kubebuilder:, k8s:, genclient, vmgen: and without a prefix are ours; all others are left to other tools.',
    example: {
      place: 'field',
      wrong: `// +kubebuilder:validation:Maxinum=5
size: Int32;`,
      right: `// +kubebuilder:validation:Maximum=5
size: Int32;`,
    },
  },
  VMGEN3002: {
    name: 'refused-marker',
    title: "A marker of Go's tools has no meaning here",
    why: "Go's tools know the marker; a CRD or TypeScript has no words for it. The diagnostic says why, and what to write instead.",
    example: {
      place: 'field',
      wrong: `// +k8s:customValidation
size: Int32;`,
      right: `// +kubebuilder:validation:XValidation:rule="self % 2 == 0",message="must be even"
size: Int32;`,
    },
  },
  VMGEN3003: {
    name: 'foreign-prefix',
    title: 'The prefix of a marker is nearly one of ours',
    why: 'Markers under prefixes of other tools are left alone, so that a misspelt prefix of ours would be left alone too.',
    example: {
      place: 'field',
      wrong: `// +kubebuildr:validation:Maximum=5
size: Int32;`,
      right: `// +kubebuilder:validation:Maximum=5
size: Int32;`,
    },
  },
  VMGEN3004: {
    name: 'text-behind-marker',
    title: 'Words follow a marker in its line',
    why: 'A marker takes its whole line; a remark behind it would be read as a part of its name.',
    example: {
      place: 'field',
      wrong: `// +optional since v2
size?: Int32;`,
      right: `// Since v2.
// +optional
size?: Int32;`,
    },
  },
  VMGEN3005: {
    name: 'marker-misplaced',
    title: 'A marker stands where it may not',
    why: 'Each marker is for packages, kinds, types or fields, and says nothing elsewhere. `vmgen markers NAME` tells where it may stand.',
    example: {
      place: 'field',
      wrong: `// +genclient
size: Int32;`,
      right: 'size: Int32;',
    },
  },
  VMGEN3006: {
    name: 'marker-twice',
    title: 'A marker stands twice',
    why: 'Only one of the two would count.',
    example: {
      place: 'field',
      wrong: `// +kubebuilder:validation:Maximum=5
// +kubebuilder:validation:Maximum=6
size: Int32;`,
      right: `// +kubebuilder:validation:Maximum=5
size: Int32;`,
    },
  },
  VMGEN3007: {
    name: 'stray-marker',
    title: 'A marker belongs to nothing',
    why: 'A marker is about what stands right below it. Behind code, in the middle of a type or at the end of one it is about nothing.',
    example: {
      place: 'field',
      wrong: 'size: Int32; // +optional',
      right: `// +optional
size?: Int32;`,
    },
  },
  VMGEN3008: {
    name: 'marker-without-plus',
    title: 'A remark reads like a marker',
    why: 'The text would be a marker with a + before it, and is a remark without.',
    example: {
      place: 'field',
      wrong: `// kubebuilder:validation:Maximum=5
size: Int32;`,
      right: `// +kubebuilder:validation:Maximum=5
size: Int32;`,
    },
  },
  VMGEN3009: {
    name: 'marker-in-text',
    title: 'A marker does not start its line',
    why: 'A marker starts its line; behind other words it is a part of the text.',
    example: {
      place: 'field',
      wrong: `// At most five: +kubebuilder:validation:Maximum=5
size: Int32;`,
      right: `// At most five:
// +kubebuilder:validation:Maximum=5
size: Int32;`,
    },
  },
  VMGEN3010: {
    name: 'ineffective-code-marker',
    title: 'A marker of types stands in the files of --paths',
    why: 'Of the files of --paths the markers of roles and webhooks are read, nothing else: a marker of a type or field there changes no CRD.',
    example: {
      place: 'shell',
      wrong: `// src/controller.ts
// +kubebuilder:validation:Maximum=5`,
      right: `// apis/fleet/v1/types.ts
// +kubebuilder:validation:Maximum=5`,
    },
  },
  VMGEN3011: {
    name: 'schema-tag',
    title: 'A JSDoc tag of other tools has no effect',
    why: 'Tags of JSDoc such as @minimum tell other makers of schemas what markers tell vmgen.',
    example: {
      place: 'field',
      wrong: `/** @minimum 1 */
size: Int32;`,
      right: `// +kubebuilder:validation:Minimum=1
size: Int32;`,
    },
  },
  VMGEN3012: {
    name: 'contradicting-markers',
    title: 'Two markers contradict each other',
    why: 'Both cannot hold, and it would be a guess which of them is meant.',
    example: {
      place: 'field',
      wrong: `// +optional
// +required
size: Int32;`,
      right: `// +required
size: Int32;`,
    },
  },
  VMGEN3013: {
    name: 'silent-comment',
    title: 'A marker stands in a block comment that is no JSDoc',
    why: 'Markers are read behind // and in JSDoc, which starts with two stars. Other block comments speak to nobody.',
    example: {
      place: 'field',
      wrong: '/* +kubebuilder:validation:MaxLength=3 */\nname: string;',
      right: '/** +kubebuilder:validation:MaxLength=3 */\nname: string;',
    },
  },
  VMGEN3014: {
    name: 'marker-passed-over',
    title: "A marker of Kubernetes' own Go types says nothing here",
    why: 'Nothing is lost without it: it is told with --verbose alone.',
    example: {
      place: 'field',
      wrong: '// +featureGate=Names\nname: string;',
      right: 'name: string;',
    },
  },
  VMGEN3101: {
    name: 'missing-value',
    title: 'The value of a marker or an argument is missing',
    why: 'The marker says nothing without its value.',
    example: {
      place: 'field',
      wrong: `// +kubebuilder:validation:Maximum
size: Int32;`,
      right: `// +kubebuilder:validation:Maximum=5
size: Int32;`,
    },
  },
  VMGEN3102: {
    name: 'unexpected-value',
    title: 'A marker takes no value',
    why: 'The marker says all by its name; what a value would change, nobody defined.',
    example: {
      place: 'kind',
      wrong: '// +genclient=false',
      right: '// +genclient',
    },
  },
  VMGEN3103: {
    name: 'unknown-argument',
    title: 'A marker has no argument of this name',
    why: 'An argument that nobody reads would be lost.',
    example: {
      place: 'kind',
      wrong: '// +kubebuilder:resource:shortNames=ma',
      right: '// +kubebuilder:resource:shortName=ma',
    },
  },
  VMGEN3104: {
    name: 'missing-argument',
    title: 'An argument that a marker needs is missing',
    why: 'The marker says too little without it.',
    example: {
      place: 'kind',
      wrong: '// +kubebuilder:printcolumn:name=Color,type=string',
      right: '// +kubebuilder:printcolumn:name=Color,type=string,JSONPath=`.spec.color`',
    },
  },
  VMGEN3105: {
    name: 'repeated-argument',
    title: 'An argument or key stands twice in a marker',
    why: 'Only one of the two would count.',
    example: {
      place: 'field',
      wrong: `// +kubebuilder:externalDocs:url="/a",url="/b"
size: Int32;`,
      right: `// +kubebuilder:externalDocs:url="/a"
size: Int32;`,
    },
  },
  VMGEN3106: {
    name: 'wrong-value',
    title: 'A value is not of the type that the marker takes',
    why: 'The value is read by the type that the marker gives it: a number, true or false, one of some words.',
    example: {
      place: 'field',
      wrong: `// +kubebuilder:validation:Maximum=five
size: Int32;`,
      right: `// +kubebuilder:validation:Maximum=5
size: Int32;`,
    },
  },
  VMGEN3107: {
    name: 'malformed-value',
    title: 'The text of a marker breaks the grammar',
    why: 'Quotes, backticks and braces have to be closed, values stand between commas or semicolons. docs/markers.md tells the grammar.',
    example: {
      place: 'field',
      wrong: `// +kubebuilder:title="Size
size: Int32;`,
      right: `// +kubebuilder:title="Size"
size: Int32;`,
    },
  },
  VMGEN3108: {
    name: 'remark-in-value',
    title: 'A remark behind a value becomes a part of it',
    why: 'Bare words go on to the end of the line: the remark would become a part of the value, as it does in Go.',
    example: {
      place: 'field',
      wrong: `// +kubebuilder:example=Berlin // a city
city: string;`,
      right: `// A city.
// +kubebuilder:example=Berlin
city: string;`,
    },
  },
  VMGEN3109: {
    name: 'null-in-value',
    title: 'null in a marker is the text "null"',
    why: "This grammar, Go's, has no null: the word is a text like others.",
    example: {
      place: 'field',
      wrong: `// +kubebuilder:default=null
city?: string;`,
      right: 'city?: string;',
    },
  },
  VMGEN3201: {
    name: 'marker-misfit',
    title: 'A marker does not fit the type that it stands on',
    why: 'A bound of texts says nothing of numbers; an API server would ignore it or refuse the CRD.',
    example: {
      place: 'field',
      wrong: `// +kubebuilder:validation:MaxLength=5
size: Int32;`,
      right: `// +kubebuilder:validation:Maximum=5
size: Int32;`,
    },
  },
  VMGEN3202: {
    name: 'impossible-bound',
    title: 'A bound is none for the type',
    why: 'Lengths are not below zero, multiples are of numbers above it, and bounds of integers are integers.',
    example: {
      place: 'field',
      wrong: `// +kubebuilder:validation:MaxLength=-1
name: string;`,
      right: `// +kubebuilder:validation:MaxLength=63
name: string;`,
    },
  },
  VMGEN3203: {
    name: 'type-contradiction',
    title: '+kubebuilder:validation:Type contradicts the TypeScript type',
    why: 'The marker says the type where TypeScript leaves it open. Elsewhere the two have to agree.',
    example: {
      place: 'field',
      wrong: `// +kubebuilder:validation:Type=integer
size: string;`,
      right: `// +kubebuilder:validation:Type=integer
size: number;`,
    },
  },
  VMGEN3204: {
    name: 'empty-enum-marker',
    title: 'An enum marker allows no value',
    why: 'No value would be valid.',
    example: {
      place: 'field',
      wrong: `// +kubebuilder:validation:Enum={}
size: string;`,
      right: `// +kubebuilder:validation:Enum={Small,Large}
size: string;`,
    },
  },
  VMGEN3205: {
    name: 'unknown-field-in-marker',
    title: 'A marker names a field that the type does not have',
    why: 'The rule would be about nothing: it may only name fields of the type itself.',
    example: {
      place: 'type',
      wrong: `// +kubebuilder:validation:AtMostOneOf=file;inlined
export interface Source { file?: string; inline?: string }`,
      right: `// +kubebuilder:validation:AtMostOneOf=file;inline
export interface Source { file?: string; inline?: string }`,
    },
  },
  VMGEN3206: {
    name: 'required-member',
    title: 'A marker of optional fields is about a required one',
    why: 'The marker says when a field is there, and a required field always is.',
    example: {
      place: 'type',
      wrong: `// +kubebuilder:validation:AtMostOneOf=file;inline
export interface Source { file: string; inline?: string }`,
      right: `// +kubebuilder:validation:AtMostOneOf=file;inline
export interface Source { file?: string; inline?: string }`,
    },
  },
  VMGEN3207: {
    name: 'unreachable-field',
    title: 'CEL cannot reach a field',
    why: 'The marker becomes a rule in CEL, which reaches fields by names of letters, digits and a few other characters.',
    example: {
      place: 'type',
      wrong: `// +kubebuilder:validation:AtMostOneOf=file;in%line
export interface Source { file?: string; 'in%line'?: string }`,
      right: `// +kubebuilder:validation:AtMostOneOf=file;inline
export interface Source { file?: string; inline?: string }`,
    },
  },
  VMGEN3208: {
    name: 'one-of-fields',
    title: 'The fields that a marker names are none, one twice, or its own',
    why: 'A choice is between fields that differ.',
    example: {
      place: 'type',
      wrong: `// +kubebuilder:validation:AtMostOneOf=file;file
export interface Source { file?: string; inline?: string }`,
      right: `// +kubebuilder:validation:AtMostOneOf=file;inline
export interface Source { file?: string; inline?: string }`,
    },
  },
  VMGEN3209: {
    name: 'union-members',
    title: 'The members of a declarative union do not fit together',
    why: 'A discriminator is a string whose values name the members of its union.',
    example: {
      place: 'field',
      wrong: `// +k8s:unionDiscriminator
source: 'File' | 'None';
// +k8s:unionMember(memberName: "Files")
file?: string;`,
      right: `// +k8s:unionDiscriminator
source: 'File' | 'None';
// +k8s:unionMember(memberName: "File")
file?: string;`,
    },
  },
  VMGEN3210: {
    name: 'list-without-keys',
    title: 'A marker needs a list whose items have keys',
    why: 'The marker tells items apart by their keys, and the list has none.',
    example: {
      place: 'field',
      wrong: `// +listMapKey=name
ports: { name: string }[];`,
      right: `// +listType=map
// +listMapKey=name
ports: { name: string }[];`,
    },
  },
  VMGEN3211: {
    name: 'redundant-unique',
    title: "+k8s:unique repeats what the list's type asks for",
    why: 'The API server keeps the items of such lists apart by itself; a rule that says it again only costs time.',
    example: {
      place: 'field',
      wrong: `// +listType=set
// +k8s:unique=set
hosts: string[];`,
      right: `// +listType=set
hosts: string[];`,
    },
  },
  VMGEN3212: {
    name: 'inner-marker',
    title: 'A marker behind =+ may not stand there',
    why: 'Behind =+ stands a validation of the value that the marker leads to.',
    example: {
      place: 'field',
      wrong: `// +k8s:eachVal=+optional
hosts: string[];`,
      right: `// +k8s:eachVal=+k8s:maxLength=63
hosts: string[];`,
    },
  },
  VMGEN3213: {
    name: 'item-keys',
    title: '+k8s:item does not name the keys of the list',
    why: "An item is chosen by all of the list's keys and by nothing else.",
    example: {
      place: 'field',
      wrong: `// +listType=map
// +listMapKey=type
// +k8s:item(name: "Ready")=+k8s:immutable
conditions: { type: string }[];`,
      right: `// +listType=map
// +listMapKey=type
// +kubebuilder:validation:MaxItems=8
// +k8s:item(type: "Ready")=+k8s:immutable
conditions: { type: string }[];`,
    },
  },
  VMGEN3214: {
    name: 'default-value',
    title: '+default has no value',
    why: '+default takes JSON, in which strings stand in double quotes. null is no default: the API server takes it for none.',
    example: {
      place: 'field',
      wrong: `// +default=Berlin
city?: string;`,
      right: `// +default="Berlin"
city?: string;`,
    },
  },
  VMGEN3215: {
    name: 'invalid-url',
    title: 'A URL is none',
    why: 'Readers of the schema follow the address.',
    example: {
      place: 'field',
      wrong: `// +kubebuilder:externalDocs:url="docs of ports"
port: Int32;`,
      right: `// +kubebuilder:externalDocs:url="https://example.com/ports"
port: Int32;`,
    },
  },
  VMGEN3216: {
    name: 'raw-schema',
    title: 'A marker that takes JSON has none that fits',
    why: 'What stands there goes into the CRD as it is.',
    example: {
      place: 'field',
      wrong: `// +vmgen:schema={"anyof":[{"required":["a"]}]}
choice: { a?: string };`,
      right: `// +vmgen:schema={"anyOf":[{"required":["a"]}]}
choice: { a?: string };`,
    },
  },
  VMGEN3301: {
    name: 'metadata-pair',
    title: 'A pair of +kubebuilder:metadata is no key=value',
    why: 'Annotations and labels are pairs.',
    example: {
      place: 'kind',
      wrong: '// +kubebuilder:metadata:labels="gold"',
      right: '// +kubebuilder:metadata:labels="tier=gold"',
    },
  },
  VMGEN3302: {
    name: 'metadata-key-twice',
    title: 'A key of +kubebuilder:metadata stands twice',
    why: 'A label or annotation has one value: all but the last would be lost.',
    example: {
      place: 'kind',
      wrong: '// +kubebuilder:metadata:labels="tier=gold";"tier=silver"',
      right: '// +kubebuilder:metadata:labels="tier=gold"',
    },
  },
  VMGEN3303: {
    name: 'name-twice',
    title: 'A short name or category stands twice',
    why: 'Once is enough.',
    example: {
      place: 'kind',
      wrong: '// +kubebuilder:resource:shortName=ma;ma',
      right: '// +kubebuilder:resource:shortName=ma',
    },
  },
  VMGEN3304: {
    name: 'column-twice',
    title: 'Two printer columns have one title',
    why: 'kubectl prints titles in capitals, so that both columns would be called the same.',
    example: {
      place: 'kind',
      wrong: `// +kubebuilder:printcolumn:name=Color,type=string,JSONPath=\`.spec.color\`
// +kubebuilder:printcolumn:name=COLOR,type=integer,JSONPath=\`.spec.replicas\``,
      right: `// +kubebuilder:printcolumn:name=Color,type=string,JSONPath=\`.spec.color\`
// +kubebuilder:printcolumn:name=Replicas,type=integer,JSONPath=\`.spec.replicas\``,
    },
  },
  VMGEN3305: {
    name: 'empty-warning',
    title: 'The warning of a deprecated version is empty',
    why: "An empty warning is none: clients would read the API server's own.",
    example: {
      place: 'kind',
      wrong: '// +kubebuilder:deprecatedversion:warning=""',
      right: '// +kubebuilder:deprecatedversion:warning="use v2"',
    },
  },
  VMGEN3306: {
    name: 'path-to-nothing',
    title: 'A path in a marker leads to no field',
    why: 'The path leads to no field of the kind, so that the column stays empty, or nothing can be scaled.',
    example: {
      place: 'kind',
      wrong: '// +kubebuilder:printcolumn:name=Color,type=string,JSONPath=`.spec.colour`',
      right: '// +kubebuilder:printcolumn:name=Color,type=string,JSONPath=`.spec.color`',
    },
  },
  VMGEN3307: {
    name: 'unreadable-path',
    title: 'A JSONPath cannot be read',
    why: 'An API server takes any path that starts with a dot. Where it cannot read one, it leaves out all columns of the kind but the name and the age.',
    example: {
      place: 'kind',
      wrong: '// +kubebuilder:printcolumn:name=First,type=string,JSONPath=`.spec.list[`',
      right: '// +kubebuilder:printcolumn:name=First,type=string,JSONPath=`.metadata.name`',
    },
  },
  VMGEN3308: {
    name: 'column-type',
    title: 'A printer column is of another type than its field',
    why: 'Values of another type than the column are left out: the column is empty. Only type=string prints anything.',
    example: {
      place: 'kind',
      wrong: '// +kubebuilder:printcolumn:name=Name,type=integer,JSONPath=.metadata.name',
      right: '// +kubebuilder:printcolumn:name=Name,type=string,JSONPath=.metadata.name',
    },
  },
  VMGEN3309: {
    name: 'scale-type',
    title: 'A path of the scale subresource leads to a field of another type',
    why: 'What scales a kind reads and writes replicas as integers and the selector as a string. With any other field each request for the scale fails.',
    example: {
      place: 'file',
      wrong: SCALED.replace('TYPE', 'string'),
      right: SCALED.replace('TYPE', 'Int32'),
    },
  },
  VMGEN3401: {
    name: 'unknown-code',
    title: '+vmgen:ignore names no diagnostic',
    why: 'Nothing would be silenced. vmgen explain lists all codes.',
    example: {
      place: 'field',
      wrong: `// +vmgen:ignore:code=VMGEN51010,reason="our webhook checks it"
// +kubebuilder:validation:Format=uuid
id: string;`,
      right: `// +vmgen:ignore:code=VMGEN5101,reason="our webhook checks it"
// +kubebuilder:validation:Format=machine-id
id: string;`,
    },
  },
  VMGEN3402: {
    name: 'silenced-error',
    title: '+vmgen:ignore is about an error',
    why: 'What is made from it would be wrong, or nothing could be made. Only warnings can be accepted.',
    example: {
      place: 'shell',
      wrong: `// +vmgen:ignore:code=VMGEN4001,reason="we know"
size: bigint;`,
      right: 'size: Int64;',
    },
  },
  VMGEN3403: {
    name: 'idle-silence',
    title: '+vmgen:ignore silences nothing',
    why: 'Its warning was mended, or stands elsewhere: a marker silences its own comment and the line that the comment is about. Left there, it would hide the next one.',
    example: {
      place: 'field',
      wrong: `// +vmgen:ignore:code=VMGEN5101,reason="our webhook checks it"
// +kubebuilder:validation:Format=uuid
id: string;`,
      right: `// +kubebuilder:validation:Format=uuid
id: string;`,
    },
  },
} as const satisfies DiagnosticDefinitions;
