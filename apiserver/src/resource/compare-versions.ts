const KUBE_VERSION = /^v([1-9][0-9]*)(?:(alpha|beta)([1-9][0-9]*))?$/;

interface ParsedVersion {
  /** 2 general availability, 1 beta, 0 alpha. */
  readonly stability: number;
  readonly major: number;
  readonly minor: number;
}

/**
 * Orders API versions from the most to the least preferred: `v2, v1, v2beta1, v1beta2, v1alpha1`,
 * then what is no Kubernetes version, by the alphabet (apimachinery's CompareKubeAwareVersionStrings).
 */
export function compareVersions(a: string, b: string): number {
  const parsedA = parseVersion(a);
  const parsedB = parseVersion(b);
  if (parsedA === undefined || parsedB === undefined) {
    if (parsedA !== undefined) return -1;
    if (parsedB !== undefined) return 1;
    return a < b ? -1 : a > b ? 1 : 0;
  }
  return (
    parsedB.stability - parsedA.stability ||
    parsedB.major - parsedA.major ||
    parsedB.minor - parsedA.minor
  );
}

function parseVersion(text: string): ParsedVersion | undefined {
  const match = KUBE_VERSION.exec(text);
  if (match === null) return undefined;
  const [, major, stage, minor] = match;
  return {
    stability: stage === undefined ? 2 : stage === 'beta' ? 1 : 0,
    major: Number(major),
    minor: Number(minor ?? 0),
  };
}
