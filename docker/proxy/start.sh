#!/bin/sh
# Writes the configuration and starts nginx. A running nginx is reloaded, but only if the configuration or the certificate has changed: a reload
# closes idle connections, and a browser that is about to use one of them sees a failed call.
set -eu
# The redirect names the published port, where it is not that of https.
case ${TLS_PORT:-443} in 443) tls_port_suffix= ;; *) tls_port_suffix=:$TLS_PORT ;; esac
for file in /proxy/*.conf; do
  sed "s/PREFIX/$PORT_PREFIX/g; s/TLS_HOST/${TLS_HOST:-}/g; s/TLS_PORT_SUFFIX/$tls_port_suffix/g" "$file" > "/tmp/$(basename "$file")"
done
[ -n "${TLS_HOST:-}" ] || rm -f /tmp/tls.conf
fingerprint=$(cat /tmp/*.conf /certificates/*.pem 2> /dev/null | cksum)
if [ -s /tmp/nginx.pid ] && kill -0 "$(cat /tmp/nginx.pid)" 2> /dev/null; then
  nginx -c /tmp/nginx.conf -t -q
  [ "$fingerprint" != "$(cat /tmp/fingerprint)" ] || exit 0
  echo "$fingerprint" > /tmp/fingerprint
  exec nginx -c /tmp/nginx.conf -s reload
fi
echo "$fingerprint" > /tmp/fingerprint
exec nginx -c /tmp/nginx.conf -g 'daemon off;'
