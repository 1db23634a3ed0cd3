import { Session, type Profiler } from 'node:inspector';

/**
 * Counts the work of a function: calls of functions, executions of blocks, and entries of Maps. The
 * same input yields about the same count on any machine and under any load, so that tests can limit
 * the work of a request without a clock.
 */
export async function countWork<T>(
  run: () => Promise<T>,
): Promise<{ readonly result: T; readonly work: number }> {
  const session = new Session();
  session.connect();
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called by Reflect.apply only
  const { set } = Map.prototype;
  let entries = 0;
  // A Map that is created from another one calls this method if it is overridden.
  Map.prototype.set = function (key: unknown, value: unknown) {
    entries++;
    return Reflect.apply(set, this, [key, value]) as Map<unknown, unknown>;
  };
  try {
    session.post('Profiler.enable');
    session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    const result = await run();
    return { result, work: entries + takeCount(session) };
  } finally {
    Map.prototype.set = set;
    session.post('Profiler.stopPreciseCoverage');
    session.disconnect();
  }
}

function takeCount(session: Session): number {
  let count = 0;
  const note = (_error: Error | null, { result }: Profiler.TakePreciseCoverageReturnType): void => {
    for (const script of result) {
      if (!script.url.startsWith('file:')) continue;
      for (const { ranges } of script.functions) for (const range of ranges) count += range.count;
    }
  };
  session.post('Profiler.takePreciseCoverage', note);
  return count;
}
