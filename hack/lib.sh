# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# Functions for the setup scripts: messages, the cache folder, folders that are built once, and Debian packages. Source
# this file.

# Messages go to stderr, because callers capture standard output.
log() {
  printf '%s: %s\n' "${0##*/}${WHAT:+ ${WHAT}}" "$*" >&2
}

# Prints each argument as a line, the error first and then the fix, and ends with 1.
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

# The cache is outside the repository, so that clones share it.
cache_folder() {
  if [[ -z "${XDG_CACHE_HOME:-}${HOME:-}" ]]; then
    die 'no cache folder: neither XDG_CACHE_HOME nor HOME is set' 'set one of them'
  fi
  printf '%s/vmgen\n' "${XDG_CACHE_HOME:-${HOME}/.cache}"
}

# Locks an open file descriptor, and waits while another run of the same script holds the lock. Without flock, concurrent
# runs do the same work twice, which is slow but harmless.
lock() {
  local descriptor=$1
  if have flock && ! flock --nonblock "${descriptor}"; then
    log 'waiting for another run to finish'
    flock "${descriptor}"
  fi
}

# Builds a folder unless it is complete. The folder is built beside its path and renamed, so that it is complete or absent.
# CHECK and BUILD are functions: CHECK FOLDER succeeds if the folder is complete, and BUILD FOLDER fills an empty folder.
# usage: provide FOLDER CHECK BUILD
provide() {
  local folder=$1 check=$2 build=$3
  mkdir -p "${folder%/*}"
  exec 9>"${folder}.lock"
  lock 9
  if "${check}" "${folder}"; then
    return # another run has built it in the meantime
  fi
  BUILD_FOLDER="${folder}.$$"
  trap 'rm -rf "${BUILD_FOLDER}"' EXIT
  mkdir -p "${BUILD_FOLDER}"
  "${build}" "${BUILD_FOLDER}"
  rm -rf "${folder}"
  mv "${BUILD_FOLDER}" "${folder}"
  log "built in ${SECONDS} s"
}

# Prints the comment at the top of a script.
print_usage() {
  sed -n '4,/^$/s/^# \{0,1\}//p' "$1"
}

# Prints the comment at the top of the setup script for --help, and ends. Fails for other arguments.
without_arguments() {
  case "${1:-}" in
    '') ;;
    -h | --help) print_usage "${SETUP_SCRIPT}" && exit 0 ;;
    *) log "unknown argument: $1" && print_usage "${SETUP_SCRIPT}" >&2 && exit 2 ;;
  esac
}

# Prints when a process started, in clock ticks since boot. Prints nothing for a process that has ended, even if its
# parent has not noticed. With the pid, it identifies a process: the pid alone might belong to another process later.
started_at() {
  awk '$3 != "Z" { print $22 }' "/proc/$1/stat" 2>/dev/null || true
}

is_root() {
  [[ "$(id -u)" == 0 ]]
}

apt_get() {
  DEBIAN_FRONTEND=noninteractive apt-get --quiet --quiet -o DPkg::Lock::Timeout=300 -o APT::Sandbox::User=root "$@"
}

# Updates the lists at most once per run, because it takes seconds. Only root may update them; other users rely on the
# existing lists.
update_package_lists() {
  if is_root && [[ -z "${lists_are_new:-}" ]]; then
    apt_get update >&2 || die 'apt-get update failed' 'see above; the Debian mirror in /etc/apt has to be within reach'
    lists_are_new=yes
  fi
}
