#!/bin/sh
# sh docker/deploy.sh [SERVICE…]: builds the images and replaces the containers of a running stack, one service after the other, while it
# answers every call (docs/operations.md, Upgrade). Without names: every program that has changed, and the jobs. Never the engines.
set -eu

jobs="replica-set indexes topics"
# Those who consume an event before those who emit it.
order="notification user media task wallet submission gateway mf-public mf-worker mf-buyer mf-admin shell"

containers_of() { docker compose ps --quiet "$1"; }
in_proxy() { docker compose exec -T proxy "$@"; }

is_current() {
  hash=$(docker compose config --hash "$1" | cut -d' ' -f2)
  ids=$(containers_of "$1")
  [ -n "$ids" ] || return 1
  for id in $ids; do
    # shellcheck disable=SC2046
    set -- $(docker inspect --format '{{index .Config.Labels "com.docker.compose.config-hash"}} {{.Image}} {{.Config.Image}}' "$id")
    [ "$1" = "$hash" ] && [ "$2" = "$(docker image inspect --format '{{.Id}}' "$3")" ] || return 1
  done
}

# Starts as many new containers beside the old ones, which end when the new ones are healthy.
replace() {
  old=$(containers_of "$1")
  count=$(printf '%s\n' "$old" | grep -c . || true)
  if ! docker compose up --detach --wait --no-deps --no-recreate --scale "$1=$((count > 0 ? 2 * count : 1))" "$1"; then
    for id in $(containers_of "$1"); do
      case $old in *"$id"*) ;; *) docker rm --force "$id" > /dev/null ;; esac
    done
    echo "The new $1 has not become healthy and is removed. The old one still runs." >&2
    exit 1
  fi
  [ -z "$old" ] || echo "$old" | xargs docker stop > /dev/null
  [ -z "$old" ] || echo "$old" | xargs docker rm > /dev/null
}

# Meanwhile the proxy directs every call to the other gateway.
replace_gateways() {
  both="gateway gateway-2"
  # A deploy that failed has left it without calls, and it may not run.
  if in_proxy test -e /tmp/drain-gateway-2; then both="gateway-2 gateway"; fi
  for one in $both; do
    if ! is_current "$one"; then in_proxy touch "/tmp/drain-$one" && sleep 1; fi
    docker compose up --detach --wait --no-deps "$one"
    in_proxy rm -f "/tmp/drain-$one"
  done
}

for name in "$@"; do
  case " $order " in *" $name "*) ;; *) echo "$name is none of: $order" >&2 && exit 1 ;; esac
done

docker compose build "$@"
if [ $# = 0 ]; then
  for job in $jobs; do docker compose run --rm -T --no-deps "$job"; done
fi
for name in $order; do
  case " ${*:-$order} " in *" $name "*) ;; *) continue ;; esac
  echo "$name …"
  if [ "$name" = gateway ]; then replace_gateways; elif ! is_current "$name"; then replace "$name"; fi
done
# The number of replicas in .env, and the configuration of the proxy.
# shellcheck disable=SC2086
docker compose up --detach --wait --no-deps --no-recreate ${*:-$order}
in_proxy sh /proxy/start.sh
