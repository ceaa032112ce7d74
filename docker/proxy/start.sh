#!/bin/sh
# Writes the configuration and starts nginx; if nginx runs, it takes over the new configuration without losing a connection.
set -eu
# The redirect names the published port, where it is not that of https.
case ${TLS_PORT:-443} in 443) tls_port_suffix= ;; *) tls_port_suffix=:$TLS_PORT ;; esac
for file in /proxy/*.conf; do
  sed "s/PREFIX/$PORT_PREFIX/g; s/TLS_HOST/${TLS_HOST:-}/g; s/TLS_PORT_SUFFIX/$tls_port_suffix/g" "$file" > "/tmp/$(basename "$file")"
done
[ -n "${TLS_HOST:-}" ] || rm -f /tmp/tls.conf
if [ -s /tmp/nginx.pid ] && kill -0 "$(cat /tmp/nginx.pid)" 2> /dev/null; then
  nginx -c /tmp/nginx.conf -t -q && exec nginx -c /tmp/nginx.conf -s reload
fi
exec nginx -c /tmp/nginx.conf -g 'daemon off;'
