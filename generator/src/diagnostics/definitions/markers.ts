import type { DiagnosticDefinitions } from './definition.js';
import { field, kind } from './example.js';

/** Names, places and syntax of markers. */
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
    why: 'Each marker applies to packages, kinds, types or fields, and has no effect elsewhere: `vmgen markers NAME` prints where it is allowed. From the files of --paths, vmgen reads only RBAC, policy and webhook markers.',
    example: field(`
- // +genclient
  size: Int32;`),
  },
  VMGEN3006: {
    name: 'duplicate-marker',
    title: 'Duplicate marker, argument or key',
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
    name: 'not-a-marker',
    title: 'Text looks like a marker, and is part of an ordinary comment',
    why: 'A marker starts its line with a +, in a // comment or in JSDoc, which starts with /**. Other text has no effect.',
    example: field(`
- // kubebuilder:validation:Maximum=5
+ // +kubebuilder:validation:Maximum=5
  size: Int32;`),
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
    title: 'Missing value or argument of a marker',
    why: 'The marker has no meaning without it.',
    example: field(`
- // +kubebuilder:validation:Maximum
+ // +kubebuilder:validation:Maximum=5
  size: Int32;`),
  },
  VMGEN3102: {
    name: 'unexpected-value',
    title: 'Marker does not take this value or argument',
    why: 'It has no defined meaning, and would have no effect.',
    example: kind('// +genclient=false', '// +genclient'),
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
    name: 'text-in-value',
    title: 'Value of a marker contains a comment or null as text',
    why: 'An unquoted value extends to the end of the line, so that a comment would become part of it, as in Go. The grammar has no null: the word is an ordinary string.',
    example: field(`
- // +kubebuilder:example=Berlin // a city
+ // A city.
+ // +kubebuilder:example=Berlin
  city: string;`),
  },
} as const satisfies DiagnosticDefinitions;
