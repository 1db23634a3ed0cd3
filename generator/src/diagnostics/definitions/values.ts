import type { DiagnosticDefinitions } from './definition.js';
import { field } from './example.js';

/** Presence, bounds and values of fields: 5000 to 5999. */
export const valueDiagnostics = {
  VMGEN5001: {
    name: 'contradicting-presence',
    title: 'Marker contradicts whether the field is optional',
    why: 'The marker takes precedence over `?`. The TypeScript type then contradicts the API: its users check for a value that is always present, or rely on one that may be absent. Fields with a default may have +optional.',
    example: field(`
  // +required
- size?: Int32;
+ size: Int32;`),
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
    name: 'contradicting-bounds',
    title: 'Bounds exclude every value or have no effect',
    why: 'The API server also enforces the range of the integer format and the presence of required fields, and prunes unknown fields. It accepts bounds that contradict these or each other, and then rejects every object. An exclusive bound without a bound has no effect.',
    example: field(`
- // +kubebuilder:validation:Minimum=10
- // +kubebuilder:validation:Maximum=5
+ // +kubebuilder:validation:Minimum=5
+ // +kubebuilder:validation:Maximum=10
  size: Int32;`),
  },
  VMGEN5109: {
    name: 'case-only',
    title: 'Field names differ only in case',
    why: 'Go decodes JSON keys case-insensitively, so Go programs may confuse the two fields, and people overlook the difference.',
    example: field(`a: { hostIP?: string; hostIp?: string };`, `a: { hostIP?: string };`),
  },
} as const satisfies DiagnosticDefinitions;
