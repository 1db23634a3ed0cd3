import type { FindingDefinitions } from '../definition.js';

/** Markers: 3000 to 3999. */
export const markerFindings = {
  VMGEN3001: {
    name: 'unknown-marker',
    title: 'There is no marker of this name',
  },
  VMGEN3002: {
    name: 'refused-marker',
    title: "A marker of Go's tools has no meaning here",
  },
  VMGEN3003: {
    name: 'foreign-prefix',
    title: 'The prefix of a marker is nearly one of ours',
  },
  VMGEN3004: {
    name: 'text-behind-marker',
    title: 'Words follow a marker in its line',
  },
  VMGEN3005: {
    name: 'marker-misplaced',
    title: 'A marker stands where it may not',
  },
  VMGEN3006: {
    name: 'marker-twice',
    title: 'A marker stands twice',
  },
  VMGEN3007: {
    name: 'stray-marker',
    title: 'A marker belongs to nothing',
  },
  VMGEN3008: {
    name: 'marker-without-plus',
    title: 'A remark reads like a marker',
  },
  VMGEN3009: {
    name: 'marker-in-text',
    title: 'A marker does not start its line',
  },
  VMGEN3010: {
    name: 'ineffective-code-marker',
    title: 'A marker of types stands in the files of --paths',
  },
  VMGEN3011: {
    name: 'schema-tag',
    title: 'A JSDoc tag of other tools has no effect',
  },
  VMGEN3012: {
    name: 'contradicting-markers',
    title: 'Two markers contradict each other',
  },
  VMGEN3101: {
    name: 'missing-value',
    title: 'The value of a marker or an argument is missing',
  },
  VMGEN3102: {
    name: 'unexpected-value',
    title: 'A marker takes no value',
  },
  VMGEN3103: {
    name: 'unknown-argument',
    title: 'A marker has no argument of this name',
  },
  VMGEN3104: {
    name: 'missing-argument',
    title: 'An argument that a marker needs is missing',
  },
  VMGEN3105: {
    name: 'repeated-argument',
    title: 'An argument or key stands twice in a marker',
  },
  VMGEN3106: {
    name: 'wrong-value',
    title: 'A value is not of the type that the marker takes',
  },
  VMGEN3107: {
    name: 'malformed-value',
    title: 'The text of a marker breaks the grammar',
  },
  VMGEN3108: {
    name: 'remark-in-value',
    title: 'A remark behind a value becomes a part of it',
  },
  VMGEN3109: {
    name: 'null-in-value',
    title: 'null in a marker is the text "null"',
  },
  VMGEN3201: {
    name: 'marker-misfit',
    title: 'A marker does not fit the type that it stands on',
  },
  VMGEN3202: {
    name: 'impossible-bound',
    title: 'A bound is none for the type',
  },
  VMGEN3203: {
    name: 'type-contradiction',
    title: '+kubebuilder:validation:Type contradicts the TypeScript type',
  },
  VMGEN3204: {
    name: 'empty-enum-marker',
    title: 'An enum marker allows no value',
  },
  VMGEN3205: {
    name: 'unknown-field-in-marker',
    title: 'A marker names a field that the type does not have',
  },
  VMGEN3206: {
    name: 'required-member',
    title: 'A marker of optional fields is about a required one',
  },
  VMGEN3207: {
    name: 'unreachable-field',
    title: 'CEL cannot reach a field',
  },
  VMGEN3208: {
    name: 'one-of-fields',
    title: 'The fields that a marker names are none, one twice, or its own',
  },
  VMGEN3209: {
    name: 'union-members',
    title: 'The members of a declarative union do not fit together',
  },
  VMGEN3210: {
    name: 'list-without-keys',
    title: 'A marker needs a list whose items have keys',
  },
  VMGEN3211: {
    name: 'redundant-unique',
    title: "+k8s:unique repeats what the list's type asks for",
  },
  VMGEN3212: {
    name: 'inner-marker',
    title: 'A marker behind =+ may not stand there',
  },
  VMGEN3213: {
    name: 'item-keys',
    title: '+k8s:item does not name the keys of the list',
  },
  VMGEN3214: {
    name: 'default-value',
    title: '+default has no value',
  },
  VMGEN3215: {
    name: 'invalid-url',
    title: 'A URL is none',
  },
  VMGEN3301: {
    name: 'metadata-pair',
    title: 'A pair of +kubebuilder:metadata is no key=value',
  },
  VMGEN3302: {
    name: 'metadata-key-twice',
    title: 'A key of +kubebuilder:metadata stands twice',
  },
  VMGEN3303: {
    name: 'name-twice',
    title: 'A short name or category stands twice',
  },
  VMGEN3304: {
    name: 'column-twice',
    title: 'Two printer columns have one title',
  },
  VMGEN3305: {
    name: 'empty-warning',
    title: 'The warning of a deprecated version is empty',
  },
  VMGEN3306: {
    name: 'path-to-nothing',
    title: 'A path in a marker leads to no field',
  },
} as const satisfies FindingDefinitions;
