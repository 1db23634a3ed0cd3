#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Provides what a test suite needs, and prints where it is. Standard output contains nothing else.
#
# usage: hack/setup.sh WHAT [ARGUMENT...]
#
#   docker           a Docker Engine with an image nginx:latest; `docker --stop` stops an engine that this script started
#   cluster          a Kubernetes cluster of one real node: its kubeconfig; also `cluster --stop` and `--node COMMAND...`
#   qemu             qemu and a small guest image: their folder, for VMGEN_QEMU
#   chromium         Chromium: its program, for VMGEN_CHROMIUM
#   shells           zsh and fish, installed as root on Debian
#   helm             Helm: its program, for HELM
#   monitoring       Prometheus' engine and OpenTelemetry's receiver: their folder, for VMGEN_MONITORING
#   controller-gen   controller-gen: its program, for CONTROLLER_GEN
#
# `hack/setup.sh WHAT --help` describes one. Downloads and builds stay in ${XDG_CACHE_HOME:-~/.cache}/vmgen.

set -o errexit -o nounset -o pipefail

HACK_FOLDER=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=hack/lib.sh
source "${HACK_FOLDER}/lib.sh"

case "${1:-}" in
  docker | cluster | qemu | chromium | monitoring | shells) SETUP_SCRIPT=${HACK_FOLDER}/setup/$1.sh ;;
  helm | controller-gen) SETUP_SCRIPT=${HACK_FOLDER}/setup/go-tools.sh ;;
  -h | --help) print_usage "$0" && exit 0 ;;
  *) log "no setup of '${1:-}'" && print_usage "$0" >&2 && exit 2 ;;
esac
WHAT=$1
shift
# shellcheck source=/dev/null
source "${SETUP_SCRIPT}"
main "$@"
