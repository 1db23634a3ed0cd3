import type { FindingDefinitions } from '../definition.js';

/** Typed clients: 7000 to 7999. */
export const clientFindings = {
  VMGEN7001: {
    name: 'no-genclient',
    title: 'A marker of clients stands without +genclient',
  },
  VMGEN7002: {
    name: 'method-name',
    title: "The name of a client's method is none",
  },
  VMGEN7003: {
    name: 'method-name-taken',
    title: 'The client has a method of this name',
  },
  VMGEN7004: {
    name: 'method-argument',
    title: "A client's method takes no such argument",
  },
  VMGEN7005: {
    name: 'method-type',
    title: "A client's method names no type of the package",
  },
  VMGEN7006: {
    name: 'method-subresource',
    title: "A client's method names a subresource that is not there",
  },
} as const satisfies FindingDefinitions;
