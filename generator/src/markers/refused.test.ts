import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileText, diagnosticTexts } from '../testing/compile-text.js';

/** Lines above the kind, in the spec and behind it; the first of each is in the line named. */
interface Refused {
  readonly title: string;
  /** Line 5 and on. */
  readonly kind?: string;
  /** Line 20 and on. */
  readonly spec?: string;
  /** Line 40 and on. */
  readonly more?: string;
  /** Line 60 and on. */
  readonly package?: string;
  readonly says: readonly string[];
}

function sourceOf({ kind = '', spec = '', more = '', package: pkg = '' }: Refused): string {
  const lines: string[] = [];
  const put = (line: number, text: string): void => {
    while (lines.length < line - 1) lines.push('');
    lines.push(...text.split('\n'));
  };
  put(1, '// +groupName=example.com');
  put(3, "import type { Int32, ObjectMeta, TypeMeta } from '@vmgen/runtime';");
  put(5, kind);
  lines.push(
    'export interface Thing extends TypeMeta {',
    '  metadata: ObjectMeta;',
    '  spec: Spec;',
    '}',
  );
  put(18, 'export interface Spec {');
  put(20, spec);
  lines.push('}');
  put(40, more);
  put(60, `${pkg}\n\nexport {};`);
  return lines.join('\n');
}

