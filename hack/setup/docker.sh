# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# Provides a Docker Engine with an image nginx:latest, without a registry.
#
# usage: hack/setup.sh docker [--for PID]           uses a running engine, or installs and starts Debian's
#        hack/setup.sh docker --stop [--for PID]    stops the engine if this script started it and nobody else uses it
#
# PID is the process that uses the engine, such as the run of a test suite; it uses the engine until --stop, or until it
# ends. Without it, the engine is used until --stop without it.
#
# The engine is the one at DOCKER_HOST or /var/run/docker.sock. If none answers, the script installs Debian's docker.io
# (as root) and starts dockerd, which continues after this script; its log and PID are in
# ${XDG_CACHE_HOME:-~/.cache}/vmgen/docker. A missing nginx image is built from Debian's nginx package. Prints the
# engine's version and the image.

readonly DEFAULT_HOST=unix:///var/run/docker.sock
readonly IMAGE=nginx:latest
readonly CANDIDATE_IMAGE=vmgen-nginx:candidate
readonly START_SECONDS=60
readonly STOP_SECONDS=60 # dockerd gives its containers 15 s before it kills them

# ---- the engine ----

# Docker's client uses contexts, and the controller's client library does not: both must use the same engine.
choose_host() {
  unset DOCKER_CONTEXT
  export DOCKER_HOST=${DOCKER_HOST:-${DEFAULT_HOST}}
}

engine_version() {
  timeout 15 docker version --format '{{.Server.Version}}, API {{.Server.APIVersion}}'
}

engine_answers() {
  have docker && engine_version >/dev/null 2>&1
}

require_local_engine_is_possible() {
  local reason=''
  if have docker; then
    reason=$(engine_version 2>&1 >/dev/null | tr '\n' ' ') || true
  fi
  [[ "${DOCKER_HOST}" == "${DEFAULT_HOST}" ]] ||
    die "no Docker Engine answers at DOCKER_HOST=${DOCKER_HOST}" "${reason:-there is no docker client to ask it with}" \
      'start that engine, or unset DOCKER_HOST to have one installed and started here'
  is_root ||
    die "no Docker Engine answers at ${DOCKER_HOST}" "${reason:-there is no docker client to ask it with}" \
      'start one that this user may use (group docker), or run this script as root to install and start one'
}

install_engine() {
  have apt-get ||
    die 'no Docker Engine is installed, and without apt-get this script cannot install one' \
      'install it as https://docs.docker.com/engine/install says, start it, and run this again'
  local packages=(docker.io iptables)
  update_package_lists
  # From Debian 13 on the client is a package of its own.
  if ! have docker && apt-cache show docker-cli >/dev/null 2>&1; then
    packages+=(docker-cli)
  fi
  log "installing ${packages[*]}"
  apt_get install --yes --no-install-recommends "${packages[@]}" >"${STATE_FOLDER}/install.log" 2>&1 9>&- || {
    tail -n 20 "${STATE_FOLDER}/install.log" >&2
    die "apt-get could not install ${packages[*]}" "see above; all of it is in ${STATE_FOLDER}/install.log"
  }
}

# Prints the pid of the engine that this script started, if that one still runs. The pid alone might
# by now belong to another process; the pid and its start time together do not.
own_engine() {
  local pid ticks
  [[ -f "${PID_FILE}" ]] || return 0
  { read -r pid && read -r ticks; } <"${PID_FILE}" || return 0
  if [[ "$(started_at "${pid}")" == "${ticks}" ]]; then
    printf '%s\n' "${pid}"
  fi
}

# A session of its own and no descriptor of ours: the engine lives on when the caller's terminal,
# job or pipe ends, and nobody waits for it.
start_engine() {
  local pid
  log "starting dockerd, log in ${LOG_FILE}"
  # That of an engine that has ended otherwise.
  rm -f "${USERS_FOLDER}/manual"
  setsid nohup dockerd >"${LOG_FILE}" 2>&1 </dev/null 9>&- &
  pid=$!
  disown
  printf '%s\n%s\n' "${pid}" "$(started_at "${pid}")" >"${PID_FILE}"
  await_engine "${pid}"
}

