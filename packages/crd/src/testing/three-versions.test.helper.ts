import {
  type AnySpokeConversion,
  defineConversion,
  type SpokeConversion,
} from '@vmgen/runtime/conversion';
import type { KubernetesObject } from '@vmgen/runtime/meta';
import { crdOf } from '@vmgen/fixtures/crd-of';
import type { JSONSchemaProps } from '@vmgen/base/schema';
import type { CheckConversionOptions } from './check-conversion.js';
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionVersion,
} from '../definition/custom-resource-definition.js';

interface Site extends KubernetesObject {
  spec?: {
    image: string;
    replicas?: number;
    hosts?: string[];
    tier?: 'small' | 'large';
    storage?: { sizeGiB?: number; class?: string };
    ports?: { name: string; port: number; protocol?: string }[];
    env?: Record<string, string>;
  };
  status?: { ready: number };
}

interface SiteV1beta1 extends KubernetesObject {
  spec?: {
    image: string;
    count?: number;
    hosts?: string[];
    size?: 'S' | 'L';
    storage?: { sizeMiB?: number };
    ports?: { name: string; port: number }[];
    env?: { name: string; value: string }[];
  };
  status?: { ready: number };
}

interface SiteV1alpha1 extends KubernetesObject {
  spec?: { image: string; replicas?: number; host?: string; owner?: string };
  status?: { ready: number };
}

const text: JSONSchemaProps = { type: 'string' };
const integer: JSONSchemaProps = { type: 'integer' };
const object = (
  properties: Record<string, JSONSchemaProps>,
  ...required: string[]
): JSONSchemaProps => ({
  type: 'object',
  properties,
  required,
});
const list = (items: JSONSchemaProps): JSONSchemaProps => ({ type: 'array', items });

function version(name: string, spec: JSONSchemaProps): CustomResourceDefinitionVersion {
  const status = object({ ready: integer }, 'ready');
  return versionOf(name, object({ spec, status }));
}

/** A version with the schema. */
export const versionOf = (
  name: string,
  openAPIV3Schema: JSONSchemaProps,
): CustomResourceDefinitionVersion => ({
  name,
  served: true,
  storage: name === 'v1',
  schema: { openAPIV3Schema },
});

/** The kind Site with the versions. */
export const siteCrd = (versions: CustomResourceDefinitionVersion[]): CustomResourceDefinition =>
  crdOf({ group: 'example.com', kind: 'Site' }, versions);

/** A kind with three versions that differ in names, lists, units, enums and maps. */
export const THREE_VERSIONS = siteCrd([
  version(
    'v1',
    object(
      {
        image: text,
        replicas: integer,
        hosts: list(text),
        tier: { type: 'string', enum: ['small', 'large'] },
        storage: object({ sizeGiB: integer, class: { ...text, nullable: true } }),
        ports: list(object({ name: text, port: integer, protocol: text }, 'name', 'port')),
        env: { type: 'object', additionalProperties: text },
      },
      'image',
    ),
  ),
  version(
    'v1beta1',
    object(
      {
        image: text,
        count: integer,
        hosts: list(text),
        size: { type: 'string', enum: ['S', 'L'] },
        storage: object({ sizeMiB: integer }),
        ports: list(object({ name: text, port: integer }, 'name', 'port')),
        env: list(object({ name: text, value: text }, 'name', 'value')),
      },
      'image',
    ),
  ),
  version('v1alpha1', object({ image: text, replicas: integer, host: text, owner: text }, 'image')),
]);

export const v1beta1: SpokeConversion<
  SiteV1beta1,
  Site,
  | '.spec.tier'
  | '.spec.storage.sizeGiB'
  | '.spec.storage.class'
  | '.spec.ports[].protocol'
  | '.spec.env',
  '.spec.size' | '.spec.storage.sizeMiB' | '.spec.env'
> = {
  renamed: { '.spec.replicas': '.spec.count' },
  toHub: {
    '.spec.tier': ({ spec }) =>
      spec?.size === undefined ? undefined : spec.size === 'L' ? 'large' : 'small',
    '.spec.storage.sizeGiB': ({ spec }) =>
      spec?.storage?.sizeMiB === undefined ? undefined : Math.ceil(spec.storage.sizeMiB / 1024),
    '.spec.storage.class': () => undefined,
    '.spec.ports[].protocol': () => undefined,
    '.spec.env': ({ spec }) =>
      spec?.env && Object.fromEntries(spec.env.map(({ name, value }) => [name, value])),
  },
  fromHub: {
    '.spec.size': ({ spec }) =>
      spec?.tier === undefined ? undefined : spec.tier === 'large' ? 'L' : 'S',
    '.spec.storage.sizeMiB': ({ spec }) =>
      spec?.storage?.sizeGiB === undefined ? undefined : spec.storage.sizeGiB * 1024,
    '.spec.env': ({ spec }) =>
      spec?.env && Object.entries(spec.env).map(([name, value]) => ({ name, value })),
  },
};

export const v1alpha1: SpokeConversion<
  SiteV1alpha1,
  Site,
  '.spec.hosts' | '.spec.tier' | '.spec.storage' | '.spec.ports' | '.spec.env',
  '.spec.host' | '.spec.owner'
> = {
  toHub: {
    '.spec.hosts': ({ spec }) => (spec?.host === undefined ? undefined : [spec.host]),
    '.spec.tier': () => undefined,
    '.spec.storage': () => undefined,
    '.spec.ports': () => undefined,
    '.spec.env': () => undefined,
  },
  fromHub: { '.spec.host': ({ spec }) => spec?.hosts?.[0], '.spec.owner': () => undefined },
};

/** The conversion of {@link THREE_VERSIONS}, with other spokes. */
export const siteConversion = (spokes: Readonly<Record<string, AnySpokeConversion>> = {}) =>
  defineConversion({
    group: 'example.com',
    kind: 'Site',
    hub: 'v1',
    spokes: { v1beta1, v1alpha1, ...spokes },
  });

/** A spec with lists: of type map, with optional names, and of flags. */
const lists = (hidden: Record<string, JSONSchemaProps>): JSONSchemaProps =>
  object({
    rules: {
      ...list(object({ host: text, path: text, backend: text, ...hidden }, 'host', 'path')),
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['host', 'path'],
    },
    steps: list(object({ name: text, image: text, ...hidden })),
    flags: list(text),
  });

/** A kind with lists of which a version lacks the field `secret` of the items and the flags with a minus. */
export const HIDING_LISTS = siteCrd([
  version('v1', lists({ secret: text })),
  version('v1beta1', lists({})),
]);

/** Values of flags, some with a minus. */
export const HIDING_VALUES: NonNullable<CheckConversionOptions['values']> = {
  v1: { '.spec.flags[]': (random) => ['a', 'b', '-x', '-y'][Math.floor(random() * 4)] },
};

interface Flags extends KubernetesObject {
  spec?: { flags?: string[] };
}

const listKeys = { '.spec.rules': ['host', 'path'] };

/** The conversion of {@link HIDING_LISTS}. */
export const hidingConversion = defineConversion({
  group: 'example.com',
  kind: 'Site',
  hub: 'v1',
  spokes: {
    v1beta1: {
      toHub: {
        '.spec.rules[].secret': () => undefined,
        '.spec.steps[].secret': () => undefined,
        '.spec.flags': ({ spec }: Flags) => spec?.flags,
      },
      fromHub: {
        '.spec.flags': ({ spec }: Flags) => spec?.flags?.filter((flag) => !flag.startsWith('-')),
      },
      listKeys: { hub: listKeys, spoke: listKeys },
    },
  },
});
