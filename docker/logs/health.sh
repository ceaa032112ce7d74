#!/bin/sh
# Healthy while rsyslogd runs and the folder can be written.
kill -0 "$(cat /tmp/rsyslogd.pid)" && [ -w /var/log/piecework ]
