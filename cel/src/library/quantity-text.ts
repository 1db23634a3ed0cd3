/** How a quantity is written: `1k`, `1Ki` or `1e3`. */
export type QuantityNotation = 'decimal' | 'binary' | 'exponent';

const NANOS = 1_000_000_000n;
const DECIMAL_SUFFIXES = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'];
const BINARY_SUFFIXES = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];

/** The canonical text of an amount, as apimachinery prints it: the largest suffix without a fraction. */
export function quantityText(nanos: bigint, notation: QuantityNotation): string {
  if (nanos === 0n) return '0';
  const magnitude = nanos < 0n ? -nanos : nanos;
  if (notation === 'binary' && magnitude >= 1024n * NANOS && magnitude % NANOS === 0n) {
    const [amount, step] = reduce(magnitude / NANOS, 1024n, BINARY_SUFFIXES.length);
    return `${nanos < 0n ? '-' : ''}${amount}${BINARY_SUFFIXES[step] ?? ''}`;
  }
  const hasExponent = notation === 'exponent';
  const [amount, step] = reduce(magnitude, 1000n, hasExponent ? Infinity : DECIMAL_SUFFIXES.length);
  const exponent = step * 3 - 9;
  const plain = hasExponent ? (exponent === 0 ? '' : `e${exponent}`) : undefined;
  return `${nanos < 0n ? '-' : ''}${amount}${plain ?? DECIMAL_SUFFIXES[step] ?? ''}`;
}

/** Takes out factors, at most one fewer than there are suffixes. */
function reduce(amount: bigint, factor: bigint, suffixes: number): [bigint, number] {
  let [rest, step] = [amount, 0];
  while (step < suffixes - 1 && rest % factor === 0n) [rest, step] = [rest / factor, step + 1];
  return [rest, step];
}
