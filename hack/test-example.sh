#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Shows that a stranger's project works: packs the packages, installs them with examples/network in
# an empty folder elsewhere, generates, compiles and tests there; once more as CommonJS, and with the
# oldest TypeScript that is promised. Then examples/emitter, which has an emitter of its own,
# examples/backup, an operator with child objects, and the projects that README.md and
# docs/operators.md tell how to begin.
set -o errexit -o nounset -o pipefail
shopt -s extglob

readonly OLDEST_TYPESCRIPT=5.4.5
readonly INSTALL=(npm install --silent --no-audit --no-fund --prefer-offline)

repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
elsewhere=$(mktemp -d)
trap 'rm -rf "${elsewhere}"' EXIT

mkdir "${elsewhere}/packages" "${elsewhere}/project"
"${repository}/hack/pack.sh" "${elsewhere}/packages" >/dev/null
cd "${repository}/examples/network"
cp -r package.json tsconfig.json tsconfig.production.json apis src "${elsewhere}/project"

cd "${elsewhere}/project"
# The built-in kinds are for those who need them: their optional peer keeps npm from pruning the fake.
"${INSTALL[@]}" "${elsewhere}"/packages/!(vmgen-kubernetes-*).tgz
npm run --silent generate
diff -Naur "${repository}/examples/network/generated" generated
npm run --silent build
npm test

printf '== for production\n'
cp -r . ../production
cd ../production
rm -r dist node_modules/@vmgen/{apiserver,cel,crd}
npm run --silent build:production
npm prune --silent --omit=dev --offline
for path in dist/generated/testing node_modules/@vmgen/apiserver; do
  if [[ -e ${path} ]]; then
    printf '%s is there, which serves tests alone\n' "${path}" >&2
    exit 1
  fi
done
node --eval 'import("./dist/src/network-controller.js"); import("./dist/generated/clientset.js")'
cd ../project

printf '== as CommonJS\n'
npm pkg set type=commonjs
rm -r dist src/main.ts # which awaits at its top
npx tsc
npm test
# An optional peer, without which its entry is nothing.
"${INSTALL[@]}" prom-client@15 "${elsewhere}"/packages/vmgen-kubernetes-*.tgz
node "${repository}/hack/every-entry.mjs" .
node every-entry.cjs

printf '== with TypeScript %s\n' "${OLDEST_TYPESCRIPT}"
npm pkg set type=module
"${INSTALL[@]}" "typescript@${OLDEST_TYPESCRIPT}"
rm -r dist
mv every-entry.mts src
npx tsc
npm test

printf '== an emitter of its own\n'
mkdir "${elsewhere}/emitter"
cd "${repository}/examples/emitter"
cp -r package.json tsconfig.json vmgen.config.mjs apis src "${elsewhere}/emitter"
cd "${elsewhere}/emitter"
"${INSTALL[@]}" "${elsewhere}"/packages/*.tgz
npm run --silent build
npm test
npm run --silent generate
diff -Naur "${repository}/examples/emitter/generated" generated

printf '== an operator with child objects\n'
mkdir "${elsewhere}/backup"
cd "${repository}/examples/backup"
cp -r package.json tsconfig.json tsconfig.production.json apis src "${elsewhere}/backup"
cd "${elsewhere}/backup"
"${INSTALL[@]}" "${elsewhere}"/packages/*.tgz
npm run --silent generate
diff -Naur "${repository}/examples/backup/generated" generated
npm run --silent build
npm test
rm -r dist
npm run --silent build:production

printf '== what the READMEs say\n'
node "${repository}/hack/test-readme.mjs" "${elsewhere}/packages"
