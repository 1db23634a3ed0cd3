import { pick, seeded } from '../support/seeded.js';
import { randomTexts } from './random-texts.js';

const suffixes = [
  '',
  'n',
  'u',
  'm',
  'k',
  'M',
  'G',
  'T',
  'P',
  'E',
  'Ki',
  'Mi',
  'Gi',
  'Ti',
  'Pi',
  'Ei',
];
const exponents = ['e0', 'e3', 'E3', 'e-3', 'e9', 'E-9', 'e12', 'e-12', 'e5', 'e+7', 'e30', 'e100'];

/** Zeros and nines decide what is rounded, and what a suffix can take. */
const DIGITS = [0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9];

/** Valid quantities for most code paths of apimachinery. */
function quantities(seed: number, count: number): string[] {
  const random = seeded(seed);
  const digits = (most: number): string =>
    Array.from({ length: Math.floor(random() * (most + 1)) }, () => pick(DIGITS, random())).join(
      '',
    );
  const texts = new Set<string>();
  while (texts.size < count) {
    const sign = pick(['', '', '', '-', '+'], random());
    const whole = `${digits(pick([2, 4, 20], random()))}${String(Math.floor(random() * 10))}`;
    const fraction = random() < 0.4 ? `.${digits(pick([2, 12], random()))}` : '';
    texts.add(sign + whole + fraction + pick(random() < 0.8 ? suffixes : exponents, random()));
  }
  return [...texts];
}

const readable = quantities(5, 400);

/** Texts to be read as quantities. */
export const quantityTexts: readonly string[] = [
  ...new Set([
    ...readable,
    '1000E',
    '10000P',
    '-1000000E',
    '1000000000000000000000',
    '1e99',
    ...randomTexts(
      6,
      250,
      ['0', '1', '5', '.', '+', '-', 'e', 'E', 'k', 'm', 'i', 'Ki', ' ', 'x'],
      6,
    ),
  ]),
];

/** Quantities to be compared, added and subtracted. */
export const quantityPairs: readonly (readonly [string, string])[] = pairs(7, 300);

function pairs(seed: number, count: number): [string, string][] {
  const random = seeded(seed);
  return Array.from({ length: count }, () => [pick(readable, random()), pick(readable, random())]);
}
