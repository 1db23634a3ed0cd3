import type { Client } from './client.js';
import type { Arguments } from './flags.js';
import type { Files } from './manifests.js';
import type { Resources } from './resources.js';

/** What a command works with. */
export interface Context extends Files {
  readonly client: Client;
  readonly args: Arguments;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Loads what the server serves, once. */
  readonly resources: () => Promise<Resources>;
}

/** The namespace of a command. As in kubectl, an empty one means the default. */
export const namespaceOf = ({ args }: Pick<Context, 'args'>): string =>
  args.text('namespace') || 'default';
