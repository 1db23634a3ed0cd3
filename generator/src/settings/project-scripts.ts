/** The scripts of package.json of a new project. */
export const PROJECT_SCRIPTS: Readonly<Record<string, string>> = {
  generate: 'vmgen generate',
  check: 'vmgen generate --check && vmgen init --check',
  prebuild: 'npm run generate',
  build: 'tsc',
  // Those of the sources: tsc leaves the output of removed and renamed tests in dist. Node 20 expands no patterns.
  test: "node --test $(find src test -name '*.test.ts' 2>/dev/null | sed 's,^,dist/,; s,ts$,js,')",
  start: 'node dist/src/main.js',
  dev: 'vmgen dev',
};
