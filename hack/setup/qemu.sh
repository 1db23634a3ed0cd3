# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# Provides qemu and a small guest image, and prints the folder that contains them.
#
# usage: VMGEN_QEMU=$(hack/setup.sh qemu)
#
# The folder contains bin/qemu-system-x86_64, and images/ for the controller's option --vm-image-dir: Debian's cloud
# kernel with an initrd of busybox. Debian's packages are downloaded and unpacked, and nothing is installed. As root, the
# script updates the package lists first. The result stays in ${XDG_CACHE_HOME:-~/.cache}/vmgen/qemu. If VMGEN_QEMU
# already names such a folder, the script prints it unchanged.
# Standard output contains only the folder.

# In the order in which the guest loads them.
readonly MODULES=(drivers/virtio/virtio_ring drivers/virtio/virtio drivers/virtio/virtio_pci_modern_dev
  drivers/virtio/virtio_pci_legacy_dev drivers/virtio/virtio_pci drivers/virtio/virtio_balloon
  drivers/block/virtio_blk drivers/acpi/button drivers/input/evdev)

is_complete() {
  [[ -x "$1/bin/qemu-system-x86_64" && -f "$1/images/busybox.json" ]]
}

# A changed script or another release of Debian results in another folder, so a cached folder is never outdated.
recipe_hash() {
  {
    cat "${BASH_SOURCE[0]}" "${HACK_FOLDER}/guest/init" "${HACK_FOLDER}/guest/make-image.mjs"
    sed -n 's/^VERSION_CODENAME=//p' /etc/os-release
  } | sha256sum | cut -c 1-12
}

require_debian() {
  local command
  [[ "$(uname -m)" == x86_64 ]] || die "the guest needs an x86-64 machine, and this one is $(uname -m)"
  for command in apt-get apt-cache dpkg; do
    have "${command}" ||
      die "${command} is not on PATH, and qemu comes from Debian's packages" \
        'set VMGEN_QEMU to a folder with bin/qemu-system-x86_64 and images/'
  done
}

# The packages that apt would install, without recommended ones. The kernel's own dependencies are for booting a host.
download_packages() {
  local folder=$1 kernel packages
  update_package_lists
  kernel=$(apt-cache depends linux-image-cloud-amd64 | awk '$1 == "Depends:" { print $2; exit }')
  mapfile -t packages < <(apt-get --quiet --quiet --print-uris --yes --no-install-recommends install qemu-system-x86 |
    awk '/^\047/ { sub(/_.*/, "", $2); print $2 }')
  # An installed qemu is not in the list. Its package is small enough to download it anyway.
  log "downloading ${#packages[@]} packages for qemu, busybox and ${kernel}"
  (cd "${folder}" && apt_get download "${packages[@]}" qemu-system-x86 qemu-system-data qemu-system-common seabios \
    busybox-static "${kernel}" >&2) ||
    die 'the Debian packages could not be downloaded' 'see above; as root, apt-get update may be necessary'
}

unpack_packages() {
  local folder=$1 package
  for package in "${folder}"/packages/*.deb; do
    dpkg --extract "${package}" "${folder}/root"
  done
  rm -rf "${folder}/packages" "${folder}/root/usr/share/doc" "${folder}/root/usr/share/locale"
}

# Runs the unpacked qemu with its own libraries and firmware. exec keeps the process id.
write_wrapper() {
  local folder=$1
  mkdir -p "${folder}/bin"
  cat >"${folder}/bin/qemu-system-x86_64" <<'WRAPPER'
#!/bin/sh
root=$(dirname "$(dirname "$(readlink -f "$0")")")/root
export LD_LIBRARY_PATH="$root/usr/lib/x86_64-linux-gnu:$root/lib/x86_64-linux-gnu"
export QEMU_MODULE_DIR="$root/usr/lib/x86_64-linux-gnu/qemu"
exec "$root/usr/bin/qemu-system-x86_64" -L "$root/usr/share/qemu" -L "$root/usr/share/seabios" "$@"
WRAPPER
  chmod +x "${folder}/bin/qemu-system-x86_64"
}

# The kernel and its modules are needed only inside the image.
write_image() {
  local folder=$1 module modules=() kernel
  kernel=$(echo "${folder}"/root/lib/modules/*/kernel)
  for module in "${MODULES[@]}"; do
    modules+=("${kernel}/${module}.ko")
  done
  mkdir -p "${folder}/images"
  cp "${folder}"/root/boot/vmlinuz-* "${folder}/images/vmlinuz"
  node "${HACK_FOLDER}/guest/make-image.mjs" "${folder}/images" "${folder}/root/bin/busybox" "${modules[@]}"
  rm -rf "${folder}/root/boot" "${folder}/root/lib/modules"
}

build() {
  local folder=$1
  require_debian
  mkdir -p "${folder}/packages"
  download_packages "${folder}/packages"
  unpack_packages "${folder}"
  write_wrapper "${folder}"
  write_image "${folder}"
  "${folder}/bin/qemu-system-x86_64" --version >&2 || die 'the unpacked qemu does not start' 'see above'
}

main() {
  without_arguments "$@"
  local folder=${VMGEN_QEMU:-}
  if [[ -z "${folder}" ]]; then
    folder="$(cache_folder)/qemu/$(recipe_hash)"
    is_complete "${folder}" || provide "${folder}" is_complete build
  elif ! is_complete "${folder}"; then
    die "VMGEN_QEMU: ${folder} lacks bin/qemu-system-x86_64 or images/busybox.json" 'unset it, or correct the folder'
  fi
  printf '%s\n' "${folder}"
}
