#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Provides controller-gen, whose CRDs vmgen's are compared with, and prints its path.
#
# usage: CONTROLLER_GEN=$(hack/setup-controller-gen.sh)
#
# Where CONTROLLER_GEN already names one of the wanted version, that path is printed as it is.
# Else it is built with Go from its module: some four minutes on two cores, once; the result stays in
# ${XDG_CACHE_HOME:-~/.cache}/vmgen/controller-gen. Standard output carries the path and nothing else.

set -o errexit -o nounset -o pipefail

HACK_FOLDER=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=hack/lib.sh
source "${HACK_FOLDER}/lib.sh"

readonly VERSION=v0.23.0
readonly MODULE=sigs.k8s.io/controller-tools/cmd/controller-gen

is_wanted() {
  local binary=$1
  [[ -f "${binary}" && -x "${binary}" && $("${binary}" --version 2>/dev/null) == "Version: ${VERSION}" ]]
}

# Only this much of the user's Go settings may change what is built: the proxy and the caches.
go_here() {
  GOWORK=off GOTOOLCHAIN=local GOFLAGS=-trimpath CGO_ENABLED=0 go "$@"
}

has_wanted() {
  is_wanted "$1/controller-gen"
}

build() {
  local folder=$1
  log "building controller-gen ${VERSION} into ${folder%.*}; this takes some minutes, once"
  (cd / && GOBIN="${folder}" go_here install "${MODULE}@${VERSION}" >&2) ||
    die "${MODULE}@${VERSION} could not be built with $(go version)" \
      'see above; it needs go 1.26 or newer, and a GOPROXY within reach'
}

main() {
  without_arguments "$@"
  if [[ -n "${CONTROLLER_GEN:-}" ]]; then
    if is_wanted "${CONTROLLER_GEN}"; then
      printf '%s\n' "${CONTROLLER_GEN}"
      return
    fi
    log "CONTROLLER_GEN is passed over: ${CONTROLLER_GEN} is not controller-gen ${VERSION}"
  fi
  have go || die 'go is not on PATH; controller-gen is built with it and runs it' 'install it from https://go.dev/dl'
  # It reads the standard library's sources with the parser that it was built with: one for each Go.
  local folder
  folder="$(cache_folder)/controller-gen/${VERSION}-$(go_here env GOVERSION)"
  has_wanted "${folder}" || provide "${folder}" has_wanted build
  printf '%s\n' "${folder}/controller-gen"
}

main "$@"
