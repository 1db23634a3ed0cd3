import type { DiagnosticDefinitions } from './definition.js';

/** Presence, bounds and values of fields: 5000 to 5999. */
export const valueDiagnostics = {
  VMGEN5001: {
    name: 'required-marker-on-optional',
    title: 'Required marker on an optional field',
    why: 'The marker takes precedence over `?`. The TypeScript type then contradicts the API, and its users check for a value that is always present.',
    example: {
      place: 'field',
      wrong: `// +required
size?: Int32;`,
      right: `// +required
size: Int32;`,
    },
  },
  VMGEN5002: {
    name: 'optional-marker-on-required',
    title: 'Optional marker on a required field',
    why: 'The marker takes precedence. The TypeScript type then contradicts the API, and its users rely on a value that may be absent. Fields with a default are exempt.',
    example: {
      place: 'field',
      wrong: `// +optional
size: Int32;`,
      right: `// +optional
size?: Int32;`,
    },
  },
  VMGEN5101: {
    name: 'unknown-format',
    title: 'Unknown format',
    why: 'The API server ignores formats that it does not know, so the value would not be validated.',
    example: {
      place: 'field',
      wrong: `// +kubebuilder:validation:Format=uiid
id: string;`,
      right: `// +kubebuilder:validation:Format=uuid
id: string;`,
    },
  },
  VMGEN5102: {
    name: 'slashes-in-pattern',
    title: 'Pattern is enclosed in slashes',
    why: 'The marker takes the pattern without delimiters; with them, the value would have to contain the slashes.',
    example: {
      place: 'field',
      wrong: `// +kubebuilder:validation:Pattern=\`/^[a-z]+$/\`
name: string;`,
      right: `// +kubebuilder:validation:Pattern=\`^[a-z]+$\`
name: string;`,
    },
  },
  VMGEN5103: {
    name: 'duplicate-enum-value',
    title: 'Duplicate enum value',
    why: 'Each value is listed once.',
    example: {
      place: 'field',
      wrong: `// +kubebuilder:validation:Enum=Small;Large;Small
size: string;`,
      right: `// +kubebuilder:validation:Enum=Small;Large
size: string;`,
    },
  },
  VMGEN5104: {
    name: 'value-type-mismatch',
    title: 'Enum value or example does not match the type',
    why: 'The API server accepts the schema, but no valid object can have this value.',
    example: {
      place: 'field',
      wrong: `// +kubebuilder:example=five
size: Int32;`,
      right: `// +kubebuilder:example=5
size: Int32;`,
    },
  },
  VMGEN5105: {
    name: 'empty-range',
    title: 'Bounds exclude every value',
    why: 'The API server accepts the schema, and then rejects every object.',
    example: {
      place: 'field',
      wrong: `// +kubebuilder:validation:Minimum=10
// +kubebuilder:validation:Maximum=5
size: Int32;`,
      right: `// +kubebuilder:validation:Minimum=5
// +kubebuilder:validation:Maximum=10
size: Int32;`,
    },
  },
  VMGEN5106: {
    name: 'exclusive-without-bound',
    title: 'Exclusive bound without a bound',
    why: 'ExclusiveMaximum makes the value of Maximum itself invalid; without Maximum it has no effect.',
    example: {
      place: 'field',
      wrong: `// +kubebuilder:validation:ExclusiveMaximum=true
share: Float;`,
      right: `// +kubebuilder:validation:Maximum=1
// +kubebuilder:validation:ExclusiveMaximum=true
share: Float;`,
    },
  },
  VMGEN5107: {
    name: 'bound-beyond-format',
    title: 'Bound is outside the range of the integer format',
    why: 'The API server also enforces the range of the integer format, so the bound has no effect or excludes every value.',
    example: {
      place: 'field',
      wrong: `// +kubebuilder:validation:Maximum=3000000000
size: Int32;`,
      right: `// +kubebuilder:validation:Maximum=3000000000
size: Int64;`,
    },
  },
  VMGEN5108: {
    name: 'property-count',
    title: 'Bound on properties contradicts the fields of the type',
    why: 'Unknown fields are pruned and do not count; required fields are always present.',
    example: {
      place: 'field',
      wrong: `// +kubebuilder:validation:MaxProperties=1
size: { width: Int32; height: Int32 };`,
      right: `// +kubebuilder:validation:MaxProperties=2
size: { width: Int32; height: Int32 };`,
    },
  },
  VMGEN5109: {
    name: 'case-only',
    title: 'Field names differ only in case',
    why: 'Go decodes JSON keys case-insensitively, so Go programs may confuse the two fields, and people overlook the difference.',
    example: {
      place: 'field',
      wrong: `a: { hostIP?: string; hostIp?: string };`,
      right: `a: { hostIP?: string };`,
    },
  },
} as const satisfies DiagnosticDefinitions;
