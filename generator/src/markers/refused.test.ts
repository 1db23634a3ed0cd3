import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileText, diagnosticTexts } from '../testing/compile-text.js';

const FILE = 'example/v1/types.ts';

const PLACES = ['kind', 'spec', 'more', 'package'] as const;
type Where = (typeof PLACES)[number];

/** A file with lines above the kind (5), in the spec (20), behind it (40), or at the package (60). */
function sourceOf(where: Where, text: string): string {
  const lines: string[] = [];
  const put = (line: number, part: string): void => {
    while (lines.length < line - 1) lines.push('');
    lines.push(...part.split('\n'));
  };
  const at = (each: Where): string => (each === where ? text : '');
  put(1, '// +groupName=example.com');
  put(3, "import type { Int32, ObjectMeta, TypeMeta } from '@vmgen/runtime';");
  put(5, at('kind'));
  lines.push(
    'export interface Thing extends TypeMeta {',
    '  metadata: ObjectMeta;',
    '  spec: Spec;',
    '}',
  );
  put(18, 'export interface Spec {');
  put(20, where === 'more' ? 'a: A;' : at('spec'));
  lines.push('}');
  put(40, at('more'));
  put(60, `${at('package')}\n\nexport {};`);
  return lines.join('\n');
}

const WEBHOOK =
  '// +kubebuilder:webhook:mutating=false,failurePolicy=fail,groups=a,resources=b,verbs=create,versions=v1,admissionReviewVersions=v1,name=a.b.c,sideEffects=None';

