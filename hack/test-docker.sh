#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs a suite on a real Docker Engine; one that had to be started ends with the run.
# Usage: hack/test-docker.sh [PART_OF_A_FILE_NAME]
set -o errexit -o nounset -o pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

trap 'hack/setup-docker.sh --stop' EXIT
hack/setup-docker.sh
node test/run.mjs docker "$@"
