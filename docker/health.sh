#!/bin/bash
# health.sh PORT PATH: exit code 0 if GET PATH on this machine returns 200. A shell script, not Node, because it runs every few seconds in each container.
exec 3<>"/dev/tcp/127.0.0.1/$1" || exit 1
printf 'GET %s HTTP/1.1\r\nhost: localhost:%s\r\nconnection: close\r\n\r\n' "$2" "$1" >&3
read -r _ status _ <&3
[ "$status" = 200 ]
