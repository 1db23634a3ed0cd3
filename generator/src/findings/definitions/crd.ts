import type { FindingDefinitions } from '../definition.js';

/** The CRD as the API server sees it: 6000 to 6999. */
export const crdFindings = {
  VMGEN6001: {
    name: 'crd-refused',
    title: 'The API server would refuse the CRD',
  },
  VMGEN6002: {
    name: 'rule-refused',
    title: 'The API server would refuse a rule',
  },
  VMGEN6003: {
    name: 'rule-too-costly',
    title: 'A rule costs more than the API server allows',
  },
  VMGEN6004: {
    name: 'default-refused',
    title: 'The API server would refuse a default',
  },
  VMGEN6005: {
    name: 'name-refused',
    title: 'The API server would refuse a name',
  },
  VMGEN6006: {
    name: 'path-refused',
    title: 'The API server would refuse a column or path',
  },
  VMGEN6007: {
    name: 'list-refused',
    title: 'The API server would refuse a list or map',
  },
  VMGEN6101: {
    name: 'descriptions-dropped',
    title: 'A CRD is too large with all its descriptions',
  },
  VMGEN6102: {
    name: 'crd-too-large',
    title: 'A CRD is too large',
  },
} as const satisfies FindingDefinitions;
