#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Updates the files for Kubernetes' built-in kinds: the types (packages/kubernetes/apis), the code that vmgen generates from them
# (packages/kubernetes/generated), the entries of the package, and the data of the embedded server (packages/apiserver/data).
#
# usage: hack/update-kubernetes.sh [--descriptions] [VERSION]
#   VERSION         of k8s.io/kubernetes, such as v1.37.2; by default the one of packages/apiserver/envtest/go.mod
#   --descriptions  changes only packages/kubernetes/dist, where types and fields then have Kubernetes' own descriptions, which
#                   editors show. The repository does not contain these texts. Run npm run build before, and
#                   npm pack --workspace @vmgen/kubernetes afterwards. Later builds keep the texts until the types change.
#
# packages/apiserver/data is updated only for the version of packages/apiserver/envtest/go.mod, because it describes its Go types.
# hack/record.sh records the answers of the real server.

set -o errexit -o nounset -o pipefail

HACK_FOLDER=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=hack/lib.sh
source "${HACK_FOLDER}/lib.sh"

# Prints the folder of k8s.io/kubernetes in Go's module cache, and downloads it if necessary.
module_folder() {
  local version=$1
  cd "${HACK_FOLDER}/envtest"
  GOWORK=off go mod download -json "k8s.io/kubernetes@${version}" |
    sed -n 's/^\t"Dir": "\(.*\)",$/\1/p'
}

main() {
  local descriptions='' version='' pinned folder
  while [[ $# -gt 0 ]]; do
    case $1 in
      --descriptions) descriptions=$1 ;;
      v[0-9]*) version=$1 ;;
      *)
        sed -n '4,/^$/s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2
        exit 2
        ;;
    esac
    shift
  done
  have go || die 'go is not on PATH; it downloads the module k8s.io/kubernetes' 'install it from https://go.dev/dl'
  pinned=$(awk '$1 == "k8s.io/kubernetes" { print $2; exit }' "${HACK_FOLDER}/envtest/go.mod")
  version=${version:-${pinned}}
  folder=$(module_folder "${version}")
  [[ -d "${folder}/api/openapi-spec/v3" ]] ||
    die "k8s.io/kubernetes@${version} could not be downloaded" 'set GOPROXY to a reachable module proxy'

  cd "${HACK_FOLDER}/.."
  if [[ -n "${descriptions}" ]]; then
    described=$(mktemp -d)
    trap 'rm -rf "${described}"' EXIT
    node hack/import-kubernetes.mjs "${folder}" "${version}" "${described}" --descriptions
    node packages/kubernetes/scripts/declarations.mjs "${described}"
    return
  fi
  node hack/import-kubernetes.mjs "${folder}" "${version}" packages/kubernetes/apis
  (cd packages/kubernetes && node ../../generator/bin/vmgen.cjs --quiet --prune)
  node hack/kubernetes-entries.mjs kubernetes
  if [[ "${version}" == "${pinned}" ]]; then
    node hack/distill-built-ins.mjs
  else
    echo "packages/apiserver/data is unchanged: packages/apiserver/envtest/go.mod pins ${pinned}" >&2
  fi
  git status --short packages/kubernetes packages/apiserver/data
}

main "$@"
