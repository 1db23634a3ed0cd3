/** `vmgen/files`: how `compile` reads sources, and the files that `generate` writes. */
export type { FolderEntry, RawDisk } from '../disk/source-disk.js';
export type { EmitSettings } from '../emit/emit.js';
export type { ModuleReader, ReadingProblem } from '../syntax/source.js';
export type { OutputDiagnostic } from '../write/output-folder.js';
export type { OutputFile, WritePlan } from '../write/plan-write.js';
