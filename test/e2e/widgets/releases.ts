// Three releases of an operator, of which the later ones convert. first-conversion.test.ts runs them in Pods.
import { runManager } from '@vmgen/manager';
import { createLogger } from '@vmgen/runtime';
import { widgetConversion } from './conversion.js';
import { widgetResource, widgetV1alpha1Resource } from './widget.js';

const release = process.env['RELEASE'];
const converts = release !== 'before';

await runManager(
  {
    name: 'widget-operator',
    logger: createLogger({ verbosity: 2, format: 'text' }),
    server: { host: '0.0.0.0', port: 8081 },
    ...(converts && {
      webhooks: { tls: { service: 'widget-webhooks', crds: ['widgets.e2e.example.com'] } },
    }),
  },
  (manager) => {
    if (converts) manager.conversion(widgetConversion);
    if (release === 'serves-v1') {
      const { widgets } = manager.cache({ widgets: widgetResource });
      manager.controller(widgets).reconcile(() => Promise.resolve());
    } else {
      const { widgets } = manager.cache({ widgets: widgetV1alpha1Resource });
      manager.controller(widgets).reconcile(() => Promise.resolve());
    }
  },
);
