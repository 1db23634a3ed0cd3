/**
 * The Kubernetes version whose behaviour this server implements: the version of apiserver/envtest, whose
 * responses were recorded.
 */
export const KUBERNETES_VERSION = 'v1.37.2';

const [major = '', minor = ''] = KUBERNETES_VERSION.slice(1).split('.');

/**
 * `/version`. The suffix `+vmgen` identifies this server to people. kubectl's version skew check
 * ignores it.
 */
export const VERSION_DOCUMENT = {
  major,
  minor,
  emulationMajor: major,
  emulationMinor: minor,
  minCompatibilityMajor: major,
  minCompatibilityMinor: String(Number(minor) - 1),
  gitVersion: `${KUBERNETES_VERSION}+vmgen`,
  gitCommit: '',
  gitTreeState: 'clean',
  buildDate: '1970-01-01T00:00:00Z',
  goVersion: '',
  compiler: '',
  platform: `${process.platform}/${process.arch}`,
};
