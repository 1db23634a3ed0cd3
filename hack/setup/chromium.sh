# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# Provides Chromium, and prints its program.
#
# usage: VMGEN_CHROMIUM=$(hack/setup.sh chromium)
#
# Uses the program of VMGEN_CHROMIUM, or an installed Chromium or Chrome. Otherwise, as root on Debian, installs Debian's
# package. Standard output contains only the program.

find_chromium() {
  local name
  for name in "${VMGEN_CHROMIUM:-chromium}" chromium chromium-browser google-chrome; do
    command -v "${name}" && return
  done
  return 1
}

main() {
  without_arguments "$@"
  find_chromium && return
  { is_root && have apt-get; } ||
    die 'no Chromium is installed, and this script can install it only as root with apt-get' \
      'install Chromium, or set VMGEN_CHROMIUM to its program'
  update_package_lists
  apt_get --yes --no-install-recommends install chromium >&2 || die 'apt-get could not install chromium' 'see above'
  find_chromium
}
