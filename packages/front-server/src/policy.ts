import { createHash } from 'node:crypto';
import type { Sources } from './providers';
import type { RemoteDirectory } from './remote-directory';
import { LOCAL_HOSTS } from './remotes';

/** styled-components inserts an empty style element; this is the hash of the empty string. */
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

const INLINE = /<(script|style)(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/\1>/g;

const inlineHashes = (html: string): { script: string[]; style: string[] } => {
  const hashes = { script: [] as string[], style: [] as string[] };
  for (const [, kind, content = ''] of html.matchAll(INLINE))
    hashes[kind as 'script' | 'style'].push(`'sha256-${createHash('sha256').update(content).digest('base64')}'`);
  return hashes;
};

/** Other hosts are proxied, so that they do not learn the viewer's address. A local picture URL may name either local host. */
const pictureOrigins = (gateway: string): string[] => {
  const url = new URL(gateway);
  if (!LOCAL_HOSTS.some((host) => host === url.hostname)) return [gateway];
  return LOCAL_HOSTS.map((host) => Object.assign(new URL(gateway), { hostname: host }).origin);
};

/** The offline worker fetches pages of this origin. */
export const WORKER_POLICY = "default-src 'none'; connect-src 'self'";

/** For a page that loads no file, such as the offline page, which asks whether this origin answers. */
export const closedPagePolicy = (html: string): string => {
  const { script, style } = inlineHashes(html);
  return [
    "default-src 'none'",
    "connect-src 'self'",
    ...(script.length > 0 ? [`script-src ${script.join(' ')}`] : []),
    ...(style.length > 0 ? [`style-src ${style.join(' ')}`] : []),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
};

export const contentSecurityPolicy = (
  html: string,
  { gateway, remotes }: RemoteDirectory,
  providers: readonly Sources[],
): string => {
  const inline = inlineHashes(html);
  const outside = (directive: keyof Sources) => providers.flatMap((sources) => sources[directive] ?? []);
  const frames = outside('frame-src');
  const remoteOrigins = [...new Set(Object.values(remotes).map(({ entry }) => new URL(entry).origin))];
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...remoteOrigins, ...inline.script, ...outside('script-src')],
    'style-src': ["'self'", ...remoteOrigins, EMPTY_STYLE, ...inline.style],
    'connect-src': ["'self'", gateway, ...remoteOrigins, ...outside('connect-src')],
    ...(frames.length > 0 && { 'frame-src': frames }),
    'img-src': ["'self'", 'data:', 'blob:', ...pictureOrigins(gateway), ...remoteOrigins],
    'font-src': ["'self'", ...remoteOrigins],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    'object-src': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');
};
