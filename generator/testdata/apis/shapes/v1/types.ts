// +groupName=shapes.example.com

import type {
  Int32,
  IntOrString,
  JSONValue,
  ListMeta,
  ObjectMeta,
  Time,
  TypeMeta,
} from '@vmgen/runtime';
import type { Box, List, Maybe, Resource } from './generic.js';

/** Sizes by name. */
export const SIZES = { small: 's', large: 'l' } as const;
export const REGIONS = ['eu', 'us'] as const;

/** Shape has a field for each thing that a type can be. */
// +genclient
// +kubebuilder:subresource:status
export interface Shape extends TypeMeta {
  metadata: ObjectMeta;
  spec: ShapeSpec;
  status?: Partial<ShapeSpec>;
}

export type ShapeList = List<Shape>;

/** Router is a kind from a generic type, a union at its root. */
// +genclient
// +kubebuilder:subresource:status
export type Router = Resource<RouterStatus> & ({ spec: RouteSpec } | { template: Template });

/** Policy is a kind of a generic type alone. */
// +genclient
export type Policy = Resource<{ readonly phase?: 'on' | 'off'; ports: Int32[] }>;

export interface ShapeSpec {
  source: Source;
  volume?: Volume | null;
  volumes?: Volume[];
  byName?: Record<string, Source>;
  merged: Named & Sized & { extra: string[] };
  partial?: Partial<Sized>;
  required?: Required<Sized>;
  readonly frozen?: Readonly<Sized>;
  picked?: Pick<Sized, 'size' | 'parts'>;
  rest?: Omit<Sized, 'size'>;
  box: Box<Sized>;
  boxes?: Box<string[], Time>[];
  maybe: Maybe<string[]>;
  empty: Int32 | undefined;
  sizes?: { [Size in keyof typeof SIZES]?: { weight: Int32; parts?: string[] } };
  size?: (typeof SIZES)[keyof typeof SIZES];
  region?: (typeof REGIONS)[number];
  range?: [low: Int32, high: Int32];
  pair?: readonly [Named, Named];
  version?: `v${Int32}`;
  unit?: 'auto' | `${number}px`;
  part?: NonNullable<Sized['parts']>[number];
  strict: true;
  port?: Exclude<IntOrString | null, null>;
  kinds?: Array<Volume['type']>;
  data?: readonly Uint8Array[];
  values?: ReadonlyArray<JSONValue>;
  getters?: { [Key in keyof Named as `get${Capitalize<Key>}`]: Named[Key] };
}

/** Source is one of its fields. */
export type Source = { git: Git } | { image: Image } | { inline: Record<string, string> };

export interface Git {
  url: string;
  refs?: string[];
}

export interface Image {
  name: string;
}

/** Volume is discriminated by its type. */
export type Volume = Disk | Net;

// +kubebuilder:validation:XValidation:rule="self.path.startsWith('/')",message="path is absolute"
export interface Disk {
  type: 'disk';
  // +kubebuilder:validation:MaxLength=64
  path: string;
}

export interface Net {
  type: 'nfs' | 'smb';
  hosts: string[];
}

export interface Named {
  /** The name of it. */
  // +kubebuilder:validation:MaxLength=9
  name: string;
}

export interface Sized {
  size?: 1 | 2;
  /** Parts of it. */
  // +kubebuilder:validation:MaxItems=3
  readonly parts?: Named[];
}

export interface RouteSpec {
  host: string;
}

export interface Template {
  hosts: string[];
}

export interface RouterStatus {
  readonly addresses?: readonly string[];
}

/** A list may be written out as well. */
export interface PolicyList extends TypeMeta {
  metadata: ListMeta;
  items: Policy[];
}
