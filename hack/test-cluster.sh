#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs the suite on a real kube-apiserver, etcd and Docker Engine.
# Usage: hack/test-cluster.sh [PART_OF_A_FILE_NAME]
set -o errexit -o nounset -o pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

KUBEBUILDER_ASSETS=$(hack/setup-envtest.sh)
export KUBEBUILDER_ASSETS
# It loads the Go packages that it reads through go: without go its suite is skipped.
if command -v go >/dev/null; then
  CONTROLLER_GEN=$(hack/setup-controller-gen.sh)
  export CONTROLLER_GEN
fi
trap 'hack/setup-docker.sh --stop' EXIT
hack/setup-docker.sh
node test/run.mjs cluster "$@"