await_engine() {
  local pid=$1 deadline=$((SECONDS + START_SECONDS))
  until engine_answers; do
    if ! kill -0 "${pid}" 2>/dev/null; then
      tail -n 20 "${LOG_FILE}" >&2
      die 'dockerd ended while starting' "see its last lines above; all of it is in ${LOG_FILE}"
    fi
    if ((SECONDS >= deadline)); then
      kill "${pid}"
      tail -n 20 "${LOG_FILE}" >&2
      die "dockerd did not answer at ${DOCKER_HOST} within ${START_SECONDS} s" "see its last lines above; all of it is in ${LOG_FILE}"
    fi
    sleep 0.2
  done
}

# Where systemd runs the machine the engine is its service, and --stop leaves it alone.
start_by_systemd() {
  [[ -d /run/systemd/system ]] || return 1
  systemctl start docker >&2 || return 1
  for _ in {1..50}; do
    engine_answers && return
    sleep 0.2
  done
  return 1
}

ensure_engine() {
  if engine_answers; then
    return
  fi
  require_local_engine_is_possible
  if ! have docker || ! have dockerd || ! have iptables; then
    install_engine
  fi
  if engine_answers || start_by_systemd; then
    return
  fi
  start_engine
}

# ---- its users ----

# A user is a file with the name of its pid and the time of its start, or `manual`, without the latter.
add_user() {
  local user=$1
  mkdir -p "${USERS_FOLDER}"
  if [[ "${user}" == manual ]]; then
    : >"${USERS_FOLDER}/manual"
  else
    started_at "${user}" >"${USERS_FOLDER}/${user}"
  fi
}

# Prints the users that have neither ended nor called --stop.
remaining_users() {
  local file user
  for file in "${USERS_FOLDER}"/*; do
    [[ -f "${file}" ]] || continue
    user=${file##*/}
    if [[ "${user}" == manual || (-s "${file}" && "$(started_at "${user}")" == "$(<"${file}")") ]]; then
      printf '%s\n' "${user}"
    else
      rm -f "${file}"
    fi
  done
}

stop_engine() {
  local pid users deadline=$((SECONDS + STOP_SECONDS))
  rm -f "${USERS_FOLDER}/$1"
  pid=$(own_engine)
  users=$(remaining_users)
  if [[ -n "${pid}" && -n "${users}" ]]; then
    log "dockerd (pid ${pid}) continues, because others use it: ${users//$'\n'/, }"
    return
  fi
  if [[ -z "${pid}" ]]; then
    rm -f "${PID_FILE}"
    log 'no engine runs that this script started; nothing to stop'
    return
  fi
  kill -TERM "${pid}"
  while [[ "$(own_engine)" == "${pid}" ]]; do
    if ((SECONDS >= deadline)); then
      die "dockerd (pid ${pid}) did not end within ${STOP_SECONDS} s of SIGTERM" "see ${LOG_FILE}"
    fi
    sleep 0.2
  done
  rm -f "${PID_FILE}"
  log "dockerd (pid ${pid}) ended"
}

# ---- the image ----

download_packages() {
  local folder=$1 libraries
  if ! have apt-get || ! have dpkg; then
    die "the engine has no image ${IMAGE}, and it can be made from packages on Debian only" "run: docker pull ${IMAGE}"
  fi
  update_package_lists
  # Asked of apt rather than listed, because a library's package is named after its version.
  mapfile -t libraries < <(apt-cache depends --important nginx | awk '$1 == "Depends:" && $2 ~ /^(lib|zlib)/ { print $2 }')
  mkdir -p "${folder}"
  (cd "${folder}" && apt_get download nginx nginx-common busybox-static "${libraries[@]}" >&2) ||
    die 'the Debian packages for the nginx image could not be downloaded' 'see above; as root, apt-get update may be needed'
}

