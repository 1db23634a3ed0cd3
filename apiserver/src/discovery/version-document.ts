/** Which Kubernetes this server behaves like: that of hack/envtest, whose answers were recorded. */
export const KUBERNETES_VERSION = 'v1.37.2';

const [major = '', minor = ''] = KUBERNETES_VERSION.slice(1).split('.');

/**
 * `/version`: which Kubernetes this server behaves like. The `+vmgen` tells people, and kubectl's
 * skew check does not mind it.
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
