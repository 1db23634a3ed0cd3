#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Builds @vmgen/kubernetes with Kubernetes' own descriptions of types and fields, which editors show. The
# repository does not hold these texts: they come out of the Go module k8s.io/kubernetes (Apache-2.0),
# and go into kubernetes/dist alone. Build first: npm run build. Pack the package afterwards:
# npm pack --workspace kubernetes. A later build keeps the texts until the types change.
#
# usage: hack/describe-kubernetes.sh

set -o errexit -o nounset -o pipefail

HACK_FOLDER=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=hack/lib.sh
source "${HACK_FOLDER}/lib.sh"

have go || die 'go is not on PATH, and the documents come with a module of Go' 'install it from https://go.dev/dl'
version=$(awk '$1 == "k8s.io/kubernetes" { print $2; exit }' "${HACK_FOLDER}/envtest/go.mod")
folder=$(cd "${HACK_FOLDER}/envtest" && GOWORK=off go mod download -json "k8s.io/kubernetes@${version}" |
  sed -n 's/^\t"Dir": "\(.*\)",$/\1/p')
[[ -d "${folder}/api/openapi-spec/v3" ]] ||
  die "k8s.io/kubernetes@${version} could not be had" 'see that GOPROXY names a module proxy within reach'

described=$(mktemp -d)
trap 'rm -rf "${described}"' EXIT
cd "${HACK_FOLDER}/.."
node hack/import-kubernetes.mjs "${folder}" "${version}" "${described}" --descriptions
node kubernetes/scripts/declarations.mjs "${described}"
