import type { KubernetesObject, ResourceDefinition } from '@vmgen/runtime';
import { deepCopyJson } from '@vmgen/runtime/meta';

/** A kind whose webhooks the tests call. */
export interface Widget extends KubernetesObject {
  spec: { replicas: number; color?: string; hosts?: string[] };
}

/** The older version of {@link Widget}, where `replicas` is `size`, and which has one host. */
export interface WidgetV1alpha1 extends KubernetesObject {
  spec: { size: number; color?: string; host?: string };
}

export const GROUP = 'e2e.example.com';

const names = {
  group: GROUP,
  kind: 'Widget',
  listKind: 'WidgetList',
  plural: 'widgets',
  singular: 'widget',
  scope: 'Namespaced',
} as const;

/** The stored version. */
export const widgetResource: ResourceDefinition<Widget, 'Namespaced'> = {
  ...names,
  version: 'v1',
  deepCopy: (widget) => deepCopyJson(widget) as Widget,
};

/** The version that the webhook converts. */
export const widgetV1alpha1Resource: ResourceDefinition<WidgetV1alpha1, 'Namespaced'> = {
  ...names,
  version: 'v1alpha1',
  deepCopy: (widget) => deepCopyJson(widget) as WidgetV1alpha1,
};
