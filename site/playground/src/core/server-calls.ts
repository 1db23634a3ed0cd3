import type { RenamingConversion } from './renaming-conversion.js';

/** What a command prints. */
export interface TerminalEvent {
  /** The number of the command. */
  readonly run: number;
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
  kubectl(run: number, line: string, files: Readonly<Record<string, string>>): Promise<number>;
  /** Sets the conversions that the server asks for from now on. */
  setConversions(conversions: readonly RenamingConversion[]): void;
  /** Ends a command, such as a watch. */
  interrupt(run: number): void;
  /** Starts with an empty server. */
  reset(): Promise<void>;
}
