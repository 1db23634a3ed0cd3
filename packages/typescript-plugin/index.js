'use strict';
// The plugin contains nothing of vmgen: the vmgen that is installed in the project answers, so that an editor reports what
// the command line of the project reports. It never loads TypeScript, and gets the module from tsserver.

module.exports = ({ typescript }) => {
  let created;
  return {
    create(info) {
      const { languageService, project } = (created = info);
      try {
        return loadVmgen(project.getCurrentDirectory()).createLanguageService(typescript, info);
      } catch (error) {
        project.projectService.logger.info(`vmgen: inactive: ${error.message}`);
        return languageService;
      }
    },
    // tsserver calls it for each project after its editor has sent another configuration.
    onConfigurationChanged(config) {
      if (created === undefined) return;
      Object.assign(created.config, config);
      created.project.refreshDiagnostics();
    },
  };
};

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
