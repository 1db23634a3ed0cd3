import { isOurOutput, rollBack, type IsOurs } from './roll-back.js';
import { clearStage, takeStage } from './stage-folder.js';

/** Runs with the stage of an output in hand, after what a killed run left half done is undone. */
export async function withStage<T>(
  out: string,
  run: (stage: string) => T,
  isOurs: IsOurs = isOurOutput,
): Promise<T> {
  const stage = await takeStage(out);
  try {
    rollBack(out, stage.path, isOurs);
    clearStage(stage.path);
    return run(stage.path);
  } finally {
    stage.release();
  }
}
