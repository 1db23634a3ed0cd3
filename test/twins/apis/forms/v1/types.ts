import type { Float, Int32, Int64, JSONValue, ObjectMeta, TypeMeta } from '@vmgen/runtime';

/**
 * Form is the kind.
 * +kubebuilder:printcolumn:name="Two Words",type=string,JSONPath=".spec.a",description="with, a comma; and more"
 * +kubebuilder:resource:path=forms,scope="Namespaced",shortName=fa;fb
 */
export interface Form extends TypeMeta {
  metadata: ObjectMeta;
  spec: FormSpec;
}

/** FormSpec is the desired state. */
export interface FormSpec {
  /**
   * +kubebuilder:default:={"a":"b","c":"d"}
   */
  a?: Record<string, string>;
  /**
   * +kubebuilder:default={"a","b"}
   */
  b?: string[];
  /**
   * +kubebuilder:default:={{name: "a"},{name: "b", value: 2}}
   */
  c?: Pair[];
  /**
   * +kubebuilder:default={}
   */
  d?: Record<string, string>;
  /**
   * +kubebuilder:default={one: {two: {three: 3}}, empty: {}}
   */
  e?: Deep;
  /**
   * +kubebuilder:default=-1.5
   * +kubebuilder:validation:Minimum:=-2.5
   */
  f?: Float;
  /**
   * +kubebuilder:default=9007199254740993
   */
  g?: Int64;
  /**
   * +kubebuilder:default="{}"
   */
  h?: string;
  /**
   * +kubebuilder:validation:Enum:="a";b;`c`
   * +kubebuilder:default:="a"
   */
  i?: string;
  /**
   * +kubebuilder:default={}
   */
  j?: Int32[];
  /**
   * +kubebuilder:default="true"
   */
  k?: string;
  /**
   * +kubebuilder:validation:MaxLength=5
   * +kubebuilder:default=`a,b;c`
   */
  l?: string;
  /**
   * +kubebuilder:default=a;b;c
   */
  m?: string[];
  /**
   * +kubebuilder:default={"a b",c}
   */
  n?: string[];
  /**
   * +kubebuilder:default={{1,2},{3}}
   */
  o?: Int32[][];
  /**
   * +kubebuilder:default=a b c
   */
  p?: string;
  /**
   * +kubebuilder:example="http://x/?a=1&b=2"
   * +kubebuilder:default=http://x/y
   */
  q?: string;
  /**
   * +kubebuilder:default={a: 1, b: "x", c: true, d: {1,2}}
   */
  r?: Record<string, JSONValue>;
  /**
   * +kubebuilder:validation:Pattern=`^("a"|'b'|\\)$`
   */
  s?: string;
  /**
   * +kubebuilder:validation:MaxLength=20
   * +kubebuilder:validation:XValidation:rule="self.size() > 0 && self != \"a\"", message="no a, please; thanks"
   */
  t?: string;
  /**
   * +kubebuilder:validation:MaxLength=20
   * +kubebuilder:validation:XValidation:message=`m`,rule=`self != "b"`
   */
  u?: string;
}

export interface Pair {
  name: string;
  value?: Int32;
}

export interface Deep {
  one?: Deep1;
  empty?: Deep1;
}

export interface Deep1 {
  two?: Deep2;
}

export interface Deep2 {
  three?: Int32;
}
