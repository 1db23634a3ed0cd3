#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Records again what the real kube-apiserver of hack/envtest/go.mod, and Kubernetes' Go packages,
# answer to the questions of the tests.
# The questions stand in code; test/record says which file holds the answers to which.
#
# usage: hack/record.sh [ROOT]   writes below ROOT instead of the repository
set -o errexit -o nounset -o pipefail

root=$(cd "${1:-$(dirname "${BASH_SOURCE[0]}")/..}" && pwd)
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Answers are those of the version that is pinned, whatever else is at hand.
KUBEBUILDER_ASSETS=$(env --unset=KUBEBUILDER_ASSETS hack/setup-envtest.sh)
export KUBEBUILDER_ASSETS
npm run --silent build
node test/dist/test/record/main.js "${root}"
