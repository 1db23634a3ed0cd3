import type { CompileSettings } from '../compile.js';
import { GENERATORS, ON_REQUEST } from '../settings/generated-file.js';

/** The settings of a command line without options. */
export const DEFAULT_SETTINGS: CompileSettings = {
  generators: GENERATORS.filter((name) => !ON_REQUEST.includes(name)),
  header: '',
  apisPath: '../apis',
  importExtension: 'js',
  maxDescLen: undefined,
  trimDescriptions: true,
  embeddedObjectMeta: true,
  strict: false,
};
