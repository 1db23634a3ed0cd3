/** As in dangling-link.ts, for browsers: a disk in memory has no links. */
export const danglingLink = (_path: string): string | undefined => undefined;
