import { EXAMPLE_FILES } from 'playground:examples';
import { OBJECTS_FILE, type PlaygroundState } from './core/state.js';

/** An example: files, and commands to try. */
export interface Example {
  readonly id: string;
  readonly title: string;
  /** The file that is shown first. */
  readonly active: string;
  /** A CRD whose types the example shows, instead of files. */
  readonly crd?: string;
  readonly commands: readonly string[];
}

/** In the order of the list. */
export const EXAMPLES: readonly Example[] = [
  {
    id: 'kind',
    title: 'A kind',
    active: 'web/v1/types.ts',
    commands: ['kubectl get sites -w', 'kubectl explain site.spec', 'kubectl describe site shop'],
  },
  {
    id: 'policy',
    title: 'An admission policy',
    active: 'data/v1/types.ts',
    commands: [
      'kubectl delete database orders',
      'kubectl annotate database orders example.com/allow-deletion=true',
      'kubectl get databases -o yaml',
    ],
  },
  {
    id: 'versions',
    title: 'Versions and conversion',
    active: 'web/v1/types.ts',
    commands: [
      'kubectl get sites.v1.web.example.com shop -o yaml',
      'kubectl get sites.v1alpha1.web.example.com shop -o yaml',
    ],
  },
  {
    id: 'import',
    title: 'Import of a CRD',
    active: 'stable/v1/types.ts',
    crd: 'crontabs.yaml',
    commands: ['kubectl get crontabs', 'kubectl explain crontab.spec'],
  },
];

/** Returns an example by its id; the first one for others. */
export const exampleOf = (id: string): Example => {
  const [first] = EXAMPLES;
  const found = EXAMPLES.find((each) => each.id === id) ?? first;
  if (found === undefined) throw new Error('there are no examples');
  return found;
};

/** The files of an example by path: of types, and of objects. */
export function stateOf({ id, active }: Example): PlaygroundState {
  const prefix = `${id}/`;
  const files = Object.entries(EXAMPLE_FILES)
    .filter(([path]) => path.startsWith(prefix))
    .map(([path, text]) => [path.slice(prefix.length), text] as const)
    // Types first.
    .sort(([a], [b]) => Number(a === OBJECTS_FILE) - Number(b === OBJECTS_FILE));
  return { files: Object.fromEntries(files), active };
}

/** The CRD that an example imports. */
export const crdOf = ({ id, crd }: Example): string | undefined =>
  crd === undefined ? undefined : EXAMPLE_FILES[`${id}/${crd}`];
