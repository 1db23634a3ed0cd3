#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Packs all packages, and checks each with publint, attw ("are the types wrong?") and a list of its contents. Packs a copy
# under umask 077 and compares the bytes. Prints a table; fails on any problem. Build first: npm run build.
#
# usage: hack/check-packages.sh

set -o errexit -o nounset -o pipefail

HACK_FOLDER=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=hack/lib.sh
source "${HACK_FOLDER}/lib.sh"

# The packages are ES modules only, for Node that can require them: README.md, Install.
readonly ATTW=(--profile esm-only --format ascii --no-emoji)

# Prints the problems of an unpacked package, a line each.
content_faults() {
  local folder=$1 file
  for file in README.md LICENSE; do
    [[ -f "${folder}/${file}" ]] || printf 'has no %s\n' "${file}"
  done
  (
    cd "${folder}"
    find . -name '*.map' -printf '%P is a source map without its sources\n'
    find . -path '*.test.*' -printf '%P is a test\n'
    find . '(' -path '*tsbuildinfo*' -o -path '*testdata*' ')' -printf '%P is for development only\n'
    find . -name '*.api.md' -printf '%P is an API report\n'
    grep --recursive --files-with-matches '^//# sourceMappingURL=' . |
      sed 's/$/ refers to a missing source map of an older build: remove dist and build/' || true
  )
  node - "${folder}/package.json" <<'SCRIPT'
const manifest = JSON.parse(require('node:fs').readFileSync(process.argv[2], 'utf8'));
const wanted = ['description', 'keywords', 'homepage', 'bugs', 'repository', 'license', 'engines'];
for (const field of [...wanted, 'sideEffects', 'publishConfig']) {
  if (manifest[field] === undefined) console.log(`package.json has no ${field}`);
}
SCRIPT
}

# Runs a checker; prints "clean", or "FAULTY" and keeps the checker's output.
verdict() {
  local report=$1
  shift
  if "$@" >"${report}" 2>&1; then
    rm "${report}"
    printf 'clean'
  else
    printf 'FAULTY'
  fi
}

check() {
  local package=$1 name=$2
  local folder="${package%.tgz}"
  mkdir "${folder}"
  tar --extract --gzip --file "${package}" --directory "${folder}" --strip-components 1
  content_faults "${folder}" >"${folder}.contents"
  local contents=clean
  if [[ -s "${folder}.contents" ]]; then contents=FAULTY; else rm "${folder}.contents"; fi
  printf '%-24s %6d %9d  %-9s %-8s %s\n' "${name}" \
    "$(find "${folder}" -type f | wc -l)" "$(du --apparent-size --summarize --block-size=1K "${folder}" | cut -f 1)" \
    "${contents}" \
    "$(verdict "${folder}.publint" npx --no publint run "${package}" --strict)" \
    "$(verdict "${folder}.attw" npx --no attw "${package}" "${ATTW[@]}")"
}

# Packs a copy whose files only the owner can read.
pack_under_strict_umask() {
  local copy=$1 target=$2
  mkdir "${copy}"
  tar --create --exclude node_modules --exclude testdata package.json hack \
    packages generator controller |
    (umask 077 && tar --extract --no-same-permissions --directory "${copy}")
  (umask 077 && "${copy}/hack/pack.sh" "${target}" >/dev/null)
}

main() {
  packed=$(mktemp -d)
  strict=$(mktemp -d)
  trap 'rm -rf "${packed}" "${strict}"' EXIT
  cd "${HACK_FOLDER}/.."
  hack/pack.sh "${packed}" >/dev/null || die 'the packages cannot be packed' 'see: hack/pack.sh /tmp/packages'
  printf '%-24s %6s %9s  %-9s %-8s %s\n' package files KiB contents publint attw
  local package
  for package in "${packed}"/*.tgz; do
    check "${package}" "$(basename "${package}" .tgz)"
  done

  printf '%-42s' 'contents of single packages'
  VMGEN_UNPACKED="${packed}" verdict "${packed}/single.contents" \
    node --test test/dist/test/packages/contents.test.js
  printf '\n'

  pack_under_strict_umask "${strict}/copy" "${strict}/packages" ||
    die 'the packages cannot be packed under umask 077'
  for package in "${packed}"/*.tgz; do
    cmp "${package}" "${strict}/packages/${package##*/}" >>"${packed}/umask-077.contents" 2>&1 || true
  done
  [[ -s "${packed}/umask-077.contents" ]] || rm "${packed}/umask-077.contents"

  local report faults=0
  for report in "${packed}"/*.{contents,publint,attw}; do
    [[ -f "${report}" ]] || continue
    faults=$((faults + 1))
    printf '\n== %s\n' "$(basename "${report}")"
    cat "${report}"
  done
  [[ "${faults}" -eq 0 ]]
}

main "$@"
