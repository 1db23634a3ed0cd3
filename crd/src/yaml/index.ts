/**
 * `@vmgen/crd/internal/yaml`: YAML as Kubernetes reads it. Whoever calls this has the `yaml` package:
 * it is an optional peer, loaded with the first text. Not for users: it changes with any release.
 */
export { composeYaml, loadYaml } from './compose-yaml.js';
export { parseYamlBody, parseYamlBodyStrict, type YamlOptions } from './parse-yaml-body.js';
export { mostTokens, parseDocuments, type ParsedDocument } from './parse-documents.js';
export {
  formatPlace,
  formatProblem,
  type DocumentPlace,
  type SourceProblem,
  type SourceText,
} from './source-text.js';
export { textPlace, type TextPlace } from './text-place.js';
export { splitDocuments, type DocumentText } from './split-documents.js';
