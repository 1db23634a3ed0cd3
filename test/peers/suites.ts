/** Test functions that the embedded server does not run, because they would block until their limit. */
interface Excluded {
  /** A Go regular expression of top-level tests. */
  readonly tests: string;
  readonly reason: string;
}

/** A Go package of another project with tests. */
export interface PeerSuite {
  readonly name: string;
  /** The module that contains the package. */
  readonly module: string;
  /** The path of the package in its module. */
  readonly folder: string;
  /** Whether the tests are specs of Ginkgo, which share a server. Others have a server each. */
  readonly isGinkgo: boolean;
  /** Whether .ci/run runs it. */
  readonly isFixed: boolean;
  /** Whether its differences are listed. Others run only by their names, and report all differences. */
  readonly isListed: boolean;
  readonly excluded: readonly Excluded[];
}

const CONTROLLER_RUNTIME = 'sigs.k8s.io/controller-runtime';
export const KUBERNETES = 'k8s.io/kubernetes';
export const EXTENSIONS = 'k8s.io/apiextensions-apiserver';

const NO_ETCD = 'reads or writes the etcd of the server, and the embedded server has none';

interface Further {
  readonly isFixed?: boolean;
  readonly isListed?: boolean;
  readonly excluded?: readonly Excluded[];
}

function controllerRuntime(folder: string, further: Further = {}): PeerSuite {
  return {
    name: `controller-runtime ${folder}`,
    module: CONTROLLER_RUNTIME,
    folder: `pkg/${folder}`,
    isGinkgo: true,
    isFixed: false,
    isListed: true,
    excluded: [],
    ...further,
  };
}

function kubernetes(folder: string, further: Further = {}): PeerSuite {
  return {
    name: `kubernetes ${folder}`,
    module: KUBERNETES,
    folder: `test/integration/${folder}`,
    isGinkgo: false,
    isFixed: false,
    isListed: false,
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
    isListed: true,
  },
  kubernetes('apiserver/apply', {
    isListed: true,
    excluded: [
      {
        tests: 'TestApplyCRDNoSchema|TestApplyCRDUnhandledSchema|TestUpdateStatusWithOldVersion',
        reason: NO_ETCD,
      },
    ],
  }),
  kubernetes('apiserver/cel'),
  kubernetes('apiserver/admissionwebhook'),
  kubernetes('apiserver'),
  kubernetes('apimachinery'),
  kubernetes('dryrun'),
];
