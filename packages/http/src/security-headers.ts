import helmet, { type HelmetOptions } from 'helmet';

/** `helmet` without the headers that only old browsers and plug-ins evaluate. A response may replace each of them. */
export const securityHeaders = (
  { publicOrigin }: { publicOrigin?: string | undefined },
  options: Pick<HelmetOptions, 'contentSecurityPolicy' | 'crossOriginResourcePolicy' | 'referrerPolicy'>,
) =>
  helmet({
    xFrameOptions: { action: 'deny' },
    // A browser that has seen HSTS refuses plain http for the host.
    strictTransportSecurity: publicOrigin?.startsWith('https:')
      ? { maxAge: 31_536_000, includeSubDomains: false }
      : false,
    // The sign-in popup reports its result to its opener.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    ...options,
  });
