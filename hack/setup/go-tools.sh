# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# Provides a program that Go builds from its module, and prints its path: Helm, which renders the generated chart, and
# controller-gen, whose CRDs vmgen's are compared with.
#
# usage: HELM=$(hack/setup.sh helm)
#        CONTROLLER_GEN=$(hack/setup.sh controller-gen)
#
# If HELM or CONTROLLER_GEN already names a suitable program, its path is printed. Otherwise Go builds it: some four minutes
# on two cores, once. The result stays in ${XDG_CACHE_HOME:-~/.cache}/vmgen. Standard output contains only the path.

readonly HELM_VERSION=v3.22.0
readonly CONTROLLER_GEN_VERSION=v0.23.0

# Only this much of the user's Go settings may change what is built: the proxy and the caches.
go_here() {
  GOWORK=off GOTOOLCHAIN=local GOFLAGS=-trimpath CGO_ENABLED=0 go "$@"
}

# A Helm that `go install` built reports no release version of its own, so any Helm that starts is suitable.
is_suitable() {
  local program=$1
  [[ -f "${program}" && -x "${program}" ]] || return
  case "${WHAT}" in
    helm) "${program}" version --short >/dev/null 2>&1 ;;
    *) [[ $("${program}" --version 2>/dev/null) == "Version: ${VERSION}" ]] ;;
  esac
}

is_built() {
  is_suitable "$1/${WHAT}"
}

build() {
  local folder=$1
  log "building ${WHAT} ${VERSION} into ${folder%.*}; this takes some minutes, once"
  (cd / && GOBIN="${folder}" go_here install "${MODULE}@${VERSION}" >&2) ||
    die "${MODULE}@${VERSION} could not be built with $(go version)" \
      'see above; it needs go 1.26 or newer, and a GOPROXY within reach'
}

main() {
  local named folder
  without_arguments "$@"
  case "${WHAT}" in
    helm) named=${HELM:-} VERSION=${HELM_VERSION} MODULE=helm.sh/helm/v3/cmd/helm ;;
    *) named=${CONTROLLER_GEN:-} VERSION=${CONTROLLER_GEN_VERSION} MODULE=sigs.k8s.io/controller-tools/cmd/controller-gen ;;
  esac
  if [[ -n "${named}" ]]; then
    if is_suitable "${named}"; then
      printf '%s\n' "${named}"
      return
    fi
    log "${named} is ignored: it is not ${WHAT} ${VERSION}"
  fi
  have go || die "go is not on PATH; it builds ${WHAT}" 'install it from https://go.dev/dl'
  folder="$(cache_folder)/${WHAT}/${VERSION}"
  # It reads the standard library's sources with the parser that it was built with: one for each Go.
  [[ "${WHAT}" == helm ]] || folder+=-$(go_here env GOVERSION)
  is_built "${folder}" || provide "${folder}" is_built build
  printf '%s\n' "${folder}/${WHAT}"
}
