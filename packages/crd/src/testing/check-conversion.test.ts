import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { defineConversion } from '@vmgen/runtime/conversion';
import type { Conversion, ConvertedObject } from '@vmgen/runtime/conversion';
import type { JSONSchemaProps } from '@vmgen/base/schema';
import { checkConversion } from './check-conversion.js';
import {
  HIDING_LISTS,
  HIDING_VALUES,
  hidingConversion,
  siteConversion,
  siteCrd,
  THREE_VERSIONS,
  v1alpha1,
  v1beta1,
  versionOf,
} from './three-versions.test.helper.js';

const conversion = siteConversion();

/** A conversion with a loss between two versions. */
function planted(
  convert: (object: ConvertedObject, version: string) => ConvertedObject,
): Conversion {
  return { ...conversion, convert };
}

const annotationsOf = ({ metadata }: ConvertedObject): Record<string, string> =>
  metadata?.annotations ?? {};

/** Changes the annotations that conversions add. */
function withConversionData(
  object: ConvertedObject,
  change: (text: string) => string | undefined,
): ConvertedObject {
  if (!object.metadata?.annotations) return object;
  const annotations: Record<string, string> = {};
  for (const [name, text] of Object.entries(object.metadata.annotations)) {
    const changed = name.startsWith('conversion.') ? change(text) : text;
    if (changed !== undefined) annotations[name] = changed;
  }
  return { ...object, metadata: { ...object.metadata, annotations } };
}

const specOf = (object: ConvertedObject): Record<string, unknown> | undefined =>
  (object as { spec?: Record<string, unknown> }).spec;

type Spec = Record<string, unknown>;

/** The specs of the other version around an edit, and how many there were. */
interface Edit {
  readonly before: Spec;
  readonly after: Spec;
  readonly count: number;
}

const itemsIn = (list: unknown): Spec[] => (list ?? []) as Spec[];
const flagsIn = ({ flags }: Spec): string[] => (flags ?? []) as string[];
const isHidden = (flag = ''): boolean => flag.startsWith('-');

/** Moves the values of a field to the next items. */
function rotate(items: Spec[], name: string): void {
  const values = items.map((item) => item[name]);
  for (const [index, item] of items.entries()) {
    const value = values[(index + 1) % items.length];
    if (value === undefined) Reflect.deleteProperty(item, name);
    else item[name] = value;
  }
}

/** A conversion that changes the spec of the hub if a user has changed the object. */
function whenEdited(change: (spec: Spec, edit: Edit) => void, base = conversion): Conversion {
  const convert = (object: ConvertedObject, version: string): ConvertedObject => {
    const { metadata: _, ...content } = object;
    const { stamp, edits = '0' } = annotationsOf(object);
    const isEdited = stamp !== undefined && stamp !== JSON.stringify(content);
    const count = Number(edits) + (isEdited ? 1 : 0);
    const converted = base.convert(object, version);
    const spec = specOf(converted);
    if (version === 'v1' && isEdited && spec) {
      const before = specOf(JSON.parse(stamp) as ConvertedObject) ?? {};
      change(spec, { before, after: specOf(object) ?? {}, count });
    }
    const { metadata, ...rest } = converted;
    if (!metadata) return converted;
    const own = { stamp: JSON.stringify(rest), edits: String(count) };
    return { ...rest, metadata: { ...metadata, annotations: { ...metadata.annotations, ...own } } };
  };
  return { ...base, convert };
}

