import pino from 'pino';

export type Log = pino.Logger;

export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

type Hidden = readonly (readonly [what: RegExp, instead: string])[];

// Errors of libraries may carry secrets, so every line is redacted. A match never splits a JSON escape: the line must stay JSON.
const HIDDEN: Hidden = [
  [
    /"(authorization|cookie|set-cookie|x-piecework-assertion|stripe-signature|password|token|idToken|accessToken|access_token|refreshToken|identityToken|secret|clientSecret|client_secret|jwtSecret|secretKey|webhookSecret|apiKey|cardNumber|cvc)":"(?:[^"\\]|\\.)*"/g,
    '"$1":"[hidden]"',
  ],
  [/(Bearer|Basic) [\w.~+/=-]+/g, '$1 [hidden]'],
  // JSON web tokens, and secrets of `Ids.secret`.
  [/pw_[0-9a-z]{26}_[\w-]+/g, '[api key]'],
  [/eyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[token]'],
  [/(?<=\\[bfnrt]|[^\w\\-])[\w-]{43}(?![\w-])/g, '[secret]'],
  [/(?<!\\)(?:[sr]k_(?:test|live)_|whsec_|pi_\w+_secret_)[\w+/=]+/g, '[secret]'],
  [/([?&](?:\w*[tT]oken|\w*[sS]ecret|password|key)=)[^&\s"\\]+/g, '$1[hidden]'],
];
/** Slow patterns; applied only to lines that contain `@`. */
const HIDDEN_AROUND_AT: Hidden = [
  [/:\/\/[^\s/@"\\]{1,256}@/g, '://[hidden]@'],
  [/(?<!\\)[^\s"@<>()[\]:;,/\\]{1,64}@[^\s"@<>()[\]:;,/\\]{1,255}\.\p{L}{2,}/gu, '[email]'],
];

const without = (hidden: Hidden, line: string): string =>
  hidden.reduce((text, [what, instead]) => text.replace(what, instead), line);
const withoutSecrets = (line: string): string =>
  without(HIDDEN, line.includes('@') ? without(HIDDEN_AROUND_AT, line) : line);

const errorOf = (error: Error) => {
  const { type, message, stack, code } = pino.stdSerializers.err(error);
  return { type, message, stack, code };
};

export const createLog = (
  service: string,
  level: LogLevel = 'info',
  destination: pino.DestinationStream = pino.destination(1),
): Log =>
  pino(
    { level, base: { service }, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: errorOf } },
    { write: (line) => destination.write(withoutSecrets(line)) },
  );

export const silentLog: Log = pino({ level: 'silent' });