# What the packages' own installation scripts would have done, as far as a container needs it.
configure_root() {
  local root=$1
  mkdir -p "${root}"/{dev,etc,proc,run,sys,tmp,var/log/nginx,var/lib/nginx,etc/nginx/conf.d}
  chmod 1777 "${root}/tmp"
  printf 'root:x:0:0:root:/root:/bin/sh\nwww-data:x:33:33:www-data:/var/www:/usr/sbin/nologin\n' >"${root}/etc/passwd"
  printf 'root:x:0:\nwww-data:x:33:\n' >"${root}/etc/group"
  ln -s busybox "${root}/bin/sh"
  ln -sf /dev/stdout "${root}/var/log/nginx/access.log"
  ln -sf /dev/stderr "${root}/var/log/nginx/error.log"
  # IPv4 only: Debian's default site also listens on [::], which fails where the engine has no IPv6.
  printf 'server {\n  listen 80 default_server;\n  root /usr/share/nginx/html;\n}\n' >"${root}/etc/nginx/conf.d/default.conf"
}

unpack_packages() {
  local archives=$1 root=$2 archive folder
  for archive in "${archives}"/*.deb; do
    dpkg -x "${archive}" "${root}"
  done
  # Debian 12 packages bring /bin and /lib; later ones put all into /usr and leave these links to the base system.
  for folder in bin sbin lib lib64; do
    [[ -e "${root}/${folder}" ]] || ln -s "usr/${folder}" "${root}/${folder}"
  done
  rm -rf "${root}"/usr/share/{doc,man,lintian,locale} "${root}"/usr/lib/*/gconv
}

# The candidate becomes nginx:latest only after it has run in the foreground and served a page.
check_candidate() {
  local container running=''
  container=$(docker run --detach "${CANDIDATE_IMAGE}")
  for _ in {1..25}; do
    if docker exec "${container}" busybox wget -q -O /dev/null http://127.0.0.1/ 2>/dev/null; then
      running=$(docker inspect --format '{{.State.Running}}' "${container}")
      break
    fi
    sleep 0.2
  done
  if [[ "${running}" != true ]]; then
    docker logs "${container}" >&2 || true
    docker rm --force --volumes "${container}" >/dev/null
    docker image rm "${CANDIDATE_IMAGE}" >/dev/null
    die "the nginx image made from Debian packages does not serve" "see the container's log above, or bring an image of your own: docker pull ${IMAGE}"
  fi
  docker rm --force --volumes "${container}" >/dev/null
}

make_image() {
  log "making ${IMAGE} from Debian's nginx package"
  WORK_FOLDER=$(mktemp --directory)
  trap 'rm -rf "${WORK_FOLDER}"' EXIT
  download_packages "${WORK_FOLDER}/packages"
  unpack_packages "${WORK_FOLDER}/packages" "${WORK_FOLDER}/root"
  configure_root "${WORK_FOLDER}/root"
  tar --create --directory "${WORK_FOLDER}/root" --owner 0 --group 0 --numeric-owner . |
    docker import --change 'CMD ["nginx","-g","daemon off;"]' --change 'EXPOSE 80' - "${CANDIDATE_IMAGE}" >/dev/null
  check_candidate
  docker tag "${CANDIDATE_IMAGE}" "${IMAGE}"
  docker image rm "${CANDIDATE_IMAGE}" >/dev/null
}

has_image() {
  docker image inspect "${IMAGE}" >/dev/null 2>&1
}

print_result() {
  printf 'docker engine %s at %s\n' "$(engine_version)" "${DOCKER_HOST}"
  docker image inspect --format "image ${IMAGE} {{.Id}}, {{.Size}} bytes" "${IMAGE}"
}

main() {
  local mode=start user=manual
  if [[ "${1:-}" == --stop ]]; then
    mode=stop
    shift
  fi
  if [[ "${1:-}" == --for && "${2:-}" =~ ^[1-9][0-9]*$ ]]; then
    user=$2
    shift 2
  fi
  without_arguments "$@"
  STATE_FOLDER="$(cache_folder)/docker"
  PID_FILE="${STATE_FOLDER}/dockerd.pid"
  LOG_FILE="${STATE_FOLDER}/dockerd.log"
  USERS_FOLDER="${STATE_FOLDER}/users"
  mkdir -p "${STATE_FOLDER}"
  exec 9>"${STATE_FOLDER}/lock"
  lock 9
  if [[ "${mode}" == stop ]]; then
    stop_engine "${user}"
    return
  fi
  choose_host
  ensure_engine
  add_user "${user}"
  has_image || make_image
  print_result
}
