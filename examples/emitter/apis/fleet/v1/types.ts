import type { Condition, Int32, ObjectMeta, Quantity, TypeMeta } from '@vmgen/runtime';

/** A ship that somebody wants to have at sea. */
// +genclient
// +kubebuilder:resource:shortName=sh
// +kubebuilder:subresource:status
export interface Ship extends TypeMeta {
  metadata: ObjectMeta;
  spec: ShipSpec;
  status?: ShipStatus;
}

/** What the ship should be. */
export interface ShipSpec {
  /** Where it lies: the name of a Harbour. */
  // +kubebuilder:validation:MinLength=1
  harbour: string;
  /** How fast it may go. */
  // +kubebuilder:default=half
  speed?: 'slow' | 'half' | 'full';
  /** What it carries, by the kind of goods. */
  cargo?: Record<string, Quantity>;
  /** Those on board; the first one commands. */
  // +kubebuilder:validation:MaxItems=100
  crew?: Sailor[];
}

/** One of the crew. */
export interface Sailor {
  name: string;
  // +kubebuilder:validation:Minimum=14
  age?: Int32;
}

/** What the ship is. */
export interface ShipStatus {
  // +listType=map
  // +listMapKey=type
  conditions?: Condition[];
}

/** A place where ships lie. */
// +genclient
// +kubebuilder:resource:scope=Cluster
export interface Harbour extends TypeMeta {
  metadata: ObjectMeta;
  spec: {
    /** How deep the water is | at ebb, in metres. */
    // +kubebuilder:validation:Pattern=`^[0-9]+(\.[0-9]+)?$`
    depth: string;
  };
}
