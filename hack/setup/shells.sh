# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# Installs zsh and fish from Debian's packages, as root, if they are missing. Prints nothing on standard output.
#
# usage: hack/setup.sh shells

main() {
  without_arguments "$@"
  local shell packages=()
  for shell in zsh fish; do
    have "${shell}" || packages+=("${shell}")
  done
  ((${#packages[@]} > 0)) || return 0
  have apt-get && is_root || die "${packages[*]}: not installed, and only root can install it on Debian"
  log "installing ${packages[*]}"
  update_package_lists
  apt_get install --yes --no-install-recommends "${packages[@]}" >&2 ||
    die "apt-get could not install ${packages[*]}" 'see above'
}
