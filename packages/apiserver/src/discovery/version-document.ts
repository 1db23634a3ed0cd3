/**
 * The Kubernetes version whose behaviour this server implements: the version of packages/apiserver/envtest, whose
 * responses were recorded.
 */
export const KUBERNETES_VERSION = 'v1.37.2';

const [major = '', minor = ''] = KUBERNETES_VERSION.slice(1).split('.');

/** The names of Go for platforms and architectures that Node names differently. */
const GO_NAMES: Readonly<Record<string, string>> = { win32: 'windows', x64: 'amd64', ia32: '386' };

const goName = (name: string): string => GO_NAMES[name] ?? name;

/**
 * `/version`. `kubectl --match-server-version` compares the git fields. The compiler identifies this
 * server to people.
 */
export const VERSION_DOCUMENT = {
  major,
  minor,
  emulationMajor: major,
  emulationMinor: minor,
  minCompatibilityMajor: major,
  minCompatibilityMinor: String(Number(minor) - 1),
  gitVersion: KUBERNETES_VERSION,
  gitCommit: '',
  gitTreeState: 'clean',
  buildDate: '1970-01-01T00:00:00Z',
  goVersion: '',
  compiler: 'vmgen',
  platform: `${goName(process.platform)}/${goName(process.arch)}`,
};
