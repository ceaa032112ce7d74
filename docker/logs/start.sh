#!/bin/sh
set -eu
while sleep 60; do logrotate --state /tmp/logrotate.state /etc/piecework/logrotate.conf || true; done &
exec rsyslogd -n -f /etc/piecework/rsyslog.conf -i /tmp/rsyslogd.pid
