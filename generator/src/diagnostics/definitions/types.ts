import type { DiagnosticDefinitions } from './definition.js';
import { field, file, shell, type } from './example.js';

/** TypeScript types that an API cannot have: 4000 to 4999. */
export const typeDiagnostics = {
  VMGEN4001: {
    name: 'no-json-form',
    title: 'Type has no JSON representation',
    why: 'Clients send JSON, which consists of strings, numbers, booleans, null, arrays and objects. For other values, such as functions, JSON.stringify would throw, drop them, or convert them to {}.',
    example: field('size: bigint;', 'size: Int64;'),
  },
  VMGEN4003: {
    name: 'unsupported-syntax',
    title: 'Unsupported TypeScript syntax',
    why: 'vmgen supports most TypeScript type syntax, but not this form.',
    example: field("size: typeof import('./sizes.js');", 'size: Int32;'),
  },
  VMGEN4004: {
    name: 'object-wrapper',
    title: 'Wrapper object type in an API',
    why: 'String, Number and similar types are wrapper objects; JSON has only primitive values.',
    example: field('name: String;', 'name: string;'),
  },
  VMGEN4005: {
    name: 'date',
    title: 'Date has no JSON representation',
    why: 'JSON has no dates: a Date is sent as a string, and responses contain a string that TypeScript treats as a Date. Calling its methods fails.',
    example: field('since: Date;', 'since: Time;'),
  },
  VMGEN4006: {
    name: 'ambiguous-number',
    title: 'number does not specify the kind of number',
    why: 'An API distinguishes 32-bit and 64-bit integers and floating-point numbers, which clients in other languages represent differently.',
    example: field('size: number;', 'size: Int32;'),
  },
  VMGEN4007: {
    name: 'open-type',
    title: 'Type does not describe its values',
    why: 'A schema must describe the accepted values; vmgen does not fall back to object or string. JSONValue accepts any value, RawExtension any object.',
    example: field('extra: unknown;', 'extra: JSONValue;'),
  },
  VMGEN4008: {
    name: 'empty-type',
    title: 'Type allows only null or undefined',
    why: 'Such a field could only be omitted or be null.',
    example: field('size: null;', 'size: Int32 | null;'),
  },
  VMGEN4009: {
    name: 'undefined-item',
    title: 'List item or map value may be undefined',
    why: 'JSON has no undefined in arrays and maps: JSON.stringify converts it to null or drops it.',
    example: field('sizes: (Int32 | undefined)[];', 'sizes: (Int32 | null)[];'),
  },
  VMGEN4010: {
    name: 'computed-value',
    title: 'Value of a constant or enum is computed',
    why: 'Values are read from the source; vmgen does not evaluate expressions. Without as const, TypeScript widens the literal of a constant.',
    example: file(`
- const SIZES = ['Small', 'La' + 'rge'] as const;
+ const SIZES = ['Small', 'Large'] as const;

  export interface Machine extends TypeMeta {
    metadata: ObjectMeta;
    spec: { size: (typeof SIZES)[number] };
  }`),
  },
  VMGEN4011: {
    name: 'augmented-type',
    title: 'declare module adds fields to an API type',
    why: 'vmgen reads an interface where it is declared. Fields that other files add with declare module would be missing from the schema.',
    example: file(`
- import type { Condition, ObjectMeta, TypeMeta } from '@vmgen/runtime';
-
- declare module '@vmgen/runtime' {
-   interface Condition {
-     cause?: string;
-   }
+ export interface MachineCondition extends Condition {
+   cause?: string;
  }

  export interface Machine extends TypeMeta {
    metadata: ObjectMeta;
-   status?: { conditions?: Condition[] };
+   status?: { conditions?: MachineCondition[] };
  }`),
  },
  VMGEN4101: {
    name: 'recursive-type',
    title: 'Recursive type',
    why: 'The schema of a CRD is a tree: it has no references, so it cannot express recursion. The diagnostic suggests an alternative.',
    example: type(`
- export interface Node { name: string; children?: Node[] }
+ export interface Node {
+   name: string;
+   // +kubebuilder:validation:Schemaless
+   // +kubebuilder:pruning:PreserveUnknownFields
+   children?: Node[];
+ }`),
  },
  VMGEN4102: {
    name: 'circular-type',
    title: 'Circular type definition',
    why: 'Resolving the type requires the type itself.',
    example: type(`
- export interface Node extends Partial<Node> { name: string }
+ export interface Node { name: string }`),
  },
  VMGEN4103: {
    name: 'type-too-large',
    title: 'Type expands without end, or is too large',
    why: 'Each use of the type requires another instance, or one of double the size: no schema can hold them.',
    example: type(`
- export interface Pair<T> { value: T; next?: Pair<T[]> }
+ export interface Pair<T> { value: T; next?: T[] }
  export interface Pairs { first: Pair<string> }`),
  },
  VMGEN4104: {
    name: 'type-arguments',
    title: 'Wrong number of type arguments',
    why: 'A generic type needs its type arguments.',
    example: field('labels: Record<string>;', 'labels: Record<string, string>;'),
  },
  VMGEN4105: {
    name: 'nested-too-deep',
    title: 'Type nesting is too deep',
    why: 'vmgen limits the nesting of types within types to avoid exhausting the stack. Long chains of interfaces or names do not count as nesting.',
    example: shell(`
- a type in 128 pairs of braces, brackets or parentheses, or fields of fields 256 times over
+ a flatter type, or RawExtension for arbitrary values`),
  },
  VMGEN4201: {
    name: 'duplicate-field',
    title: 'Duplicate field',
    why: 'TypeScript accepts two fields of the same name only if their types are the same, and a schema has only one.',
    example: type(`
- export interface Size { width: Int32; width: Int32 }
+ export interface Size { width: Int32; height: Int32 }`),
  },
  VMGEN4202: {
    name: 'field-beside-index',
    title: 'Fields beside an index signature',
    why: 'A structural schema is either a map or an object with fields. An object may preserve unknown fields beside its own: [key: string]: unknown with +kubebuilder:pruning:PreserveUnknownFields.',
    example: type(`
- export interface Labels { name: string; [key: string]: string }
+ export interface Labels { name: string; more: Record<string, string> }`),
  },
  VMGEN4203: {
    name: 'index-key',
    title: 'Map keys must be strings',
    why: 'The keys of JSON objects are strings.',
    example: field('sizes: Record<Int32, string>;', 'sizes: Record<string, string>;'),
  },
  VMGEN4204: {
    name: 'unknown-field',
    title: 'Unknown field or enum member',
    why: 'It does not exist: a misspelled name would select or omit nothing.',
    example: field("size: Pick<Condition, 'types'>;", "size: Pick<Condition, 'type'>;"),
  },
  VMGEN4205: {
    name: 'not-indexable',
    title: 'Type cannot be indexed',
    why: 'Objects are indexed by field name, lists by number and maps by any string.',
    example: field("size: string['length'];", 'size: Int32;'),
  },
  VMGEN4206: {
    name: 'no-fields',
    title: 'Type has no fields to select or inherit',
    why: 'Pick, Omit, Partial and similar types select the fields of an object, and an interface inherits them. A map, a union, an opaque type or a scalar has none.',
    example: field('size: Partial<string>;', 'size?: string;'),
  },
  VMGEN4208: {
    name: 'partial-object-meta',
    title: 'Embedded ObjectMeta has fewer fields than its type',
    why: 'In an embedded object, the API server keeps only five fields of metadata: name, namespace, labels, annotations and finalizers.',
    example: field(`
- template: Omit<ObjectMeta, 'name'>;
+ template: Pick<ObjectMeta, 'labels' | 'annotations'>;`),
  },
  VMGEN4209: {
    name: 'key-without-name',
    title: 'Mapped type key is not a known string',
    why: 'The result of the as clause must be a known string.',
    example: field(`
- sizes: { [K in string as Lowercase<K>]: Int32 };
+ sizes: { [K in 'a' | 'b' as Lowercase<K>]: Int32 };`),
  },
  VMGEN4210: {
    name: 'duplicate-key',
    title: 'Mapped type produces a duplicate key',
    why: 'TypeScript gives such a field the union of both types, which a schema cannot express.',
    example: type(`
- export type Sizes = { [K in 'small' | 'large' as 'size']: K };
+ export interface Sizes { size: 'small' | 'large' }`),
  },
  VMGEN4211: {
    name: 'mapped-list',
    title: 'Mapped type over a list or an arbitrary type',
    why: 'With an as clause, TypeScript maps all members of a list, including its methods.',
    example: type(`
- type Named<T> = { [K in keyof T as \`x\${K & string}\`]: T[K] };
- export interface Sizes { sizes: Named<string[]> }
+ export interface Sizes { sizes: string[] }`),
  },
  VMGEN4212: {
    name: 'keys-by-name',
    title: 'Mapped type uses an alias of keyof',
    why: 'TypeScript preserves ? and readonly of the fields for `keyof T`, but for an alias of it only in some positions.',
    example: type(`
- type Keys<T> = keyof T;
- type Copy<T> = { [K in Keys<T>]: T[K] };
+ type Copy<T> = { [K in keyof T]: T[K] };
  export type Sizes = Copy<{ small?: string }>;`),
  },
  VMGEN4303: {
    name: 'union-without-schema',
    title: 'Union has no schema',
    why: 'A structural schema specifies one type for each value, also for those of an enum. Kubernetes has one type for a number or a string: IntOrString.',
    example: field('hosts: string | string[];', 'hosts: string[];'),
  },
  VMGEN4304: {
    name: 'ambiguous-members',
    title: 'Union members cannot be distinguished',
    why: 'A schema distinguishes the members of a union by a field of literals, or by a required field that only one of them has.',
    example: type(`
- export type Source = { file: string; size?: Int32 } | { file: string; mode?: string };
+ export type Source = { type: 'Sized'; size?: Int32 } | { type: 'Moded'; mode?: string };`),
  },
  VMGEN4305: {
    name: 'conflicting-members',
    title: 'Union members have a field with different types',
    why: 'The schema contains the fields of all members once each.',
    example: type(`
- export type Source = { type: 'A'; size: Int32 } | { type: 'B'; size: string };
+ export type Source = { type: 'A'; size: Int32 } | { type: 'B'; label: string };`),
  },
  VMGEN4306: {
    name: 'marker-on-member',
    title: 'Marker on one member of a union',
    why: 'A union has one schema, whose validations apply to all members.',
    example: type(`
- // +kubebuilder:validation:MaxProperties=2
  export interface File { file: string }
  export interface Inline { inline: string }
+ // +kubebuilder:validation:MaxProperties=2
  export type Source = File | Inline;
  export interface Uses { source: Source }`),
  },
  VMGEN4307: {
    name: 'default-in-member',
    title: 'Default in one member of a union',
    why: 'The fields of all members are part of one object schema. The API server applies a default wherever the field is absent, also in objects of the other members.',
    example: field(`
- shape:
-   | {
-       kind: 'circle';
-       // +kubebuilder:default=1
-       radius?: Int32;
-     }
-   | { kind: 'point' };
+ shape: { kind: 'circle'; radius?: Int32 } | { kind: 'point' };`),
  },
  VMGEN4401: {
    name: 'empty-intersection',
    title: 'Intersection has no values',
    why: 'No value would be valid, because the members, or fields of theirs, have different types.',
    example: field('size: string & Int32;', 'size: Int32;'),
  },
  VMGEN4403: {
    name: 'branded-type',
    title: 'Branded type has no effect in a schema',
    why: 'A brand distinguishes types of the same shape in TypeScript; the API server sees only the shape, and deepCopy would lose the brand.',
    example: field("id: string & { readonly brand: 'Id' };", 'id: string;'),
  },
  VMGEN4404: {
    name: 'unresolved-conditional',
    title: 'Conditional type, or result of Exclude or Extract that is not known',
    why: 'vmgen reads types from their syntax. It does not evaluate conditional types, and does not compare all types that Exclude and Extract accept.',
    example: type(`
- export type Size<T> = T extends object ? string : Int32;
- export interface Uses { size: Size<string> }
+ export interface Uses { size: Int32 }`),
  },
  VMGEN4405: {
    name: 'large-template',
    title: 'Template literal type has too many values',
    why: 'A template of literals is an enum of all their combinations, which would be too long to read.',
    example: field(`
- code: \`\${Digit}\${Digit}\${Digit}\${Digit}\`;
+ // +kubebuilder:validation:Pattern=\`^[0-9]{4}$\`
+ code: string;`),
  },
  VMGEN4406: {
    name: 'text-without-pattern',
    title: 'Template literal or string utility type has no pattern',
    why: 'A template literal type becomes a pattern of literals, strings and numbers. Uppercase and similar types apply to literals only.',
    example: field('code: `size-${JSONValue}`;', 'code: `size-${string}`;'),
  },
  VMGEN4501: {
    name: 'empty-enum',
    title: 'Enum has no values',
    why: 'No value would be valid.',
    example: type('export enum Size {}', "export enum Size { Small = 'Small' }"),
  },
  VMGEN4601: {
    name: 'tuple',
    title: 'Tuple mixes types, is empty or has a rest element',
    why: 'A tuple becomes a list of fixed length, whose items have one type.',
    example: field('size: [Int32, string];', 'size: { value: Int32; unit: string };'),
  },
} as const satisfies DiagnosticDefinitions;
