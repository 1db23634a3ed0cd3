/**
 * `/version`: which Kubernetes this server behaves like. The `+vmgen` tells people, and kubectl's
 * skew check does not mind it.
 */
export const VERSION_DOCUMENT = {
  major: '1',
  minor: '36',
  emulationMajor: '1',
  emulationMinor: '36',
  minCompatibilityMajor: '1',
  minCompatibilityMinor: '35',
  gitVersion: 'v1.36.3+vmgen',
  gitCommit: '',
  gitTreeState: 'clean',
  buildDate: '1970-01-01T00:00:00Z',
  goVersion: '',
  compiler: '',
  platform: `${process.platform}/${process.arch}`,
} as const;
