import { visibleText, widthOf } from '../diagnostics/visible-text.js';
import { changesText, problemsOf, rowsOf, type Health } from './describe-state.js';
import type { ControllerFigures, DevState } from './dev-state.js';

/** The size and the abilities of a terminal. */
interface ScreenSize {
  readonly columns: number;
  readonly rows: number;
  readonly hasColours: boolean;
}

/** The keys, for the last line and the help. */
const KEYS: readonly (readonly [key: string, short: string, help: string])[] = [
  ['a', 'apply samples', 'apply all files of the folder samples'],
  ['r', 'restart', 'generate again, and restart the operator'],
  ['l', 'log', 'show the log of the operator, or return from it'],
  ['d', 'diff', 'show the changes of the CRDs, or return from them'],
  ['u', '', 'update the CRDs in spite of breaking changes'],
  ['x', 'delete samples', 'delete the objects of the folder samples; press it twice'],
  ['?', 'help', 'show this help, or return from it'],
  ['q', 'quit', 'end all; Ctrl-C does the same, and a second one kills what still runs'],
];

const COLOURS: Readonly<Record<Health | 'strong', string>> = {
  good: '32',
  busy: '33',
  bad: '31',
  strong: '1',
};

/**
 * The lines of the whole screen: at most as many as it has rows, each at most as wide as its columns. Control
 * characters of names, messages and logs are replaced.
 */
export function screenLines(state: DevState, size: ScreenSize): string[] {
  const { columns, rows, hasColours } = size;
  const paint = (text: string, style: Health | 'strong'): string =>
    hasColours ? `\u001b[${COLOURS[style]}m${text}\u001b[0m` : text;
  const line = (text: string): string => fitted(visibleText(text), columns);
  const head = [
    paint(line(`${state.name}  vmgen dev`), 'strong'),
    '',
    ...rowsOf(state, true).map(({ part, health, word, detail }) => {
      const start = fitted(part.padEnd(10), columns);
      const middle = fitted(visibleText(word).padEnd(13), columns - start.length);
      const end = fitted(visibleText(detail), columns - start.length - widthOf(middle));
      return `${start}${paint(middle, health)}${end}`.trimEnd();
    }),
    '',
  ];
  const foot = [line(state.notice), paint(line(keyLine()), 'strong')];
  const space = Math.max(0, rows - head.length - foot.length);
  const texts = pageOf(state, rows)
    .flatMap((text) => text.split('\n'))
    .flatMap((text) => wrapped(visibleText(text), columns));
  // A log ends at the last line; others begin at the first one.
  const shown = state.page === 'log' ? texts.slice(-space || texts.length) : texts.slice(0, space);
  if (state.page !== 'log' && texts.length > space && space > 0) {
    shown.splice(space - 1, 1, `... ${texts.length - space + 1} more lines`);
  }
  const body = Array.from({ length: space }, (_, index) => line(shown[index] ?? ''));
  return [...head, ...body, ...foot].slice(0, rows);
}

const keyLine = (): string =>
  KEYS.filter(([, short]) => short !== '')
    .map(([key, short]) => `[${key}] ${short}`)
    .join('  ');

function pageOf(state: DevState, rows: number): string[] {
  switch (state.page) {
    case 'overview': {
      const problems = problemsOf(state);
      return [...figureLines(state), ...problems];
    }
    case 'log':
      return state.log.length === 0 ? ['the operator has logged nothing'] : state.log.slice(-rows);
    case 'diff': {
      const changes = changesText(state.crds.changes, true);
      return changes.length === 0 ? ['the installed CRDs are as their files'] : changes;
    }
    case 'help':
      return KEYS.map(([key, , help]) => `${key}  ${help}`);
  }
}

function figureLines({ operator: { figures, isReady } }: DevState): string[] {
  if (!isReady || figures === undefined) return [];
  const { role, controllers, others } = figures;
  const width = Math.max(10, ...controllers.map(({ name }) => widthOf(visibleText(name))));
  const header = ['reconciles', 'errors', 'queued', 'failing'];
  const cells = ({ reconciles, failures, queued, failing }: ControllerFigures): number[] => [
    reconciles,
    failures,
    queued,
    failing,
  ];
  return [
    `${'controller'.padEnd(width)}${header.map((each) => each.padStart(12)).join('')}`,
    ...controllers.map((each) => {
      const name = visibleText(each.name);
      const padding = ' '.repeat(width - widthOf(name));
      return `${name}${padding}${cells(each)
        .map((cell) => String(cell).padStart(12))
        .join('')}`;
    }),
    `role: ${role}`,
    ...others,
    '',
  ];
}

/** Divides a visible text into lines of at most so many cells. */
function wrapped(text: string, cells: number): string[] {
  const lines: string[] = [];
  let rest = text;
  do {
    // A character may be wider than the terminal.
    const line = fitted(rest, cells) || rest.slice(0, 1);
    lines.push(line);
    rest = rest.slice(line.length);
  } while (rest !== '');
  return lines;
}

/** Cuts a visible text to a number of cells. */
function fitted(text: string, cells: number): string {
  let width = 0;
  let end = 0;
  for (const character of text) {
    width += widthOf(character);
    if (width > cells) return text.slice(0, end);
    end += character.length;
  }
  return text;
}
