const KUBE_VERSION = /^v(\d+)(?:(alpha|beta)(\d+))?$/;
const STABILITY: Readonly<Record<string, number>> = { alpha: 0, beta: 1 };

/**
 * Orders versions as the API server does (apimachinery pkg/version CompareKubeAwareVersionStrings):
 * v2, v1, v2beta1, v1beta1, v1alpha1, then anything else by name.
 */
export function compareVersions(a: string, b: string): number {
  const left = KUBE_VERSION.exec(a);
  const right = KUBE_VERSION.exec(b);
  if (!left || !right) {
    if (left || right) return left ? -1 : 1;
    return a < b ? -1 : Number(a > b);
  }
  const rank = (match: RegExpExecArray): number => STABILITY[match[2] ?? ''] ?? 2;
  return (
    rank(right) - rank(left) ||
    Number(right[1]) - Number(left[1]) ||
    Number(right[3] ?? 0) - Number(left[3] ?? 0)
  );
}
