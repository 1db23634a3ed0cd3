import type { Int32, ObjectMeta, TypeMeta } from '@vmgen/runtime';

/** Topology is the kind. */
export interface Topology extends TypeMeta {
  metadata: ObjectMeta;
  spec: TopologySpec;
}

/** TopologySpec is what is wanted. */
export interface TopologySpec {
  /** Set has each once. */
  // +listType=set
  set: string[];
  /** Atomic is replaced as a whole. */
  // +listType=atomic
  atomic?: string[];
  /** Ports are known by two fields. */
  // +listType=map
  // +listMapKey=port
  // +listMapKey=protocol
  ports?: Port[];
  /** Named has its topology from its type. */
  named?: NamedPorts;
  /** Newer has the markers of Kubernetes itself. */
  // +k8s:listType=map
  // +k8s:listMapKey=port
  newer?: Port[];
  // +k8s:listType=set
  newerSet?: Int32[];
  /** Point is replaced as a whole. */
  point?: Point;
  /** Loose is atomic in this place. */
  // +structType=atomic
  loose?: LoosePoint;
  /** Fine is merged by field. */
  // +structType=granular
  fine?: LoosePoint;
  pairs?: Pairs;
}

/** Port is a port. */
export interface Port {
  /** Port is its number. */
  port: Int32;
  /** Protocol has a default, as keys must. */
  // +kubebuilder:default=TCP
  protocol?: string;
  name?: string;
}

/** NamedPorts are by port. */
// +listType=map
// +listMapKey=port
export type NamedPorts = Port[];

/** Point has two numbers. */
// +structType=atomic
export interface Point {
  x: Int32;
  y: Int32;
}

/** LoosePoint has two numbers. */
export interface LoosePoint {
  x: Int32;
  y: Int32;
}

/** Pairs are replaced as a whole. */
// +mapType=atomic
export type Pairs = Record<string, string>;
