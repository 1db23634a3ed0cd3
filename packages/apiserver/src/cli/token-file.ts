import type { RequestUser } from '../request/request-user.js';
import { CliError } from './cli-error.js';

/**
 * Reads a token file of kube-apiserver: CSV lines of token, user, uid and, optionally, a
 * comma-separated list of groups in quotes.
 *
 * @throws CliError with the line that is invalid
 */
export function parseTokenFile(text: string): ReadonlyMap<string, RequestUser> {
  const users = new Map<string, RequestUser>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line === '') continue;
    const [token = '', username, uid, groups = ''] = fieldsOf(line);
    if (token === '' || username === undefined || uid === undefined) {
      throw new CliError(
        `--token-auth-file: line ${index + 1} must be token,user,uid with a token that is not empty`,
      );
    }
    const named = groups === '' ? [] : groups.split(',');
    users.set(token, { username, ...(uid === '' ? {} : { uid }), groups: named });
  }
  return users;
}

/** A field in quotes can contain commas, and doubled quotes. */
function fieldsOf(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );
}
