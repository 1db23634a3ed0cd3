# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# What the setup scripts share: messages and the cache folder. To be sourced, not run.

# Standard output carries results that callers capture, so everything said to people goes to stderr.
log() {
  printf '%s: %s\n' "${0##*/}" "$*" >&2
}

# The arguments are lines: what and where, then the remedy.
die() {
  local line
  for line in "$@"; do
    log "${line}"
  done
  exit 1
}

have() {
  command -v "$1" >/dev/null 2>&1
}

# Outside the tree: it outlives a clone, and a clean checkout stays clean.
cache_folder() {
  if [[ -z "${XDG_CACHE_HOME:-}${HOME:-}" ]]; then
    die 'no place for the cache: neither XDG_CACHE_HOME nor HOME is set' 'set one of them'
  fi
  printf '%s/vmgen\n' "${XDG_CACHE_HOME:-${HOME}/.cache}"
}

# Waits on an open file descriptor until no other run of the same script holds its lock file.
# Where flock is missing two runs at once do the same work twice, which is slow but harmless.
lock() {
  local descriptor=$1
  if have flock && ! flock --nonblock "${descriptor}"; then
    log 'waiting for another run to finish'
    flock "${descriptor}"
  fi
}
