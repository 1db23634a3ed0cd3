import type { DiagnosticDefinitions } from './definition.js';

/** Presence, bounds and values of fields: 5000 to 5999. */
export const valueDiagnostics = {
  VMGEN5001: {
    name: 'required-with-mark',
    title: 'A field is marked required and has a ?',
    why: 'The marker decides, and the type tells its readers something else than the API: they would check for what is always there.',
    example: {
      place: 'field',
      wrong: `// +required
size?: Int32;`,
      right: `// +required
size: Int32;`,
    },
  },
  VMGEN5002: {
    name: 'optional-without-mark',
    title: 'A field is marked optional and has no ?',
    why: 'The marker decides, and the type tells its readers something else than the API: they would rely on what may not be there. A default excuses it.',
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
    title: 'The API server knows no such format',
    why: 'An API server ignores formats that it does not know, so that nothing would be checked.',
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
    title: 'A pattern stands between slashes',
    why: 'The marker takes the pattern alone; the slashes of JavaScript would have to be in the text.',
    example: {
      place: 'field',
      wrong: `// +kubebuilder:validation:Pattern=\`/^[a-z]+$/\`
name: string;`,
      right: `// +kubebuilder:validation:Pattern=\`^[a-z]+$\`
name: string;`,
    },
  },
  VMGEN5103: {
    name: 'enum-value-twice',
    title: 'An enum names a value twice',
    why: 'Once is enough.',
    example: {
      place: 'field',
      wrong: `// +kubebuilder:validation:Enum=Small;Large;Small
size: string;`,
      right: `// +kubebuilder:validation:Enum=Small;Large
size: string;`,
    },
  },
  VMGEN5104: {
    name: 'value-misfit',
    title: 'An example or a value of an enum is none of the type',
    why: 'An API server takes the schema, and no value is then as the enum or example says.',
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
    title: 'Bounds leave no value',
    why: 'An API server takes the schema, and then refuses every object.',
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
    name: 'lone-exclusive',
    title: 'An exclusive bound has no bound',
    why: 'ExclusiveMaximum says that Maximum itself is too much; without one it says nothing.',
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
    title: 'A bound is beyond the format of an integer',
    why: 'The API server holds integers to their format, whatever the bound.',
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
    title: 'A bound on properties and the fields of a type contradict each other',
    why: 'Fields that the schema does not name are pruned, so that they do not count, and required ones always do.',
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
    title: 'Two fields of an object differ only in case',
    why: 'Go decodes JSON without regard to case, so that programs in Go can take one field for the other, and people overlook the difference.',
    example: {
      place: 'field',
      wrong: `a: { hostIP?: string; hostIp?: string };`,
      right: `a: { hostIP?: string };`,
    },
  },
} as const satisfies DiagnosticDefinitions;
