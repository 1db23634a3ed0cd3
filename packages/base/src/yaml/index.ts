/**
 * `@vmgen/base/yaml`: YAML as Kubernetes reads and prints it. The caller's package must depend on `yaml`, an
 * optional peer dependency that is loaded with the first text that is read.
 */
export { goYamlPieces, printGoYaml, printGoYamlItem } from './print-go-yaml.js';
export { composeYaml } from './compose-yaml.js';
export { loadYaml } from './load-yaml.js';
export { parseYamlBody, parseYamlBodyStrict } from './parse-yaml-body.js';
export { mostTokens, parseDocuments, type ParsedDocument } from './parse-documents.js';
export {
  formatPlace,
  formatProblem,
  type DocumentPlace,
  type SourceProblem,
  type SourceText,
} from './source-text.js';
export { textPlace, type TextPlace } from './text-place.js';
export { splitDocuments } from './split-documents.js';
