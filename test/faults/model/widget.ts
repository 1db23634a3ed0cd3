import type { KubernetesObject, Persisted, ResourceDefinition } from '@vmgen/runtime';
import { deepCopyJson } from '@vmgen/runtime/meta';

/** The kind of these tests. */
export interface Widget extends KubernetesObject {
  spec: { color: string; size: number };
}

/** A widget as a server returns it. */
export type StoredWidget = Persisted<Widget, 'Namespaced'>;

export const WIDGET_API_VERSION = 'faults.vmgen.io/v1';

export const widgetResource: ResourceDefinition<Widget, 'Namespaced'> = {
  group: 'faults.vmgen.io',
  version: 'v1',
  kind: 'Widget',
  listKind: 'WidgetList',
  plural: 'widgets',
  singular: 'widget',
  scope: 'Namespaced',
  deepCopy: (object) => deepCopyJson<Widget>(object),
};

export const WIDGETS_PATH = '/apis/faults.vmgen.io/v1/widgets';

/** The key of a widget in stores. */
export function keyOf({ metadata }: Named): string {
  return `${metadata.namespace}/${metadata.name}`;
}

interface Named {
  readonly metadata: { readonly namespace?: string; readonly name?: string };
}
