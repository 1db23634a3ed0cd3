#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Makes anew what this repository holds of Kubernetes' built-in kinds: the types (kubernetes/apis), what
# vmgen generates of them (kubernetes/generated), the entries of the package, and what the embedded server
# knows of them (apiserver/data).
#
# usage: hack/update-kubernetes.sh [--descriptions] [VERSION]
#   VERSION         of k8s.io/kubernetes, such as v1.37.2; that of hack/envtest/go.mod when left out
#   --descriptions  keeps Kubernetes' own texts, for a build of one's own: this repository has links instead
#
# apiserver/data is made of the version of hack/envtest/go.mod alone, whose Go types it tells of; what the
# real server answers is recorded again by hack/record.sh.

set -o errexit -o nounset -o pipefail

HACK_FOLDER=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=hack/lib.sh
source "${HACK_FOLDER}/lib.sh"

# The folder of a module in Go's cache, into which it is fetched where it is not there.
module_folder() {
  local version=$1
  cd "${HACK_FOLDER}/envtest"
  GOWORK=off go mod download -json "k8s.io/kubernetes@${version}" |
    sed -n 's/^\t"Dir": "\(.*\)",$/\1/p'
}

main() {
  local descriptions=() version='' pinned folder
  while [[ $# -gt 0 ]]; do
    case $1 in
      --descriptions) descriptions=("$1") ;;
      v[0-9]*) version=$1 ;;
      *)
        sed -n '4,/^$/s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2
        exit 2
        ;;
    esac
    shift
  done
  have go || die 'go is not on PATH, and the documents come with a module of Go' 'install it from https://go.dev/dl'
  pinned=$(awk '$1 == "k8s.io/kubernetes" { print $2; exit }' "${HACK_FOLDER}/envtest/go.mod")
  version=${version:-${pinned}}
  folder=$(module_folder "${version}")
  [[ -d "${folder}/api/openapi-spec/v3" ]] ||
    die "k8s.io/kubernetes@${version} could not be had" 'see that GOPROXY names a module proxy within reach'

  cd "${HACK_FOLDER}/.."
  node hack/import-kubernetes.mjs "${folder}" "${version}" kubernetes/apis "${descriptions[@]}"
  (cd kubernetes && node ../generator/bin/vmgen.cjs --quiet --prune)
  node hack/kubernetes-entries.mjs kubernetes
  if [[ "${version}" == "${pinned}" ]]; then
    node hack/distill-built-ins.mjs
  else
    echo "apiserver/data stays as it is: hack/envtest/go.mod pins ${pinned}" >&2
  fi
  git status --short kubernetes apiserver/data
}

main "$@"
