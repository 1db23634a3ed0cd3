import type { FindingDefinitions } from '../definition.js';

/** Presence, bounds and values of fields: 5000 to 5999. */
export const valueFindings = {
  VMGEN5001: {
    name: 'required-with-mark',
    title: 'A field is marked required and has a ?',
  },
  VMGEN5002: {
    name: 'optional-without-mark',
    title: 'A field is marked optional and has no ?',
  },
  VMGEN5101: {
    name: 'unknown-format',
    title: 'The API server knows no such format',
  },
  VMGEN5102: {
    name: 'slashes-in-pattern',
    title: 'A pattern stands between slashes',
  },
  VMGEN5103: {
    name: 'enum-value-twice',
    title: 'An enum names a value twice',
  },
  VMGEN5104: {
    name: 'value-misfit',
    title: 'An example or a value of an enum is none of the type',
  },
  VMGEN5105: {
    name: 'empty-range',
    title: 'Bounds leave no value',
  },
  VMGEN5106: {
    name: 'lone-exclusive',
    title: 'An exclusive bound has no bound',
  },
  VMGEN5107: {
    name: 'bound-beyond-format',
    title: 'A bound is beyond the format of an integer',
  },
  VMGEN5108: {
    name: 'property-count',
    title: 'A bound on properties and the fields of a type contradict each other',
  },
} as const satisfies FindingDefinitions;
