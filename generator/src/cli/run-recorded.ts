import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What a program has recorded. */
interface Recorded {
  readonly lines: readonly string[];
  /** Undefined if it cannot be run, or was killed. */
  readonly status: number | undefined;
  /** Why it cannot be run, as a line of the report. */
  readonly problems: readonly string[];
}

/**
 * Runs the tests of a user.
 *
 * @param variable names the file to which the tests append lines
 * @param stdin of the program; its output is not a part of the report
 */
export function runRecorded(
  [name = 'npm', ...args]: readonly string[],
  variable: string,
  stdin: 'ignore' | 'inherit',
  variables: Readonly<Record<string, string>> = {},
): Recorded {
  const folder = mkdtempSync(join(tmpdir(), 'vmgen-recorded-'));
  try {
    const file = join(folder, 'lines');
    writeFileSync(file, '');
    const { status, error } = spawnSync(name, args, {
      stdio: [stdin, 2, 2],
      env: { ...process.env, ...variables, [variable]: file },
    });
    return {
      lines: readFileSync(file, 'utf8').split('\n').filter(Boolean),
      status: status ?? undefined,
      problems: error === undefined ? [] : [`${name} cannot be run: ${error.message}`],
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
