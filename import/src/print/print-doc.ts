import { quoted } from '../shapes/marker-line.js';

/**
 * Prints the `doc.ts` of a package, with the name of its group.
 *
 * @param isServed whether an API server serves the kinds itself: they then have no CRDs
 */
export function printDoc(group: string, version: string, isServed = false): string {
  const kinds = group === '' ? 'the core group' : `${group}/${version}`;
  // A server may be newer than the types: copies keep the fields that it has more.
  const skip = isServed ? '// +kubebuilder:skip\n// +k8s:deepcopy-gen=false\n' : '';
  return `/** Package ${version} has the kinds of ${kinds}. */
// +groupName=${/^[\w.-]*$/.test(group) ? group : quoted(group)}
${skip}export {};
`;
}
