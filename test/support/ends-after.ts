import { after } from 'node:test';

type End = () => void | Promise<void>;

/**
 * For the top of a test file or suite: what is handed to the returned function ends after its tests,
 * the last first. Handed over right after its start, a server ends also when a later step of
 * `before` fails; left running, it would keep the whole file from ending.
 */
export function endsAfterTests(): (end: End) => void {
  const ends: End[] = [];
  after(async () => {
    const failures: unknown[] = [];
    for (const end of ends.reverse()) {
      try {
        await end();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'not everything could be ended');
  });
  return (end) => void ends.push(end);
}
