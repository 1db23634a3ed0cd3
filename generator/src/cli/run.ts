/** What the command line loads when it is needed: dist/run.cjs. */
export { run } from './run-generate.js';
export { openEditor } from './open-editor.js';
export { fixSources } from '../fix/fix-sources.js';
export { compareTexts, runDiff } from './diff-command.js';
export { runDoctor } from './doctor-command.js';
export { runImport } from './import-command.js';
export { runAdd } from './add-command.js';
export { runInit } from './init-command.js';
export { runRbac } from './rbac-command.js';
export { runReplay } from './replay-command.js';
export { printCompletion } from './completion-command.js';
export { explain } from './explain-command.js';
export { describeMarkers } from './markers-command.js';
export { generateOnChange, runWatch } from './watch-command.js';
export { formatDiagnostic } from '../diagnostics/format-diagnostic.js';
export { formatProblem, parseDocuments } from '@vmgen/base/yaml';
