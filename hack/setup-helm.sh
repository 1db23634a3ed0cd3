#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Provides Helm, which renders the generated chart in tests, and prints its path.
#
# usage: HELM=$(hack/setup-helm.sh)
#
# If HELM names an executable file, its path is printed. Otherwise Helm is built with Go from its module:
# some minutes on two cores, once. The result is kept in ${XDG_CACHE_HOME:-~/.cache}/vmgen/helm. Standard output contains
# only the path.

set -o errexit -o nounset -o pipefail

HACK_FOLDER=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=hack/lib.sh
source "${HACK_FOLDER}/lib.sh"

readonly VERSION=v3.22.0
readonly MODULE=helm.sh/helm/v3/cmd/helm

# A binary that `go install` built reports no release version of its own: the folder has it.
has_wanted() {
  [[ -f "$1/helm" && -x "$1/helm" ]] && "$1/helm" version --short >/dev/null 2>&1
}

build() {
  local folder=$1
  log "building helm ${VERSION} into ${folder%.*}; this takes some minutes, once"
  (cd / && GOWORK=off GOTOOLCHAIN=local GOFLAGS=-trimpath CGO_ENABLED=0 GOBIN="${folder}" go install "${MODULE}@${VERSION}" >&2) ||
    die "${MODULE}@${VERSION} could not be built with $(go version)" 'see above; it needs a GOPROXY within reach'
}

main() {
  without_arguments "$@"
  if [[ -n "${HELM:-}" && -x "${HELM}" ]]; then
    printf '%s\n' "${HELM}"
    return
  fi
  have go || die 'go is not on PATH; helm is built with it' 'install it from https://go.dev/dl'
  local folder
  folder="$(cache_folder)/helm/${VERSION}"
  has_wanted "${folder}" || provide "${folder}" has_wanted build
  printf '%s\n' "${folder}/helm"
}

main "$@"
