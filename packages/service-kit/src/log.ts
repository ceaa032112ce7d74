import pino from 'pino';

/** A structured logger (https://getpino.io): `log.info({ taskId }, 'what happened')`. */
export type Log = pino.Logger;

export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export const createLog = (service: string, level: LogLevel = 'info'): Log =>
  pino({
    name: service,
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ['authorization', '*.authorization', 'password', '*.password', 'token', '*.token'],
      censor: '[hidden]',
    },
  });

export const silentLog: Log = pino({ level: 'silent' });
