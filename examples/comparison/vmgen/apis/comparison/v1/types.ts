import type { Condition, ListMeta, ObjectMeta, TypeMeta } from '@vmgen/runtime';

// section: types
// +genclient
// +kubebuilder:subresource:status
export interface ConfigSet extends TypeMeta {
  metadata: ObjectMeta;
  spec: ConfigSetSpec;
  status?: ConfigSetStatus;
}

export interface ConfigSetSpec {
  configs: Record<string, string>;
}

export interface ConfigSetStatus {
  conditions?: Condition[];
}

export interface ConfigSetList extends TypeMeta {
  metadata: ListMeta;
  items: ConfigSet[];
}
