#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Fails and prints the difference if generated files are out of date.
set -o errexit -o nounset -o pipefail

repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
fresh=$(mktemp -d)
trap 'rm -rf "${fresh}"' EXIT

# Copies the files that generation reads and writes.
copied=(apis generated deploy/crd packages/kubernetes/{apis,generated,vmgen.config.mjs,package.json})
copied+=(examples/{network,backup}/{apis,src,generated} examples/backup/vmgen.config.json CONTRIBUTING.md)
cd "${repository}"
cp --parents -r "${copied[@]}" "${fresh}"
# For the types of packages.
ln -s "${repository}/node_modules" "${fresh}/node_modules"
"${repository}/hack/update-codegen.sh" "${fresh}"

# The types of the built-in kinds, if their source documents are in Go's module cache.
version=$(awk '$1 == "k8s.io/kubernetes" { print $2; exit }' packages/apiserver/envtest/go.mod)
module=$(cd packages/apiserver/envtest && GOWORK=off GOPROXY=off go list -m -f '{{.Dir}}' k8s.io/kubernetes 2>/dev/null) || module=''
if [[ -d "${module}" ]]; then
  node hack/import-kubernetes.mjs "${module}" "${version}" "${fresh}/packages/kubernetes/apis"
else
  echo "k8s.io/kubernetes@${version} is not in the module cache: packages/kubernetes/apis is not checked" >&2
fi

stale=0
outputs=(generated deploy/crd packages/kubernetes/{apis,generated,package.json} examples/{network,backup}/generated)
for folder in "${outputs[@]}" docs/reference generator/src/monitoring/known-metrics.ts CONTRIBUTING.md; do
  diff -Naupr "${folder}" "${fresh}/${folder}" || stale=1
done
if [[ ${stale} -ne 0 ]]; then
  echo "generated code is out of date; run hack/update-codegen.sh and commit its changes (hack/update-kubernetes.sh for packages/kubernetes/apis)" >&2
  exit 1
fi
echo "generated code is up to date"
