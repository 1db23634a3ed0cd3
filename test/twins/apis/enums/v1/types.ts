import type { Int32, ObjectMeta, TypeMeta } from '@vmgen/runtime';

/** Enum is the kind. */
export interface Enum extends TypeMeta {
  metadata: ObjectMeta;
  spec: EnumSpec;
}

/** EnumSpec is what is wanted. */
export interface EnumSpec {
  /** Policy is one of three. */
  // +kubebuilder:validation:Enum=Always;IfNotPresent;Never
  policy: string;
  /** Literal is a union. */
  literal: 'tcp' | 'udp';
  /** Phase has the values of its type. */
  phase?: Phase;
  /** Phases are several. */
  phases?: Phase[];
  /** ByPhase has the phase for its values. */
  byPhase?: Record<string, Phase>;
  /** Level is a number. */
  // +kubebuilder:validation:Enum=1;2;4
  level?: Int32;
  /** Size is a number by name. */
  size?: Size;
  /** Braces has another form of list. */
  // +kubebuilder:validation:Enum={small,large}
  braces?: string;
  /** Quoted has words that look like something else. */
  // +kubebuilder:validation:Enum="true";"1";"no";""
  quoted?: string;
  /** Zone is an enum whose values are constants. */
  zone?: Zone;
}

/** Phase is the phase. */
export enum Phase {
  Pending = 'Pending',
  Running = 'Running',
  Done = 'Done',
}

/** Size is how large it is. */
export type Size = 10 | 20;

/** Zone is where it runs. */
// +k8s:enum
export type Zone = 'east' | 'west';
