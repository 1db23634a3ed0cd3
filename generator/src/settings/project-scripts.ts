/** The scripts of package.json of a new project. */
export const PROJECT_SCRIPTS: Readonly<Record<string, string>> = {
  generate: 'vmgen generate',
  check: 'vmgen generate --check && vmgen init --check',
  prebuild: 'npm run generate',
  build: 'tsc',
  // Node 20 does not expand patterns.
  test: "find dist -name '*.test.js' -exec node --test {} +",
  start: 'node dist/src/main.js',
  dev: 'vmgen dev',
};
