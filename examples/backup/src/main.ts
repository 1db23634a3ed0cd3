import { runManager } from '@vmgen/manager';
import { createLogger } from '@vmgen/runtime';
import { addBackupController } from './controller.js';

// +kubebuilder:rbac:groups=coordination.k8s.io,resources=leases,verbs=create;list,namespace=backup-system
// +kubebuilder:rbac:groups=coordination.k8s.io,resources=leases,resourceNames=backup-operator,verbs=get;update;watch,namespace=backup-system
await runManager(
  {
    name: 'backup-operator',
    logger: createLogger({ verbosity: 2, format: 'text' }),
    // Without HEALTH_PORT, any free port of this machine.
    server:
      process.env['HEALTH_PORT'] === undefined
        ? { port: 0 }
        : { host: '0.0.0.0', port: Number(process.env['HEALTH_PORT']) },
  },
  addBackupController,
);
