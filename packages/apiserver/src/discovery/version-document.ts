/**
 * The Kubernetes version whose behaviour this server implements: the version of packages/apiserver/envtest, whose
 * responses were recorded.
 */
export const KUBERNETES_VERSION = 'v1.37.2';

const [major = '', minor = ''] = KUBERNETES_VERSION.slice(1).split('.');

/**
 * `/version`. `kubectl --match-server-version` compares the git fields. The compiler identifies this
 * server to people.
 *
 * @param platform such as `linux/amd64`
 */
export const versionDocument = (platform: string) => ({
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
  platform,
});
