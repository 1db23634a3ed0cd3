import type { Float, Int32, ObjectMeta, Quantity, TypeMeta } from '@vmgen/runtime';

/** Default is the kind. */
export interface Default extends TypeMeta {
  metadata: ObjectMeta;
  spec: DefaultSpec;
}

/** DefaultSpec is what is wanted. */
export interface DefaultSpec {
  /** Bare is a word. */
  // +kubebuilder:default=nginx
  bare?: string;
  /** Quoted has a space and an escape. */
  // +kubebuilder:default="a \"b\"\tc"
  quoted?: string;
  /** Raw keeps its backslash. */
  // +kubebuilder:default=`a\b`
  raw?: string;
  /** Empty is empty. */
  // +kubebuilder:default=""
  empty?: string;
  /** Colon is written as some do. */
  // +kubebuilder:default:=blue
  colon?: string;
  /** LooksLikeNumber is a string in quotes. */
  // +kubebuilder:default="42"
  looksLikeNumber?: string;
  /** Image has a colon in it. */
  // +kubebuilder:default="nginx:1.2"
  image?: string;
  /** Hash starts with a digit. */
  // +kubebuilder:default=087bdd
  hash?: string;
  /** Day is a date and no number. */
  // +kubebuilder:default=2024-01-15
  day?: string;
  /** Number is negative. */
  // +kubebuilder:default=-3
  number?: Int32;
  /** Ratio has a fraction. */
  // +kubebuilder:default=0.5
  ratio?: Float;
  // +kubebuilder:default=true
  on?: boolean;
  // +kubebuilder:default=false
  off?: boolean;
  /** List has two. */
  // +kubebuilder:default={a,b}
  list?: string[];
  /** Single has one. */
  // +kubebuilder:default={one}
  single?: string[];
  /** None is empty, written as a map. */
  // +kubebuilder:default={}
  none?: string[];
  // +kubebuilder:default={1,2,3}
  numbers?: Int32[];
  /** Map has two. */
  // +kubebuilder:default={a: x, b: "y z"}
  map?: Record<string, string>;
  /** Object is filled in. */
  // +kubebuilder:default={mode: fast, limits: {cpu: 2, names: {a,b}}}
  object?: Inner;
  /** EmptyObject lets the inner defaults in. */
  // +kubebuilder:default={}
  emptyObject?: Inner;
  /** Json is the other marker. */
  // +default={"mode": "slow", "limits": {"cpu": 1}}
  json?: Inner;
  // +default="it's"
  jsonText?: string;
  // +default=[1,2]
  jsonList?: Int32[];
  /** Both says two, and the longer name wins. */
  // +default="short"
  // +kubebuilder:default=long
  both?: string;
  /** Reference has no value that can be read. */
  reference?: string;
  /** Needed is required and has a default. */
  // +kubebuilder:default=there
  needed: string;
  /** Quantity is no number. */
  // +kubebuilder:default="100Mi"
  quantity?: Quantity;
  // +kubebuilder:default=100Mi
  bareQuantity?: Quantity;
}

/** Inner has a default of its own. */
export interface Inner {
  /** Mode is how. */
  // +kubebuilder:default=normal
  mode?: string;
  limits?: Limits;
}

export interface Limits {
  cpu?: Int32;
  names?: string[];
}
