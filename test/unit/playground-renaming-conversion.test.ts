import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  answerReview,
  type RenamingConversion,
  type RenamingSpoke,
} from '../../site/playground/src/core/renaming-conversion.js';

/** What the user reads about these fields. */
const needsOperator = (fields: string): string =>
  `this page runs no operator, and can only rename fields. An operator also converts ${fields}. ` +
  'Get the object in the version in which you wrote it, or test the conversion in a project ' +
  '(page "Versions and conversion" of the guide)';

const SPOKE: RenamingSpoke = {
  renamed: [
    ['.spec.replicas', '.spec.size'],
    ['.spec.ingress.host', '.spec.host'],
  ],
  removed: { hub: ['.spec.ingress'], spoke: [] },
  computed: [],
};

const conversionWith = (spokes: RenamingConversion['spokes']): RenamingConversion => ({
  service: 'sites/webhook',
  group: 'web.example.com',
  kind: 'Site',
  hub: 'v1',
  spokes,
});
const CONVERSION = conversionWith({
  v1alpha1: SPOKE,
  v1beta1: { ...SPOKE, renamed: [['.spec.replicas', '.spec.count']] },
  v1beta2: { ...SPOKE, renamed: [['.spec.constructor', '.spec.maker']] },
});

const site = (version: string, spec: unknown) => ({
  apiVersion: `web.example.com/${version}`,
  kind: 'Site',
  metadata: { name: 'shop' },
  ...(spec !== undefined && { spec }),
});

interface Answer {
  readonly response: {
    readonly uid: string;
    readonly convertedObjects: readonly unknown[];
    readonly result: { readonly status: string; readonly message?: string };
  };
}

function answerFor(
  object: object,
  version: string,
  conversions = [CONVERSION],
): Answer['response'] {
  const desiredAPIVersion = `web.example.com/${version}`;
  const request = { uid: 'u1', desiredAPIVersion, objects: [object] };
  return (answerReview({ request }, conversions) as Answer).response;
}

describe('the conversion of the playground', () => {
  const converted: readonly (readonly [string, object, string, object])[] = [
    [
      'from the hub',
      site('v1', { image: 'a', replicas: 2, ingress: { host: 'h' } }),
      'v1alpha1',
      site('v1alpha1', { image: 'a', size: 2, host: 'h' }),
    ],
    [
      'to the hub',
      site('v1alpha1', { size: 0, host: 'h' }),
      'v1',
      site('v1', { replicas: 0, ingress: { host: 'h' } }),
    ],
    [
      'between two other versions',
      site('v1alpha1', { size: 2 }),
      'v1beta1',
      site('v1beta1', { count: 2 }),
    ],
    ['of absent fields', site('v1', { image: 'a' }), 'v1alpha1', site('v1alpha1', { image: 'a' })],
    [
      'of absent fields with inherited names',
      site('v1', { image: 'a' }),
      'v1beta2',
      site('v1beta2', { image: 'a' }),
    ],
    ['of an absent spec', site('v1', undefined), 'v1alpha1', site('v1alpha1', undefined)],
    ['of a spec that is null', site('v1', null), 'v1alpha1', site('v1alpha1', null)],
    ['to its own version', site('v1', { replicas: 2 }), 'v1', site('v1', { replicas: 2 })],
  ];
  for (const [title, object, version, expected] of converted) {
    test(`renames fields ${title}, and does not change its argument`, () => {
      const before = structuredClone(object);
      assert.deepEqual(answerFor(object, version), {
        uid: 'u1',
        convertedObjects: [expected],
        result: { status: 'Success' },
      });
      assert.deepEqual(object, before);
    });
  }

  const refused: readonly (readonly [string, object, string, RenamingConversion, string])[] = [
    [
      'fields that need a function',
      site('v1', {}),
      'v1alpha1',
      conversionWith({ v1alpha1: { ...SPOKE, computed: ['.spec.hosts'] } }),
      needsOperator('.spec.hosts'),
    ],
    [
      'fields in lists',
      site('v1', {}),
      'v1alpha1',
      conversionWith({ v1alpha1: { ...SPOKE, renamed: [['.spec.a[].b', '.spec.a[].c']] } }),
      needsOperator('.spec.a[].b, .spec.a[].c'),
    ],
    [
      'prototypes',
      site('v1', {}),
      'v1alpha1',
      conversionWith({ v1alpha1: { ...SPOKE, renamed: [['.__proto__.a', '.spec.a']] } }),
      needsOperator('.__proto__.a'),
    ],
    ['another version', site('v1', {}), 'v2', CONVERSION, 'the types have no version v2'],
    [
      'another kind',
      { ...site('v1', {}), kind: 'Page' },
      'v1alpha1',
      CONVERSION,
      'the playground has no types of web.example.com/v1alpha1',
    ],
  ];
  for (const [title, object, version, conversion, message] of refused) {
    test(`refuses ${title}`, () => {
      assert.deepEqual(answerFor(object, version, [conversion]), {
        uid: 'u1',
        convertedObjects: [],
        result: { status: 'Failed', message },
      });
    });
  }
});
