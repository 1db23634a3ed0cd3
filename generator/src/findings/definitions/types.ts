import type { FindingDefinitions } from '../definition.js';

/** Types that TypeScript has and an API has not: 4000 to 4999. */
export const typeFindings = {
  VMGEN4001: {
    name: 'no-json-form',
    title: 'No JSON value has this type',
  },
  VMGEN4002: {
    name: 'not-data',
    title: 'A function, class or namespace stands in an API',
  },
  VMGEN4003: {
    name: 'unread-syntax',
    title: 'A form of TypeScript is not read',
  },
  VMGEN4004: {
    name: 'object-wrapper',
    title: 'An object of the language stands for a value',
  },
  VMGEN4005: {
    name: 'date',
    title: 'A Date is a string on the wire',
  },
  VMGEN4006: {
    name: 'open-number',
    title: 'number does not say which numbers',
  },
  VMGEN4007: {
    name: 'open-type',
    title: 'A type says nothing of its values',
  },
  VMGEN4008: {
    name: 'empty-type',
    title: 'A type has no value but null or undefined',
  },
  VMGEN4009: {
    name: 'undefined-item',
    title: 'An item of a list or a value of a map may be undefined',
  },
  VMGEN4010: {
    name: 'computed-constant',
    title: 'A constant has a computed value',
  },
  VMGEN4101: {
    name: 'recursive-type',
    title: 'A type contains itself',
  },
  VMGEN4102: {
    name: 'circular-type',
    title: 'A type is made from itself',
  },
  VMGEN4103: {
    name: 'endless-generic',
    title: 'A generic type makes ever new ones',
  },
  VMGEN4104: {
    name: 'type-arguments',
    title: 'A generic type has other parameters',
  },
  VMGEN4201: {
    name: 'field-twice',
    title: 'A field stands twice in a type',
  },
  VMGEN4202: {
    name: 'field-beside-index',
    title: 'Fields stand beside an index signature',
  },
  VMGEN4203: {
    name: 'index-key',
    title: 'The keys of a map are no strings',
  },
  VMGEN4204: {
    name: 'unknown-field',
    title: 'A type has no field of this name',
  },
  VMGEN4205: {
    name: 'not-indexable',
    title: 'A type cannot be indexed',
  },
  VMGEN4206: {
    name: 'no-fields',
    title: 'A type has no fields to take apart',
  },
  VMGEN4207: {
    name: 'cannot-extend',
    title: 'A type cannot be extended',
  },
  VMGEN4208: {
    name: 'hidden-fields',
    title: 'An embedded ObjectMeta has fewer fields than its type',
  },
  VMGEN4209: {
    name: 'key-without-name',
    title: 'A mapped type makes no name of a key',
  },
  VMGEN4301: {
    name: 'mixed-literals',
    title: 'A union mixes literals of several types',
  },
  VMGEN4302: {
    name: 'string-or-number',
    title: 'A union of string and number has no schema',
  },
  VMGEN4303: {
    name: 'union-without-schema',
    title: 'A union has no schema',
  },
  VMGEN4304: {
    name: 'members-alike',
    title: 'Nothing tells the members of a union apart',
  },
  VMGEN4305: {
    name: 'members-disagree',
    title: 'Members of a union have one field of two types',
  },
  VMGEN4306: {
    name: 'marker-on-member',
    title: 'A marker stands on one member of a union',
  },
  VMGEN4401: {
    name: 'nothing-in-common',
    title: 'No value has all types of an intersection',
  },
  VMGEN4402: {
    name: 'fields-disagree',
    title: 'Members of an intersection have one field of two types',
  },
  VMGEN4403: {
    name: 'brand',
    title: 'A brand says nothing to the API server',
  },
  VMGEN4404: {
    name: 'undecided-type',
    title: 'A conditional type cannot be decided',
  },
  VMGEN4405: {
    name: 'large-template',
    title: 'A template literal stands for too many texts',
  },
  VMGEN4406: {
    name: 'template-part',
    title: 'A part of a template literal has no pattern',
  },
  VMGEN4407: {
    name: 'text-operation',
    title: 'A text operation is used on more than literals',
  },
  VMGEN4501: {
    name: 'empty-enum',
    title: 'An enum has no values',
  },
  VMGEN4502: {
    name: 'computed-enum',
    title: 'The value of an enum is computed',
  },
  VMGEN4503: {
    name: 'unknown-enum-member',
    title: 'An enum has no member of this name',
  },
  VMGEN4601: {
    name: 'mixed-tuple',
    title: 'A tuple mixes types',
  },
  VMGEN4602: {
    name: 'tuple-form',
    title: 'A tuple has a rest element, or none at all',
  },
} as const satisfies FindingDefinitions;
