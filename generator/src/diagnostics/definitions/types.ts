import type { DiagnosticDefinitions } from './definition.js';

/** Types that TypeScript has and an API has not: 4000 to 4999. */
export const typeDiagnostics = {
  VMGEN4001: {
    name: 'no-json-form',
    title: 'No JSON value has this type',
    why: 'What a client sends is JSON, which has texts, numbers, true and false, lists and objects. JSON.stringify would throw, or turn the value into {}.',
    example: {
      place: 'field',
      wrong: 'size: bigint;',
      right: 'size: Int64;',
    },
  },
  VMGEN4002: {
    name: 'not-data',
    title: 'A function, class or namespace stands in an API',
    why: 'API types are data. What has behaviour cannot be sent to an API server or read from it.',
    example: {
      place: 'field',
      wrong: 'resize: () => void;',
      right: 'size: Int32;',
    },
  },
  VMGEN4003: {
    name: 'unread-syntax',
    title: 'A form of TypeScript is not read',
    why: "vmgen reads most of what TypeScript's types can say; this form it does not.",
    example: {
      place: 'field',
      wrong: "size: typeof import('./sizes.js');",
      right: 'size: Int32;',
    },
  },
  VMGEN4004: {
    name: 'object-wrapper',
    title: 'An object of the language stands for a value',
    why: 'String, Number and their like are objects around values, and no JSON value is one.',
    example: {
      place: 'field',
      wrong: 'name: String;',
      right: 'name: string;',
    },
  },
  VMGEN4005: {
    name: 'date',
    title: 'A Date is a string on the wire',
    why: 'JSON has no dates: a Date is sent as a string, and what comes back is a string that TypeScript takes for a Date. Calling a method of it fails.',
    example: {
      place: 'field',
      wrong: 'since: Date;',
      right: 'since: Time;',
    },
  },
  VMGEN4006: {
    name: 'open-number',
    title: 'number does not say which numbers',
    why: 'An API has integers of 32 and 64 bits and floating-point numbers, which clients in other languages keep apart.',
    example: {
      place: 'field',
      wrong: 'size: number;',
      right: 'size: Int32;',
    },
  },
  VMGEN4007: {
    name: 'open-type',
    title: 'A type says nothing of its values',
    why: 'A schema has to say what it takes; nothing becomes an object or a string for lack of a better idea. JSONValue takes anything, RawExtension any object.',
    example: {
      place: 'field',
      wrong: 'extra: unknown;',
      right: 'extra: JSONValue;',
    },
  },
  VMGEN4008: {
    name: 'empty-type',
    title: 'A type has no value but null or undefined',
    why: 'Such a field could only be left out, or be null.',
    example: {
      place: 'field',
      wrong: 'size: null;',
      right: 'size: Int32 | null;',
    },
  },
  VMGEN4009: {
    name: 'undefined-item',
    title: 'An item of a list or a value of a map may be undefined',
    why: 'JSON has no undefined in lists and maps: JSON.stringify turns it into null, or drops it.',
    example: {
      place: 'field',
      wrong: 'sizes: (Int32 | undefined)[];',
      right: 'sizes: (Int32 | null)[];',
    },
  },
  VMGEN4010: {
    name: 'computed-constant',
    title: 'A constant has a computed value',
    why: 'The types of a constant are read from what is written; nothing is computed. Without as const, TypeScript widens a literal.',
    example: {
      place: 'file',
      wrong: `const SIZES = ['Small', 'La' + 'rge'] as const;

export interface Machine extends TypeMeta {
  metadata: ObjectMeta;
  spec: { size: (typeof SIZES)[number] };
}`,
      right: `const SIZES = ['Small', 'Large'] as const;

export interface Machine extends TypeMeta {
  metadata: ObjectMeta;
  spec: { size: (typeof SIZES)[number] };
}`,
    },
  },
  VMGEN4011: {
    name: 'augmented-type',
    title: 'A type gets fields by declare module',
    why: 'An interface is read where it is declared. What other files add to it by declare module would be missing in the schema.',
    example: {
      place: 'file',
      wrong: `import type { Condition, ObjectMeta, TypeMeta } from '@vmgen/runtime';

declare module '@vmgen/runtime' {
  interface Condition {
    cause?: string;
  }
}

export interface Machine extends TypeMeta {
  metadata: ObjectMeta;
  status?: { conditions?: Condition[] };
}`,
      right: `export interface MachineCondition extends Condition {
  cause?: string;
}

export interface Machine extends TypeMeta {
  metadata: ObjectMeta;
  status?: { conditions?: MachineCondition[] };
}`,
    },
  },
  VMGEN4101: {
    name: 'recursive-type',
    title: 'A type contains itself',
    why: "A CRD's schema is a tree: it has no names that could lead back. The diagnostic tells the way round.",
    example: {
      place: 'type',
      wrong: 'export interface Node { name: string; children?: Node[] }',
      right: `export interface Node {
  name: string;
  // +kubebuilder:validation:Schemaless
  // +kubebuilder:pruning:PreserveUnknownFields
  children?: Node[];
}`,
    },
  },
  VMGEN4102: {
    name: 'circular-type',
    title: 'A type is made from itself',
    why: 'To make the type, it would have to be there already.',
    example: {
      place: 'type',
      wrong: 'export interface Node extends Partial<Node> { name: string }',
      right: 'export interface Node { name: string }',
    },
  },
  VMGEN4103: {
    name: 'endless-generic',
    title: 'A generic type makes ever new ones',
    why: 'Each use of the type asks for another one, and no last one comes.',
    example: {
      place: 'type',
      wrong: `export interface Pair<T> { value: T; next?: Pair<T[]> }
export interface Pairs { first: Pair<string> }`,
      right: `export interface Pair<T> { value: T; next?: T[] }
export interface Pairs { first: Pair<string> }`,
    },
  },
  VMGEN4104: {
    name: 'type-arguments',
    title: 'A generic type has other parameters',
    why: 'Without its arguments a generic type is no type.',
    example: {
      place: 'field',
      wrong: 'labels: Record<string>;',
      right: 'labels: Record<string, string>;',
    },
  },
  VMGEN4105: {
    name: 'nested-too-deep',
    title: 'Types are nested too deep',
    why: 'Nobody reads types within types within types a hundred times over, and what walks over them has a stack with an end. Long chains of interfaces and names are no such nesting.',
    example: {
      place: 'shell',
      wrong:
        'a type in 128 pairs of braces, brackets or parentheses, or fields of fields 256 times over',
      right: 'a flatter type, or RawExtension where anything may stand',
    },
  },
  VMGEN4106: {
    name: 'type-too-large',
    title: 'A type grows too large',
    why: 'A generic type that uses its parameter twice makes types that double with each step; no schema holds them.',
    example: {
      place: 'type',
      wrong: `export interface Twin<T> { value: T; next?: Twin<[T, T]> }
export interface Twins { first: Twin<string> }`,
      right: `export interface Twin<T> { value: T; next?: [T, T] }
export interface Twins { first: Twin<string> }`,
    },
  },
  VMGEN4201: {
    name: 'field-twice',
    title: 'A field stands twice in a type',
    why: 'TypeScript takes two fields of one name only where their types are the same, and a schema has one.',
    example: {
      place: 'type',
      wrong: 'export interface Size { width: Int32; width: Int32 }',
      right: 'export interface Size { width: Int32; height: Int32 }',
    },
  },
  VMGEN4202: {
    name: 'field-beside-index',
    title: 'Fields stand beside an index signature',
    why: 'A structural schema is a map or an object with fields, not both. An object may keep unknown fields beside its own: [key: string]: unknown with +kubebuilder:pruning:PreserveUnknownFields.',
    example: {
      place: 'type',
      wrong: 'export interface Labels { name: string; [key: string]: string }',
      right: 'export interface Labels { name: string; more: Record<string, string> }',
    },
  },
  VMGEN4203: {
    name: 'index-key',
    title: 'The keys of a map are no strings',
    why: 'The keys of JSON objects are strings.',
    example: {
      place: 'field',
      wrong: 'sizes: Record<Int32, string>;',
      right: 'sizes: Record<string, string>;',
    },
  },
  VMGEN4204: {
    name: 'unknown-field',
    title: 'A type has no field of this name',
    why: 'The field is not there: a misspelt one would be picked or left out without effect.',
    example: {
      place: 'field',
      wrong: "size: Pick<Condition, 'types'>;",
      right: "size: Pick<Condition, 'type'>;",
    },
  },
  VMGEN4205: {
    name: 'not-indexable',
    title: 'A type cannot be indexed',
    why: 'Objects have fields by name, lists have items by number, maps have values by any string.',
    example: {
      place: 'field',
      wrong: "size: string['length'];",
      right: 'size: Int32;',
    },
  },
  VMGEN4206: {
    name: 'no-fields',
    title: 'A type has no fields to take apart',
    why: 'Pick, Omit, Partial and their like take objects apart, and this is none.',
    example: {
      place: 'field',
      wrong: 'size: Partial<string>;',
      right: 'size?: string;',
    },
  },
  VMGEN4207: {
    name: 'cannot-extend',
    title: 'A type cannot be extended',
    why: 'An interface is made of the fields of others; a map, a union or an opaque type has none to give.',
    example: {
      place: 'type',
      wrong: 'export interface Labels extends Record<string, string> { name: string }',
      right: 'export interface Labels { name: string; more: Record<string, string> }',
    },
  },
  VMGEN4208: {
    name: 'hidden-fields',
    title: 'An embedded ObjectMeta has fewer fields than its type',
    why: 'Embedded in another object, metadata has the five fields that an API server keeps there: name, namespace, labels, annotations and finalizers.',
    example: {
      place: 'field',
      wrong: "template: Omit<ObjectMeta, 'name'>;",
      right: "template: Pick<ObjectMeta, 'labels' | 'annotations'>;",
    },
  },
  VMGEN4209: {
    name: 'key-without-name',
    title: 'A mapped type makes no name of a key',
    why: 'What as makes of a key has to be a text that is known.',
    example: {
      place: 'field',
      wrong: "sizes: { [K in 'a' | 'b' as K extends 'a' ? string : K]: Int32 };",
      right: "sizes: { [K in 'a' | 'b' as Uppercase<K>]: Int32 };",
    },
  },
  VMGEN4210: {
    name: 'key-twice',
    title: 'A mapped type makes one name of two keys',
    why: 'TypeScript gives such a field the types of both, which no schema says.',
    example: {
      place: 'type',
      wrong: "export type Sizes = { [K in 'small' | 'large' as 'size']: K };",
      right: "export interface Sizes { size: 'small' | 'large' }",
    },
  },
  VMGEN4211: {
    name: 'mapped-list',
    title: 'A mapped type makes no data of a list, or of any',
    why: 'With as, TypeScript goes over all that a list is in JavaScript, its methods included.',
    example: {
      place: 'type',
      wrong: `type Named<T> = { [K in keyof T as \`x\${K & string}\`]: T[K] };
export interface Sizes { sizes: Named<string[]> }`,
      right: 'export interface Sizes { sizes: string[] }',
    },
  },
  VMGEN4212: {
    name: 'keys-by-name',
    title: 'A mapped type takes its keys from another name for keyof',
    why: 'TypeScript lets the ? and readonly of the fields come along with `keyof T`, and with an alias of it in some places only.',
    example: {
      place: 'type',
      wrong: `type Keys<T> = keyof T;
type Copy<T> = { [K in Keys<T>]: T[K] };
export type Sizes = Copy<{ small?: string }>;`,
      right: `type Copy<T> = { [K in keyof T]: T[K] };
export type Sizes = Copy<{ small?: string }>;`,
    },
  },
  VMGEN4301: {
    name: 'mixed-literals',
    title: 'A union mixes literals of several types',
    why: 'An enum of a schema has values of one type.',
    example: {
      place: 'field',
      wrong: "size: 'Small' | 5;",
      right: "size: 'Small' | 'Five';",
    },
  },
  VMGEN4302: {
    name: 'string-or-number',
    title: 'A union of string and number has no schema',
    why: 'Kubernetes has one type for what is a number or a text: IntOrString.',
    example: {
      place: 'field',
      wrong: 'port: Int32 | string;',
      right: 'port: IntOrString;',
    },
  },
  VMGEN4303: {
    name: 'union-without-schema',
    title: 'A union has no schema',
    why: 'A structural schema says one type of each value.',
    example: {
      place: 'field',
      wrong: 'hosts: string | string[];',
      right: 'hosts: string[];',
    },
  },
  VMGEN4304: {
    name: 'members-alike',
    title: 'Nothing tells the members of a union apart',
    why: 'A schema tells the members of a union apart by a field of literals, or by a required field that only one of them has.',
    example: {
      place: 'type',
      wrong:
        'export type Source = { file: string; size?: Int32 } | { file: string; mode?: string };',
      right:
        "export type Source = { type: 'Sized'; size?: Int32 } | { type: 'Moded'; mode?: string };",
    },
  },
  VMGEN4305: {
    name: 'members-disagree',
    title: 'Members of a union have one field of two types',
    why: 'The fields of all members stand side by side in the schema, each once.',
    example: {
      place: 'type',
      wrong: "export type Source = { type: 'A'; size: Int32 } | { type: 'B'; size: string };",
      right: "export type Source = { type: 'A'; size: Int32 } | { type: 'B'; label: string };",
    },
  },
  VMGEN4306: {
    name: 'marker-on-member',
    title: 'A marker stands on one member of a union',
    why: 'The schema of a union is one: what it says, it says of all members.',
    example: {
      place: 'type',
      wrong: `// +kubebuilder:validation:MaxProperties=2
export interface File { file: string }
export interface Inline { inline: string }
export type Source = File | Inline;
export interface Uses { source: Source }`,
      right: `export interface File { file: string }
export interface Inline { inline: string }
// +kubebuilder:validation:MaxProperties=2
export type Source = File | Inline;
export interface Uses { source: Source }`,
    },
  },
  VMGEN4307: {
    name: 'default-in-member',
    title: 'A default stands in one member of a union',
    why: 'The fields of all members stand in one object of the schema. An API server fills in a default wherever the field is absent, in objects of the other members as well.',
    example: {
      place: 'field',
      wrong:
        "shape:\n  | {\n      kind: 'circle';\n      // +kubebuilder:default=1\n      radius?: Int32;\n    }\n  | { kind: 'point' };",
      right: "shape: { kind: 'circle'; radius?: Int32 } | { kind: 'point' };",
    },
  },
  VMGEN4401: {
    name: 'nothing-in-common',
    title: 'No value has all types of an intersection',
    why: 'No value would be valid.',
    example: {
      place: 'field',
      wrong: 'size: string & Int32;',
      right: 'size: Int32;',
    },
  },
  VMGEN4402: {
    name: 'fields-disagree',
    title: 'Members of an intersection have one field of two types',
    why: 'No value would be valid.',
    example: {
      place: 'field',
      wrong: 'size: { width: string } & { width: Int32 };',
      right: 'size: { width: Int32 } & { height: Int32 };',
    },
  },
  VMGEN4403: {
    name: 'brand',
    title: 'A brand says nothing to the API server',
    why: 'A brand tells types of one shape apart in TypeScript; an API server sees the shape alone, and deepCopy would lose it.',
    example: {
      place: 'field',
      wrong: "id: string & { readonly brand: 'Id' };",
      right: 'id: string;',
    },
  },
  VMGEN4404: {
    name: 'undecided-type',
    title: 'A conditional type cannot be decided',
    why: "vmgen asks TypeScript's checker what syntax does not tell. Of types that are more to TypeScript than to an API, such as string & {} or an embedded ObjectMeta, there is no answer.",
    example: {
      place: 'type',
      wrong: `export type Size<T> = T extends object ? string : Int32;
export interface Uses { size: Size<string & {}> }`,
      right: 'export interface Uses { size: Int32 }',
    },
  },
  VMGEN4405: {
    name: 'large-template',
    title: 'A template literal stands for too many texts',
    why: 'A template of literals is an enum of all their combinations, which nobody would read.',
    example: {
      place: 'field',
      wrong: 'code: `${Digit}${Digit}${Digit}${Digit}`;',
      right: `// +kubebuilder:validation:Pattern=\`^[0-9]{4}$\`
code: string;`,
    },
  },
  VMGEN4406: {
    name: 'template-part',
    title: 'A part of a template literal has no pattern',
    why: 'A template becomes a pattern, made of literals, texts and numbers.',
    example: {
      place: 'field',
      wrong: 'code: `size-${JSONValue}`;',
      right: 'code: `size-${string}`;',
    },
  },
  VMGEN4407: {
    name: 'text-operation',
    title: 'A text operation is used on more than literals',
    why: 'Uppercase and its like are applied to each literal; of all strings they have no pattern.',
    example: {
      place: 'field',
      wrong: 'code: Uppercase<string>;',
      right: `// +kubebuilder:validation:Pattern=\`^[A-Z]*$\`
code: string;`,
    },
  },
  VMGEN4501: {
    name: 'empty-enum',
    title: 'An enum has no values',
    why: 'No value would be valid.',
    example: {
      place: 'type',
      wrong: 'export enum Size {}',
      right: "export enum Size { Small = 'Small' }",
    },
  },
  VMGEN4502: {
    name: 'computed-enum',
    title: 'The value of an enum is computed',
    why: 'The values of an enum are read from what is written; nothing is computed.',
    example: {
      place: 'type',
      wrong: "export enum Size { Small = 'small'.length }",
      right: 'export enum Size { Small = 5 }',
    },
  },
  VMGEN4503: {
    name: 'unknown-enum-member',
    title: 'An enum has no member of this name',
    why: 'The enum has other members.',
    example: {
      place: 'file',
      wrong: `export enum Size { Small = 'Small', Large = 'Large' }

export interface Machine extends TypeMeta {
  metadata: ObjectMeta;
  spec: { size: Size.Smal };
}`,
      right: `export enum Size { Small = 'Small', Large = 'Large' }

export interface Machine extends TypeMeta {
  metadata: ObjectMeta;
  spec: { size: Size.Small };
}`,
    },
  },
  VMGEN4601: {
    name: 'mixed-tuple',
    title: 'A tuple mixes types',
    why: 'A list has items of one type.',
    example: {
      place: 'field',
      wrong: 'size: [Int32, string];',
      right: 'size: { value: Int32; unit: string };',
    },
  },
  VMGEN4602: {
    name: 'tuple-form',
    title: 'A tuple has a rest element, or none at all',
    why: 'A tuple becomes a list of its length.',
    example: {
      place: 'field',
      wrong: 'sizes: [Int32, ...Int32[]];',
      right: `// +kubebuilder:validation:MinItems=1
sizes: Int32[];`,
    },
  },
} as const satisfies DiagnosticDefinitions;
