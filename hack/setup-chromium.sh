#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Provides Chromium, and prints its program.
#
# usage: VMGEN_CHROMIUM=$(hack/setup-chromium.sh)
#
# Uses the program of VMGEN_CHROMIUM, or an installed Chromium or Chrome. Otherwise, as root on Debian, installs Debian's
# package. Standard output contains only the program.

set -o errexit -o nounset -o pipefail

HACK_FOLDER=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=hack/lib.sh
source "${HACK_FOLDER}/lib.sh"

find_chromium() {
  local name
  for name in "${VMGEN_CHROMIUM:-chromium}" chromium chromium-browser google-chrome; do
    command -v "${name}" && return
  done
  return 1
}

if ! find_chromium; then
  { is_root && have apt-get; } ||
    die 'no Chromium is installed, and this script can install it only as root with apt-get' \
      'install Chromium, or set VMGEN_CHROMIUM to its program'
  update_package_lists
  apt_get --yes --no-install-recommends install chromium >&2 || die 'apt-get could not install chromium' 'see above'
  find_chromium
fi
