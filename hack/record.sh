#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Records the answers of the kube-apiserver of packages/apiserver/envtest/go.mod, and of Kubernetes' Go packages, to the requests of the
# tests. test/record maps the files with requests to the files with answers.
#
# usage: hack/record.sh [ROOT]   writes below ROOT instead of the repository
set -o errexit -o nounset -o pipefail

root=$(cd "${1:-$(dirname "${BASH_SOURCE[0]}")/..}" && pwd)
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Only the pinned version answers, even if KUBEBUILDER_ASSETS is set.
npm run --silent build
KUBEBUILDER_ASSETS=$(env --unset=KUBEBUILDER_ASSETS node packages/apiserver/bin/vmgen-envtest.js)
export KUBEBUILDER_ASSETS
node test/dist/test/record/main.js "${root}"
