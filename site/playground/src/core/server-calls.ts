import type { RenamingConversion } from './renaming-conversion.js';

/** What a command prints. */
export interface TerminalEvent {
  readonly stream: 'out' | 'err';
  readonly text: string;
}

/** The functions of the worker with the API server. */
export interface ServerCalls {
  /**
   * Runs a command of kubectl, and returns its exit code.
   *
   * @param files what `-f` reads, by name
   */
  kubectl(line: string, files: Readonly<Record<string, string>>): Promise<number>;
  /** Sets the conversions that the server asks for from now on. */
  setConversions(conversions: readonly RenamingConversion[]): void;
  /** Ends all commands that run, such as a watch. */
  interrupt(): void;
  /** Starts with an empty server. */
  reset(): Promise<void>;
}
