import type { Int32, ObjectMeta, TypeMeta } from '@vmgen/runtime';

/** Mapped is the kind. */
export interface Mapped extends TypeMeta {
  metadata: ObjectMeta;
  spec: MappedSpec;
}

/** MappedSpec is what is wanted. */
export interface MappedSpec {
  picked: Picked;
  omitted?: Omit<Whole, 'name'>;
  partial?: Partial<Whole>;
  complete?: Required<Pick<Whole, 'note'>>;
  both?: Both;
  colors?: { [color in 'red' | 'green']: boolean };
  /** Name is bounded. */
  // +kubebuilder:validation:MaxLength=9
  indexed?: Whole['name'];
  generic?: TextBox;
  generics?: NumberBox;
  tuple?: [Int32, Int32];
}

interface Whole {
  /** Name is bounded. */
  // +kubebuilder:validation:MaxLength=9
  name: string;
  /** Size is how large. */
  // +kubebuilder:validation:Minimum=1
  size: Int32;
  note?: string;
}

/** Picked has some of it. */
export type Picked = Pick<Whole, 'name'>;

interface A {
  a: string;
}

/** Both is two in one. */
export type Both = A & { b?: Int32 };

interface Box<T> {
  /** Value is held. */
  value: T;
  all?: T[];
}

/** TextBox holds a text. */
export type TextBox = Box<string>;

/** NumberBox holds a number. */
export type NumberBox = Box<Int32>;
