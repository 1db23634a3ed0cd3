#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Generates the code of this repository's APIs, in place.
# Usage: hack/update-codegen.sh [ROOT]   ROOT: a copy of the repository to write to instead
set -o errexit -o nounset -o pipefail

repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
root=$(cd "${1:-${repository}}" && pwd)
vmgen=(node "${repository}/generator/bin/vmgen.cjs" --quiet)

cd "${root}"
"${vmgen[@]}" --groups cloudnative:v1alpha1 --out generated

# deploy/crd is a copy, without CRDs that are not generated any more.
mkdir -p deploy/crd
rm -f deploy/crd/*.yaml
cp generated/crds/*.yaml deploy/crd/

# The built-in kinds, whose types hack/update-kubernetes.sh writes.
cd "${root}/packages/kubernetes"
"${vmgen[@]}"
node "${repository}/hack/kubernetes-entries.mjs" .

cd "${root}/examples/network"
"${vmgen[@]}" --groups samplecrd:v1 --paths src --out generated
cd "${root}/examples/backup"
"${vmgen[@]}"

# into FILE COMMAND...: writes the output of a command. A command that fails leaves the file as it was.
into() {
  local file="$1"
  shift
  if ! "$@" > "${file}.new"; then
    rm "${file}.new"
    return 1
  fi
  mv "${file}.new" "${file}"
}

# The references of markers, diagnostics, changes, checks and metrics, from their definitions.
reference="${root}/docs/reference"
mkdir -p "${reference}"
into "${reference}/markers.md" "${vmgen[@]:0:2}" markers --markdown
into "${reference}/diagnostics.md" "${vmgen[@]:0:2}" explain --markdown
into "${reference}/diff.md" "${vmgen[@]:0:2}" diff --markdown
into "${reference}/doctor.md" "${vmgen[@]:0:2}" doctor --markdown
into "${reference}/metrics.md" node "${repository}/hack/metrics-reference.mjs"
into "${reference}/alerts.md" node "${repository}/hack/alerts-reference.mjs"
mkdir -p "${root}/generator/src/monitoring"
into "${root}/generator/src/monitoring/known-metrics.ts" node "${repository}/hack/metrics-reference.mjs" --typescript
node "${repository}/test/suites.mjs" --update "${root}"
