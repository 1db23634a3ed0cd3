import { join } from 'node:path';
import { kindOf } from '../disk/entry.js';
import type { GeneratedFile } from '../settings/generated-file.js';
import { applyChanges, removeTemporary, TEMPORARY_FILE, type Change } from './apply-changes.js';
import { LOCK_FILE, withLock } from './output-lock.js';
import { RECORD_FILE } from './output-record.js';
import { planWrite, type ObservedPlan, type WritePlan } from './plan-write.js';
import type { WriteTarget } from './write-target.js';

/** Updates the output. If there are no changes, nothing is written, not even temporarily. */
export function putOutput(files: readonly GeneratedFile[], target: WriteTarget): ObservedPlan {
  const { out } = target;
  const first = planWrite(files, target);
  const isLocked = kindOf(join(out, LOCK_FILE)) !== undefined;
  if (first.diagnostics.length > 0 || (isDone(first) && !isLocked)) return first;
  return withLock(out, () => {
    removeTemporary(join(out, TEMPORARY_FILE));
    // Another run may have written since.
    const plan = planWrite(files, target);
    if (plan.diagnostics.length === 0) applyChanges(out, changesOf(plan));
    return plan;
  });
}

const isDone = ({ created, changed, stale }: WritePlan): boolean =>
  created.length + changed.length + stale.length === 0;

/** The record lists every file that exists after any of the steps, so that the next run can remove it. */
function changesOf({ created, changed, stale, recordMeanwhile }: ObservedPlan): Change[] {
  const all = [...created, ...changed];
  const record = all.filter(({ path }) => path === RECORD_FILE);
  const files = all.filter(({ path }) => path !== RECORD_FILE);
  if (stale.length === 0) return [...record, ...files];
  const meanwhile = { path: RECORD_FILE, text: recordMeanwhile };
  return [meanwhile, ...files, ...stale.map((path) => ({ path })), ...record];
}
