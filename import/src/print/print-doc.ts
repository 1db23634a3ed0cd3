import { quoted } from '../shapes/marker-line.js';

/**
 * Prints the `doc.ts` of a package, with the name of its group.
 *
 * @param options `isServed`: an API server serves the kinds itself, so they have no CRDs; defaults to false
 */
export function printDoc(
  group: string,
  version: string,
  { isServed = false }: { readonly isServed?: boolean } = {},
): string {
  const kinds = group === '' ? 'the core group' : `${group}/${version}`;
  // A server may be newer than the types: copies keep fields that the types do not declare.
  const skip = isServed ? '// +kubebuilder:skip\n// +k8s:deepcopy-gen=false\n' : '';
  return `/** Package ${version} has the kinds of ${kinds}. */
// +groupName=${/^[\w.-]*$/.test(group) ? group : quoted(group)}
${skip}export {};
`;
}
