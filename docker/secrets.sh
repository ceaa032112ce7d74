#!/bin/sh
# sh docker/secrets.sh [FILE]: fills every empty secret of .env (between `secrets: begin` and `secrets: end`) with a random value from openssl.
set -eu
file=${1:-.env}
umask 077
filled=$(mktemp)
trap 'rm -f "$filled"' EXIT
inside=
while IFS= read -r line || [ -n "$line" ]; do
  case $line in
    '# secrets: begin'*) inside=yes ;;
    '# secrets: end'*) inside= ;;
    *_PREVIOUS=) ;;
    [A-Z]*=) [ -z "$inside" ] || line=$line$(openssl rand -hex 32) ;;
  esac
  printf '%s\n' "$line"
done < "$file" > "$filled"
cat "$filled" > "$file"
chmod 600 "$file"
