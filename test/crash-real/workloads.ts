import { IMAGE } from '../support/own-engine.js';
import type { DockerWorld } from '../matrix/docker-world.js';

/** The other image that machines are replaced with. */
export const OTHER_IMAGE = 'vmgen-test/other:1';

/** A change of the only machine, from a state that it needs. */
export interface Workload {
  readonly name: string;
  /** What the machine must be before: absent, running or stopped. */
  readonly from: 'absent' | 'on' | 'off';
  readonly to: 'absent' | 'on' | 'off';
  readonly act: (docker: DockerWorld) => Promise<unknown>;
}

/** The name of the only machine. */
export const MACHINE = 'a';

export const WORKLOADS: readonly Workload[] = [
  { name: 'create', from: 'absent', to: 'on', act: ({ world }) => world.create(MACHINE) },
  {
    name: 'replace',
    from: 'on',
    to: 'on',
    async act({ world }) {
      const { spec } = await world.machines.get(MACHINE);
      const image = spec.image === OTHER_IMAGE ? IMAGE : OTHER_IMAGE;
      await world.machines.mergePatch(MACHINE, { spec: { image } });
    },
  },
  { name: 'resize', from: 'on', to: 'on', act: ({ world }) => world.touch(MACHINE) },
  {
    name: 'power off',
    from: 'on',
    to: 'off',
    act: ({ world }) => world.machines.mergePatch(MACHINE, { spec: { action: 'inactive' } }),
  },
  {
    name: 'power on',
    from: 'off',
    to: 'on',
    act: ({ world }) => world.machines.mergePatch(MACHINE, { spec: { action: 'active' } }),
  },
  {
    name: 'external kill',
    from: 'on',
    to: 'on',
    async act({ world, docker }) {
      const [server] = await world.serversOf(await world.machines.get(MACHINE));
      await docker('kill', server?.id ?? '');
    },
  },
  { name: 'delete', from: 'on', to: 'absent', act: ({ world }) => world.machines.delete(MACHINE) },
];
