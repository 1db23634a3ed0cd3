/** The texts of the references, for completion, hover and explanations in an editor. */
export type {
  DiagnosticDefinition,
  DiagnosticExample,
} from '../diagnostics/definitions/definition.js';
export { DIAGNOSTICS } from '../diagnostics/registry.js';
export { explainDiagnostic } from '../diagnostics/explain-diagnostic.js';
export { markerInfos } from '../editor/marker-infos.js';
export {
  completeMarker,
  markerAt,
  type ArgumentInfo,
  type FoundMarker,
  type MarkerCompletions,
  type MarkerInfo,
  type MarkerOption,
} from '../editor/marker-language.js';
export { describeMarker } from '../markers/describe.js';
export { argumentsOf } from '../markers/language/marker-form.js';
export { MARKERS } from '../markers/registry.js';
