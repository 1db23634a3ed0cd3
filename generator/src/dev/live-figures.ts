import { evaluate, parseSamples } from '../monitoring/evaluate.js';
import { FIGURES, type Figure, type FigureName } from '../monitoring/figures.js';

/** Rates and quantiles are those of this time. */
const WINDOW_MS = 10_000;

/** The figures that are shown unless they are 0. All others are shown if they are above their limit. */
const SHOWN: ReadonlySet<FigureName> = new Set<FigureName>([
  'duration99',
  'waited99',
  'ownWrites',
  'skippedWrites',
  'retries',
  'webhookCalls',
  'webhook99',
]);

/** A page of metrics, and when it was read. */
interface TimedPage {
  readonly ms: number;
  readonly samples: ReturnType<typeof parseSamples>;
}

/** The figures of the dashboard of an operator, calculated from the pages of metrics of one process. */
export class LiveFigures {
  #pages: TimedPage[] = [];

  /** Forgets the pages: another process has started. */
  clear(): void {
    this.#pages = [];
  }

  /** Reads the next page, and returns a line for each figure that matters now. */
  read(page: string, nowMs: number): string[] {
    const after = { ms: nowMs, samples: parseSamples(page) };
    this.#pages = [...this.#pages.filter(({ ms }) => ms >= nowMs - WINDOW_MS), after];
    const [before = after] = this.#pages;
    if (before === after) return [];
    return Object.entries<Figure>(FIGURES).flatMap(([name, figure]) =>
      linesOf(figure, isShown(name) ? 0 : figure.limit, before, after),
    );
  }
}

const isShown = (name: string): boolean => (SHOWN as ReadonlySet<string>).has(name);

function linesOf(
  { title, unit, query, limit }: Figure,
  least: number | undefined,
  before: TimedPage,
  after: TimedPage,
): string[] {
  if (least === undefined) return [];
  const seconds = (after.ms - before.ms) / 1000;
  const values = evaluate(query, before.samples, after.samples, seconds)
    .filter(({ value }) => Number.isFinite(value) && value > least)
    .map(({ labels, value }) => {
      // A limit of 0 says no more than that the figure is shown.
      const isAbove = limit !== undefined && limit > 0 && value > limit;
      const mark = isAbove ? ` (limit ${numberText(limit, unit)})` : '';
      return [...Object.values(labels), numberText(value, unit) + mark].join(' ');
    });
  return values.length === 0 ? [] : [`${title}: ${values.join(', ')}`];
}

function numberText(value: number, unit: Figure['unit']): string {
  const rounded = (number: number): string => String(Number(number.toPrecision(2)));
  if (unit === 'per second') return `${rounded(value)}/s`;
  if (unit === 'seconds') return value < 1 ? `${rounded(value * 1000)} ms` : `${rounded(value)} s`;
  return rounded(value);
}
