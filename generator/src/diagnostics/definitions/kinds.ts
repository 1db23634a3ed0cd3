import type { DiagnosticDefinitions } from './definition.js';
import { file, files, kind, packageComment, type } from './example.js';

const joined = (...texts: readonly string[]): string => texts.join('\n');

/** An example file with one kind that has the given markers. */
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

/** A file with the kind Order of shop.example.com. */
const order = (folder: string, ...markers: string[]): string =>
  kindFile(folder, 'shop.example.com', 'Order', ...markers);

/** Two versions of the kind Order, in which a field has different names. */
const renamedFrom = (value: string): string =>
  joined(
    order('shop/v1').replace('metadata: ObjectMeta', 'metadata: ObjectMeta; customer?: string'),
    order(
      'shop/v2',
      '// +kubebuilder:storageversion',
      '// +vmgen:conversion:strategy=Webhook,url="https://example.com/convert",reviewVersions=v1',
    ).replace(
      'metadata: ObjectMeta',
      `\n  metadata: ObjectMeta;\n  // +vmgen:renamedFrom=${value}\n  buyer?: string;\n`,
    ),
  );

/** Two versions of the kind Order with a conversion webhook, and the status of the first. */
const converted = (status: string): string =>
  joined(
    order('shop/v1').replace(
      'metadata: ObjectMeta',
      `metadata: ObjectMeta; status?: { ${status} }`,
    ),
    order(
      'shop/v2',
      '// +kubebuilder:storageversion',
      '// +kubebuilder:subresource:status',
      '// +vmgen:conversion:strategy=Webhook,url="https://example.com/convert",reviewVersions=v1',
    ).replace('metadata: ObjectMeta', 'metadata: ObjectMeta; status?: { ready?: string }'),
  );

