export {
  createDockerDriver,
  type DockerDriver,
  type DockerDriverOptions,
} from './driver/docker-driver.js';
export { createPodDriver, type PodDriverOptions } from './driver/pod-driver.js';
export { createQemuDriver } from './driver/qemu-driver.js';
export type { QemuDriver, QemuDriverOptions } from './driver/qemu-driver-options.js';
export { createFakeDriver, type FakeDriver, type FakeServer } from './driver/fake-driver.js';
export {
  DriverError,
  type DriverErrorKind,
  type DriverErrorOptions,
  type ServerEvent,
  type ServerOwner,
  type ServerProblem,
  type ServerSpec,
  type ServerState,
  type ServerUsage,
  type VmDriver,
} from './driver/vm-driver.js';
export type * from '../../apis/cloudnative/v1alpha1/types.js';
export { createClientset, type Clientset } from '../../generated/clientset.js';
export type * from '../../generated/cloudnative/v1alpha1/client.js';
export type * from '../../generated/cloudnative/v1alpha1/lister.js';
export { addVmController, FINALIZER, type VmControllerOptions } from './vm-controller.js';
