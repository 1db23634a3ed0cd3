#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Packs the packages and builds the examples from them, each in an empty folder elsewhere, as a user would:
# examples/network, also for production, as CommonJS and with the oldest supported TypeScript; examples/emitter; a project
# of npm create vmgen (hack/test-scaffold.mjs); and what README.md, docs and examples/backup describe (hack/test-docs.mjs).
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
# Without @vmgen/kubernetes and what needs it: npm does not prune @vmgen/apiserver, which is its optional peer.
"${INSTALL[@]}" "${elsewhere}"/packages/!(vmgen-@(kubernetes|manager|controller)-*).tgz
npm run --silent generate
diff -Naur "${repository}/examples/network/generated" generated
npx vmgen doctor
npm run --silent build
npm test

printf '== for production\n'
cp -r . ../production
cd ../production
rm -r dist node_modules/@vmgen/{apiserver,base,cel,crd}
npm run --silent build:production
npm prune --silent --omit=dev --offline
for path in dist/generated/testing node_modules/@vmgen/apiserver; do
  if [[ -e ${path} ]]; then
    printf '%s exists, which only tests need\n' "${path}" >&2
    exit 1
  fi
done
node --eval 'import("./dist/src/network-controller.js"); import("./dist/generated/clientset.js")'
cd ../project

printf '== as CommonJS\n'
npm pkg set type=commonjs
rm -r dist src/main.ts # it has a top-level await
npx tsc
npm test
# prom-client is an optional peer: @vmgen/runtime/prometheus fails without it.
"${INSTALL[@]}" prom-client@15 "${elsewhere}"/packages/vmgen-@(kubernetes|manager|controller)-*.tgz
node "${repository}/hack/package-entries.mjs" .
node every-entry.cjs

printf '== with TypeScript %s\n' "${OLDEST_TYPESCRIPT}"
npm pkg set type=module
"${INSTALL[@]}" "typescript@${OLDEST_TYPESCRIPT}"
rm -r dist
mv every-entry.mts src
npx tsc
npm test

printf '== a custom emitter\n'
mkdir "${elsewhere}/emitter"
cd "${repository}/examples/emitter"
cp -r package.json tsconfig.json vmgen.config.mjs apis src "${elsewhere}/emitter"
cd "${elsewhere}/emitter"
"${INSTALL[@]}" "${elsewhere}"/packages/*.tgz
npm run --silent build
npm test
npm run --silent generate
diff -Naur "${repository}/examples/emitter/generated" generated
npx vmgen doctor

printf '== a project from npm create vmgen\n'
node "${repository}/hack/test-scaffold.mjs" "${elsewhere}/packages"

printf '== README.md, docs and examples/backup\n'
node "${repository}/hack/test-docs.mjs" "${elsewhere}/packages"
