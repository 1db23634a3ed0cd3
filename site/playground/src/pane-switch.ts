import { element } from './dom.js';
import { type Tab, Tabs } from './tabs.js';

/** Below this width, one pane is shown at a time. */
const NARROW = matchMedia('(max-width: 860px)');

/**
 * Switches between panes on narrow pages, where they are the panels of tabs. On wide pages all of them are shown, as
 * regions.
 */
export function createPaneSwitch(panes: readonly Tab[]): Tabs {
  const tabs = new Tabs('pane', 'Panes', panes, () => undefined);
  tabs.list.classList.add('pane-switch');
  const apply = (): void => {
    tabs.list.hidden = !NARROW.matches;
    for (const { label, panel } of panes) {
      panel.setAttribute('role', NARROW.matches ? 'tabpanel' : 'region');
      if (NARROW.matches) panel.removeAttribute('aria-label');
      else panel.setAttribute('aria-label', label);
    }
  };
  NARROW.addEventListener('change', apply);
  apply();
  return tabs;
}

/** A pane with its content. */
export const pane = (name: string, ...children: readonly Node[]): HTMLElement =>
  element('section', { class: `pane ${name}` }, ...children);
