import type { RbacCommand } from './rbac-options.js';
import type { CommandReport } from './report.js';
import { runRecorded } from './run-recorded.js';

/** The file to which `fake.withRole()` of `@vmgen/apiserver` appends lines of JSON. */
const RECORD_VARIABLE = 'VMGEN_PERMISSIONS';

/** A line of the record. */
interface RecordLine {
  /** All permissions of the roles of a test. */
  readonly declared?: readonly string[];
  /** A permission that a request needed. */
  readonly used?: string;
  /** A permission that a request needed and no role grants. */
  readonly missing?: MissingPermission;
}

interface MissingPermission {
  readonly verb: string;
  readonly group?: string;
  readonly resource?: string;
  /** The only object that the permission is for. */
  readonly name?: string;
  readonly path?: string;
}

/** Runs tests, and reports the permissions that were missing, and those that no test needed. */
export function runRbac({ program }: RbacCommand): CommandReport {
  const { lines, status, problems } = runRecorded(program, RECORD_VARIABLE, 'ignore');
  const failure =
    status === 0 || problems.length > 0
      ? problems
      : [`${program.join(' ')} failed: the report may be incomplete`];
  return reportOf(
    lines.map((line) => JSON.parse(line) as RecordLine),
    failure,
  );
}

function reportOf(lines: readonly RecordLine[], stderr: readonly string[]): CommandReport {
  if (lines.length === 0) {
    const advice = 'no test used fake.withRole(): pass its transport to createTestManager';
    return { exitCode: 1, stdout: [], stderr: [...stderr, advice] };
  }
  const used = new Set(lines.flatMap((line) => line.used ?? []));
  const declared = new Set(lines.flatMap((line) => line.declared ?? []));
  const unused = [...declared].filter((each) => !used.has(each));
  const markers = markersOf(lines.flatMap(({ missing }) => missing ?? []));
  const stdout = [
    ...(markers.length === 0 ? [] : ['missing permissions, as markers:', ...markers]),
    ...(unused.length === 0
      ? []
      : ['unused permissions:', ...unused.map((each) => noted(each, used))]),
  ];
  const isGood = markers.length === 0 && stderr.length === 0;
  return {
    exitCode: isGood ? 0 : 1,
    stdout: stdout.length === 0 ? ['the tests need exactly the permissions of the roles'] : stdout,
    stderr,
  };
}

/** Adds why a permission is needed although no test needs it, so that it is not removed. */
function noted(unused: string, used: ReadonlySet<string>): string {
  const [, role, what, name = ''] = /^(.+): get (\S+)( ".*")?$/.exec(unused) ?? [];
  const isWritten = ['update', 'patch'].some((verb) =>
    ['', '/status'].some((part) => used.has(`${role}: ${verb} ${what}${part}${name}`)),
  );
  return isWritten
    ? `${unused} (keep it: a write reads the object again after a conflict)`
    : unused;
}

/** One marker for each resource or path, with all of its verbs, and one for the named objects of a resource. */
function markersOf(missing: readonly MissingPermission[]): string[] {
  const markers = new Map<string, { verbs: Set<string>; names: Set<string> }>();
  for (const { verb, group = '', resource = '', name, path } of missing) {
    const what =
      path === undefined
        ? `groups=${value(group)},resources=${value(resource)}`
        : `urls=${value(path)}`;
    const key = `${what}${name === undefined ? '' : ',resourceNames='}`;
    const { verbs, names } = markers.get(key) ?? { verbs: new Set(), names: new Set() };
    markers.set(key, {
      verbs: verbs.add(verb),
      names: name === undefined ? names : names.add(name),
    });
  }
  return [...markers]
    .map(([key, { verbs, names }]) => {
      const named = `${key}${[...names].sort().map(value).join(';')}`;
      return `// +kubebuilder:rbac:${named},verbs=${[...verbs].sort().join(';')}`;
    })
    .sort();
}

/** Marker syntax quotes empty values and unusual characters. */
const value = (text: string): string => (/^[\w./-]+$/.test(text) ? text : JSON.stringify(text));
