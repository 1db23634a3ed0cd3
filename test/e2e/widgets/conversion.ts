import { defineConversion, type SpokeConversion } from '@vmgen/runtime/conversion';
import { GROUP, type Widget, type WidgetV1alpha1 } from './widget.js';

const v1alpha1: SpokeConversion<WidgetV1alpha1, Widget, '.spec.hosts', '.spec.host'> = {
  renamed: { '.spec.replicas': '.spec.size' },
  toHub: { '.spec.hosts': ({ spec }) => (spec.host === undefined ? undefined : [spec.host]) },
  fromHub: { '.spec.host': ({ spec }) => spec.hosts?.[0] },
};

export const widgetConversion = defineConversion({
  group: GROUP,
  kind: 'Widget',
  hub: 'v1',
  spokes: { v1alpha1 },
});
