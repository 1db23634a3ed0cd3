import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { crdCases, type CrdCase, definitionWith } from '@vmgen/fixtures/crd/crd-cases';
import { schemaCases, type SchemaCase } from '@vmgen/fixtures/crd/schema-cases';
import type { FieldError, JSONSchemaProps } from '../index.js';
import { formatFieldErrors, recordStorageVersion } from '../internal.js';
import {
  defaultCustomResourceDefinition,
  validateCustomResourceDefinition,
  validateCustomResourceDefinitionUpdate,
  type CustomResourceDefinition,
} from '../index.js';
import { recorded, textsOf } from '../testing/answers.test.helper.js';
import { versionOf } from '../testing/three-versions.test.helper.js';

/** The cases may violate the types, as request bodies may. */
const crdOf = (input: Pick<CrdCase, 'spec' | 'metadata'>): CustomResourceDefinition =>
  definitionWith(input) as object as CustomResourceDefinition;

/** What kube-apiserver prints in another way: internal structs, and what its decoder did not expect. */
const STRUCT =
  /(?<=Invalid value: )\[?\{"(?:ID|Name)":.*\}\]?(?=: )|(?<=json: cannot unmarshal ).*$/s;

function assertAnswers(errors: readonly FieldError[], answers: readonly string[] = []): void {
  const texts = textsOf(errors).map((text, i) => {
    const answer = answers[i] ?? '';
    const [head = '', tail] = answer.split(STRUCT);
    return tail !== undefined && text.startsWith(head) && text.endsWith(tail) ? answer : text;
  });
  assert.deepEqual(texts, answers);
}

describe('validates a new CRD as kube-apiserver does', () => {
  const schemaAnswers = recorded('schemas');
  for (const [title, schema] of schemaCases) {
    test(title, () => {
      const crd = crdOf({ spec: { versions: [versionOf('v1', schema)] } });
      assertAnswers(validateCustomResourceDefinition(crd), schemaAnswers[title]);
    });
  }
  const crdAnswers = recorded('crds');
  for (const { title, ...input } of crdCases) {
    test(title, () => {
      assertAnswers(validateCustomResourceDefinition(crdOf(input)), crdAnswers[title]);
    });
  }
});

describe('validates a schema object that occurs several times like separate copies', () => {
  const errorsWith = (properties: Readonly<Record<string, JSONSchemaProps>>): string[] => {
    const versions = [versionOf('v1', { type: 'object', properties })];
    return textsOf(validateCustomResourceDefinition(crdOf({ spec: { versions } })));
  };
  const values = (each: () => JSONSchemaProps) => ({
    first: each(),
    list: { type: 'array', maxItems: 9, items: each() },
    second: each(),
    map: { type: 'object', maxProperties: 9, additionalProperties: each() },
    nested: { type: 'object', properties: { first: each(), second: each() } },
  });
  const metadata = (each: () => JSONSchemaProps) => ({
    type: 'object',
    properties: { name: each() },
  });
  const resources = (each: () => JSONSchemaProps) => ({
    embedded: {
      type: 'object',
      'x-kubernetes-embedded-resource': true,
      properties: { metadata: metadata(each) },
    },
    metadata: metadata(each),
  });
  const junctors = (each: () => JSONSchemaProps) => ({
    junctor: { type: 'object', not: each(), allOf: [each(), each()] },
  });
  const ofRule: SchemaCase = [
    'a rule that does not compile',
    { type: 'object', 'x-kubernetes-validations': [{ rule: 'self.absent == 1' }] },
  ];
  for (const [title, schema] of [...schemaCases, ofRule]) {
    test(title, () => {
      const shared = (): JSONSchemaProps => schema;
      const copied = (): JSONSchemaProps => structuredClone(schema);
      for (const places of [
        values,
        (each: () => JSONSchemaProps) => ({ ...values(each), ...resources(each) }),
        (each: () => JSONSchemaProps) => ({ ...junctors(each), ...values(each) }),
      ]) {
        assert.deepEqual(errorsWith(places(shared)), errorsWith(places(copied)));
      }
    });
  }
});

test('validates missing versions and names of versions as empty ones, as the decoder of Go reads them', () => {
  const errorsOf = (spec: object): string[] =>
    textsOf(validateCustomResourceDefinition(crdOf({ spec })));
  const { name: _, ...version } = versionOf('v1', { type: 'object' });
  for (const [missing, empty] of [
    [{ versions: undefined }, { versions: [] }],
    [{ versions: [version] }, { versions: [{ ...version, name: '' }] }],
  ] as const) {
    const errors = errorsOf(missing);
    assert.ok(errors.length > 0);
    assert.deepEqual(errors, errorsOf(empty));
  }
});

test('does not modify the CRD', () => {
  const crd = crdOf({ spec: {} });
  const before = structuredClone(crd);
  validateCustomResourceDefinition(crd);
  assert.deepEqual(crd, before);
});

