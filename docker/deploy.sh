#!/bin/sh
# sh docker/deploy.sh [SERVICE…]: builds the images and replaces the containers of a running stack, group by group, while it answers every
# call (docs/operations.md, Upgrade). Without names: every program that has changed, and the jobs. Never the engines.
set -eu

# Those who consume an event before those who emit it. Of two that consume each other's, the one that emits more types comes later. Those of a
# group, between commas, neither consume each other's events nor call each other.
order="notification,media wallet task submission user gateway mf-public,mf-worker,mf-buyer,mf-admin shell"
programs=$(echo "$order" | tr , ' ')

containers_of() { docker compose ps --quiet "$@"; }
in_proxy() { docker compose exec -T proxy "$@"; }
job() { docker compose run --rm -T --no-deps "$@"; }

# Whether each of these containers is healthy, and there is one.
are_healthy() {
  [ $# -gt 0 ] || return 1
  for id in "$@"; do
    [ "$(docker inspect --format '{{.State.Health.Status}}' "$id")" = healthy ] || return 1
  done
}

# shellcheck disable=SC2046
is_up() { are_healthy $(containers_of "$1"); }

is_current() {
  hash=$(docker compose config --hash "$1" | cut -d' ' -f2)
  is_up "$1" || return 1
  for id in $(containers_of "$1"); do
    # shellcheck disable=SC2046
    set -- $(docker inspect --format '{{index .Config.Labels "com.docker.compose.config-hash"}} {{.Image}} {{.Config.Image}}' "$id")
    [ "$1" = "$hash" ] && [ "$2" = "$(docker image inspect --format '{{.Id}}' "$3")" ] || return 1
  done
}

# replace SERVICE…: starts as many new containers beside the old ones, which end when the new ones are healthy.
replace() {
  old=
  broken=
  scales=
  for name in "$@"; do
    count=0
    for id in $(containers_of "$name"); do
      if are_healthy "$id"; then old="$old $id" count=$((count + 1)); else broken="$broken $id"; fi
    done
    scales="$scales --scale $name=$((count > 0 ? 2 * count : 1))"
  done
  # `up --wait` fails at once beside one that is not healthy.
  # shellcheck disable=SC2086
  [ -z "$broken" ] || docker rm --force $broken > /dev/null
  # shellcheck disable=SC2086
  if ! docker compose up --detach --wait --no-deps --no-recreate $scales "$@"; then
    for id in $(containers_of "$@"); do
      case $old in *"$id"*) ;; *) docker rm --force "$id" > /dev/null ;; esac
    done
    echo "The new $* has not become healthy and is removed. Old containers that are healthy still run." >&2
    exit 1
  fi
  # shellcheck disable=SC2086
  [ -z "$old" ] || docker stop $old > /dev/null
  # shellcheck disable=SC2086
  [ -z "$old" ] || docker rm $old > /dev/null
}

undrain() { in_proxy rm -f /tmp/drain-gateway /tmp/drain-gateway-2; }

# Meanwhile the proxy directs every call to the other gateway.
replace_gateways() {
  undrain
  trap 'undrain || true' EXIT
  trap 'exit 1' HUP INT TERM
  one=gateway
  other=gateway-2
  if is_up gateway && ! is_up gateway-2; then one=gateway-2 other=gateway; fi
  replace_gateway $one $other
  replace_gateway $other $one
}

# replace_gateway ONE OTHER
replace_gateway() {
  if is_current "$1"; then return; fi
  if is_up "$2"; then
    in_proxy touch "/tmp/drain-$1"
    sleep 1
  fi
  if ! docker compose up --detach --wait --no-deps --force-recreate "$1"; then
    # Else the proxy would send it every other call.
    if is_up "$2"; then docker compose rm --force --stop "$1" > /dev/null; fi
    echo "The new $1 has not become healthy. If $2 is healthy, $1 is removed, and $2 serves every call." >&2
    exit 1
  fi
  undrain
}

for name in "$@"; do
  case " $programs " in *" $name "*) ;; *) echo "$name is none of: $programs" >&2 && exit 1 ;; esac
done
chosen=${*:-$programs}

docker compose build "$@"
# Stopped containers, which `up` would start as they are.
# shellcheck disable=SC2086
docker compose rm --force gateway-2 $chosen > /dev/null
if [ $# = 0 ]; then
  job replica-set
  job indexes
  job topics topics keep
fi
for group in $order; do
  changed=
  for name in $(echo "$group" | tr , ' '); do
    case " $chosen " in *" $name "*) ;; *) continue ;; esac
    echo "$name …"
    if [ "$name" = gateway ]; then replace_gateways; elif ! is_current "$name"; then changed="$changed $name"; fi
  done
  # shellcheck disable=SC2086
  [ -z "$changed" ] || replace $changed
done
# The number of replicas in .env, and the configuration of the proxy.
# shellcheck disable=SC2086
docker compose up --detach --wait --no-deps --no-recreate $chosen
in_proxy sh /proxy/start.sh
# Now no program uses rights of the last release.
if [ $# = 0 ]; then job topics; fi
for name in $(docker compose ps --services); do
  case " $programs gateway-2 " in *" $name "*) continue ;; esac
  is_current "$name" || echo "$name has changed or is not healthy. This script leaves it as it is: docs/operations.md, Upgrade." >&2
done
