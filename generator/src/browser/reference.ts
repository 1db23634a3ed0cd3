/** The texts of the references, for completion, hover and explanations in an editor. */
export type {
  DiagnosticDefinition,
  DiagnosticExample,
} from '../diagnostics/definitions/definition.js';
export { DIAGNOSTICS } from '../diagnostics/registry.js';
export { explainDiagnostic } from '../diagnostics/explain-diagnostic.js';
export { describeMarker } from '../markers/describe.js';
export { argumentsOf } from '../markers/language/marker-form.js';
export { MARKERS } from '../markers/registry.js';
