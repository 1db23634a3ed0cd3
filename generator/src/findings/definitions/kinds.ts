import type { FindingDefinitions } from '../definition.js';

/** Packages, kinds and their versions: 2000 to 2999. */
export const kindFindings = {
  VMGEN2001: {
    name: 'no-kind',
    title: 'A folder of --groups has no kind',
  },
  VMGEN2002: {
    name: 'no-group',
    title: 'Nothing says the group of a package',
  },
  VMGEN2003: {
    name: 'group-go-name',
    title: '+groupGoName is no identifier',
  },
  VMGEN2004: {
    name: 'hidden-kind',
    title: 'A marker of kinds stands on a type that can be no kind',
  },
  VMGEN2005: {
    name: 'marker-on-no-kind',
    title: 'A marker of kinds stands on a type that is no kind',
  },
  VMGEN2006: {
    name: 'not-exported',
    title: 'Generated code needs a type that is not exported',
  },
  VMGEN2007: {
    name: 'optional-metadata',
    title: 'The metadata of a kind has a ?',
  },
  VMGEN2008: {
    name: 'marker-on-standard-field',
    title: 'A marker stands on apiVersion, kind or metadata',
  },
  VMGEN2009: {
    name: 'required-status',
    title: 'The status of a kind is required',
  },
  VMGEN2010: {
    name: 'marker-on-whole-kind',
    title: 'A marker says something of a whole kind that has a status subresource',
  },
  VMGEN2101: {
    name: 'second-kind',
    title: 'Two folders of one group and version have the same kind',
  },
  VMGEN2102: {
    name: 'no-served-version',
    title: 'No version of a kind is served',
  },
  VMGEN2103: {
    name: 'no-stored-version',
    title: 'No version of a kind is stored',
  },
  VMGEN2104: {
    name: 'two-stored-versions',
    title: 'Two versions of a kind are stored',
  },
  VMGEN2105: {
    name: 'metadata-disagrees',
    title: 'Versions of a kind give its CRD other annotations or labels',
  },
  VMGEN2106: {
    name: 'versions-disagree',
    title: 'Versions of a kind have other names or another scope',
  },
  VMGEN2107: {
    name: 'groups-disagree',
    title: 'Versions in one folder have other groups',
  },
  VMGEN2201: {
    name: 'shared-crd-name',
    title: 'Two kinds share the name of their CRD',
  },
  VMGEN2202: {
    name: 'shared-name',
    title: 'Two kinds share a name that only one can be served under',
  },
  VMGEN2203: {
    name: 'group-names-clash',
    title: 'Two groups have one name in generated code',
  },
  VMGEN2204: {
    name: 'kind-names-clash',
    title: 'Two kinds have one name in generated code',
  },
} as const satisfies FindingDefinitions;
