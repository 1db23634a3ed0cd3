'use strict';
// Names that only our packages share, and that may change in any version. @vmgen/typescript-plugin loads them into an editor's
// process, so this entry is CommonJS and loads the rest when it is used. Node finds names of imports in this form only.

/** Returns a language service of tsserver that also knows vmgen. */
exports.createLanguageService = (...args) =>
  require('./dist/run.cjs').createLanguageService(...args);
