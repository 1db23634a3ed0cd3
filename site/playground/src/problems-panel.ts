import type { Problem } from './core/compiler-calls.js';
import { element } from './dom.js';

/** More are not listed: nobody reads them, and a page with them is slow. */
const MOST = 200;

interface ProblemActions {
  /** Shows the position of a problem in the editor. */
  readonly goTo: (problem: Problem) => void;
  /** Applies the fix of a problem. */
  readonly fix: (problem: Problem) => void;
}

/** The list of diagnostics, with fixes to click. */
export class ProblemsPanel {
  readonly root: HTMLElement;
  readonly #actions: ProblemActions;
  readonly #list: HTMLElement;
  readonly #summary: HTMLElement;

  constructor(actions: ProblemActions) {
    this.#actions = actions;
    this.#summary = element('p', { class: 'summary' });
    this.#list = element('ol', { class: 'problems' });
    this.root = element('div', { class: 'panel scrolls' }, this.#summary, this.#list);
    this.show([]);
  }

  show(problems: readonly Problem[]): void {
    this.#summary.textContent = summaryOf(problems);
    this.#summary.classList.toggle('empty', problems.length === 0);
    this.#list.hidden = problems.length === 0;
    this.#list.replaceChildren(...problems.slice(0, MOST).map((each) => this.#item(each)));
  }

  #item(problem: Problem): HTMLElement {
    const { severity, code, message, remedy, file, line, column, edits } = problem;
    const place = `${file}:${line}:${column}`;
    const where = element('button', {
      type: 'button',
      class: 'link place',
      text: place,
      on: { click: () => this.#actions.goTo(problem) },
    });
    const fix = element('button', {
      type: 'button',
      class: 'primary small',
      text: 'Fix',
      'aria-label': `Fix: ${remedy === '' ? message : remedy}`,
      on: { click: () => this.#actions.fix(problem) },
    });
    return element(
      'li',
      { class: `problem ${severity}` },
      element(
        'p',
        { class: 'message' },
        element('span', { class: 'severity', text: severity }),
        ' ',
        message,
      ),
      ...(remedy === '' ? [] : [element('p', { class: 'remedy', text: remedy })]),
      element(
        'p',
        { class: 'facts' },
        ...(edits.length > 0 ? [fix] : []),
        ...(file === '' ? [] : [where]),
        element('a', {
          class: 'code-name',
          href: new URL(`../d/${code}/`, import.meta.url).href,
          target: '_blank',
          rel: 'noopener',
          title: 'The page of this diagnostic, in a new tab',
          text: code,
        }),
      ),
    );
  }
}

/** The number of errors and warnings, as a sentence. */
export function summaryOf(problems: readonly Problem[]): string {
  if (problems.length === 0) return 'No problems.';
  const count = (severity: Problem['severity'], noun: string): string[] => {
    const { length } = problems.filter((each) => each.severity === severity);
    return length === 0 ? [] : [`${length} ${noun}${length === 1 ? '' : 's'}`];
  };
  const parts = [
    ...count('error', 'error'),
    ...count('warning', 'warning'),
    ...count('info', 'note'),
  ];
  const more = problems.length > MOST ? ` The first ${MOST} are listed.` : '';
  return `${parts.join(', ')}.${more}`;
}
