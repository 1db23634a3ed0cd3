import type { DiagnosticDefinitions } from './definition.js';
import { field } from './example.js';

/** Presence, bounds and values of fields: 5000 to 5999. */
export const valueDiagnostics = {
  VMGEN5001: {
    name: 'required-marker-on-optional',
    title: 'Required marker on an optional field',
    why: 'The marker takes precedence over `?`. The TypeScript type then contradicts the API, and its users check for a value that is always present.',
    example: field(`
  // +required
- size?: Int32;
+ size: Int32;`),
  },
  VMGEN5002: {
    name: 'optional-marker-on-required',
    title: 'Optional marker on a required field',
    why: 'The marker takes precedence. The TypeScript type then contradicts the API, and its users rely on a value that may be absent. Fields with a default are exempt.',
    example: field(`
  // +optional
- size: Int32;
+ size?: Int32;`),
  },
  VMGEN5101: {
    name: 'unknown-format',
    title: 'Unknown format',
    why: 'The API server ignores formats that it does not know, so the value would not be validated.',
    example: field(`
- // +kubebuilder:validation:Format=uiid
+ // +kubebuilder:validation:Format=uuid
  id: string;`),
  },
  VMGEN5102: {
    name: 'slashes-in-pattern',
    title: 'Pattern is enclosed in slashes',
    why: 'The marker takes the pattern without delimiters; with them, the value would have to contain the slashes.',
    example: field(`
- // +kubebuilder:validation:Pattern=\`/^[a-z]+$/\`
+ // +kubebuilder:validation:Pattern=\`^[a-z]+$\`
  name: string;`),
  },
  VMGEN5103: {
    name: 'duplicate-enum-value',
    title: 'Duplicate enum value',
    why: 'Each value is listed once.',
    example: field(`
- // +kubebuilder:validation:Enum=Small;Large;Small
+ // +kubebuilder:validation:Enum=Small;Large
  size: string;`),
  },
  VMGEN5104: {
    name: 'value-type-mismatch',
    title: 'Enum value or example does not match the type',
    why: 'The API server accepts the schema, but no valid object can have this value.',
    example: field(`
- // +kubebuilder:example=five
+ // +kubebuilder:example=5
  size: Int32;`),
  },
  VMGEN5105: {
    name: 'empty-range',
    title: 'Bounds exclude every value',
    why: 'The API server accepts the schema, and then rejects every object.',
    example: field(`
- // +kubebuilder:validation:Minimum=10
- // +kubebuilder:validation:Maximum=5
+ // +kubebuilder:validation:Minimum=5
+ // +kubebuilder:validation:Maximum=10
  size: Int32;`),
  },
  VMGEN5106: {
    name: 'exclusive-without-bound',
    title: 'Exclusive bound without a bound',
    why: 'ExclusiveMaximum makes the value of Maximum itself invalid; without Maximum it has no effect.',
    example: field(`
+ // +kubebuilder:validation:Maximum=1
  // +kubebuilder:validation:ExclusiveMaximum=true
  share: Float;`),
  },
  VMGEN5107: {
    name: 'bound-beyond-format',
    title: 'Bound is outside the range of the integer format',
    why: 'The API server also enforces the range of the integer format, so the bound has no effect or excludes every value.',
    example: field(`
  // +kubebuilder:validation:Maximum=3000000000
- size: Int32;
+ size: Int64;`),
  },
  VMGEN5108: {
    name: 'property-count',
    title: 'Bound on properties contradicts the fields of the type',
    why: 'Unknown fields are pruned and do not count; required fields are always present.',
    example: field(`
- // +kubebuilder:validation:MaxProperties=1
+ // +kubebuilder:validation:MaxProperties=2
  size: { width: Int32; height: Int32 };`),
  },
  VMGEN5109: {
    name: 'case-only',
    title: 'Field names differ only in case',
    why: 'Go decodes JSON keys case-insensitively, so Go programs may confuse the two fields, and people overlook the difference.',
    example: field(`a: { hostIP?: string; hostIp?: string };`, `a: { hostIP?: string };`),
  },
} as const satisfies DiagnosticDefinitions;
