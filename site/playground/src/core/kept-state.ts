import { checkState, type PlaygroundState } from './state.js';

/** Returns a storage of the browser. The access and each call may throw. */
type StorageAccess = () => {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
};

const KEY = 'vmgen-playground';

/**
 * Returns the state of the first storage that has a valid one: that of this tab comes first, so that a reload does not
 * show that of another tab, or of the last visit. Undefined without one, or if the browser forbids storage.
 */
export function keptState(storages: readonly StorageAccess[]): PlaygroundState | undefined {
  for (const storage of storages) {
    try {
      const text = storage().getItem(KEY);
      if (text !== null) return checkState(JSON.parse(text));
    } catch {
      // The next one may have a state.
    }
  }
  return undefined;
}

/** Keeps a state in each storage that the browser allows. */
export function keepState(state: PlaygroundState, storages: readonly StorageAccess[]): void {
  const text = JSON.stringify(state);
  for (const storage of storages) {
    try {
      storage().setItem(KEY, text);
    } catch {
      // Without storage, the next visit begins with an example.
    }
  }
}
