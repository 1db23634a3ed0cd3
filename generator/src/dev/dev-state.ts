import type { ChildState } from './supervised-child.js';
import type { TscState } from './tsc-output.js';

/** The cluster that the operator uses. */
interface ClusterState {
  /** `embedded` is an API server of this command. */
  readonly kind: 'embedded' | 'context';
  readonly phase: 'starting' | 'connected' | 'lost';
  /** The URL; empty until it is known. */
  readonly server: string;
  /** The value of `KUBECONFIG`, or the name of the context. */
  readonly access: string;
  /** Why it is not connected. */
  readonly problem: string | undefined;
}

/** The last run of the compiler of vmgen. */
interface CompilerState {
  readonly phase: 'starting' | 'done' | 'failed';
  readonly written: number;
  /** A text of several lines for each diagnostic. */
  readonly diagnostics: readonly string[];
}

/** A difference between an installed CRD and its file. */
export interface CrdChange {
  readonly class: 'breaking' | 'risky' | 'safe';
  /** What changed, and where. */
  readonly text: string;
  readonly reason: string;
}

/** The CustomResourceDefinitions in the cluster. */
export interface CrdsState {
  readonly phase: 'starting' | 'installed' | 'waiting' | 'failed';
  readonly count: number;
  /** The changes of the last update, or of the one that waits for a confirmation. */
  readonly changes: readonly CrdChange[];
  readonly problem: string | undefined;
}

/** A failing object of a controller. */
interface FailingObject {
  readonly controller: string;
  readonly key: string;
  readonly error: string;
}

/** The figures of one controller. */
export interface ControllerFigures {
  readonly name: string;
  readonly reconciles: number;
  readonly failures: number;
  readonly queued: number;
  readonly failing: number;
}

/** What the status page of the operator reports. */
export interface OperatorFigures {
  readonly role: string;
  readonly controllers: readonly ControllerFigures[];
  readonly objects: readonly FailingObject[];
  /** A line for each further figure that matters now. */
  readonly others: readonly string[];
}

/** The operator: its process, and what its pages report. */
export interface OperatorState {
  readonly child: ChildState;
  /** What the next start waits for; undefined if nothing. */
  readonly waitsFor: string | undefined;
  /** A line for each file of the code that could not be read. */
  readonly unreadable: readonly string[];
  /** The port of the pages; undefined until the process has logged it. */
  readonly port: number | undefined;
  readonly isReady: boolean;
  /** The time from the last change of code, or from the start of the process without one, until it was ready. */
  readonly readyMs: number | undefined;
  /** Undefined without an answer, and for an operator without a status page. */
  readonly figures: OperatorFigures | undefined;
}

/** The samples of the project. */
export interface SamplesState {
  readonly files: number;
  readonly phase: 'not applied' | 'applied' | 'changed' | 'deleted';
  /** The outcome of the last key. */
  readonly problems: readonly string[];
  /** A line for each file that cannot be read now. */
  readonly unreadable: readonly string[];
}

/** The pages of the screen. */
export type Page = 'overview' | 'log' | 'diff' | 'help';

/** All that is shown. It is replaced, never changed. */
export interface DevState {
  readonly name: string;
  readonly cluster: ClusterState;
  readonly compiler: CompilerState;
  readonly tsc: { readonly child: ChildState; readonly output: TscState };
  readonly crds: CrdsState;
  readonly operator: OperatorState;
  /** Undefined without webhooks. */
  readonly webhooks: string | undefined;
  readonly samples: SamplesState;
  /** The last lines of the operator. */
  readonly log: readonly string[];
  readonly page: Page;
  /** The outcome of the last key; empty for none. */
  readonly notice: string;
}

const STOPPED: ChildState = { phase: 'stopped' };

/** The state before anything has started. */
export function initialState(
  name: string,
  cluster: Pick<ClusterState, 'kind' | 'server' | 'access'>,
): DevState {
  return {
    name,
    cluster: { ...cluster, phase: 'starting', problem: undefined },
    compiler: { phase: 'starting', written: 0, diagnostics: [] },
    tsc: { child: STOPPED, output: { phase: 'starting', errors: [] } },
    crds: { phase: 'starting', count: 0, changes: [], problem: undefined },
    operator: {
      child: STOPPED,
      waitsFor: 'the first build',
      unreadable: [],
      port: undefined,
      isReady: false,
      readyMs: undefined,
      figures: undefined,
    },
    webhooks: undefined,
    samples: { files: 0, phase: 'not applied', problems: [], unreadable: [] },
    log: [],
    page: 'overview',
    notice: '',
  };
}
