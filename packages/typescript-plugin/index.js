'use strict';
// The plugin contains nothing of vmgen: the vmgen that is installed in the project answers, so that an editor reports what
// the command line of the project reports. It never loads TypeScript, and gets the module from tsserver.

module.exports = ({ typescript }) => ({
  create(info) {
    const { languageService, project } = info;
    try {
      return loadVmgen(project.getCurrentDirectory()).createLanguageService(typescript, info);
    } catch (error) {
      project.projectService.logger.info(`vmgen: inactive: ${error.message}`);
      return languageService;
    }
  },
});

/** The vmgen of a project. */
function loadVmgen(folder) {
  let entry;
  try {
    entry = require.resolve('vmgen/internal', { paths: [folder] });
  } catch (error) {
    const message = `${folder} has no vmgen of version 0.1.0 or newer (${error.code}); install it: npm install --save-dev vmgen`;
    throw new Error(message, { cause: error });
  }
  return require(entry);
}
