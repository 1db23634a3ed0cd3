/** `@vmgen/apiserver/envtest`: starts a real kube-apiserver and etcd for tests. */
export {
  startEnvtest,
  type Envtest,
  type EnvtestOptions,
  type EnvtestUser,
} from './start-envtest.js';
export { findEnvtestBinaries } from './envtest-binaries.js';