const REFUSED: readonly Refused[] = [
  {
    title: 'a missing value',
    spec: '// +kubebuilder:validation:Maximum\na: Int32;',
    says: [
      'example/v1/types.ts:20:35: error: +kubebuilder:validation:Maximum: the value is missing | the syntax is +kubebuilder:validation:Maximum=<number>',
    ],
  },
  {
    title: 'a value for a marker without one',
    kind: '// +genclient=false',
    says: [
      'example/v1/types.ts:5:14: error: +genclient: takes no value | the syntax is +genclient',
    ],
  },
  {
    title: 'an open quote',
    spec: '// +kubebuilder:title="open\na: string;',
    says: [
      'example/v1/types.ts:20:23: error: +kubebuilder:title: the string has no closing quote | the syntax is +kubebuilder:title=<value>',
    ],
  },
  {
    title: 'an unknown escape',
    spec: '// +kubebuilder:title="a\\q"\na: string;',
    says: [
      'example/v1/types.ts:20:23: error: +kubebuilder:title: unknown escape in string | the syntax is +kubebuilder:title=<value>',
    ],
  },
  {
    title: 'a duplicate argument',
    spec: '// +kubebuilder:externalDocs:url=/a,url=/b\na: string;',
    says: [
      'example/v1/types.ts:20:37: error: +kubebuilder:externalDocs: the argument url is specified twice | the syntax is +kubebuilder:externalDocs:url=<string>,description?=<string>',
    ],
  },
  {
    title: 'an unclosed bracket, without changing the next marker',
    spec: '// +default=[1\n// +optional\na?: Int32[];',
    says: [
      'example/v1/types.ts:20:4: error: +default requires JSON, not "[1" | write strings in double quotes; +kubebuilder:default takes them unquoted',
    ],
  },
  {
    title: 'parentheses on a marker that takes none',
    spec: '// +k8s:immutable(x)\na: string;',
    says: [
      'example/v1/types.ts:20:18: error: +k8s:immutable: takes no arguments in parentheses | the syntax is +k8s:immutable',
    ],
  },
  {
    title: 'an unknown argument in parentheses',
    spec: '// +k8s:unionMember(unoin: "a")\na?: string;',
    says: [
      'example/v1/types.ts:20:21: error: +k8s:unionMember: unknown argument unoin; did you mean union? | the syntax is +k8s:unionMember(union?: <string>, memberName?: <string>)',
    ],
  },
  {
    title: 'a missing argument in parentheses',
    spec: '// +k8s:dependentRequired\na?: string;',
    says: [
      'example/v1/types.ts:20:26: error: +k8s:dependentRequired: the argument in parentheses is missing | the syntax is +k8s:dependentRequired(<string>)',
    ],
  },
  {
    title: 'a missing marker after =',
    spec: '// +k8s:eachVal=3\na?: string[];',
    says: [
      'example/v1/types.ts:20:17: error: +k8s:eachVal: the marker after = is missing | the syntax is +k8s:eachVal=+<marker>',
    ],
  },
  {
    title: 'an unknown marker after =',
    spec: '// +k8s:eachVal=+k8s:maxLenght=3\na?: string[];',
    says: [
      'example/v1/types.ts:20:17: error: unknown marker +k8s:maxLenght | did you mean +k8s:maxLength?',
    ],
  },
  {
    title: 'an empty Enum',
    spec: '// +kubebuilder:validation:Enum={}\na: string;',
    says: [
      'example/v1/types.ts:20:4: error: +kubebuilder:validation:Enum lists no values | list the allowed values',
    ],
  },
  {
    title: 'a contradicting Type',
    spec: '// +kubebuilder:validation:Type=integer\na: string;',
    says: [
      'example/v1/types.ts:20:4: error: +kubebuilder:validation:Type is integer, but the TypeScript type is a string | change the TypeScript type or remove the marker',
    ],
  },
  {
    title: 'an items marker on a type that is not a list',
    spec: '// +kubebuilder:validation:items:MaxLength=3\na: string;',
    says: [
      'example/v1/types.ts:20:4: error: +kubebuilder:validation:items:MaxLength does not apply to a string | it applies to an array',
    ],
  },
  {
    title: 'an items marker that does not apply to the items',
    spec: '// +kubebuilder:validation:items:Maximum=3\na: string[];',
    says: [
      'example/v1/types.ts:20:4: error: +kubebuilder:validation:items:Maximum does not apply to a string | it applies to an integer, a number',
    ],
  },
  {
    title: 'a default that is not JSON',
    spec: '// +default=blue\na?: string;',
    says: [
      'example/v1/types.ts:20:4: error: +default requires JSON, not "blue" | write strings in double quotes; +kubebuilder:default takes them unquoted',
    ],
  },
  {
    title: 'a title that is not a string',
    spec: '// +kubebuilder:title=5\na: string;',
    says: [
      'example/v1/types.ts:20:4: error: +kubebuilder:title requires a string | enclose it in quotes',
    ],
  },
  {
    title: 'an invalid URL',
    spec: '// +kubebuilder:externalDocs:url=here\na: string;',
    says: [
      'example/v1/types.ts:20:4: error: +kubebuilder:externalDocs has an invalid url: "here" | write https://…',
    ],
  },
  {
    title: 'two list types',
    spec: '// +listType=set\n// +k8s:listType=atomic\na?: string[];',
    says: [
      'example/v1/types.ts:21:4: error: +k8s:listType is atomic, but another marker is set | example/v1/types.ts:20:4: the other one is here | remove one of the markers',
    ],
  },
  {
    title: 'a list type on a type that is not a list',
    spec: '// +listType=set\na?: string;',
    says: [
      'example/v1/types.ts:20:4: error: +listType does not apply to a string | it applies to an array',
    ],
  },
  {
    title: 'an unknown list type',
    spec: '// +listType=ordered\na?: string[];',
    says: [
      'example/v1/types.ts:20:14: error: +listType: expected one of map, set, atomic, not "ordered" | the syntax is +listType=<map|set|atomic>',
    ],
  },
  {
    title: 'a key without a list type',
    spec: '// +listMapKey=a\na?: { a: string }[];',
    says: [
      'example/v1/types.ts:20:4: error: +listMapKey requires a list of type map | add +listType=map',
    ],
  },
  {
    title: 'a map type on a type that is not a map',
    spec: '// +mapType=atomic\na?: string[];',
    says: [
      'example/v1/types.ts:20:4: error: +mapType does not apply to an array | it applies to an object, a map',
    ],
  },
  {
    title: 'a one-of rule with an unknown field',
    spec: 'a: A;',
    more: '// +kubebuilder:validation:ExactlyOneOf=colour;b\nexport interface A { color?: string; b?: string }',
    says: [
      'example/v1/types.ts:40:4: error: +kubebuilder:validation:ExactlyOneOf names colour, which is not a field of the type | did you mean color?',
    ],
  },
  {
    title: 'a one-of rule with a required field',
    spec: 'a: A;',
    more: '// +kubebuilder:validation:AtMostOneOf=a;b\nexport interface A { a: string; b?: string }',
    says: [
      'example/v1/types.ts:40:4: error: +kubebuilder:validation:AtMostOneOf names a, which is required | write a?:',
    ],
  },
  {
    title: 'a one-of rule without fields',
    spec: 'a: A;',
    more: '// +kubebuilder:validation:AtLeastOneOf={}\nexport interface A { a?: string }',
    says: [
      'example/v1/types.ts:40:4: error: +kubebuilder:validation:AtLeastOneOf names no fields | list the fields: a;b',
    ],
  },
  {
    title: 'a one-of rule on a string',
    spec: 'a: A;',
    more: '// +kubebuilder:validation:AtLeastOneOf=a\nexport type A = string;',
    says: [
      'example/v1/types.ts:40:4: error: +kubebuilder:validation:AtLeastOneOf does not apply to a string | it applies to an object',
    ],
  },
  {
    title: 'a one-of rule with a field that CEL cannot access',
    spec: 'a: A;',
    more: '// +kubebuilder:validation:AtLeastOneOf=a$;b\nexport interface A { a$?: string; b?: string }',
    says: [
      'example/v1/types.ts:40:4: error: +kubebuilder:validation:AtLeastOneOf names a$, which is not accessible in CEL | use only letters, digits and _ in the name',
    ],
  },
  {
    title: 'k8s:enum on a field',
    spec: "// +k8s:enum\na: 'x' | 'y';",
    says: [
      'example/v1/types.ts:20:4: error: +k8s:enum is not allowed on a field | it is for a type',
    ],
  },
  {
    title: 'k8s:enum on a type without values',
    spec: 'a: A;',
    more: '// +k8s:enum\nexport type A = string;',
    says: [
      "example/v1/types.ts:40:4: error: +k8s:enum requires a type that lists strings, not a string | write an enum or a union of literals: type Size = 'Small' | 'Large'",
    ],
  },
  {
    title: 'an unknown format',
    spec: '// +k8s:format=k8s-shortname\na: string;',
    says: [
      'example/v1/types.ts:20:16: error: +k8s:format: expected one of k8s-extended-resource-name, k8s-label-key, k8s-label-value, k8s-long-name, k8s-long-name-caseless, k8s-path-segment-name, k8s-prefixed-label-key, k8s-resource-fully-qualified-name, k8s-resource-pool-name, k8s-short-name, k8s-uuid, not "k8s-shortname" | the syntax is +k8s:format=<k8s-extended-resource-name|k8s-label-key|k8s-label-value|k8s-long-name|k8s-long-name-caseless|k8s-path-segment-name|...>',
    ],
  },
  {
    title: 'a format on a number',
    spec: '// +k8s:format=k8s-uuid\na: Int32;',
    says: [
      'example/v1/types.ts:20:4: error: +k8s:format does not apply to an integer | it applies to a string',
    ],
  },
  {
    title: 'neq with a value of another type',
    spec: '// +k8s:neq=3\na: string;',
    says: [
      'example/v1/types.ts:20:4: error: +k8s:neq requires a string | write strings in double quotes',
    ],
  },
  {
    title: 'neq with an object',
    spec: '// +k8s:neq=3\na: { b?: string };',
    says: [
      'example/v1/types.ts:20:4: error: +k8s:neq does not apply to an object | it applies to a string, an integer, a boolean',
    ],
  },
  {
    title: 'unique beside a list type that implies it',
    spec: '// +listType=set\n// +k8s:unique=set\na?: string[];',
    says: [
      'example/v1/types.ts:21:4: error: +k8s:unique repeats what listType=set enforces | remove it',
    ],
  },
  {
    title: 'unique by keys without keys',
    spec: '// +listType=atomic\n// +k8s:unique=map\na?: { b: string }[];',
    says: [
      'example/v1/types.ts:21:4: error: +k8s:unique requires the fields to compare | add +k8s:listMapKey=',
    ],
  },
  {
    title: 'eachVal on a type that is not a list',
    spec: '// +k8s:eachVal=+k8s:minimum=1\na?: Int32;',
    says: [
      'example/v1/types.ts:20:4: error: +k8s:eachVal does not apply to an integer | it applies to an array, a map',
    ],
  },
  {
    title: 'eachVal with a marker for another type',
    spec: '// +k8s:eachVal=+k8s:minimum=1\na?: string[];',
    says: [
      'example/v1/types.ts:20:4: error: +k8s:eachVal cannot use +k8s:minimum, which does not apply to a string | it applies to an integer, a number',
    ],
  },
  {
    title: 'eachVal with a marker for fields',
    spec: '// +k8s:eachVal=+k8s:forbidden\na?: string[];',
    says: [
      'example/v1/types.ts:20:4: error: +k8s:eachVal cannot use +k8s:forbidden, which is not allowed there | use a validation marker for the value',
    ],
  },
  {
    title: 'eachKey with a marker that is not a validation',
    spec: '// +k8s:eachKey=+k8s:immutable\na?: Record<string, string>;',
    says: [
      'example/v1/types.ts:20:4: error: +k8s:eachKey cannot use +k8s:immutable, which is not allowed there | use a validation marker for the value',
    ],
  },
  {
    title: 'subfield with an unknown field',
    spec: '// +k8s:subfield(colour)=+k8s:required\na: { color?: string };',
    says: [
      'example/v1/types.ts:20:4: error: +k8s:subfield names colour, which is not a field of the type | did you mean color?',
    ],
  },
  {
    title: 'subfield with a marker for another type',
    spec: '// +k8s:subfield(color)=+k8s:minimum=1\na: { color?: string };',
    says: [
      'example/v1/types.ts:20:4: error: +k8s:subfield cannot use +k8s:minimum, which does not apply to a string | it applies to an integer, a number',
    ],
  },
  {
    title: 'item on a list that is not a map',
    spec: '// +k8s:item(a: "x")=+k8s:immutable\na?: { a: string }[];',
    says: [
      'example/v1/types.ts:20:4: error: +k8s:item requires a list of type map | add +listType=map and +listMapKey=',
    ],
  },
  {
    title: 'item with fields other than the keys',
    spec: '// +listType=map\n// +listMapKey=a\n// +k8s:item(b: "x")=+k8s:immutable\na?: { a: string; b?: string }[];',
    says: [
      'example/v1/types.ts:22:4: error: +k8s:item does not name exactly the keys of the list | specify a value for a',
    ],
  },
  {
    title: 'item without a selector',
    spec: '// +listType=map\n// +listMapKey=a\n// +k8s:item=+k8s:immutable\na?: { a: string }[];',
    says: [
      'example/v1/types.ts:22:13: error: +k8s:item: does not name a field of the item | the syntax is +k8s:item(<field>: <value>)=+<marker>',
    ],
  },
  {
    title: 'forbidden on a required field',
    spec: '// +k8s:forbidden\na: string;',
    says: [
      'example/v1/types.ts:20:4: error: +k8s:forbidden is on a, which is required | write a?:',
    ],
  },
  {
    title: 'empty parentheses of a marker with a required parameter',
    spec: '// +k8s:dependentRequired()\na?: string;',
    says: [
      'example/v1/types.ts:20:26: error: +k8s:dependentRequired: the argument in parentheses is missing | the syntax is +k8s:dependentRequired(<string>)',
    ],
  },
  {
    title: 'maxBytes on a number in k8s:item',
    spec: '// +listType=map\n// +listMapKey=id\n// +k8s:item(id: 1)=+k8s:subfield(size)=+k8s:maxBytes=1\na?: { id: Int32; size?: Int32 }[];',
    says: [
      'example/v1/types.ts:22:4: error: +k8s:item cannot use +k8s:subfield, which cannot use +k8s:maxBytes, which does not apply to an integer | it applies to a string',
    ],
  },
  {
    title: 'dependentRequired with the field itself',
    spec: '// +k8s:dependentRequired("a")\na?: string;',
    says: [
      'example/v1/types.ts:20:4: error: +k8s:dependentRequired names a itself | name another field',
    ],
  },
  {
    title: 'dependentRequired with an unknown field',
    spec: '// +k8s:dependentRequired("clor")\na?: string;\ncolor?: string;',
    says: [
      'example/v1/types.ts:20:4: error: +k8s:dependentRequired names clor, which is not a field of the type | did you mean color?',
    ],
  },
  {
    title: 'an update rule on a required field',
    spec: '// +k8s:update=NoSet\na: string;',
    says: [
      'example/v1/types.ts:20:4: error: +k8s:update has no effect on a, which is always set | remove it, or write a?:',
    ],
  },
  {
    title: 'NoModify on a list',
    spec: '// +k8s:update=NoModify\na?: string[];',
    says: [
      'example/v1/types.ts:20:4: error: +k8s:update uses NoModify on a list or map | use it after +k8s:eachVal=',
    ],
  },
  {
    title: 'NoAddItem on a list without keys',
    spec: '// +k8s:update=NoAddItem\na?: string[];',
    says: [
      'example/v1/types.ts:20:4: error: +k8s:update uses NoAddItem on a list whose items have no keys | add +listType=set, or +listType=map with +listMapKey=',
    ],
  },
  {
    title: 'NoAddItem on a string',
    spec: '// +k8s:update=NoAddItem\na?: string;',
    says: [
      'example/v1/types.ts:20:4: error: +k8s:update uses NoAddItem on a value that has no items | it applies to lists and maps',
    ],
  },
  {
    title: 'a required member of a union',
    spec: '// +k8s:unionMember\na: string;\n// +k8s:unionMember\nb?: string;',
    says: [
      'example/v1/types.ts:20:4: error: +k8s:unionMember is on a, which is required | write a?:',
    ],
  },
  {
    title: 'a discriminator without members',
    spec: "// +k8s:unionDiscriminator\na: 'x' | 'y';",
    says: [
      'example/v1/types.ts:20:4: error: +k8s:unionDiscriminator has no members | add +k8s:unionMember to the fields of the union',
    ],
  },
  {
    title: 'a member that its discriminator does not list',
    spec: "// +k8s:unionDiscriminator\ntype: 'File' | 'None';\n// +k8s:unionMember\nfile?: string;",
    says: [
      'example/v1/types.ts:22:4: error: +k8s:unionMember is member "file", which type does not list | specify its value: memberName: "File"',
    ],
  },
  {
    title: 'a discriminator that is not a string',
    spec: '// +k8s:unionDiscriminator\ntype: Int32;\n// +k8s:unionMember\nfile?: string;',
    says: [
      'example/v1/types.ts:20:4: error: +k8s:unionDiscriminator is on type, which is not a string | use a union of strings',
    ],
  },
  {
    title: 'an unknown verb',
    kind: '// +genclient\n// +genclient:onlyVerbs=get,lsit',
    says: [
      'example/v1/types.ts:6:29: error: +genclient:onlyVerbs: unknown word "lsit"; did you mean list? | the syntax is +genclient:onlyVerbs=<create,update,...>',
    ],
  },
  {
    title: 'skipVerbs beside onlyVerbs',
    kind: '// +genclient\n// +genclient:skipVerbs=get\n// +genclient:onlyVerbs=list',
    says: [
      'example/v1/types.ts:7:4: error: +genclient:onlyVerbs contradicts +genclient:skipVerbs | example/v1/types.ts:6:4: the other one is here | either list the verbs that the client has, or those that it lacks',
    ],
  },
  {
    title: 'readonly beside noVerbs',
    kind: '// +genclient\n// +genclient:readonly\n// +genclient:noVerbs',
    says: [
      'example/v1/types.ts:6:4: error: +genclient:readonly contradicts +genclient:noVerbs | example/v1/types.ts:7:4: the other one is here | remove one of them',
    ],
  },
  {
    title: 'a client marker without a client',
    kind: '// +genclient:readonly',
    says: [
      'example/v1/types.ts:5:4: error: +genclient:readonly has no effect without +genclient | add +genclient',
    ],
  },
  {
    title: 'a contradicting scope',
    kind: '// +genclient\n// +genclient:nonNamespaced\n// +kubebuilder:resource:scope=Namespaced',
    says: [
      'example/v1/types.ts:6:4: error: +genclient:nonNamespaced contradicts scope=Namespaced of +kubebuilder:resource | example/v1/types.ts:7:4: the other one is here | remove one of them',
    ],
  },
  {
    title: 'a method with a name that is in use',
    kind: '// +genclient\n// +genclient:method=Get,verb=get',
    says: [
      'example/v1/types.ts:6:4: error: +genclient:method: every client has get already | choose another name',
    ],
  },
  {
    title: 'a method without a verb',
    kind: '// +genclient\n// +genclient:method=GetScale',
    says: [
      'example/v1/types.ts:6:15: error: +genclient:method: the argument verb is missing | the syntax is +genclient:method=<string>,verb=<get|list|create|update|patch|apply>,subresource?=<string>,input?=<string>,result?=<string>',
    ],
  },
  {
    title: 'a method with an unknown verb',
    kind: '// +genclient\n// +genclient:method=Kill,verb=delete',
    says: [
      'example/v1/types.ts:6:32: error: +genclient:method: expected one of get, list, create, update, patch, apply, not "delete" | the syntax is +genclient:method=<string>,verb=<get|list|create|update|patch|apply>,subresource?=<string>,input?=<string>,result?=<string>',
    ],
  },
  {
    title: 'a method with an unknown subresource',
    kind: '// +genclient\n// +genclient:method=GetScale,verb=get,subresource=scale,result=Scale',
    says: [
      'example/v1/types.ts:6:4: error: +genclient:method: the kind has no subresource scale | add +kubebuilder:subresource:scale',
    ],
  },
  {
    title: 'a method with an unknown type',
    kind: '// +genclient\n// +kubebuilder:subresource:status\n// +genclient:method=GetMore,verb=get,subresource=status,result=Spce',
    says: [
      'example/v1/types.ts:7:4: error: +genclient:method: the package exports no type Spce | did you mean Spec?',
    ],
  },
  {
    title: 'a method with input and a verb without a body',
    kind: '// +genclient\n// +kubebuilder:subresource:status\n// +genclient:method=GetMore,verb=get,subresource=status,input=Spec',
    says: ['example/v1/types.ts:7:4: error: +genclient:method: get does not use input | remove it'],
  },
  {
    title: 'a method with a result for a verb of the kind itself',
    kind: '// +genclient\n// +genclient:method=More,verb=get,result=Spec',
    says: [
      'example/v1/types.ts:6:4: error: +genclient:method: result needs a subresource | add subresource=: the API answers plain verbs with the kind itself',
    ],
  },
  {
    title: 'an invalid method name',
    kind: '// +genclient\n// +genclient:method="a b",verb=get',
    says: [
      'example/v1/types.ts:6:4: error: +genclient:method: "a b" is not a valid method name | use letters and digits',
    ],
  },
  {
    title: 'two methods with one name',
    kind: '// +genclient\n// +genclient:method=Look,verb=get\n// +genclient:method=look,verb=list',
    says: [
      'example/v1/types.ts:7:4: error: +genclient:method: the client has look already | choose another name',
    ],
  },
  {
    title: 'a method beside noVerbs',
    kind: '// +genclient\n// +genclient:noVerbs\n// +genclient:method=Look,verb=get',
    says: [
      'example/v1/types.ts:7:4: error: +genclient:method contradicts +genclient:noVerbs | example/v1/types.ts:6:4: the other one is here | use +genclient:onlyVerbs for a client with few verbs',
    ],
  },
  {
    title: 'a Go group name that is not an identifier',
    package: '// +groupGoName="a b"',
    says: [
      'example/v1/types.ts:60:4: error: +groupGoName: "a b" is not an identifier | use letters and digits, such as Shop',
    ],
  },
  {
    title: 'a role on a kind',
    kind: '// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get',
    says: [
      'example/v1/types.ts:5:4: error: +kubebuilder:rbac is not allowed on a type | it is for a package: put it at the top of the file, with an empty line below it',
    ],
  },
  {
    title: 'a rule without verbs',
    package: '// +kubebuilder:rbac:groups=apps,resources=deployments',
    says: [
      'example/v1/types.ts:60:22: error: +kubebuilder:rbac: the argument verbs is missing | the syntax is +kubebuilder:rbac:verbs=<string;string>,groups?=<string;string>,resources?=<string;string>,resourceNames?=<string;string>,urls?=<string;string>,namespace?=<string>,roleName?=<string>',
    ],
  },
  {
    title: 'a role with an invalid name',
    package: '// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get,roleName=../a',
    says: [
      `example/v1/types.ts:60:4: error: +kubebuilder:rbac: the API server would refuse the role: metadata.name: Invalid value: "../a": may not contain '/'`,
    ],
  },
  {
    title: 'a rule without resources and urls',
    package: '// +kubebuilder:rbac:verbs=get',
    says: [
      'example/v1/types.ts:60:4: error: +kubebuilder:rbac has neither resources nor urls | add resources=',
    ],
  },
  {
    title: 'a rule without a group',
    package: '// +kubebuilder:rbac:resources=pods,verbs=get',
    says: [
      'example/v1/types.ts:60:4: error: +kubebuilder:rbac names resources without their groups | add groups=, which is "" for the core group',
    ],
  },
  {
    title: 'a rule with both resources and urls',
    package: '// +kubebuilder:rbac:groups="",resources=pods,urls=/a,verbs=get',
    says: [
      'example/v1/types.ts:60:4: error: +kubebuilder:rbac names both resources and urls | write a marker for each',
    ],
  },
  {
    title: 'urls in a namespace',
    package: '// +kubebuilder:rbac:urls=/a,verbs=get,namespace=x',
    says: [
      'example/v1/types.ts:60:4: error: +kubebuilder:rbac names urls, which no namespace has | remove namespace=',
    ],
  },
  {
    title: 'a rule with an empty list of verbs',
    package: '// +kubebuilder:rbac:urls=/a,verbs={}',
    says: [
      'example/v1/types.ts:60:4: error: +kubebuilder:rbac has no verbs | name some: verbs=get;list;watch',
    ],
  },
  {
    title: 'verbs that are separated by commas',
    package: '// +kubebuilder:rbac:groups=apps,resources=pods,verbs=get,list,watch',
    says: [
      'example/v1/types.ts:60:59: error: +kubebuilder:rbac: unknown argument list; values of verbs are separated by ";" | the syntax is +kubebuilder:rbac:verbs=<string;string>,groups?=<string;string>,resources?=<string;string>,resourceNames?=<string;string>,urls?=<string;string>,namespace?=<string>,roleName?=<string>',
    ],
  },
  {
    title: 'a webhook without path and url',
    package:
      '// +kubebuilder:webhook:mutating=false,failurePolicy=fail,groups=a,resources=b,verbs=create,versions=v1,admissionReviewVersions=v1,name=a.b.c,sideEffects=None',
    says: [
      'example/v1/types.ts:60:4: error: +kubebuilder:webhook has neither path nor url | add path=',
    ],
  },
  {
    title: 'a webhook with both path and url',
    package:
      '// +kubebuilder:webhook:mutating=false,failurePolicy=fail,groups=a,resources=b,verbs=create,versions=v1,admissionReviewVersions=v1,name=a.b.c,sideEffects=None,path=/a,url="https://b"',
    says: [
      'example/v1/types.ts:60:4: error: +kubebuilder:webhook has both path and url | remove one',
    ],
  },
  {
    title: 'a webhook that supports only unknown review versions',
    package:
      '// +kubebuilder:webhook:mutating=false,failurePolicy=fail,groups=a,resources=b,verbs=create,versions=v1,name=a.b.example.com,path=/a,sideEffects=None,admissionReviewVersions=v9',
    says: [
      'example/v1/types.ts:60:4: error: +kubebuilder:webhook supports only unknown versions of AdmissionReview | add v1 to admissionReviewVersions',
    ],
  },
  {
    title: 'a webhook with a name that is not a domain',
    package:
      '// +kubebuilder:webhook:mutating=false,failurePolicy=fail,groups=a,resources=b,verbs=create,versions=v1,admissionReviewVersions=v1,name=a,sideEffects=None,path=/a',
    says: [
      'example/v1/types.ts:60:4: error: +kubebuilder:webhook has the name a, which is not a domain | use a name of three parts, such as machine.shop.example.com',
    ],
  },
  {
    title: 'a webhook without side effects',
    package:
      '// +kubebuilder:webhook:mutating=false,failurePolicy=fail,groups=a,resources=b,verbs=create,versions=v1,admissionReviewVersions=v1,name=a.b.c,path=/a',
    says: [
      'example/v1/types.ts:60:4: error: +kubebuilder:webhook does not set sideEffects | add sideEffects=None, or NoneOnDryRun',
    ],
  },
  {
    title: 'a webhook with a relative path',
    package:
      '// +kubebuilder:webhook:mutating=false,failurePolicy=fail,groups=a,resources=b,verbs=create,versions=v1,admissionReviewVersions=v1,name=a.b.c,sideEffects=None,path=a',
    says: [
      'example/v1/types.ts:60:4: error: +kubebuilder:webhook has the invalid path "a" | start it with /',
    ],
  },
  {
    title: 'a webhook with a URL without TLS',
    package:
      '// +kubebuilder:webhook:mutating=false,failurePolicy=fail,groups=a,resources=b,verbs=create,versions=v1,admissionReviewVersions=v1,name=a.b.c,sideEffects=None,url="http://a"',
    says: [
      'example/v1/types.ts:60:4: error: +kubebuilder:webhook has the invalid url "http://a" | start it with https://',
    ],
  },
  {
    title: 'a webhook with a timeout that is too long',
    package:
      '// +kubebuilder:webhook:mutating=false,failurePolicy=fail,groups=a,resources=b,verbs=create,versions=v1,admissionReviewVersions=v1,name=a.b.c,sideEffects=None,path=/a,timeoutSeconds=31',
    says: [
      'example/v1/types.ts:60:4: error: +kubebuilder:webhook has a timeout of 31 seconds | choose 1 to 30',
    ],
  },
  {
    title: 'an unknown side effect',
    package:
      '// +kubebuilder:webhook:mutating=false,failurePolicy=fail,groups=a,resources=b,verbs=create,versions=v1,admissionReviewVersions=v1,name=a.b.c,sideEffects=Some,path=/a',
    says: [
      'example/v1/types.ts:60:155: error: +kubebuilder:webhook: expected one of None, NoneOnDryRun, not "Some" | for the syntax, run vmgen markers kubebuilder:webhook',
    ],
  },
  {
    title: 'an unknown operation',
    package:
      '// +kubebuilder:webhook:mutating=false,failurePolicy=fail,groups=a,resources=b,verbs=patch,versions=v1,admissionReviewVersions=v1,name=a.b.c,sideEffects=None,path=/a',
    says: [
      'example/v1/types.ts:60:86: error: +kubebuilder:webhook: expected one of CREATE, UPDATE, DELETE, CONNECT, *, not "patch" | for the syntax, run vmgen markers kubebuilder:webhook',
    ],
  },
  {
    title: 'a validating webhook with a reinvocation policy',
    package:
      '// +kubebuilder:webhook:mutating=false,failurePolicy=fail,groups=a,resources=b,verbs=create,versions=v1,admissionReviewVersions=v1,name=a.b.c,sideEffects=None,path=/a,reinvocationPolicy=Never',
    says: [
      'example/v1/types.ts:60:4: error: +kubebuilder:webhook sets reinvocationPolicy on a validating webhook | remove it: nothing is reinvoked',
    ],
  },
  {
    title: 'a patch that is not JSON',
    package:
      '// +kubebuilder:webhook:mutating=false,failurePolicy=fail,groups=a,resources=b,verbs=create,versions=v1,admissionReviewVersions=v1,name=a.b.c,sideEffects=None,path=/a,patch=`{`',
    says: [
      'example/v1/types.ts:60:4: error: +kubebuilder:webhook: the patch is not a JSON object | write it between backticks: `{"a": 1}`',
    ],
  },
  {
    title: 'a patch for an unknown field',
    package:
      '// +kubebuilder:webhook:mutating=false,failurePolicy=fail,groups=a,resources=b,verbs=create,versions=v1,admissionReviewVersions=v1,name=a.b.c,sideEffects=None,path=/a,patch=`{"namespaceSelector":{"matchLables":{}}}`',
    says: [
      'example/v1/types.ts:60:4: error: +kubebuilder:webhook: the patch has namespaceSelector.matchLables, which no webhook has | did you mean matchLabels?',
    ],
  },
  {
    title: 'a patch that removes a required argument',
    package:
      '// +kubebuilder:webhook:mutating=false,failurePolicy=fail,groups=a,resources=b,verbs=create,versions=v1,admissionReviewVersions=v1,name=a.b.c,sideEffects=None,path=/a,patch=`{"sideEffects":null}`',
    says: [
      'example/v1/types.ts:60:4: error: +kubebuilder:webhook does not set sideEffects | add sideEffects=None, or NoneOnDryRun',
    ],
  },
  {
    title: 'two webhooks with one name',
    package:
      '// +kubebuilder:webhook:mutating=false,failurePolicy=fail,groups=a,resources=b,verbs=create,versions=v1,admissionReviewVersions=v1,name=a.b.c,sideEffects=None,path=/a\n// +kubebuilder:webhook:mutating=false,failurePolicy=fail,groups=a,resources=b,verbs=create,versions=v1,admissionReviewVersions=v1,name=a.b.c,sideEffects=None,path=/b',
    says: [
      'example/v1/types.ts:61:4: error: +kubebuilder:webhook names a.b.c more than once | example/v1/types.ts:60:4: the first is here | choose another name',
    ],
  },
  {
    title: 'two names for one configuration',
    package:
      '// +kubebuilder:webhook:mutating=false,failurePolicy=fail,groups=a,resources=b,verbs=create,versions=v1,admissionReviewVersions=v1,name=a.b.c,sideEffects=None,path=/a\n// +kubebuilder:webhookconfiguration:mutating=false,name=a\n// +kubebuilder:webhookconfiguration:mutating=false,name=b',
    says: [
      'example/v1/types.ts:62:4: error: +kubebuilder:webhookconfiguration names the validating configuration more than once | example/v1/types.ts:61:4: the first is here | remove one',
    ],
  },
  {
    title: 'a configuration without webhooks',
    package: '// +kubebuilder:webhookconfiguration:mutating=true,name=a',
    says: [
      'example/v1/types.ts:60:4: error: +kubebuilder:webhookconfiguration names a configuration without webhooks | add +kubebuilder:webhook',
    ],
  },
  {
    title: 'an unsupported version of the configuration',
    package:
      '// +kubebuilder:webhook:mutating=false,failurePolicy=fail,groups=a,resources=b,verbs=create,versions=v1,admissionReviewVersions=v1,name=a.b.c,sideEffects=None,path=/a,webhookVersions=v1beta1',
    says: [
      'example/v1/types.ts:60:184: error: +kubebuilder:webhook: expected one of v1, not "v1beta1" | for the syntax, run vmgen markers kubebuilder:webhook',
    ],
  },
  {
    title: 'an invalid metadata pair',
    kind: '// +kubebuilder:metadata:labels="gold"',
    says: ['example/v1/types.ts:5:4: error: "gold" is not a key=value pair | write "key=value"'],
  },
  {
    title: 'a marker of a package on a field',
    spec: '// +groupName=a\na: string;',
    says: [
      'example/v1/types.ts:20:4: error: +groupName is not allowed on a field | it is for a package: put it at the top of the file, with an empty line below it',
    ],
  },
  {
    title: 'a kind marker on a field',
    spec: '// +genclient\na: string;',
    says: [
      'example/v1/types.ts:20:4: error: +genclient is not allowed on a field | it is for a kind',
    ],
  },
  {
    title: 'an unknown marker that is not similar to another',
    spec: '// +k8s:frobnicate\na: string;',
    says: [
      'example/v1/types.ts:20:4: error: unknown marker +k8s:frobnicate | run vmgen markers for a list of all markers',
    ],
  },
  {
    title: 'a comment after a marker without a value',
    spec: '// +optional // since v2\na?: string;\n// +nullable: since v2\nb: string;\n// +kubebuilder:validation:Schemaless see above\nc: string;',
    says: [
      'example/v1/types.ts:20:4: error: unexpected text after +optional: "// since v2" | put it on a line of its own',
      'example/v1/types.ts:22:4: error: unexpected text after +nullable: ": since v2" | put it on a line of its own',
      'example/v1/types.ts:24:4: error: unexpected text after +kubebuilder:validation:Schemaless: "see above" | put it on a line of its own',
    ],
  },
];

for (const refused of REFUSED) {
  test(`rejects ${refused.title}`, () => {
    const result = compileText({ 'example/v1/types.ts': sourceOf(refused) });
    const texts = diagnosticTexts(result).map((text) => text.replaceAll('\n  ', ' | '));
    assert.deepEqual(texts, refused.says);
    assert.deepEqual(result.files, []);
  });
}
