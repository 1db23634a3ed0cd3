import { run } from './child.js';

/** What the tests look at of a container. */
export interface Container {
  readonly Id: string;
  readonly Name: string;
  readonly Config: { readonly Image: string; readonly Labels: Readonly<Record<string, string>> };
  readonly HostConfig: {
    readonly NanoCpus: number;
    readonly Memory: number;
    readonly PidsLimit: number;
    readonly CapDrop: readonly string[];
  };
  readonly State: { readonly Status: string; readonly Running: boolean };
}

/** The engine's client, the observer beside the code under test. */
export function docker(...args: readonly string[]): Promise<string> {
  return run('docker', args);
}

/** All containers, in any state, of one VirtualMachine. */
export async function containersOf(uid: string): Promise<Container[]> {
  return inspect(await ids(`label=cloudnative.tw/vm-uid=${uid}`));
}

/** All containers that any controller made. */
export async function allContainers(): Promise<Container[]> {
  return inspect(await ids('label=cloudnative.tw/vm-uid'));
}

async function ids(filter: string): Promise<string[]> {
  const output = await docker('ps', '--all', '--quiet', '--no-trunc', '--filter', filter);
  return output.split('\n').filter((id) => id !== '');
}

async function inspect(found: readonly string[]): Promise<Container[]> {
  if (found.length === 0) return [];
  try {
    return JSON.parse(await docker('inspect', ...found)) as Container[];
  } catch (error) {
    // One that was listed may be gone by the time it is inspected.
    if (error instanceof Error && /no such/i.test(error.message)) return [];
    throw error;
  }
}
