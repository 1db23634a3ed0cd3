import type { Condition, Int32, ObjectMeta, Quantity, TypeMeta } from '@vmgen/runtime';

/** Ship is a ship of the fleet. */
// +genclient
// +kubebuilder:resource:shortName=sh
// +kubebuilder:subresource:status
export interface Ship extends TypeMeta {
  metadata: ObjectMeta;
  spec: ShipSpec;
  status?: ShipStatus;
}

/** The desired state of a Ship. */
export interface ShipSpec {
  /** The name of the Harbour of the ship. */
  // +kubebuilder:validation:MinLength=1
  harbour: string;
  /** The maximum speed. */
  // +kubebuilder:default=half
  speed?: 'slow' | 'half' | 'full';
  /** The cargo, by the kind of goods. */
  cargo?: Record<string, Quantity>;
  /** The crew; the first member is the captain. */
  // +kubebuilder:validation:MaxItems=100
  crew?: Sailor[];
}

/** A member of the crew. */
export interface Sailor {
  name: string;
  // +kubebuilder:validation:Minimum=14
  age?: Int32;
}

/** The observed state of a Ship. */
export interface ShipStatus {
  // +listType=map
  // +listMapKey=type
  conditions?: Condition[];
}

/** Harbour is a place for ships. */
// +genclient
// +kubebuilder:resource:scope=Cluster
export interface Harbour extends TypeMeta {
  metadata: ObjectMeta;
  spec: {
    /** The depth of the water | at low tide, in metres. */
    // +kubebuilder:validation:Pattern=`^[0-9]+(\.[0-9]+)?$`
    depth: string;
  };
}