/** Markers with their place, and the errors: the position, and the message with the remedy. */
const REFUSED: Readonly<Record<Where, readonly (readonly [text: string, ...errors: string[]])[]>> =
  {
    kind: [
      ['// +genclient=false', '5:14 +genclient: takes no value | the syntax is +genclient'],
      [
        '// +genclient\n// +genclient:onlyVerbs=get,lsit',
        '6:29 +genclient:onlyVerbs: unknown word "lsit"; did you mean list? | the syntax is +genclient:onlyVerbs=<create,update,...>',
      ],
      [
        '// +genclient\n// +genclient:skipVerbs=get\n// +genclient:onlyVerbs=list',
        '7:4 +genclient:onlyVerbs contradicts +genclient:skipVerbs | 6:4: the other one is here | either list the verbs that the client has, or those that it lacks',
      ],
      [
        '// +genclient\n// +genclient:readonly\n// +genclient:noVerbs',
        '6:4 +genclient:readonly contradicts +genclient:noVerbs | 7:4: the other one is here | remove one of them',
      ],
      [
        '// +genclient:readonly',
        '5:4 +genclient:readonly has no effect without +genclient | add +genclient',
      ],
      [
        '// +genclient\n// +genclient:nonNamespaced\n// +kubebuilder:resource:scope=Namespaced',
        '6:4 +genclient:nonNamespaced contradicts scope=Namespaced of +kubebuilder:resource | 7:4: the other one is here | remove one of them',
      ],
      [
        '// +genclient\n// +genclient:method=Get,verb=get',
        '6:4 +genclient:method: every client has get already | choose another name',
      ],
      [
        '// +genclient\n// +genclient:method=GetScale',
        '6:15 +genclient:method: the argument verb is missing | the syntax is +genclient:method=<string>,verb=<get|list|create|update|patch|apply>,subresource?=<string>,input?=<string>,result?=<string>',
      ],
      [
        '// +genclient\n// +genclient:method=Kill,verb=delete',
        '6:32 +genclient:method: expected one of get, list, create, update, patch, apply, not "delete" | the syntax is +genclient:method=<string>,verb=<get|list|create|update|patch|apply>,subresource?=<string>,input?=<string>,result?=<string>',
      ],
      [
        '// +genclient\n// +genclient:method=GetScale,verb=get,subresource=scale,result=Scale',
        '6:4 +genclient:method: the kind has no subresource scale | add +kubebuilder:subresource:scale',
      ],
      [
        '// +genclient\n// +kubebuilder:subresource:status\n// +genclient:method=GetMore,verb=get,subresource=status,result=Spce',
        '7:4 +genclient:method: the package exports no type Spce | did you mean Spec?',
      ],
      [
        '// +genclient\n// +kubebuilder:subresource:status\n// +genclient:method=GetMore,verb=get,subresource=status,input=Spec',
        '7:4 +genclient:method: get does not use input | remove it',
      ],
      [
        '// +genclient\n// +genclient:method=More,verb=get,result=Spec',
        '6:4 +genclient:method: result needs a subresource | add subresource=: the API answers plain verbs with the kind itself',
      ],
      [
        '// +genclient\n// +genclient:method="a b",verb=get',
        '6:4 +genclient:method: "a b" is not a valid method name | use letters and digits',
      ],
      [
        '// +genclient\n// +genclient:method=Look,verb=get\n// +genclient:method=look,verb=list',
        '7:4 +genclient:method: the client has look already | choose another name',
      ],
      [
        '// +genclient\n// +genclient:noVerbs\n// +genclient:method=Look,verb=get',
        '7:4 +genclient:method contradicts +genclient:noVerbs | 6:4: the other one is here | use +genclient:onlyVerbs for a client with few verbs',
      ],
      [
        '// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get',
        '5:4 +kubebuilder:rbac is not allowed on a type | it is for a package: put it at the top of the file, with an empty line below it',
      ],
      [
        '// +kubebuilder:metadata:labels="gold"',
        '5:4 "gold" is not a key=value pair | write "key=value"',
      ],
    ],
    spec: [
      [
        '// +kubebuilder:validation:Maximum\na: Int32;',
        '20:35 +kubebuilder:validation:Maximum: the value is missing | the syntax is +kubebuilder:validation:Maximum=<number>',
      ],
      [
        '// +kubebuilder:title="open\na: string;',
        '20:23 +kubebuilder:title: the string has no closing quote | the syntax is +kubebuilder:title=<value>',
      ],
      [
        '// +kubebuilder:title="a\\q"\na: string;',
        '20:23 +kubebuilder:title: unknown escape in string | the syntax is +kubebuilder:title=<value>',
      ],
      [
        '// +kubebuilder:externalDocs:url=/a,url=/b\na: string;',
        '20:37 +kubebuilder:externalDocs: the argument url is specified twice | the syntax is +kubebuilder:externalDocs:url=<string>,description?=<string>',
      ],
      [
        '// +default=[1\n// +optional\na?: Int32[];',
        '20:4 +default requires JSON, not "[1" | write strings in double quotes; +kubebuilder:default takes them unquoted',
      ],
      [
        '// +k8s:immutable(x)\na: string;',
        '20:18 +k8s:immutable: takes no arguments in parentheses | the syntax is +k8s:immutable',
      ],
      [
        '// +k8s:unionMember(unoin: "a")\na?: string;',
        '20:21 +k8s:unionMember: unknown argument unoin; did you mean union? | the syntax is +k8s:unionMember(union?: <string>, memberName?: <string>)',
      ],
      [
        '// +k8s:dependentRequired\na?: string;',
        '20:26 +k8s:dependentRequired: the argument in parentheses is missing | the syntax is +k8s:dependentRequired(<string>)',
      ],
      [
        '// +k8s:eachVal=3\na?: string[];',
        '20:17 +k8s:eachVal: the marker after = is missing | the syntax is +k8s:eachVal=+<marker>',
      ],
      [
        '// +k8s:eachVal=+k8s:maxLenght=3\na?: string[];',
        '20:17 unknown marker +k8s:maxLenght | did you mean +k8s:maxLength?',
      ],
      [
        '// +kubebuilder:validation:Enum={}\na: string;',
        '20:4 +kubebuilder:validation:Enum lists no values | list the allowed values',
      ],
      [
        '// +kubebuilder:validation:Type=integer\na: string;',
        '20:4 +kubebuilder:validation:Type is integer, but the TypeScript type is a string | change the TypeScript type or remove the marker',
      ],
      [
        '// +kubebuilder:validation:items:MaxLength=3\na: string;',
        '20:4 +kubebuilder:validation:items:MaxLength does not apply to a string | it applies to an array',
      ],
      [
        '// +kubebuilder:validation:items:Maximum=3\na: string[];',
        '20:4 +kubebuilder:validation:items:Maximum does not apply to a string | it applies to an integer, a number',
      ],
      [
        '// +default=blue\na?: string;',
        '20:4 +default requires JSON, not "blue" | write strings in double quotes; +kubebuilder:default takes them unquoted',
      ],
      [
        '// +kubebuilder:title=5\na: string;',
        '20:4 +kubebuilder:title requires a string | enclose it in quotes',
      ],
      [
        '// +kubebuilder:externalDocs:url=here\na: string;',
        '20:4 +kubebuilder:externalDocs has an invalid url: "here" | write https://…',
      ],
      [
        '// +listType=set\n// +k8s:listType=atomic\na?: string[];',
        '21:4 +k8s:listType is atomic, but another marker is set | 20:4: the other one is here | remove one of the markers',
      ],
      [
        '// +listType=set\na?: string;',
        '20:4 +listType does not apply to a string | it applies to an array',
      ],
      [
        '// +listType=ordered\na?: string[];',
        '20:14 +listType: expected one of map, set, atomic, not "ordered" | the syntax is +listType=<map|set|atomic>',
      ],
      [
        '// +listMapKey=a\na?: { a: string }[];',
        '20:4 +listMapKey requires a list of type map | add +listType=map',
      ],
      [
        '// +mapType=atomic\na?: string[];',
        '20:4 +mapType does not apply to an array | it applies to an object, a map',
      ],
      [
        `// +k8s:enum\na: 'x' | 'y';`,
        '20:4 +k8s:enum is not allowed on a field | it is for a type',
      ],
      [
        '// +k8s:format=k8s-shortname\na: string;',
        '20:16 +k8s:format: expected one of k8s-extended-resource-name, k8s-label-key, k8s-label-value, k8s-long-name, k8s-long-name-caseless, k8s-path-segment-name, k8s-prefixed-label-key, k8s-resource-fully-qualified-name, k8s-resource-pool-name, k8s-short-name, k8s-uuid, not "k8s-shortname" | the syntax is +k8s:format=<k8s-extended-resource-name|k8s-label-key|k8s-label-value|k8s-long-name|k8s-long-name-caseless|k8s-path-segment-name|...>',
      ],
      [
        '// +k8s:format=k8s-uuid\na: Int32;',
        '20:4 +k8s:format does not apply to an integer | it applies to a string',
      ],
      [
        '// +k8s:neq=3\na: string;',
        '20:4 +k8s:neq requires a string | write strings in double quotes',
      ],
      [
        '// +k8s:neq=3\na: { b?: string };',
        '20:4 +k8s:neq does not apply to an object | it applies to a string, an integer, a boolean',
      ],
      [
        '// +listType=set\n// +k8s:unique=set\na?: string[];',
        '21:4 +k8s:unique repeats what listType=set enforces | remove it',
      ],
      [
        '// +listType=atomic\n// +k8s:unique=map\na?: { b: string }[];',
        '21:4 +k8s:unique requires the fields to compare | add +k8s:listMapKey=',
      ],
      [
        '// +k8s:eachVal=+k8s:minimum=1\na?: Int32;',
        '20:4 +k8s:eachVal does not apply to an integer | it applies to an array, a map',
      ],
      [
        '// +k8s:eachVal=+k8s:minimum=1\na?: string[];',
        '20:4 +k8s:eachVal cannot use +k8s:minimum, which does not apply to a string | it applies to an integer, a number',
      ],
      [
        '// +k8s:eachVal=+k8s:forbidden\na?: string[];',
        '20:4 +k8s:eachVal cannot use +k8s:forbidden, which is not allowed there | use a validation marker for the value',
      ],
      [
        '// +k8s:eachKey=+k8s:immutable\na?: Record<string, string>;',
        '20:4 +k8s:eachKey cannot use +k8s:immutable, which is not allowed there | use a validation marker for the value',
      ],
      [
        '// +k8s:subfield(colour)=+k8s:required\na: { color?: string };',
        '20:4 +k8s:subfield names colour, which is not a field of the type | did you mean color?',
      ],
      [
        '// +k8s:subfield(color)=+k8s:minimum=1\na: { color?: string };',
        '20:4 +k8s:subfield cannot use +k8s:minimum, which does not apply to a string | it applies to an integer, a number',
      ],
      [
        '// +k8s:item(a: "x")=+k8s:immutable\na?: { a: string }[];',
        '20:4 +k8s:item requires a list of type map | add +listType=map and +listMapKey=',
      ],
      [
        '// +listType=map\n// +listMapKey=a\n// +k8s:item(b: "x")=+k8s:immutable\na?: { a: string; b?: string }[];',
        '22:4 +k8s:item does not name exactly the keys of the list | specify a value for a',
      ],
      [
        '// +listType=map\n// +listMapKey=a\n// +k8s:item=+k8s:immutable\na?: { a: string }[];',
        '22:13 +k8s:item: does not name a field of the item | the syntax is +k8s:item(<field>: <value>)=+<marker>',
      ],
      [
        '// +k8s:forbidden\na: string;',
        '20:4 +k8s:forbidden is on a, which is required | write a?:',
      ],
      [
        '// +k8s:dependentRequired()\na?: string;',
        '20:26 +k8s:dependentRequired: the argument in parentheses is missing | the syntax is +k8s:dependentRequired(<string>)',
      ],
      [
        '// +listType=map\n// +listMapKey=id\n// +k8s:item(id: 1)=+k8s:subfield(size)=+k8s:maxBytes=1\na?: { id: Int32; size?: Int32 }[];',
        '22:4 +k8s:item cannot use +k8s:subfield, which cannot use +k8s:maxBytes, which does not apply to an integer | it applies to a string',
      ],
      [
        '// +k8s:dependentRequired("a")\na?: string;',
        '20:4 +k8s:dependentRequired names a itself | name another field',
      ],
      [
        '// +k8s:dependentRequired("clor")\na?: string;\ncolor?: string;',
        '20:4 +k8s:dependentRequired names clor, which is not a field of the type | did you mean color?',
      ],
      [
        '// +k8s:update=NoSet\na: string;',
        '20:4 +k8s:update has no effect on a, which is always set | remove it, or write a?:',
      ],
      [
        '// +k8s:update=NoModify\na?: string[];',
        '20:4 +k8s:update uses NoModify on a list or map | use it after +k8s:eachVal=',
      ],
      [
        '// +k8s:update=NoAddItem\na?: string[];',
        '20:4 +k8s:update uses NoAddItem on a list whose items have no keys | add +listType=set, or +listType=map with +listMapKey=',
      ],
      [
        '// +k8s:update=NoAddItem\na?: string;',
        '20:4 +k8s:update uses NoAddItem on a value that has no items | it applies to lists and maps',
      ],
      [
        '// +k8s:unionMember\na: string;\n// +k8s:unionMember\nb?: string;',
        '20:4 +k8s:unionMember is on a, which is required | write a?:',
      ],
      [
        `// +k8s:unionDiscriminator\na: 'x' | 'y';`,
        '20:4 +k8s:unionDiscriminator has no members | add +k8s:unionMember to the fields of the union',
      ],
      [
        `// +k8s:unionDiscriminator\ntype: 'File' | 'None';\n// +k8s:unionMember\nfile?: string;`,
        '22:4 +k8s:unionMember is member "file", which type does not list | specify its value: memberName: "File"',
      ],
      [
        '// +k8s:unionDiscriminator\ntype: Int32;\n// +k8s:unionMember\nfile?: string;',
        '20:4 +k8s:unionDiscriminator is on type, which is not a string | use a union of strings',
      ],
      [
        '// +groupName=a\na: string;',
        '20:4 +groupName is not allowed on a field | it is for a package: put it at the top of the file, with an empty line below it',
      ],
      ['// +genclient\na: string;', '20:4 +genclient is not allowed on a field | it is for a kind'],
      [
        '// +k8s:frobnicate\na: string;',
        '20:4 unknown marker +k8s:frobnicate | run vmgen markers for a list of all markers',
      ],
      [
        '// +optional // since v2\na?: string;\n// +nullable: since v2\nb: string;\n// +kubebuilder:validation:Schemaless see above\nc: string;',
        '20:4 unexpected text after +optional: "// since v2" | put it on a line of its own',
        '22:4 unexpected text after +nullable: ": since v2" | put it on a line of its own',
        '24:4 unexpected text after +kubebuilder:validation:Schemaless: "see above" | put it on a line of its own',
      ],
    ],
    more: [
      [
        '// +kubebuilder:validation:ExactlyOneOf=colour;b\nexport interface A { color?: string; b?: string }',
        '40:4 +kubebuilder:validation:ExactlyOneOf names colour, which is not a field of the type | did you mean color?',
      ],
      [
        '// +kubebuilder:validation:AtMostOneOf=a;b\nexport interface A { a: string; b?: string }',
        '40:4 +kubebuilder:validation:AtMostOneOf names a, which is required | write a?:',
      ],
      [
        '// +kubebuilder:validation:AtLeastOneOf={}\nexport interface A { a?: string }',
        '40:4 +kubebuilder:validation:AtLeastOneOf names no fields | list the fields: a;b',
      ],
      [
        '// +kubebuilder:validation:AtLeastOneOf=a\nexport type A = string;',
        '40:4 +kubebuilder:validation:AtLeastOneOf does not apply to a string | it applies to an object',
      ],
      [
        '// +kubebuilder:validation:AtLeastOneOf=a$;b\nexport interface A { a$?: string; b?: string }',
        '40:4 +kubebuilder:validation:AtLeastOneOf names a$, which is not accessible in CEL | use only letters, digits and _ in the name',
      ],
      [
        '// +k8s:enum\nexport type A = string;',
        `40:4 +k8s:enum requires a type that lists strings, not a string | write an enum or a union of literals: type Size = 'Small' | 'Large'`,
      ],
    ],
    package: [
      [
        '// +groupGoName="a b"',
        '60:4 +groupGoName: "a b" is not an identifier | use letters and digits, such as Shop',
      ],
      [
        '// +kubebuilder:rbac:groups=apps,resources=deployments',
        '60:22 +kubebuilder:rbac: the argument verbs is missing | the syntax is +kubebuilder:rbac:verbs=<string;string>,groups?=<string;string>,resources?=<string;string>,resourceNames?=<string;string>,urls?=<string;string>,namespace?=<string>,roleName?=<string>',
      ],
      [
        '// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get,roleName=../a',
        `60:4 +kubebuilder:rbac: the API server would refuse the role: metadata.name: Invalid value: "../a": may not contain '/'`,
      ],
      [
        '// +kubebuilder:rbac:verbs=get',
        '60:4 +kubebuilder:rbac has neither resources nor urls | add resources=',
      ],
      [
        '// +kubebuilder:rbac:resources=pods,verbs=get',
        '60:4 +kubebuilder:rbac names resources without their groups | add groups=, which is "" for the core group',
      ],
      [
        '// +kubebuilder:rbac:groups="",resources=pods,urls=/a,verbs=get',
        '60:4 +kubebuilder:rbac names both resources and urls | write a marker for each',
      ],
      [
        '// +kubebuilder:rbac:urls=/a,verbs=get,namespace=x',
        '60:4 +kubebuilder:rbac names urls, which no namespace has | remove namespace=',
      ],
      [
        '// +kubebuilder:rbac:urls=/a,verbs={}',
        '60:4 +kubebuilder:rbac has no verbs | name some: verbs=get;list;watch',
      ],
      [
        '// +kubebuilder:rbac:groups=apps,resources=pods,verbs=get,list,watch',
        '60:59 +kubebuilder:rbac: unknown argument list; values of verbs are separated by ";" | the syntax is +kubebuilder:rbac:verbs=<string;string>,groups?=<string;string>,resources?=<string;string>,resourceNames?=<string;string>,urls?=<string;string>,namespace?=<string>,roleName?=<string>',
      ],
      [WEBHOOK, '60:4 +kubebuilder:webhook has neither path nor url | add path='],
      [
        `${WEBHOOK},path=/a,url="https://b"`,
        '60:4 +kubebuilder:webhook has both path and url | remove one',
      ],
      [
        '// +kubebuilder:webhook:mutating=false,failurePolicy=fail,groups=a,resources=b,verbs=create,versions=v1,name=a.b.example.com,path=/a,sideEffects=None,admissionReviewVersions=v9',
        '60:4 +kubebuilder:webhook supports only unknown versions of AdmissionReview | add v1 to admissionReviewVersions',
      ],
      [
        '// +kubebuilder:webhook:mutating=false,failurePolicy=fail,groups=a,resources=b,verbs=create,versions=v1,admissionReviewVersions=v1,name=a,sideEffects=None,path=/a',
        '60:4 +kubebuilder:webhook has the name a, which is not a domain | use a name of three parts, such as machine.shop.example.com',
      ],
      [
        '// +kubebuilder:webhook:mutating=false,failurePolicy=fail,groups=a,resources=b,verbs=create,versions=v1,admissionReviewVersions=v1,name=a.b.c,path=/a',
        '60:4 +kubebuilder:webhook does not set sideEffects | add sideEffects=None, or NoneOnDryRun',
      ],
      [`${WEBHOOK},path=a`, '60:4 +kubebuilder:webhook has the invalid path "a" | start it with /'],
      [
        `${WEBHOOK},url="http://a"`,
        '60:4 +kubebuilder:webhook has the invalid url "http://a" | start it with https://',
      ],
      [
        `${WEBHOOK},path=/a,timeoutSeconds=31`,
        '60:4 +kubebuilder:webhook has a timeout of 31 seconds | choose 1 to 30',
      ],
      [
        '// +kubebuilder:webhook:mutating=false,failurePolicy=fail,groups=a,resources=b,verbs=create,versions=v1,admissionReviewVersions=v1,name=a.b.c,sideEffects=Some,path=/a',
        '60:155 +kubebuilder:webhook: expected one of None, NoneOnDryRun, not "Some" | for the syntax, run vmgen markers kubebuilder:webhook',
      ],
      [
        '// +kubebuilder:webhook:mutating=false,failurePolicy=fail,groups=a,resources=b,verbs=patch,versions=v1,admissionReviewVersions=v1,name=a.b.c,sideEffects=None,path=/a',
        '60:86 +kubebuilder:webhook: expected one of CREATE, UPDATE, DELETE, CONNECT, *, not "patch" | for the syntax, run vmgen markers kubebuilder:webhook',
      ],
      [
        `${WEBHOOK},path=/a,reinvocationPolicy=Never`,
        '60:4 +kubebuilder:webhook sets reinvocationPolicy on a validating webhook | remove it: nothing is reinvoked',
      ],
      [
        `${WEBHOOK},path=/a,patch=\`{\``,
        '60:4 +kubebuilder:webhook: the patch is not a JSON object | write it between backticks: `{"a": 1}`',
      ],
      [
        `${WEBHOOK},path=/a,patch=\`{"namespaceSelector":{"matchLables":{}}}\``,
        '60:4 +kubebuilder:webhook: the patch has namespaceSelector.matchLables, which no webhook has | did you mean matchLabels?',
      ],
      [
        `${WEBHOOK},path=/a,patch=\`{"sideEffects":null}\``,
        '60:4 +kubebuilder:webhook does not set sideEffects | add sideEffects=None, or NoneOnDryRun',
      ],
      [
        `${WEBHOOK},path=/a\n${WEBHOOK},path=/b`,
        '61:4 +kubebuilder:webhook names a.b.c more than once | 60:4: the first is here | choose another name',
      ],
      [
        `${WEBHOOK},path=/a\n// +kubebuilder:webhookconfiguration:mutating=false,name=a\n// +kubebuilder:webhookconfiguration:mutating=false,name=b`,
        '62:4 +kubebuilder:webhookconfiguration names the validating configuration more than once | 61:4: the first is here | remove one',
      ],
      [
        '// +kubebuilder:webhookconfiguration:mutating=true,name=a',
        '60:4 +kubebuilder:webhookconfiguration names a configuration without webhooks | add +kubebuilder:webhook',
      ],
      [
        `${WEBHOOK},path=/a,webhookVersions=v1beta1`,
        '60:184 +kubebuilder:webhook: expected one of v1, not "v1beta1" | for the syntax, run vmgen markers kubebuilder:webhook',
      ],
    ],
  };

for (const where of PLACES) {
  for (const [text, ...errors] of REFUSED[where]) {
    test(`rejects ${text.replaceAll('\n', ' ')}`, () => {
      const result = compileText({ [FILE]: sourceOf(where, text) });
      const texts = diagnosticTexts(result).map((each) =>
        each.replaceAll('\n  ', ' | ').replaceAll(`${FILE}:`, '').replace(': error: ', ' '),
      );
      assert.deepEqual(texts, errors);
      assert.deepEqual(result.files, []);
    });
  }
}
