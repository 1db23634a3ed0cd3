# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# Builds the programs in test/monitoring/go, and prints their folder: promql, which evaluates alerts with Prometheus and
# validates dashboards with Grafana's schema, and otlp, the receiver of the OpenTelemetry Collector.
#
# usage: VMGEN_MONITORING=$(hack/setup.sh monitoring)
#
# Go downloads the modules through its proxy, and builds for one to two minutes on two cores, once for each change of the
# sources. The result stays in ${XDG_CACHE_HOME:-~/.cache}/vmgen. Standard output contains only the folder.

readonly SOURCES=${HACK_FOLDER}/../test/monitoring/go

is_built() {
  [[ -x "$1/promql" && -x "$1/otlp" ]]
}

build() {
  local folder=$1
  log "building into ${folder%.*}; this takes some minutes, once"
  (cd "${SOURCES}" && GOWORK=off GOTOOLCHAIN=local GOFLAGS='-mod=readonly -buildvcs=false' CGO_ENABLED=0 \
    go build -trimpath -o "${folder}/" ./... >&2) ||
    die "test/monitoring/go could not be built with $(go version)" \
      'see above; it needs go 1.26 or newer, and a GOPROXY within reach'
}

main() {
  local key folder
  without_arguments "$@"
  have go || die 'go is not on PATH; it builds the programs of the suite' 'install it from https://go.dev/dl'
  key=$(cd "${SOURCES}" && find . -type f -print0 | sort -z | xargs -0 sha256sum | sha256sum | cut -c 1-12)
  folder="$(cache_folder)/monitoring/${key}"
  is_built "${folder}" || provide "${folder}" is_built build
  printf '%s\n' "${folder}"
}
