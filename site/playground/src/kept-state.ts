import { checkState, type PlaygroundState } from './core/state.js';

const KEY = 'vmgen-playground';

/** Returns the state of the last visit; undefined without one, or if the browser forbids storage. */
export function keptState(): PlaygroundState | undefined {
  try {
    const text = localStorage.getItem(KEY);
    return text === null ? undefined : checkState(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Keeps a state for the next visit, if the browser allows it. */
export function keepState(state: PlaygroundState): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(state));
  } catch {
    // Without storage, the next visit begins with an example.
  }
}
