#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Shows that a stranger's project works: packs the packages, installs them with examples/network in
# an empty folder elsewhere, generates, compiles and tests there.
set -o errexit -o nounset -o pipefail

repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
elsewhere=$(mktemp -d)
trap 'rm -rf "${elsewhere}"' EXIT

mkdir "${elsewhere}/packages" "${elsewhere}/project"
cd "${repository}"
npm pack --silent --ignore-scripts --pack-destination "${elsewhere}/packages" \
  -w @vmgen/runtime -w @vmgen/cel -w @vmgen/crd -w @vmgen/apiserver -w vmgen >/dev/null
cd examples/network
cp -r package.json tsconfig.json apis src "${elsewhere}/project"

cd "${elsewhere}/project"
npm install --silent --no-audit --no-fund --prefer-offline "${elsewhere}"/packages/*.tgz
npm run --silent generate
diff -Naur "${repository}/examples/network/generated" generated
npm run --silent build
npm test
