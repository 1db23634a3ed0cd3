const KUBE_VERSION = /^v(\d+)(?:(alpha|beta)(\d+))?$/;
const STABILITY: Readonly<Record<string, number>> = { alpha: 0, beta: 1 };
const GENERALLY_AVAILABLE = 2;

/**
 * Orders API versions from the most to the least preferred: `v2, v1, v2beta1, v1beta2, v1alpha1`,
 * then all other names alphabetically (apimachinery's CompareKubeAwareVersionStrings).
 */
export function compareVersions(a: string, b: string): number {
  const left = KUBE_VERSION.exec(a);
  const right = KUBE_VERSION.exec(b);
  if (!left || !right) {
    if (left || right) return left ? -1 : 1;
    return a < b ? -1 : Number(a > b);
  }
  const rank = (match: RegExpExecArray): number => STABILITY[match[2] ?? ''] ?? GENERALLY_AVAILABLE;
  return (
    rank(right) - rank(left) ||
    Number(right[1]) - Number(left[1]) ||
    Number(right[3] ?? 0) - Number(left[3] ?? 0)
  );
}
