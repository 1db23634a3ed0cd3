import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import { humanAge } from '@vmgen/base/text';
import {
  AGE_COLUMN,
  NAME_COLUMN,
  type TableColumn,
  column,
  hasCondition,
  numberAt,
  orNone,
  stringAt,
  wideColumn,
} from './column.js';
import { getObjects, getValue } from '../built-in/strategies/fields.js';

/** core/v1 Pod. */
export const POD_COLUMNS: readonly TableColumn[] = [
  NAME_COLUMN,
  column('Ready', (pod) => {
    const { ready, total } = summaryOf(pod);
    return `${ready}/${total}`;
  }),
  column('Status', (pod) => summaryOf(pod).reason),
  column('Restarts', (pod, now) => {
    const { restarts, lastRestart } = summaryOf(pod);
    const showsRestartTime = restarts !== 0 && lastRestart !== '';
    return showsRestartTime ? `${restarts} (${humanAge(lastRestart, now)} ago)` : String(restarts);
  }),
  AGE_COLUMN,
  wideColumn('IP', (pod) => {
    const [first] = getObjects(pod, 'status', 'podIPs');
    return orNone(first === undefined ? '' : stringAt(first, 'ip'));
  }),
  wideColumn('Node', (pod) => orNone(stringAt(pod, 'spec', 'nodeName'))),
  wideColumn('Nominated Node', (pod) => orNone(stringAt(pod, 'status', 'nominatedNodeName'))),
  wideColumn('Readiness Gates', (pod) => {
    const gates = getObjects(pod, 'spec', 'readinessGates');
    const open = gates.filter((gate) => hasCondition(pod, stringAt(gate, 'conditionType')));
    return gates.length === 0 ? '<none>' : `${open.length}/${gates.length}`;
  }),
];

interface Summary {
  readonly ready: number;
  readonly total: number;
  readonly restarts: number;
  /** The time of the last restart of a container, or an empty string. */
  readonly lastRestart: string;
  readonly reason: string;
}

/** Returns the status of a pod in one line (printPod in pkg/printers). */
function summaryOf(pod: JsonObject): Summary {
  const own = getObjects(pod, 'status', 'containerStatuses');
  const phase = stringAt(pod, 'status', 'phase');
  const gated = getObjects(pod, 'status', 'conditions').some(
    (it) => it['type'] === 'PodScheduled' && it['reason'] === 'SchedulingGated',
  );
  const sidecars = sidecarsOf(pod);
  const initial = initialSummary(pod, sidecars);
  let reason = gated ? 'SchedulingGated' : stringAt(pod, 'status', 'reason') || phase;
  reason = initial.reason ?? reason;
  let [ready, counted] = [initial.ready, initial.statuses];
  if (initial.reason === undefined || hasCondition(pod, 'Initialized')) {
    counted = [...counted.filter((it) => sidecars.has(stringAt(it, 'name'))), ...own];
    ready += own.filter((it) => isUp(it)).length;
    reason = ownReason(pod, own) ?? reason;
  }
  const isDeleted = stringAt(pod, 'metadata', 'deletionTimestamp') !== '';
  if (isDeleted && stringAt(pod, 'status', 'reason') === 'NodeLost') reason = 'Unknown';
  else if (isDeleted && phase !== 'Succeeded' && phase !== 'Failed') reason = 'Terminating';
  return {
    ready,
    total: getObjects(pod, 'spec', 'containers').length + sidecars.size,
    restarts: counted.reduce((sum, it) => sum + numberAt(it, 'restartCount'), 0),
    lastRestart: counted
      .map((it) => stringAt(it, 'lastState', 'terminated', 'finishedAt'))
      .reduce((last, time) => (time > last ? time : last), ''),
    reason,
  };
}

/** Returns the names of restartable init containers. */
function sidecarsOf(pod: JsonObject): ReadonlySet<string> {
  const first = getObjects(pod, 'spec', 'initContainers');
  return new Set(
    first.filter((it) => it['restartPolicy'] === 'Always').map((it) => stringAt(it, 'name')),
  );
}

interface InitialSummary {
  readonly ready: number;
  readonly statuses: readonly JsonObject[];
  /** Undefined if all of them completed. */
  readonly reason: string | undefined;
}

function initialSummary(pod: JsonObject, sidecars: ReadonlySet<string>): InitialSummary {
  const statuses = getObjects(pod, 'status', 'initContainerStatuses');
  const total = getObjects(pod, 'spec', 'initContainers').length;
  let ready = 0;
  for (const [i, status] of statuses.entries()) {
    const seen = statuses.slice(0, i + 1);
    const ended = getValue(status, 'state', 'terminated');
    const waiting = stringAt(status, 'state', 'waiting', 'reason');
    if (isJsonObject(ended) && numberAt(ended, 'exitCode') === 0) continue;
    if (sidecars.has(stringAt(status, 'name')) && status['started'] === true) {
      if (status['ready'] === true) ready++;
    } else if (isJsonObject(ended)) {
      return { ready, statuses: seen, reason: `Init:${endReason(ended)}` };
    } else if (waiting !== '' && waiting !== 'PodInitializing') {
      return { ready, statuses: seen, reason: `Init:${waiting}` };
    } else {
      return { ready, statuses: seen, reason: `Init:${i}/${total}` };
    }
  }
  return { ready, statuses, reason: undefined };
}

const isUp = (status: JsonObject): boolean =>
  status['ready'] === true && isJsonObject(getValue(status, 'state', 'running'));

/** Returns the first reason in the status of a container. */
function ownReason(pod: JsonObject, statuses: readonly JsonObject[]): string | undefined {
  let reason: string | undefined;
  let failure = '';
  for (const status of [...statuses].reverse()) {
    const waiting = stringAt(status, 'state', 'waiting', 'reason');
    const ended = getValue(status, 'state', 'terminated');
    if (waiting !== '') reason = waiting;
    else if (isJsonObject(ended)) {
      reason = endReason(ended);
      if (numberAt(ended, 'exitCode') !== 0) failure = reason;
    }
  }
  if (reason !== 'Completed') return reason;
  const isRunning = statuses.some(isUp);
  if (isRunning && hasCondition(pod, 'Ready')) return 'Running';
  if (failure !== '') return failure;
  return isRunning ? 'NotReady' : reason;
}

function endReason(ended: JsonObject): string {
  const reason = stringAt(ended, 'reason');
  if (reason !== '') return reason;
  const signal = numberAt(ended, 'signal');
  return signal === 0 ? `ExitCode:${numberAt(ended, 'exitCode')}` : `Signal:${signal}`;
}
