#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Provides a real kube-apiserver, etcd and kubectl, and prints the folder that holds them.
#
# usage: KUBEBUILDER_ASSETS=$(hack/setup-envtest.sh)
#
# Where KUBEBUILDER_ASSETS already names a folder with all three, that folder is printed as it is.
# Else they are built with Go from the modules that hack/envtest/go.mod pins: some five minutes on
# two cores, once; the result stays in ${XDG_CACHE_HOME:-~/.cache}/vmgen/envtest, with the
# kube-controller-manager that one suite compares with and the go-answers that hack/record.sh asks.
# Standard output carries the folder and nothing else.

set -o errexit -o nounset -o pipefail

HACK_FOLDER=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=hack/lib.sh
source "${HACK_FOLDER}/lib.sh"

readonly MODULE_FOLDER="${HACK_FOLDER}/envtest"
readonly BINARIES=(kube-apiserver etcd kubectl)
readonly BUILT_BINARIES=("${BINARIES[@]}" kube-controller-manager go-answers)

usage() {
  sed -n '4,/^$/s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
}

# The arguments are a folder and the binaries that it shall hold.
is_complete() {
  local folder=$1 binary
  for binary in "${@:2}"; do
    [[ -f "${folder}/${binary}" && -x "${folder}/${binary}" ]] || return 1
  done
}

kubernetes_version() {
  awk '$1 == "k8s.io/kubernetes" { print $2; exit }' "${MODULE_FOLDER}/go.mod"
}

# Without these the server calls itself v0.0.0, and whatever is gated by version misbehaves.
linker_flags() {
  local version=$1 package flags='-s -w' major minor
  IFS=. read -r major minor _ <<<"${version#v}"
  for package in k8s.io/component-base/version k8s.io/client-go/pkg/version; do
    flags+=" -X ${package}.gitVersion=${version}"
    flags+=" -X ${package}.gitMajor=${major} -X ${package}.gitMinor=${minor}"
    flags+=" -X ${package}.gitTreeState=clean"
  done
  printf '%s\n' "${flags}"
}

# A change to the modules, the mains or the flags gives another folder, so a cached one is never stale.
recipe_hash() {
  local flags=$1
  {
    printf '%s\n' "${flags}"
    cd "${MODULE_FOLDER}"
    find . -type f \( -name '*.go' -o -name 'go.mod' -o -name 'go.sum' \) -print0 |
      LC_ALL=C sort --zero-terminated | xargs -0 sha256sum
  } | sha256sum | cut -c 1-12
}

require_go() {
  local remedy='install it from https://go.dev/dl, or let KUBEBUILDER_ASSETS name a folder with kube-apiserver, etcd and kubectl'
  have go || die 'go is not on PATH, and kube-apiserver, etcd and kubectl have to be built' "${remedy}"
  # Go itself knows best whether it can read the module, or fetch a toolchain that can.
  (cd "${MODULE_FOLDER}" && GOWORK=off go list -m >/dev/null) ||
    die "$(go version) cannot build ${MODULE_FOLDER}, which needs go $(awk '$1 == "go" { print $2 }' "${MODULE_FOLDER}/go.mod") or newer" "${remedy}"
}

build() {
  local folder=$1 version=$2 flags=$3
  log "building Kubernetes ${version} and etcd into ${folder}; this takes some minutes, once"
  cd "${MODULE_FOLDER}"
  # No cgo: neither a C compiler nor the host's libraries take part. No go.work of the user's either.
  export CGO_ENABLED=0 GOWORK=off
  go mod download ||
    die 'the modules of hack/envtest could not be downloaded' 'see that GOPROXY names a module proxy within reach'
  mkdir -p "${BUILD_FOLDER}"
  go build -trimpath -ldflags "${flags}" -o "${BUILD_FOLDER}/" ./cmd/... >&2 ||
    die "the build in ${MODULE_FOLDER} failed" 'see above; it needs about 2 GB of memory and 4 GB of disk for caches'
}

# Built aside and renamed: the folder is complete or not there, whenever a run is interrupted.
provide() {
  local folder=$1 version=$2 flags=$3
  require_go
  mkdir -p "${folder%/*}"
  exec 9>"${folder}.lock"
  lock 9
  if is_complete "${folder}" "${BUILT_BINARIES[@]}"; then
    return # another run built it meanwhile
  fi
  BUILD_FOLDER="${folder}.$$"
  trap 'rm -rf "${BUILD_FOLDER}"' EXIT
  build "${folder}" "${version}" "${flags}"
  rm -rf "${folder}"
  mv "${BUILD_FOLDER}" "${folder}"
  log "built in ${SECONDS} s"
}

main() {
  case "${1:-}" in
    '') ;;
    -h | --help) usage && return ;;
    *) log "unknown argument: $1" && usage >&2 && exit 2 ;;
  esac
  if [[ -n "${KUBEBUILDER_ASSETS:-}" ]]; then
    if is_complete "${KUBEBUILDER_ASSETS}" "${BINARIES[@]}"; then
      printf '%s\n' "${KUBEBUILDER_ASSETS}"
      return
    fi
    log "KUBEBUILDER_ASSETS is passed over: ${KUBEBUILDER_ASSETS} does not hold all of ${BINARIES[*]}"
  fi
  local version flags folder
  version=$(kubernetes_version)
  flags=$(linker_flags "${version}")
  folder="$(cache_folder)/envtest/${version}-$(recipe_hash "${flags}")"
  is_complete "${folder}" "${BUILT_BINARIES[@]}" || provide "${folder}" "${version}" "${flags}"
  printf '%s\n' "${folder}"
}

main "$@"
