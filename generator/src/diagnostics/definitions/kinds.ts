import type { DiagnosticDefinitions } from './definition.js';

const files = (...texts: readonly string[]): string => texts.join('\n');

/** A file of an example with one kind, which has these markers. */
function kindFile(folder: string, group: string, kind: string, ...markers: string[]): string {
  return [
    `// ${folder}/types.ts`,
    `// +groupName=${group}`,
    '',
    "import type { ObjectMeta, TypeMeta } from '@vmgen/runtime';",
    '',
    ...markers,
    `export interface ${kind} extends TypeMeta { metadata: ObjectMeta }`,
  ].join('\n');
}

/** Packages, kinds and their versions: 2000 to 2999. */
export const kindDiagnostics = {
  VMGEN2001: {
    name: 'no-kind',
    title: 'A folder of --groups has no kind',
    why: 'A kind is an exported interface that extends TypeMeta and has metadata: ObjectMeta. A folder without one makes nothing, which nobody asks for.',
    example: {
      place: 'file',
      wrong: `export interface Machine {
  spec: { size: string };
}`,
      right: `export interface Machine extends TypeMeta {
  metadata: ObjectMeta;
  spec: { size: string };
}`,
    },
  },
  VMGEN2002: {
    name: 'no-group',
    title: 'Nothing says the group of a package',
    why: 'The group of a custom resource is a domain. It is the name of the folder where that is one, else +groupName says it.',
    example: {
      place: 'files',
      wrong: `// shop/v1/types.ts
import type { ObjectMeta, TypeMeta } from '@vmgen/runtime';

export interface Order extends TypeMeta {
  metadata: ObjectMeta;
}`,
      right: `// shop/v1/types.ts
// +groupName=shop.example.com

import type { ObjectMeta, TypeMeta } from '@vmgen/runtime';

export interface Order extends TypeMeta {
  metadata: ObjectMeta;
}`,
    },
  },
  VMGEN2003: {
    name: 'group-go-name',
    title: '+groupGoName is no identifier',
    why: '+groupGoName is how generated names start, so it has to be the start of a name.',
    example: {
      place: 'package',
      wrong: '// +groupGoName=web-shop',
      right: '// +groupGoName=WebShop',
    },
  },
  VMGEN2004: {
    name: 'hidden-kind',
    title: 'A marker of kinds stands on a type that can be no kind',
    why: 'A generic type, a class or a type that is not exported is no kind, so that its markers would be lost.',
    example: {
      place: 'type',
      wrong: `// +genclient
interface Gadget extends TypeMeta { metadata: ObjectMeta }`,
      right: `// +genclient
export interface Gadget extends TypeMeta { metadata: ObjectMeta }`,
    },
  },
  VMGEN2005: {
    name: 'marker-on-no-kind',
    title: 'A marker of kinds stands on a type that is no kind',
    why: 'The marker is about a kind, and what it stands on is none: its effect would be lost.',
    example: {
      place: 'type',
      wrong: `// +genclient
export interface Gadget { size: string }`,
      right: 'export interface Gadget { size: string }',
    },
  },
  VMGEN2006: {
    name: 'not-exported',
    title: 'Generated code needs a type that is not exported',
    why: 'deepCopy functions and typed clients are other files, which can import only what is exported.',
    example: {
      place: 'file',
      wrong: `export interface Machine extends TypeMeta {
  metadata: ObjectMeta;
  spec: Spec;
}
interface Spec { size: string }`,
      right: `export interface Machine extends TypeMeta {
  metadata: ObjectMeta;
  spec: Spec;
}
export interface Spec { size: string }`,
    },
  },
  VMGEN2007: {
    name: 'optional-metadata',
    title: 'The metadata of a kind has a ?',
    why: 'Every object of an API server has metadata: with a ? all readers of the type would have to ask for it.',
    example: {
      place: 'file',
      wrong: `export interface Machine extends TypeMeta {
  metadata?: ObjectMeta;
}`,
      right: `export interface Machine extends TypeMeta {
  metadata: ObjectMeta;
}`,
    },
  },
  VMGEN2008: {
    name: 'marker-on-standard-field',
    title: 'A marker stands on apiVersion, kind or metadata',
    why: 'The API server itself checks apiVersion, kind and metadata: it takes no bounds for them.',
    example: {
      place: 'file',
      wrong: `export interface Machine extends TypeMeta {
  // +kubebuilder:validation:MaxProperties=5
  metadata: ObjectMeta;
}`,
      right: `export interface Machine extends TypeMeta {
  metadata: ObjectMeta;
}`,
    },
  },
  VMGEN2009: {
    name: 'required-status',
    title: 'The status of a kind is required',
    why: 'With a status subresource the API server drops the status of new objects, and would then refuse them for lack of it.',
    example: {
      place: 'file',
      wrong: `// +kubebuilder:subresource:status
export interface Machine extends TypeMeta {
  metadata: ObjectMeta;
  status: { phase?: string };
}`,
      right: `// +kubebuilder:subresource:status
export interface Machine extends TypeMeta {
  metadata: ObjectMeta;
  status?: { phase?: string };
}`,
    },
  },
  VMGEN2010: {
    name: 'marker-on-whole-kind',
    title: 'A marker says something of a whole kind that has a status subresource',
    why: 'The API server judges a status by its part of the schema alone, and takes at the root only what does not reach into both parts.',
    example: {
      place: 'kind',
      wrong: `// +kubebuilder:subresource:status
// +kubebuilder:validation:MaxProperties=5`,
      right: '// +kubebuilder:subresource:status',
    },
  },
  VMGEN2011: {
    name: 'lost-kind',
    title: 'A type that is meant as a kind is none',
    why: 'A kind has the fields of TypeMeta and metadata: ObjectMeta, both of @vmgen/runtime. Of any other type no CRD and no client is made.',
    example: {
      place: 'type',
      wrong:
        'export interface Other extends TypeMeta {\n  metadata: { name: string };\n  spec: Spec;\n}',
      right: 'export interface Other extends TypeMeta {\n  metadata: ObjectMeta;\n  spec: Spec;\n}',
    },
  },
  VMGEN2101: {
    name: 'second-kind',
    title: 'Two folders of one group and version have the same kind',
    why: 'Two folders may be of one group and version, but each kind stands in one of them.',
    example: {
      place: 'files',
      wrong: files(
        kindFile('shop/v1', 'shop.example.com', 'Order'),
        kindFile('store/v1', 'shop.example.com', 'Order'),
      ),
      right: files(
        kindFile('shop/v1', 'shop.example.com', 'Order'),
        kindFile('store/v1', 'shop.example.com', 'Customer'),
      ),
    },
  },
  VMGEN2102: {
    name: 'no-served-version',
    title: 'No version of a kind is served',
    why: 'An API server asks for one served version at least; else no client could reach the objects.',
    example: {
      place: 'kind',
      wrong: '// +kubebuilder:unservedversion',
      right: '// +kubebuilder:deprecatedversion',
    },
  },
  VMGEN2103: {
    name: 'no-stored-version',
    title: 'No version of a kind is stored',
    why: 'Of several versions the API server stores one, and nothing says which.',
    example: {
      place: 'files',
      wrong: files(
        kindFile('shop/v1', 'shop.example.com', 'Order'),
        kindFile('shop/v2', 'shop.example.com', 'Order'),
      ),
      right: files(
        kindFile('shop/v1', 'shop.example.com', 'Order'),
        kindFile('shop/v2', 'shop.example.com', 'Order', '// +kubebuilder:storageversion'),
      ),
    },
  },
  VMGEN2104: {
    name: 'two-stored-versions',
    title: 'Two versions of a kind are stored',
    why: 'An API server stores objects in one version.',
    example: {
      place: 'files',
      wrong: files(
        kindFile('shop/v1', 'shop.example.com', 'Order', '// +kubebuilder:storageversion'),
        kindFile('shop/v2', 'shop.example.com', 'Order', '// +kubebuilder:storageversion'),
      ),
      right: files(
        kindFile('shop/v1', 'shop.example.com', 'Order'),
        kindFile('shop/v2', 'shop.example.com', 'Order', '// +kubebuilder:storageversion'),
      ),
    },
  },
  VMGEN2105: {
    name: 'metadata-disagrees',
    title: 'Versions of a kind give its CRD other annotations or labels',
    why: 'All versions of a kind are one CRD, which has one value for a label or annotation.',
    example: {
      place: 'files',
      wrong: files(
        kindFile(
          'shop/v1',
          'shop.example.com',
          'Order',
          '// +kubebuilder:metadata:labels="tier=gold"',
        ),
        kindFile(
          'shop/v2',
          'shop.example.com',
          'Order',
          '// +kubebuilder:storageversion',
          '// +kubebuilder:metadata:labels="tier=silver"',
        ),
      ),
      right: files(
        kindFile('shop/v1', 'shop.example.com', 'Order'),
        kindFile(
          'shop/v2',
          'shop.example.com',
          'Order',
          '// +kubebuilder:storageversion',
          '// +kubebuilder:metadata:labels="tier=silver"',
        ),
      ),
    },
  },
  VMGEN2106: {
    name: 'versions-disagree',
    title: 'Versions of a kind have other names or another scope',
    why: 'All versions of a kind are one CRD, which has one plural, singular, scope and so on.',
    example: {
      place: 'files',
      wrong: files(
        kindFile('shop/v1', 'shop.example.com', 'Order', '// +kubebuilder:resource:shortName=or'),
        kindFile(
          'shop/v2',
          'shop.example.com',
          'Order',
          '// +kubebuilder:storageversion',
          '// +kubebuilder:resource:shortName=ord',
        ),
      ),
      right: files(
        kindFile('shop/v1', 'shop.example.com', 'Order'),
        kindFile(
          'shop/v2',
          'shop.example.com',
          'Order',
          '// +kubebuilder:storageversion',
          '// +kubebuilder:resource:shortName=ord',
        ),
      ),
    },
  },
  VMGEN2107: {
    name: 'groups-disagree',
    title: 'Versions in one folder have other groups',
    why: 'The versions of a folder share generated files, in which a kind stands once.',
    example: {
      place: 'files',
      wrong: files(
        kindFile('shop/v1', 'shop.example.com', 'Order'),
        kindFile('shop/v2', 'store.example.com', 'Order'),
      ),
      right: files(
        kindFile('shop/v1', 'shop.example.com', 'Order'),
        kindFile('store/v2', 'store.example.com', 'Order'),
      ),
    },
  },
  VMGEN2108: {
    name: 'lost-fields',
    title: 'Versions of a kind differ and nothing converts between them',
    why: 'Without a conversion the API server only changes the apiVersion of an object. Fields that the stored version does not have are dropped when an object is written, and fields that a served version does not have are lost when one of its clients writes an object back. It is the one error that can be silenced: // +vmgen:ignore:code=VMGEN2108,reason="..." above the kind accepts the loss.',
    example: {
      place: 'files',
      wrong: files(
        kindFile('shop/v1', 'shop.example.com', 'Order').replace(
          'metadata: ObjectMeta',
          'metadata: ObjectMeta; customer: string',
        ),
        kindFile('shop/v2', 'shop.example.com', 'Order', '// +kubebuilder:storageversion'),
      ),
      right: files(
        kindFile('shop/v1', 'shop.example.com', 'Order').replace(
          'metadata: ObjectMeta',
          'metadata: ObjectMeta; customer: string',
        ),
        kindFile('shop/v2', 'shop.example.com', 'Order', '// +kubebuilder:storageversion').replace(
          'metadata: ObjectMeta',
          'metadata: ObjectMeta; customer?: string',
        ),
      ),
    },
  },
  VMGEN2201: {
    name: 'shared-crd-name',
    title: 'Two kinds share the name of their CRD',
    why: 'A CRD is called PLURAL.GROUP: of two with one name, one would replace the other.',
    example: {
      place: 'file',
      wrong: `// +kubebuilder:resource:path=goods
export interface Machine extends TypeMeta { metadata: ObjectMeta }
// +kubebuilder:resource:path=goods
export interface Gadget extends TypeMeta { metadata: ObjectMeta }`,
      right: `// +kubebuilder:resource:path=machinery
export interface Machine extends TypeMeta { metadata: ObjectMeta }
// +kubebuilder:resource:path=goods
export interface Gadget extends TypeMeta { metadata: ObjectMeta }`,
    },
  },
  VMGEN2202: {
    name: 'shared-name',
    title: 'Two kinds share a name that only one can be served under',
    why: 'An API server takes both CRDs, but serves only the one that came first: the other has NamesAccepted False.',
    example: {
      place: 'file',
      wrong: `// +kubebuilder:resource:shortName=ma
export interface Machine extends TypeMeta { metadata: ObjectMeta }
// +kubebuilder:resource:shortName=ma
export interface Mast extends TypeMeta { metadata: ObjectMeta }`,
      right: `// +kubebuilder:resource:shortName=ma
export interface Machine extends TypeMeta { metadata: ObjectMeta }
// +kubebuilder:resource:shortName=mst
export interface Mast extends TypeMeta { metadata: ObjectMeta }`,
    },
  },
  VMGEN2203: {
    name: 'group-names-clash',
    title: 'Two groups have one name in generated code',
    why: 'The clients of all groups stand side by side, under a name made of folder and version.',
    example: {
      place: 'files',
      wrong: `// web-shop/v1/types.ts
// +groupName=web-shop.example.com

import type { ObjectMeta, TypeMeta } from '@vmgen/runtime';

export interface Order extends TypeMeta { metadata: ObjectMeta }
// web.shop/v1/types.ts
import type { ObjectMeta, TypeMeta } from '@vmgen/runtime';

export interface Customer extends TypeMeta { metadata: ObjectMeta }`,
      right: `// web-shop/v1/types.ts
// +groupName=web-shop.example.com
// +groupGoName=Store

import type { ObjectMeta, TypeMeta } from '@vmgen/runtime';

export interface Order extends TypeMeta { metadata: ObjectMeta }
// web.shop/v1/types.ts
import type { ObjectMeta, TypeMeta } from '@vmgen/runtime';

export interface Customer extends TypeMeta { metadata: ObjectMeta }`,
    },
  },
  VMGEN2204: {
    name: 'kind-names-clash',
    title: 'Two kinds have one name in generated code',
    why: 'Generated functions are called after their kinds, as isMachine and machineResource are of Machine: two kinds would have one function.',
    example: {
      place: 'file',
      wrong: `export interface IsMachine extends TypeMeta { metadata: ObjectMeta }
export interface MachineResource extends TypeMeta { metadata: ObjectMeta }`,
      right: `export interface IsMachine extends TypeMeta { metadata: ObjectMeta }
export interface MachineSource extends TypeMeta { metadata: ObjectMeta }`,
    },
  },
  VMGEN2205: {
    name: 'taken-group-name',
    title: 'A group has the name of a part of every clientset',
    why: 'A clientset has transport and its fake has fake beside the groups: a group of that name would stand in their place.',
    example: {
      place: 'files',
      wrong: `// shop/t/types.ts
// +groupName=shop.example.com
// +groupGoName=TRANSPOR
// +versionName=v1

import type { ObjectMeta, TypeMeta } from '@vmgen/runtime';

export interface Order extends TypeMeta { metadata: ObjectMeta }`,
      right: `// shop/t/types.ts
// +groupName=shop.example.com
// +groupGoName=Shop
// +versionName=v1

import type { ObjectMeta, TypeMeta } from '@vmgen/runtime';

export interface Order extends TypeMeta { metadata: ObjectMeta }`,
    },
  },
  VMGEN2206: {
    name: 'paths-clash',
    title: 'Two generated files or folders are one to some disks',
    why: 'Windows and macOS take names for one that differ only in case, and no disk holds a file and a folder of one name: one of the two would be lost.',
    example: {
      place: 'files',
      wrong: files(kindFile('clientset.ts/v1', 'shop.example.com', 'Order')),
      right: files(kindFile('shop/v1', 'shop.example.com', 'Order')),
    },
  },
  VMGEN2207: {
    name: 'unusable-file-name',
    title: 'Windows can hold no file of that name',
    why: 'con, aux, nul, prn, com1 to com9 and lpt1 to lpt9 are devices to Windows, whatever their ending and case: who has the project there can neither check it out nor generate it.',
    example: {
      place: 'files',
      wrong: files(kindFile('aux/v1', 'shop.example.com', 'Order')),
      right: files(kindFile('shop/v1', 'shop.example.com', 'Order')),
    },
  },
  VMGEN2208: {
    name: 'reserved-type-name',
    title: 'A type is called like a word of TypeScript',
    why: 'TypeScript refuses types of that name, or reads their use as something else, in generated code as well.',
    example: {
      place: 'file',
      wrong: `export interface any { a: string }
export interface Machine extends TypeMeta { metadata: ObjectMeta }`,
      right: `export interface Anything { a: string }
export interface Machine extends TypeMeta { metadata: ObjectMeta }`,
    },
  },
  VMGEN2209: {
    name: 'core-group',
    title: 'A group is called core',
    why: 'The group of Pod or ConfigMap has the empty name: their apiVersion is v1 and their paths start with /api/v1. Clients of a group core would ask for paths that no API server has.',
    example: {
      place: 'files',
      wrong: files(kindFile('core/v1', 'core', 'ConfigMap')),
      right: `// core/v1/types.ts
// +groupName=

import type { ObjectMeta, TypeMeta } from '@vmgen/runtime';

export interface ConfigMap extends TypeMeta { metadata: ObjectMeta }`,
    },
  },
  VMGEN2210: {
    name: 'client-names',
    title: 'A name of a kind without a CRD cannot stand in a path',
    why: 'Group, version and plural make the paths of requests. Of kinds with a CRD the API server judges them; these are judged here.',
    example: {
      place: 'files',
      wrong: `// shop/v1/types.ts
// +kubebuilder:skip
// +groupName=Shop.example.com

import type { ObjectMeta, TypeMeta } from '@vmgen/runtime';

export interface Order extends TypeMeta { metadata: ObjectMeta }`,
      right: `// shop/v1/types.ts
// +kubebuilder:skip
// +groupName=shop.example.com

import type { ObjectMeta, TypeMeta } from '@vmgen/runtime';

export interface Order extends TypeMeta { metadata: ObjectMeta }`,
    },
  },
} as const satisfies DiagnosticDefinitions;