/** Packages, kinds and their versions: 2000 to 2999. */
export const kindDiagnostics = {
  VMGEN2001: {
    name: 'no-kinds',
    title: 'No kinds found in a --groups folder',
    why: 'A kind is an exported interface that extends TypeMeta and has metadata: ObjectMeta. A folder without a kind produces no output, which is not intended.',
    example: file(`
- export interface Machine {
+ export interface Machine extends TypeMeta {
+   metadata: ObjectMeta;
    spec: { size: string };
  }`),
  },
  VMGEN2002: {
    name: 'missing-group',
    title: 'Package has no API group',
    why: 'The group of a custom resource is a domain name. It is the name of the folder if that is a domain name; otherwise +groupName defines it.',
    example: files(`
  // shop/v1/types.ts
+ // +groupName=shop.example.com
+
  import type { ObjectMeta, TypeMeta } from '@vmgen/runtime';

  export interface Order extends TypeMeta {
    metadata: ObjectMeta;
  }`),
  },
  VMGEN2003: {
    name: 'invalid-group-go-name',
    title: '+groupGoName is not an identifier',
    why: 'Generated names start with +groupGoName, so it must be a valid start of an identifier.',
    example: packageComment('// +groupGoName=web-shop', '// +groupGoName=WebShop'),
  },
  VMGEN2004: {
    name: 'misplaced-kind-marker',
    title: 'Kind marker on a type that is not a kind',
    why: 'A kind is an exported interface with the fields of TypeMeta and without type parameters. On any other type, the marker would have no effect.',
    example: type(`
  // +genclient
- interface Gadget extends TypeMeta { metadata: ObjectMeta }
+ export interface Gadget extends TypeMeta { metadata: ObjectMeta }`),
  },
  VMGEN2006: {
    name: 'not-exported',
    title: 'Generated code needs a type that is not exported',
    why: 'deepCopy functions and typed clients are in other files, which can import only exported types.',
    example: file(`
  export interface Machine extends TypeMeta {
    metadata: ObjectMeta;
    spec: Spec;
  }
- interface Spec { size: string }
+ export interface Spec { size: string }`),
  },
  VMGEN2007: {
    name: 'optional-metadata',
    title: '`metadata` must be required',
    why: 'Every object of an API server has metadata. If the field were optional, all users of the type would have to check for it.',
    example: file(`
  export interface Machine extends TypeMeta {
-   metadata?: ObjectMeta;
+   metadata: ObjectMeta;
  }`),
  },
  VMGEN2008: {
    name: 'marker-on-standard-field',
    title: 'Marker on apiVersion, kind or metadata',
    why: 'The API server validates apiVersion, kind and metadata itself and does not accept bounds for them.',
    example: file(`
  export interface Machine extends TypeMeta {
-   // +kubebuilder:validation:MaxProperties=5
    metadata: ObjectMeta;
  }`),
  },
  VMGEN2009: {
    name: 'required-status',
    title: '`status` must be optional',
    why: 'With a status subresource, the API server drops the status of new objects. It would then reject them because the status is missing.',
    example: file(`
  // +kubebuilder:subresource:status
  export interface Machine extends TypeMeta {
    metadata: ObjectMeta;
-   status: { phase?: string };
+   status?: { phase?: string };
  }`),
  },
  VMGEN2010: {
    name: 'validation-on-kind',
    title: 'Validation marker on a kind with a status subresource',
    why: 'The API server validates a status update against the status schema only. At the root of the schema it accepts only keywords that do not concern both spec and status.',
    example: kind(`
  // +kubebuilder:subresource:status
- // +kubebuilder:validation:MaxProperties=5`),
  },
  VMGEN2011: {
    name: 'not-a-kind',
    title: 'Type looks like a kind but is not one',
    why: 'A kind has the fields of TypeMeta and metadata: ObjectMeta, both from @vmgen/runtime. vmgen generates no CRD and no client for other types.',
    example: type(`
  export interface Other extends TypeMeta {
-   metadata: { name: string };
+   metadata: ObjectMeta;
    spec: Spec;
  }`),
  },
  VMGEN2101: {
    name: 'duplicate-kind',
    title: 'Duplicate kind in a group and version',
    why: 'Two folders may belong to the same group and version, but each kind may be declared in only one of them.',
    example: files(
      joined(order('shop/v1'), order('store/v1')),
      joined(order('shop/v1'), kindFile('store/v1', 'shop.example.com', 'Customer')),
    ),
  },
  VMGEN2102: {
    name: 'no-served-version',
    title: 'No version of the kind is served',
    why: 'The API server requires at least one served version; otherwise no client could access the objects.',
    example: kind('// +kubebuilder:unservedversion', '// +kubebuilder:deprecatedversion'),
  },
  VMGEN2103: {
    name: 'storage-version',
    title: 'Not exactly one version of the kind is the storage version',
    why: 'The API server stores objects in one version, which +kubebuilder:storageversion selects.',
    example: files(
      joined(order('shop/v1'), order('shop/v2')),
      joined(order('shop/v1'), order('shop/v2', '// +kubebuilder:storageversion')),
    ),
  },
  VMGEN2105: {
    name: 'conflicting-versions',
    title: 'Versions of a kind differ in a part of their CRD',
    why: 'All versions of a kind share one CRD, which has one plural, one singular, one scope, one value for each label and annotation, and so on.',
    example: files(
      joined(
        order('shop/v1', '// +kubebuilder:metadata:labels="tier=gold"'),
        order(
          'shop/v2',
          '// +kubebuilder:storageversion',
          '// +kubebuilder:metadata:labels="tier=silver"',
        ),
      ),
      joined(
        order('shop/v1'),
        order(
          'shop/v2',
          '// +kubebuilder:storageversion',
          '// +kubebuilder:metadata:labels="tier=silver"',
        ),
      ),
    ),
  },
  VMGEN2107: {
    name: 'conflicting-groups',
    title: 'Versions in one folder have different groups',
    why: 'The versions of a folder share generated files, in which each kind occurs once.',
    example: files(
      joined(order('shop/v1'), kindFile('shop/v2', 'store.example.com', 'Order')),
      joined(order('shop/v1'), kindFile('store/v2', 'store.example.com', 'Order')),
    ),
  },
  VMGEN2108: {
    name: 'lost-fields',
    title: 'Fields are lost between versions without a conversion',
    why: 'Without a conversion, the API server changes only the apiVersion of an object. It drops fields that the storage version lacks when an object is written, and a client of a served version that lacks a field loses that field when it writes an object back. It can be suppressed: // +vmgen:ignore:code=VMGEN2108,reason="..." above the kind accepts the loss.',
    example: files(
      joined(
        order('shop/v1').replace('metadata: ObjectMeta', 'metadata: ObjectMeta; customer: string'),
        order('shop/v2', '// +kubebuilder:storageversion'),
      ),
      joined(
        order('shop/v1').replace('metadata: ObjectMeta', 'metadata: ObjectMeta; customer: string'),
        order('shop/v2', '// +kubebuilder:storageversion').replace(
          'metadata: ObjectMeta',
          'metadata: ObjectMeta; customer?: string',
        ),
      ),
    ),
  },
  VMGEN2109: {
    name: 'invalid-rename',
    title: '+vmgen:renamedFrom has no effect',
    why: 'The generated conversion renames a field of the version with +vmgen:conversion. It needs the conversion webhook, another version that has the field at this path, and no other field with the same former path. A field cannot move out of a list or map, or into one.',
    example: files(renamedFrom('v1:.client'), renamedFrom('v1:.customer')),
  },
  VMGEN2110: {
    name: 'lost-status',
    title: 'A conversion loses parts of the status',
    why: 'A conversion keeps what a version cannot express in an annotation, which every client with permission for the object can write. It never takes the status from there, because only clients with permission for the status may change it. A write through a version that cannot express the status therefore removes parts of it, until the controller writes them again. It can be suppressed: // +vmgen:ignore:code=VMGEN2110,reason="..." above the kind accepts this.',
    example: files(converted('ready: boolean'), converted('ready?: string')),
  },
  VMGEN2201: {
    name: 'conflicting-resource-names',
    title: 'Two kinds have the same CRD name or resource name',
    why: 'The name of a CRD is PLURAL.GROUP: of two CRDs with the same name, one would replace the other. An API server serves only the first of two CRDs that share another name: the condition NamesAccepted of the other is False.',
    example: file(`
- // +kubebuilder:resource:path=goods
+ // +kubebuilder:resource:path=machinery
  export interface Machine extends TypeMeta { metadata: ObjectMeta }
  // +kubebuilder:resource:path=goods
  export interface Gadget extends TypeMeta { metadata: ObjectMeta }`),
  },
  VMGEN2203: {
    name: 'conflicting-names',
    title: 'Two groups or kinds have the same name in generated code',
    why: 'A clientset has a member for each group, beside transport and fake. Generated functions are named after their kinds, for example isMachine and machineResource for Machine. Two of the same name would conflict.',
    example: files(`
  // web-shop/v1/types.ts
  // +groupName=web-shop.example.com
+ // +groupGoName=Store

  import type { ObjectMeta, TypeMeta } from '@vmgen/runtime';

  export interface Order extends TypeMeta { metadata: ObjectMeta }
  // web.shop/v1/types.ts
  import type { ObjectMeta, TypeMeta } from '@vmgen/runtime';

  export interface Customer extends TypeMeta { metadata: ObjectMeta }`),
  },
  VMGEN2206: {
    name: 'conflicting-paths',
    title: 'Generated paths conflict on some file systems',
    why: 'Windows and macOS treat names that differ only in case as the same name, and no file system holds a file and a folder of the same name: one of the two would be lost.',
    example: files(order('clientset.ts/v1'), order('shop/v1')),
  },
  VMGEN2207: {
    name: 'reserved-file-name',
    title: 'File name is reserved on Windows',
    why: 'con, aux, nul, prn, com1 to com9 and lpt1 to lpt9 are device names on Windows, in any case and with any extension. The project could not be checked out or generated there.',
    example: files(order('aux/v1'), order('shop/v1')),
  },
  VMGEN2208: {
    name: 'reserved-type-name',
    title: 'Type name is a reserved word',
    why: 'TypeScript does not allow types of that name or interprets their use differently, in generated code as well.',
    example: file(`
- export interface any { a: string }
+ export interface Anything { a: string }
  export interface Machine extends TypeMeta { metadata: ObjectMeta }`),
  },
  VMGEN2209: {
    name: 'core-group',
    title: 'Group name must not be core',
    why: 'The group of Pod or ConfigMap has the empty name: their apiVersion is v1 and their paths start with /api/v1. Clients of a group named core would request paths that no API server has.',
    example: files(
      kindFile('core/v1', 'core', 'ConfigMap'),
      `// core/v1/types.ts
// +groupName=

import type { ObjectMeta, TypeMeta } from '@vmgen/runtime';

export interface ConfigMap extends TypeMeta { metadata: ObjectMeta }`,
    ),
  },
} as const satisfies DiagnosticDefinitions;
