import { checkState, type PlaygroundState } from './core/state.js';

const KEY = 'vmgen-playground';

/**
 * Returns the state of this tab, so that a reload does not show that of another one, or of the last visit; undefined without
 * one, or if the browser forbids storage.
 */
export function keptState(): PlaygroundState | undefined {
  try {
    const text = sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY);
    return text === null ? undefined : checkState(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Keeps a state for the next visit and for this tab, if the browser allows it. */
export function keepState(state: PlaygroundState): void {
  try {
    const text = JSON.stringify(state);
    sessionStorage.setItem(KEY, text);
    localStorage.setItem(KEY, text);
  } catch {
    // Without storage, the next visit begins with an example.
  }
}
