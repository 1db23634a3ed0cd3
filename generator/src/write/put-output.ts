import { join } from 'node:path';
import { kindOf } from '../disk/entry.js';
import type { GeneratedFile } from '../settings/generated-file.js';
import { planWrite, type ObservedPlan, type WritePlan } from './plan-write.js';
import { isAbandoned, isLeftUnfinished, STAGE_FOLDER } from './stage-folder.js';
import { swapIn } from './swap-in.js';
import { withStage } from './roll-back.js';
import type { WriteTarget } from './write-target.js';

/** Compares the output with the generated files; changes nothing. */
export async function checkOutput(
  files: readonly GeneratedFile[],
  target: WriteTarget,
): Promise<ObservedPlan> {
  const isUnfinished = await isLeftUnfinished(target.out);
  return { ...planWrite(files, target), isUnfinished };
}

/** Updates the output atomically. If there are no changes, nothing is written, not even temporarily. */
export async function putOutput(
  files: readonly GeneratedFile[],
  target: WriteTarget,
): Promise<ObservedPlan> {
  const { out } = target;
  if (kindOf(join(out, STAGE_FOLDER)) === undefined) {
    const plan = planWrite(files, target);
    if (plan.diagnostics.length > 0 || isDone(plan)) return plan;
  }
  return withStage(out, (stage) => {
    const plan = planWrite(files, target);
    if (plan.diagnostics.length === 0 && !isDone(plan)) swapIn(out, stage, plan);
    return plan;
  });
}

/** Repairs an output that an interrupted run left incomplete. */
export async function recoverOutput(out: string): Promise<void> {
  if (isAbandoned(out)) await withStage(out, () => undefined);
}

const isDone = ({ created, changed, stale }: WritePlan): boolean =>
  created.length + changed.length + stale.length === 0;
