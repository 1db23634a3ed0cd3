import type { Logger, Transport } from '@vmgen/runtime';
import { createDockerDriver } from '../driver/docker-driver.js';
import { createFakeDriver } from '../driver/fake-driver.js';
import { createPodDriver } from '../driver/pod-driver.js';
import { createQemuDriver } from '../driver/qemu-driver.js';
import type { VmDriver } from '../driver/vm-driver.js';
import type { ControllerOptions } from './options.js';

/** The parts of the process that drivers need. */
interface DriverParts {
  readonly transport: Transport;
  /** The identity of the cluster, for engines that several clusters share. */
  readonly cluster: string;
  /** Throws if this process may no longer make changes. */
  readonly fence: () => void;
  readonly logger: Logger;
}

/** Creates the driver of `--vm-driver`. Throws if its options are invalid. */
export function createDriver(
  options: ControllerOptions,
  { transport, cluster, fence, logger }: DriverParts,
): VmDriver {
  switch (options.vmDriver) {
    case 'docker':
      return createDockerDriver({ cluster, fence, logger });
    case 'qemu':
      return createQemuDriver({
        cluster,
        stateFolder: options.vmStateDir,
        imageFolder: options.vmImageDir ?? '',
        binary: options.qemuBinary,
        fence,
        logger,
      });
    case 'pod':
      return createPodDriver(transport, { fence, logger });
    case 'fake':
      return createFakeDriver();
  }
}
