import type { Int32, ObjectMeta, TypeMeta } from '@vmgen/runtime';

/** Grammar is the kind. */
export interface Grammar extends TypeMeta {
  metadata: ObjectMeta;
  spec: GrammarSpec;
}

/** GrammarSpec is what is wanted. */
export interface GrammarSpec {
  // +kubebuilder:validation:MaxLength=9

  /** Above has its marker a blank line above. */
  above: string;
  // +kubebuilder:validation:MaxLength=9
  /** Before has its marker before its text. */
  before?: string;
  /**
   * Between has its marker
   * +kubebuilder:validation:MaxLength=9
   * between its lines.
   */
  between?: string;
  //+kubebuilder:validation:MaxLength=9
  tight?: string;
  /** Escaped has Go's escapes. */
  // +kubebuilder:default="\x41\u00e9\n\"\\"
  escaped?: string;
  /** Raw has both quotes. */
  // +kubebuilder:default=`it's "so"`
  raw?: string;
  /** Separated has separators in quotes. */
  // +kubebuilder:validation:Enum="a;b";"c,d";"{e}"
  separated?: string;
  /** Nested is a list of lists. */
  // +kubebuilder:default={{a,b},{c}}
  nested?: string[][];
  /** Mixed has all in one. */
  // +kubebuilder:default={
  //   name: "x y", count: 3, on: true,
  //   list: {a,b}, inner: {name: z}
  // }
  mixed?: Mixed;
  /** Spaced has spaces around. */
  // +kubebuilder:validation:Enum= a ; b
  spaced?: string;
  /** Quotes is a key in quotes. */
  // +kubebuilder:default={"a b": "c", "d": "e"}
  quotes?: Record<string, string>;
  /**
   * Long has a rule that goes on, where it may.
   * +kubebuilder:validation:MaxLength=9
   * +kubebuilder:validation:XValidation:rule="self.startsWith('a') && self.endsWith('z')",
   *   message="from a to z",
   *   reason=FieldValueInvalid
   */
  long?: string;
  /**
   * Prose is
   * +optional-tool: this marker is of another tool
   * around it.
   */
  prose?: string;
}

/** Mixed has one of each. */
export interface Mixed {
  name?: string;
  count?: Int32;
  on?: boolean;
  list?: string[];
  inner?: Inner;
}

export interface Inner {
  name: string;
}
