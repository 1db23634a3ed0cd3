#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Records the answers of the kube-apiserver of hack/envtest/go.mod, and of Kubernetes' Go packages, to the requests of the
# tests. test/record maps the files with requests to the files with answers.
#
# usage: hack/record.sh [ROOT]   writes below ROOT instead of the repository
set -o errexit -o nounset -o pipefail

root=$(cd "${1:-$(dirname "${BASH_SOURCE[0]}")/..}" && pwd)
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Only the pinned version answers, even if KUBEBUILDER_ASSETS is set.
KUBEBUILDER_ASSETS=$(env --unset=KUBEBUILDER_ASSETS hack/setup-envtest.sh)
export KUBEBUILDER_ASSETS
npm run --silent build
node test/dist/test/record/main.js "${root}"
