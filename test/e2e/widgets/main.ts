// An operator with admission and conversion webhooks. webhooks.test.ts runs it in Pods.
import { deny, runManager } from '@vmgen/manager';
import { createLogger } from '@vmgen/runtime';
import { widgetConversion } from './conversion.js';
import { widgetResource } from './widget.js';

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
    manager.conversion(widgetConversion);
    manager.webhook(widgetResource, {
      default(widget) {
        widget.spec.color ??= 'blue';
        const annotations = { 'name-in-default': widget.metadata.name ?? 'none' };
        widget.metadata.annotations ??= annotations;
      },
      validate: {
        create(widget, { warn }) {
          warn(`validated ${widget.metadata.name}`);
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
