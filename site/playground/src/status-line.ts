import { SpokenText } from './core/spoken-text.js';
import { element } from './dom.js';

/** The outcome of the last compilation, which a screen reader reads out when typing pauses. */
export class StatusLine {
  readonly #shown = element('span', { class: 'outcome', 'aria-hidden': 'true' });
  readonly #spoken = element('span', { class: 'unseen', role: 'status' });
  readonly #speech = new SpokenText((text) => (this.#spoken.textContent = text));
  readonly #time = element('span', { class: 'time' });
  readonly root = element('p', { class: 'status' }, this.#spoken, this.#shown, ' ', this.#time);

  /** @param ms the time from the change to the answer; not shown if it is undefined */
  say(text: string, ms?: number): void {
    this.#shown.textContent = text;
    this.#speech.set(text);
    this.#time.textContent = ms === undefined ? '' : `${Math.round(ms)} ms`;
  }
}
