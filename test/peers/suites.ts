/** Test functions that the embedded server does not run, because they would block until their limit. */
interface Excluded {
  /** A Go regular expression of top-level tests. */
  readonly tests: string;
  readonly reason: string;
}

/** A Go package of another project with tests. */
export interface PeerSuite {
  readonly name: string;
  /** The row of README.md that counts it. */
  readonly group: string;
  /** The module that contains the package. */
  readonly module: string;
  /** The path of the package in its module. */
  readonly folder: string;
  /** Whether the tests are specs of Ginkgo, which share a server. Others have a server each. */
  readonly isGinkgo: boolean;
  /** Whether .ci/run runs it. */
  readonly isFixed: boolean;
  readonly excluded: readonly Excluded[];
  /** The limit of a test on the embedded server, in milliseconds. Defaults to a minute. */
  readonly testTimeoutMs?: number;
}

const CONTROLLER_RUNTIME = 'sigs.k8s.io/controller-runtime';
export const KUBERNETES = 'k8s.io/kubernetes';
export const EXTENSIONS = 'k8s.io/apiextensions-apiserver';

/** The folder of the scripts that test kubectl. */
export const KUBECTL_SCRIPTS = 'test/cmd';

const NO_ETCD = 'reads or writes the etcd of the server, and the embedded server has none';

interface Further {
  readonly isFixed?: boolean;
  readonly excluded?: readonly Excluded[];
}

function controllerRuntime(folder: string, further: Further = {}): PeerSuite {
  return {
    name: `controller-runtime ${folder}`,
    group: 'controller-runtime',
    module: CONTROLLER_RUNTIME,
    folder: `pkg/${folder}`,
    isGinkgo: true,
    isFixed: false,
    excluded: [],
    ...further,
  };
}

function kubernetes(folder: string, further: Further = {}): PeerSuite {
  return {
    name: `kubernetes ${folder}`,
    group: 'Kubernetes, test/integration',
    module: KUBERNETES,
    folder: `test/integration/${folder}`,
    isGinkgo: false,
    isFixed: false,
    excluded: [],
    ...further,
  };
}

/** The suites, those of each project in the order of their duration. */
export const PEER_SUITES: readonly PeerSuite[] = [
  controllerRuntime('envtest', { isFixed: true }),
  controllerRuntime('client', { isFixed: true }),
  controllerRuntime('builder', { isFixed: true }),
  controllerRuntime('controller', { isFixed: true }),
  controllerRuntime('controller/controllerutil'),
  controllerRuntime('cluster'),
  controllerRuntime('handler'),
  controllerRuntime('reconcile'),
  controllerRuntime('source'),
  controllerRuntime('webhook'),
  controllerRuntime('internal/recorder'),
  controllerRuntime('internal/controller'),
  controllerRuntime('manager'),
  controllerRuntime('manager/internal/integration'),
  controllerRuntime('metrics/filters'),
  controllerRuntime('cache'),
  {
    name: 'apiextensions-apiserver',
    group: 'apiextensions-apiserver',
    module: EXTENSIONS,
    folder: 'test/integration',
    isGinkgo: false,
    isFixed: false,
    excluded: [
      {
        tests:
          'TestCBORStorageEnablement|TestCustomResourceDefaultingOfMetaFields|TestEtcdStorage|' +
          'TestInvalidObjectMetaInStorage|TestNonStructuralSchemaCondition.*|TestPruningFromStorage',
        reason: NO_ETCD,
      },
    ],
  },
  kubernetes('apiserver/apply', {
    excluded: [
      {
        tests: 'TestApplyCRDNoSchema|TestApplyCRDUnhandledSchema|TestUpdateStatusWithOldVersion',
        reason: NO_ETCD,
      },
    ],
  }),
  {
    name: 'kubernetes test/cmd',
    group: 'Kubernetes, test/cmd (kubectl)',
    module: KUBERNETES,
    folder: KUBECTL_SCRIPTS,
    isGinkgo: false,
    isFixed: false,
    excluded: [
      {
        tests: 'Test_run_multi_resources_tests',
        reason: 'needs the internet, also on kube-apiserver',
      },
    ],
    testTimeoutMs: 300_000,
  },
  kubernetes('apiserver/cel', {
    excluded: [
      {
        tests: 'TestPolicyAdmissionV1beta1',
        reason: 'needs policies of v1beta1, which kube-apiserver 1.37 does not serve, too',
      },
    ],
  }),
  kubernetes('apiserver/admissionwebhook', {
    excluded: [{ tests: 'TestWebhookAdmissionWith.*', reason: NO_ETCD }],
  }),
  kubernetes('apiserver', {
    excluded: [
      { tests: 'TestListOptions|TestDefaultStorageEncoding', reason: NO_ETCD },
      {
        tests: 'TestHealthHandler|TestWatchCacheUpdatedByEtcd',
        reason: 'needs an etcd in the PATH, also on kube-apiserver',
      },
      {
        tests: 'TestEmulatedStorageVersion|TestMinCompatibilityStorageVersion',
        reason: 'emulates versions that kube-apiserver 1.37 rejects, too',
      },
    ],
  }),
  kubernetes('apimachinery', {
    excluded: [
      {
        tests: 'TestReflectorWatchListFallback',
        reason: 'needs an etcd in the PATH, also on kube-apiserver',
      },
    ],
  }),
  kubernetes('dryrun'),
];
