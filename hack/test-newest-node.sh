#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Runs the unit and stress suites on the newest even version of Node, from npm's package `node`, which contains the binary.
# Build first: npm run build.
#
# usage: hack/test-newest-node.sh [PART_OF_A_FILE_NAME]
#
# The binary is kept in ${XDG_CACHE_HOME:-~/.cache}/vmgen/node. If it cannot be installed, or if this machine's Node is as
# new, the suite is skipped with the reason, and the suite stress runs on the present Node.

set -o errexit -o nounset -o pipefail

HACK_FOLDER=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=hack/lib.sh
source "${HACK_FOLDER}/lib.sh"

# Prints why this Node is not used, also to the summary of CI, and runs the suite stress on the present one: .ci/run has no
# other place for it.
skip() {
  local reason=$1
  log "skipped: ${reason}"
  printf '0 passed, 0 failed, 1 skipped\n'
  if [[ -n "${VMGEN_SUMMARY:-}" ]]; then
    printf 'newest-node\t0\t0\t1\t0 s\t%s\n' "${reason}" >>"${VMGEN_SUMMARY}"
  fi
  cd "${HACK_FOLDER}/.."
  exec node test/run.mjs stress
}

# Prints the newest version with an even major number, which gets long-term support.
newest_version() {
  npm view node versions --json 2>/dev/null |
    node -e '
      const versions = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
      const numbers = versions
        .filter((version) => /^\d+\.\d+\.\d+$/.test(version))
        .map((version) => version.split(".").map(Number))
        .filter(([major]) => major % 2 === 0)
        .sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
      if (numbers.length === 0) process.exit(1);
      console.log(numbers.at(-1).join("."));
    ' 2>/dev/null
}

is_wanted() {
  [[ -x "$1/bin/node" && $("$1/bin/node" --version 2>/dev/null) == "v${VERSION}" ]]
}

# A version that does not run on this machine is also a reason to skip.
install_node() {
  local folder=$1
  log "installing node ${VERSION}"
  npm install --prefix "${folder}" --no-save --no-audit --no-fund --loglevel=error "node@${VERSION}" >&2 &&
    mkdir "${folder}/bin" && mv "${folder}/node_modules/node/bin/node" "${folder}/bin/node" ||
    skip "node ${VERSION} could not be installed from the registry"
  rm -rf "${folder}/node_modules"
  is_wanted "${folder}" || skip "node ${VERSION} does not run on this machine"
}

main() {
  local folder
  case "${1:-}" in
    -h | --help) print_usage "${BASH_SOURCE[0]}" && return ;;
  esac
  VERSION=$(newest_version) || skip 'the registry has no package node'
  if [[ $(node --version) == "v${VERSION%%.*}."* ]]; then
    skip "this machine's Node is $(node --version) already"
  fi
  folder="$(cache_folder)/node/${VERSION}"
  is_wanted "${folder}" || provide "${folder}" is_wanted install_node
  # Child processes of tests use the same Node.
  export PATH="${folder}/bin:${PATH}"
  printf 'node %s\n' "$(node --version)"
  cd "${HACK_FOLDER}/.."
  node test/run.mjs node "$@"
}

main "$@"
