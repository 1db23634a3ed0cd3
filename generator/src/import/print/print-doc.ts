import { quoted } from '../shapes/marker-line.js';

/** The `doc.ts` of a package: what the group is called, and what the version where no folder can say it. */
export function printDoc(group: string, version: string): string {
  return `/** Package ${version} has the kinds of ${group}/${version}. */
// +groupName=${/^[\w.-]+$/.test(group) ? group : quoted(group)}
export {};
`;
}