/** Each loss, and what is reported. */
const LOSSES: Readonly<Record<string, readonly [Conversion, RegExp]>> = {
  'a forgotten rename': [
    siteConversion({ v1beta1: { ...v1beta1, renamed: {} } }),
    /no field spec\.(?:replicas|count)\b.*prunes/,
  ],
  'a rename in one direction only': [
    planted((object, version) => {
      const converted = conversion.convert(object, version);
      if (object.apiVersion === 'example.com/v1beta1') delete specOf(converted)?.['replicas'];
      return converted;
    }),
    /\.spec\.(?:count|replicas) was \d+ and becomes absent/,
  ],
  'a list that is narrowed to one item': [
    planted((object, version) => {
      const narrowed = structuredClone(object);
      const spec = specOf(narrowed);
      if (version === 'v1alpha1' && Array.isArray(spec?.['hosts'])) spec['hosts'].splice(1);
      return conversion.convert(narrowed, version);
    }),
    /v1(?:, edited)? -> v1alpha1 -> v1: \.spec\.hosts was \[".*\] and becomes \["\w*"\]/,
  ],
  'an edit that the annotation overwrites': [
    planted((object, version) => {
      const converted = conversion.convert(object, version);
      const known = annotationsOf(object)[`conversion.example/${version}`];
      if (known !== undefined) return JSON.parse(known) as ConvertedObject;
      return {
        ...converted,
        ...(converted.metadata && {
          metadata: {
            ...converted.metadata,
            annotations: {
              ...annotationsOf(converted),
              [`conversion.example/${object.apiVersion?.split('/')[1]}`]: JSON.stringify(object),
            },
          },
        }),
      };
    }),
    /edited -> .* was .* and becomes /,
  ],
  'an edit that removes the content of other fields': [
    planted((object, version) => {
      const { metadata: _, ...content } = object;
      const stamp = JSON.stringify(content);
      const checked = withConversionData(object, (text) =>
        annotationsOf(object)['stamp'] === stamp ? text : undefined,
      );
      const converted = conversion.convert(checked, version);
      const { metadata, ...rest } = converted;
      if (!metadata) return converted;
      const annotations = { ...metadata.annotations, stamp: JSON.stringify(rest) };
      return { ...rest, metadata: { ...metadata, annotations } };
    }),
    /which the edit does not concern/,
  ],
  'a field that is lost when the field beside it is removed': [
    whenEdited((spec) => {
      const storage = spec['storage'] as Record<string, unknown> | undefined;
      if (storage && storage['sizeGiB'] === undefined) delete storage['class'];
    }),
    /changes \.spec\.storage\.class, which the edit|removes it: \.spec\.storage/,
  ],
  'content that moves to another list item': [
    whenEdited(({ ports }) => rotate(itemsIn(ports), 'protocol')),
    /changes \.spec\.ports\S*, which the edit does not concern/,
  ],
  'an error for a spec that is null': [
    planted((object, version) => {
      if ('spec' in object && object.spec === null) throw new Error('no spec');
      return conversion.convert(object, version);
    }),
    /throws Error: no spec/,
  ],
  'an error for objects without required fields': [
    siteConversion({
      v1alpha1: {
        ...v1alpha1,
        toHub: {
          ...v1alpha1.toHub,
          '.spec.image': (source) => String(specOf(source)?.['image']).slice(0),
        },
        fromHub: {
          ...v1alpha1.fromHub,
          '.spec.image': (source) => (specOf(source)?.['image'] as string).slice(0),
        },
      },
    }),
    /cannot compute \.spec\.image of version v1.* \(TypeError: /,
  ],
  'a number from an absent field': [
    siteConversion({
      v1beta1: {
        ...v1beta1,
        fromHub: {
          ...v1beta1.fromHub,
          '.spec.storage.sizeMiB': (source) =>
            Number((specOf(source)?.['storage'] as { sizeGiB?: number } | undefined)?.sizeGiB) *
            1024,
        },
      },
    }),
    /not JSON, such as NaN/,
  ],
  'a required field without value': [
    siteConversion({
      v1alpha1: {
        ...v1alpha1,
        toHub: { ...v1alpha1.toHub, '.spec.image': () => undefined },
        fromHub: { ...v1alpha1.fromHub, '.spec.image': () => undefined },
      },
    }),
    /: spec\.image: Required value/,
  ],
  'a value of an enum that the other version does not have': [
    siteConversion({
      v1beta1: {
        ...v1beta1,
        fromHub: { ...v1beta1.fromHub, '.spec.size': (source) => specOf(source)?.['tier'] },
      },
    }),
    /: spec\.size: Unsupported value: "(?:small|large)": supported values: "S", "L"/,
  ],
  'a forgotten status': [
    planted((object, version) => {
      const { status: _, ...converted } = conversion.convert(object, version) as {
        status?: unknown;
      };
      return converted;
    }),
    /\.status was .* and becomes absent/,
  ],
  'a removed finalizer': [
    planted((object, version) => {
      const converted = conversion.convert(object, version);
      const { finalizers: _, ...metadata } = converted.metadata ?? {};
      return converted.metadata ? { ...converted, metadata } : converted;
    }),
    /changes \.metadata\.finalizers/,
  ],
  'removed labels': [
    planted((object, version) => {
      const converted = conversion.convert(object, version);
      const { labels: _, ...metadata } = converted.metadata ?? {};
      return converted.metadata ? { ...converted, metadata } : converted;
    }),
    /\.metadata\.labels was {"app":"a"} and becomes absent/,
  ],
  'a sorted list': [
    planted((object, version) => {
      const converted = conversion.convert(object, version);
      const hosts = specOf(converted)?.['hosts'];
      if (Array.isArray(hosts)) hosts.sort();
      return converted;
    }),
    /\.spec\.hosts\S* was .* and becomes /,
  ],
  'a conversion that modifies its argument': [
    planted((object, version) => {
      const converted = conversion.convert(object, version);
      const hosts = specOf(object)?.['hosts'];
      if (Array.isArray(hosts)) hosts.push('local');
      return converted;
    }),
    /modifies its argument/,
  ],
  'a result that differs each time': [
    planted((object, version) => {
      const converted = conversion.convert(object, version);
      const metadata = { ...converted.metadata, labels: { random: String(Math.random()) } };
      return converted.metadata ? { ...converted, metadata } : converted;
    }),
    /another result when it is repeated/,
  ],
};

const isChanged = (name: string, { before, after }: Edit): boolean =>
  !isDeepStrictEqual(before[name], after[name]);

/** Each loss in lists, what is changed after an edit, and what is reported. */
const LOSSES_IN_LISTS: Readonly<
  Record<string, readonly [(spec: Spec, edit: Edit) => void, RegExp]>
> = {
  'content that moves between items with the same host': [
    ({ rules }, edit) => {
      if (isChanged('rules', edit)) rotate(itemsIn(rules), 'secret');
    },
    /changes \.spec\.rules\[host=\w*,path=\w*\]\S*, which the edit does not concern/,
  ],
  'content that moves between items of which two have the same name': [
    ({ steps }, edit) => {
      const names = new Set(itemsIn(steps).map(({ name }) => name));
      const isShared = names.size < itemsIn(steps).length;
      if (isShared && isChanged('steps', edit)) rotate(itemsIn(steps), 'secret');
    },
    /changes \.spec\.steps\[name=\w*\]\S*, which the edit does not concern/,
  ],
  'an edit that is also applied to the hidden flag at this position': [
    (spec, edit) => {
      const [flags, visible] = [flagsIn(spec), flagsIn(edit.after)];
      const at = flags.findIndex((flag, index) => isHidden(flag) && visible[index] !== undefined);
      if (isChanged('flags', edit) && at >= 0) flags[at] = `-${visible[at]}`;
    },
    /changes \.spec\.flags, which the edit does not concern/,
  ],
  'equal hidden flags of which one remains': [
    (spec, edit) => {
      const isFirst = (flag: string, at: number): boolean => flagsIn(spec).indexOf(flag) === at;
      if (!isChanged('flags', edit) || !spec['flags']) return;
      spec['flags'] = flagsIn(spec).filter((flag, at) => !isHidden(flag) || isFirst(flag, at));
    },
    /changes \.spec\.flags, which the edit does not concern/,
  ],
  'content of an item that a second edit of the list removes': [
    ({ rules }, edit) => {
      if (edit.count < 2 || !isChanged('rules', edit)) return;
      for (const rule of itemsIn(rules)) delete rule['secret'];
    },
    /v1beta1 sets a field and removes it: \.spec\.rules\S* of v1 changes/,
  ],
};

describe('checkConversion', () => {
  test('accepts a conversion that hides content of list items', () => {
    checkConversion(hidingConversion, HIDING_LISTS, { values: HIDING_VALUES, count: 50 });
  });

  for (const [title, [change, message]] of Object.entries(LOSSES_IN_LISTS)) {
    test(`finds ${title}`, () => {
      const lossy = whenEdited(change, hidingConversion);
      const options = { values: HIDING_VALUES };
      assert.throws(() => checkConversion(lossy, HIDING_LISTS, options), message);
    });
  }

  test('accepts a conversion that loses nothing between three versions', () => {
    checkConversion(conversion, THREE_VERSIONS, { count: 30 });
  });

  for (const [title, [lossy, message]] of Object.entries(LOSSES)) {
    test(`finds ${title}`, () => {
      assert.throws(() => checkConversion(lossy, THREE_VERSIONS), message);
    });
  }

  test('accepts versions with different statuses if the status is excluded', () => {
    const versions = THREE_VERSIONS.spec.versions.map(({ name, schema }) => {
      const { properties = {}, ...rest } = schema?.openAPIV3Schema ?? {};
      const { status: _, ...others } = properties;
      return versionOf(name, { ...rest, properties: name === 'v1' ? properties : others });
    });
    const status = { toHub: { '.status': () => undefined }, fromHub: {} };
    const lossy = siteConversion({
      v1beta1: { ...v1beta1, toHub: { ...v1beta1.toHub, ...status.toHub } },
      v1alpha1: { ...v1alpha1, toHub: { ...v1alpha1.toHub, ...status.toHub } },
    });
    const crd = siteCrd(versions);
    assert.throws(() => checkConversion(lossy, crd), /\.status was .* and becomes absent/);
    checkConversion(lossy, crd, { count: 20, ignoresStatus: true });
  });

  test('reports the seed that repeats a failure', () => {
    const [lossy] = LOSSES['a sorted list']!;
    const message = (seed: number, count: number): string => {
      try {
        checkConversion(lossy, THREE_VERSIONS, { seed, count });
      } catch (error) {
        return String(error);
      }
      return assert.fail('nothing was found');
    };
    const first = message(1, 200);
    const seed = /seed: (\d+), count: 1/.exec(first)?.[1];
    assert.equal(message(Number(seed), 1), first);
  });

  test('uses given values for fields whose values the conversion rejects', () => {
    const parsing = siteConversion({
      v1alpha1: {
        ...v1alpha1,
        fromHub: {
          ...v1alpha1.fromHub,
          '.spec.image': (source) => {
            const image = specOf(source)?.['image'];
            if (image !== undefined && image !== 'nginx') throw new Error('not an image');
            return image;
          },
        },
        toHub: { ...v1alpha1.toHub, '.spec.image': (source) => specOf(source)?.['image'] },
      },
    });
    const image = { '.spec.image': () => 'nginx' };
    assert.throws(() => checkConversion(parsing, THREE_VERSIONS), /not an image/);
    checkConversion(parsing, THREE_VERSIONS, {
      count: 20,
      values: { v1: image, v1beta1: image, v1alpha1: image },
    });
  });
});

test('finds an edit that removes what the hub requires beside kept content', () => {
  const renaming = defineConversion({
    group: 'example.com',
    kind: 'Site',
    hub: 'v1',
    spokes: {
      v1alpha1: {
        renamed: { '.spec.endpoint.host': '.spec.host' },
        removed: { hub: ['.spec.endpoint'], spoke: [] },
        toHub: { '.spec.endpoint.port': () => undefined },
        fromHub: {},
      },
    },
  });
  const version = (name: string, properties: NonNullable<JSONSchemaProps['properties']>) =>
    versionOf(name, { type: 'object', properties: { spec: { type: 'object', properties } } });
  const host = { type: 'string' };
  const endpoint = {
    type: 'object',
    required: ['host'],
    properties: { host, port: { type: 'integer' } },
  };
  const versions = [version('v1', { endpoint }), version('v1alpha1', { host })];
  assert.throws(
    () => checkConversion(renaming, siteCrd(versions)),
    /v1alpha1, edited -> v1: spec\.endpoint\.host: Required value/,
  );
});

test('accepts what random values do not follow, and what an enum of a nullable field allows', () => {
  const spec: JSONSchemaProps = {
    type: 'object',
    properties: {
      size: { type: 'string', enum: ['S', 'L'], nullable: true },
      host: { type: 'string', pattern: '^never$' },
      port: { type: 'integer' },
    },
    oneOf: [{ required: ['host'] }, { required: ['port'] }],
    'x-kubernetes-validations': [{ rule: 'false', reason: 'FieldValueRequired' }],
  };
  const schema: JSONSchemaProps = { type: 'object', properties: { spec } };
  const same = defineConversion({
    group: 'example.com',
    kind: 'Site',
    hub: 'v1',
    spokes: { v1beta1: { toHub: {}, fromHub: {} } },
  });
  checkConversion(same, siteCrd([versionOf('v1', schema), versionOf('v1beta1', schema)]));
});
