import { element } from './dom.js';

/** A tab with its panel. */
export interface Tab {
  readonly id: string;
  readonly label: string;
  readonly panel: HTMLElement;
}

/**
 * Tabs after the pattern of WAI-ARIA: the arrow keys, Home and End move between them, and a tab is shown as soon as it
 * has the focus.
 */
export class Tabs {
  readonly list: HTMLElement;
  readonly #buttons = new Map<string, HTMLButtonElement>();
  readonly #panels = new Map<string, HTMLElement>();
  readonly #onShow: (id: string) => void;
  #shown = '';

  /** @param name distinguishes the ids of elements, and `label` describes the list */
  constructor(name: string, label: string, tabs: readonly Tab[], onShow: (id: string) => void) {
    this.#onShow = onShow;
    this.list = element('div', { class: 'tabs', role: 'tablist', 'aria-label': label });
    for (const { id, label: text, panel } of tabs) {
      if (panel.id === '') panel.id = `${name}-panel-${id}`;
      const button = element('button', {
        type: 'button',
        role: 'tab',
        id: `${name}-tab-${id}`,
        'aria-controls': panel.id,
        text,
        on: { click: () => this.show(id), keydown: (event) => this.#move(event) },
      });
      panel.setAttribute('role', 'tabpanel');
      this.#buttons.set(id, button);
      this.#panels.set(id, panel);
      this.list.append(button);
    }
    const [first] = tabs;
    if (first !== undefined) this.#mark(first.id);
  }

  get shown(): string {
    return this.#shown;
  }

  show(id: string): void {
    if (id === this.#shown || !this.#buttons.has(id)) return;
    this.#mark(id);
    this.#onShow(id);
  }

  /** Shows a number or a word beside the label of a tab; an empty one removes it. */
  badge(id: string, text: string, tone = ''): void {
    const button = this.#buttons.get(id);
    if (button === undefined) return;
    button.querySelector('.badge')?.remove();
    if (text !== '') button.append(' ', element('span', { class: `badge ${tone}`, text }));
  }

  #mark(id: string): void {
    this.#shown = id;
    const shown = this.#panels.get(id);
    for (const [each, button] of this.#buttons) {
      const isSelected = each === id;
      button.setAttribute('aria-selected', String(isSelected));
      button.tabIndex = isSelected ? 0 : -1;
      const panel = this.#panels.get(each);
      // Several tabs may share a panel.
      panel?.classList.toggle('shown', panel === shown);
      if (isSelected) panel?.setAttribute('aria-labelledby', button.id);
    }
  }

  #move(event: KeyboardEvent): void {
    const ids = [...this.#buttons.keys()];
    const at = ids.indexOf(this.#shown);
    const to: Partial<Record<string, number>> = {
      ArrowRight: (at + 1) % ids.length,
      ArrowLeft: (at - 1 + ids.length) % ids.length,
      Home: 0,
      End: ids.length - 1,
    };
    const id = ids[to[event.key] ?? -1];
    if (id === undefined) return;
    event.preventDefault();
    this.show(id);
    this.#buttons.get(id)?.focus();
  }
}
