import type { ShownCosts, ShownRuleCost } from './core/compiler-calls.js';
import { visibleText } from './core/visible-text.js';
import { element } from './dom.js';

const EXPLANATION =
  'Before it accepts a CRD, an API server estimates what each CEL rule costs at most for one object, and rejects rules above a limit. Bounds such as MaxItems and MaxLength lower the estimate.';

/** The cost of each CEL rule, and what is left of the budget. */
export class CostsPanel {
  readonly root: HTMLElement;
  readonly #content: HTMLElement;
  readonly #goTo: (cost: ShownRuleCost) => void;

  constructor(goTo: (cost: ShownRuleCost) => void) {
    this.#goTo = goTo;
    this.#content = element('div', { class: 'costs' });
    this.root = element('div', { class: 'panel scrolls', tabindex: 0 }, this.#content);
    this.show([]);
  }

  show(costs: readonly ShownCosts[]): void {
    const withRules = costs.filter(({ rules }) => rules.length > 0);
    if (withRules.length === 0) {
      const text =
        'No CEL rules. Add one with +kubebuilder:validation:XValidation above a type or a field, and its cost is shown here.';
      this.#content.replaceChildren(element('p', { class: 'empty', text }));
      return;
    }
    this.#content.replaceChildren(
      element('p', { class: 'explanation', text: EXPLANATION }),
      ...withRules.map((each) => this.#version(each)),
    );
  }

  #version({ title, rules, total, limit }: ShownCosts): HTMLElement {
    const left = Math.max(0, limit - total);
    return element(
      'section',
      { class: 'cost-version', 'aria-label': title },
      element('h2', { text: title }),
      bar(`Budget of ${title}`, total, limit),
      element('p', {
        class: 'budget',
        text:
          total > limit
            ? `${shown(total)} of ${shown(limit)}: ${shown(total - limit)} too much`
            : `${shown(total)} of ${shown(limit)} used, ${shown(left)} left (${percent(left, limit)})`,
      }),
      element('ol', { class: 'rules' }, ...rules.map((rule) => this.#rule(rule))),
    );
  }

  #rule(cost: ShownRuleCost): HTMLElement {
    const { path, rule, file, line } = cost;
    return element(
      'li',
      {},
      element('code', { text: visibleText(rule) }),
      element(
        'p',
        { class: 'facts' },
        element('button', {
          type: 'button',
          class: 'link place',
          text: path === '' ? `${file}:${line}` : path,
          'aria-label': `${path}, ${file} line ${line}`,
          on: { click: () => this.#goTo(cost) },
        }),
        element('span', {
          text: `${shown(cost.cost)} (${percent(cost.cost, cost.limit)} of the limit of a rule)`,
        }),
      ),
      bar(`Cost of the rule of ${path}`, cost.cost, cost.limit),
    );
  }
}

function bar(label: string, value: number, limit: number): HTMLElement {
  return element('meter', {
    'aria-label': label,
    min: 0,
    max: limit,
    high: limit / 2,
    low: limit / 4,
    optimum: 0,
    value: Math.min(value, limit),
    text: percent(value, limit),
  });
}

const shown = (value: number): string => Math.round(value).toLocaleString('en');

/** A share of 100 %, with a decimal if it is small. */
export function percent(value: number, limit: number): string {
  const share = (value / limit) * 100;
  if (value > 0 && share < 0.1) return 'less than 0.1 %';
  return `${share < 10 ? share.toFixed(1) : Math.round(share)} %`;
}
