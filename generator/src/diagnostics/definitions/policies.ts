import type { DiagnosticDefinitions } from './definition.js';
import { file, kind, packageComment } from './example.js';

/** Admission policies: 8200 to 8299. */
export const policyDiagnostics = {
  VMGEN8201: {
    name: 'incomplete-policy',
    title: 'Missing or misplaced part of an admission policy',
    why: 'The markers below the marker of a policy, in the same file, are its parts. A validating policy needs a validation and a mutating policy a mutation; a policy that is not on a kind needs groups, versions and resources; parameters need a kind and an object.',
    example: packageComment(`
- // +vmgen:validatingPolicy:name=few-keys.example.com,resources=configmaps
+ // +vmgen:validatingPolicy:name=few-keys.example.com,groups=core,versions=v1,resources=configmaps
  // +vmgen:policy:validation:expression="object.?data.orValue({}).size() < 3"`),
  },
  VMGEN8202: {
    name: 'duplicate-policy',
    title: 'Duplicate name of an admission policy',
    why: 'The name identifies a policy of a cluster. A kind with several versions needs a policy on only one of them: the API server converts objects of the other versions.',
    example: kind(`
  // +vmgen:validatingPolicy:name=a.example.com
  // +vmgen:policy:validation:expression="object.metadata.name != 'a'"
- // +vmgen:validatingPolicy:name=a.example.com
+ // +vmgen:validatingPolicy:name=b.example.com
  // +vmgen:policy:validation:expression="object.metadata.name != 'b'"`),
  },
  VMGEN8203: {
    name: 'invalid-policy-selector',
    title: 'Invalid label selector of an admission policy',
    why: 'A selector has the syntax of kubectl get --selector. The API has no comparison by < and >.',
    example: kind(`
- // +vmgen:validatingPolicy:name=a.example.com,namespaceSelector="env in test"
+ // +vmgen:validatingPolicy:name=a.example.com,namespaceSelector="env in (test)"
  // +vmgen:policy:validation:expression="object.metadata.name != 'a'"`),
  },
  VMGEN8204: {
    name: 'invalid-policy',
    title: 'The API server would reject the admission policy',
    why: 'vmgen validates policies and compiles their expressions as the API server does, so that the error is found before the policy is applied.',
    example: kind(`
  // +vmgen:validatingPolicy:name=a.example.com
- // +vmgen:policy:validation:expression="object.metadata.name != a"
+ // +vmgen:policy:validation:expression="object.metadata.name != 'a'"`),
  },
  VMGEN8205: {
    name: 'policy-type',
    title: 'Expression of an admission policy does not match the kind',
    why: 'The expression reads a field that the kind does not have, or uses a value as another type: it would fail for every request. Expressions see JSON: times and durations are texts, which timestamp() and duration() convert, and object.spec.`a-b` reads a field whose name is not an identifier. object is null if the only operation is delete, and oldObject if it is create. The API server accepts such a policy and reports the problem only in status.typeChecking. dyn(object) has any field.',
    example: kind(`
  // +vmgen:validatingPolicy:name=a.example.com
- // +vmgen:policy:validation:expression="object.metadata.nmae != 'a'"
+ // +vmgen:policy:validation:expression="object.metadata.name != 'a'"`),
  },
  VMGEN8206: {
    name: 'expensive-policy',
    title: 'Admission policy may exceed the cost limits',
    why: 'An expression may cost at most 1,000,000, the match conditions of a policy 2,500,000 together, and its other expressions 10,000,000. vmgen estimates the highest cost of valid objects. Above a limit, the evaluation fails, and the request is denied unless failurePolicy is Ignore. An authorization check costs 350,000.',
    example: kind(`
  // +vmgen:validatingPolicy:name=a.example.com
- // +vmgen:policy:validation:expression="['a', 'b', 'c'].all(r, authorizer.group('').resource(r).check('get').allowed())"
+ // +vmgen:policy:validation:expression="['a', 'b'].all(r, authorizer.group('').resource(r).check('get').allowed())"`),
  },
  VMGEN8208: {
    name: 'policy-number',
    title: 'Expression of an admission policy fails for whole numbers',
    why: 'Expressions see JSON, which stores the number 2 of a field of type number as an integer. Functions and arithmetic operators do not accept an integer where they need a double; comparisons do. double() accepts both.',
    example: file(`
  // +vmgen:validatingPolicy:name=a.example.com
- // +vmgen:policy:validation:expression="object.spec.ratio * 2.0 < 3.0"
+ // +vmgen:policy:validation:expression="double(object.spec.ratio) * 2.0 < 3.0"
  export interface Machine extends TypeMeta {
    metadata: ObjectMeta;
    spec: { ratio: Float };
  }`),
  },
} as const satisfies DiagnosticDefinitions;
