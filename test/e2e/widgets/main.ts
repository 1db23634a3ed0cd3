// An operator with admission and conversion webhooks. webhooks.test.ts runs it in Pods.
import { deny, runManager } from '@vmgen/manager';
import { createLogger } from '@vmgen/runtime';
import { defineConversion, type SpokeConversion } from '@vmgen/runtime/conversion';
import { GROUP, widgetResource, type Widget, type WidgetV1alpha1 } from './widget.js';

const v1alpha1: SpokeConversion<WidgetV1alpha1, Widget, '.spec.hosts', '.spec.host'> = {
  renamed: { '.spec.replicas': '.spec.size' },
  toHub: { '.spec.hosts': ({ spec }) => (spec.host === undefined ? undefined : [spec.host]) },
  fromHub: { '.spec.host': ({ spec }) => spec.hosts?.[0] },
};

await runManager(
  {
    name: 'widget-operator',
    logger: createLogger({ verbosity: 2, format: 'text' }),
    server: { host: '0.0.0.0', port: 8081 },
    webhooks: {
      tls: {
        service: 'widget-webhooks',
        validating: ['widget-operator'],
        mutating: ['widget-operator'],
        crds: ['widgets.e2e.example.com'],
      },
    },
  },
  (manager) => {
    manager.conversion(
      defineConversion({ group: GROUP, kind: 'Widget', hub: 'v1', spokes: { v1alpha1 } }),
    );
    manager.webhook(widgetResource, {
      default(widget) {
        widget.spec.color ??= 'blue';
      },
      validate: {
        create(widget, { warn }) {
          if (widget.spec.replicas > 3) warn('more than 3 replicas are expensive');
          return widget.spec.replicas > 9 ? deny('at most 9 replicas are allowed') : undefined;
        },
        delete: ({ spec }) => (spec.color === 'red' ? deny('the widget is red') : undefined),
      },
    });
    const { widgets } = manager.cache({ widgets: widgetResource });
    manager.controller(widgets).reconcile(() => Promise.resolve());
  },
);
