import { quoted } from '../shapes/marker-line.js';

/**
 * The `doc.ts` of a package: what the group is called.
 *
 * @param isServed the kinds are an API server's own: they have no CRDs
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