describe('updates of a CRD', () => {
  const old = (): CustomResourceDefinition => {
    const crd = crdOf({ spec: {}, metadata: { uid: 'u', resourceVersion: '7' } });
    defaultCustomResourceDefinition(crd);
    recordStorageVersion(crd);
    return crd;
  };
  const update = (edit: (crd: CustomResourceDefinition) => void, before = old()): string[] => {
    const next = structuredClone(before);
    edit(next);
    return textsOf(validateCustomResourceDefinitionUpdate(next, before));
  };
  const established = (): CustomResourceDefinition => {
    const crd = old();
    const lastTransitionTime = '2026-01-01T00:00:00Z';
    const condition = { lastTransitionTime, reason: 'r', message: 'm' };
    crd.status = {
      ...crd.status,
      conditions: [{ type: 'Established', status: 'True', ...condition }],
    };
    return crd;
  };

  test('accept an unchanged CRD', () => {
    assert.deepEqual(
      update(() => undefined),
      [],
    );
  });

  test('reject changes of group and plural', () => {
    const errors = update((crd) => {
      crd.spec.group = 'y.example.com';
      crd.spec.names.plural = 'others';
    });
    assert.deepEqual(errors, [
      'spec.group: Invalid value: "y.example.com": field is immutable',
      'spec.names.plural: Invalid value: "others": field is immutable',
    ]);
  });

  test('reject changes of scope and kind after the CRD is established', () => {
    const edit = (crd: CustomResourceDefinition): void => {
      crd.spec.scope = 'Cluster';
      crd.spec.names.kind = 'Other';
    };
    assert.deepEqual(update(edit), []);
    assert.deepEqual(update(edit, established()), [
      'spec.names.kind: Invalid value: "Other": field is immutable',
      'spec.scope: Invalid value: "Cluster": field is immutable',
    ]);
  });

  test('require the versions in which objects are stored', () => {
    const [error] = update((crd) => {
      crd.spec.versions = crd.spec.versions.map((version) => ({ ...version, name: 'v2' }));
    });
    assert.match(error ?? '', /^status.storedVersions\[0\]: Invalid value: "v1": missing from/);
  });

  test('require the resourceVersion of the replaced CRD', () => {
    const errors = update((crd) => delete crd.metadata.resourceVersion);
    assert.deepEqual(errors, [
      'metadata.resourceVersion: Invalid value: "": must be specified for an update',
    ]);
  });

  test('accept a rule that exceeds its cost limit in an unchanged schema', () => {
    const rule = 'self.all(x, self.all(y, x != y))';
    const numbers = (description: string): JSONSchemaProps => ({
      type: 'array',
      maxItems: 2000,
      items: { type: 'integer' },
      description,
      'x-kubernetes-validations': [{ rule }],
    });
    const withNumbers = (description: string): CustomResourceDefinition => {
      const schema = { type: 'object', properties: { numbers: numbers(description) } };
      return crdOf({
        spec: { versions: [versionOf('v1', schema)] },
        metadata: { uid: 'u', resourceVersion: '7' },
      });
    };
    const before = withNumbers('as it was');
    const refused = textsOf(validateCustomResourceDefinition(before));
    assert.match(refused.join(), /^\S+rule: Forbidden: estimated rule cost exceeds budget/);
    assert.deepEqual(
      update((crd) => void (crd.spec.names.shortNames = ['n']), before),
      [],
    );
    const changed = validateCustomResourceDefinitionUpdate(withNumbers('changed'), before);
    assert.deepEqual(textsOf(changed), refused);
  });

  test('accept an approval that was already invalid', () => {
    const crd = crdOf({
      spec: { group: 'x.k8s.io' },
      metadata: { name: 'things.x.k8s.io', resourceVersion: '1' },
    });
    assert.deepEqual(validateCustomResourceDefinitionUpdate(crd, crd), []);
  });
});

test("sets defaults for singular, list kind, conversion and the webhook's port", () => {
  const crd = crdOf({
    spec: {
      conversion: {
        strategy: 'Webhook',
        webhook: { clientConfig: { service: { namespace: 'a', name: 'b' } } },
      },
    },
  });
  defaultCustomResourceDefinition(crd);
  assert.equal(crd.spec.names.singular, 'thing');
  assert.equal(crd.spec.names.listKind, 'ThingList');
  assert.equal(crd.spec.conversion?.webhook?.clientConfig?.service?.port, 443);
  const plain = crdOf({ spec: {} });
  defaultCustomResourceDefinition(plain);
  assert.deepEqual(plain.spec.conversion, { strategy: 'None' });
});

test('adds a new storage version to the stored versions', () => {
  const crd = crdOf({ spec: {} });
  crd.status = { storedVersions: ['v0'] };
  recordStorageVersion(crd);
  recordStorageVersion(crd);
  assert.deepEqual(crd.status.storedVersions, ['v0', 'v1']);
});

describe('the response 422', () => {
  const kind = { group: 'cloudnative.tw', kind: 'VirtualMachine' };
  const error: FieldError = {
    type: 'FieldValueRequired',
    field: 'spec.a',
    message: 'Required value',
  };

  test('contains a single error without brackets', () => {
    assert.deepEqual(formatFieldErrors(kind, 'x', [error]), {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'VirtualMachine.cloudnative.tw "x" is invalid: spec.a: Required value',
      reason: 'Invalid',
      details: {
        name: 'x',
        group: 'cloudnative.tw',
        kind: 'VirtualMachine',
        causes: [{ reason: 'FieldValueRequired', message: 'Required value', field: 'spec.a' }],
      },
      code: 422,
    });
  });

  test('contains a duplicate error once', () => {
    const status = formatFieldErrors(kind, 'x', [error, { ...error, field: 'spec.b' }, error]);
    assert.equal(
      status.message,
      'VirtualMachine.cloudnative.tw "x" is invalid: [spec.a: Required value, spec.b: Required value]',
    );
    assert.equal(status.details?.causes?.length, 2);
  });

  test('omits the group of a kind in the core group', () => {
    const status = formatFieldErrors({ group: '', kind: 'Namespace' }, 'A', [error]);
    assert.equal(status.message, 'Namespace "A" is invalid: spec.a: Required value');
    assert.equal(status.details?.group, undefined);
  });
});
