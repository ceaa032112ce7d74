import { randomInt } from 'node:crypto';
import type { Request, Response } from 'express';
import type { RemotesFile } from './remotes';

/** Set by the server: the browser's place in every roll-out, 0 to 99. A remote's share are the places below it. */
const ROLLOUT_COOKIE = 'piecework-rollout';
/** Set by the shell (shell/src/remote-override.ts): `container@address` of the build that this browser takes for itself. */
const OVERRIDE_COOKIE = 'piecework-remote';
const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

export interface ChosenBuild {
  /** Address of its mf-manifest.json. */
  manifest: string;
  /** Why this browser has it, unless it is the one for all. */
  because?: 'rollout' | 'override';
}

const cookieOf = ({ headers }: Request, name: string): string | undefined => {
  const pair = (headers.cookie ?? '').split('; ').find((one) => one.startsWith(`${name}=`));
  try {
    return pair && decodeURIComponent(pair.slice(name.length + 1));
  } catch {
    return undefined;
  }
};

const storedPlace = (request: Request): number | undefined => {
  const text = cookieOf(request, ROLLOUT_COOKIE);
  return text !== undefined && /^\d{1,2}$/.test(text) ? Number(text) : undefined;
};

/** The browser's place; a browser without one gets one, while there is a roll-out. */
const placeOf = (request: Request, response: Response, { rollouts }: RemotesFile, isSecure: boolean): number => {
  const stored = storedPlace(request);
  if (stored !== undefined || Object.keys(rollouts).length === 0) return stored ?? 99;
  const place = randomInt(100);
  const options = { maxAge: YEAR_MS, sameSite: 'lax', httpOnly: true, secure: isSecure } as const;
  response.cookie(ROLLOUT_COOKIE, String(place), options);
  // For the rest of this request.
  request.headers.cookie = [request.headers.cookie, `${ROLLOUT_COOKIE}=${place}`].filter(Boolean).join('; ');
  return place;
};

/** The build that the browser has chosen for itself, if its address is allowed. */
const overrideOf = (request: Request, { overrideOrigins }: RemotesFile) => {
  const [, container, manifest] = /^(\w+)@(.+)$/.exec(cookieOf(request, OVERRIDE_COOKIE) ?? '') ?? [];
  if (!container || !manifest || !URL.canParse(manifest)) return undefined;
  return overrideOrigins.includes(new URL(manifest).origin) ? { container, manifest } : undefined;
};

/**
 * The build of each remote that this browser gets, by container.
 *
 * @param isSecure the page is served over HTTPS, by a proxy in front
 */
export const chooseBuilds = (
  request: Request,
  response: Response,
  file: RemotesFile,
  forAll: Readonly<Record<string, string>>,
  isSecure: boolean,
): Record<string, ChosenBuild> => {
  const place = placeOf(request, response, file, isSecure);
  const override = overrideOf(request, file);
  return Object.fromEntries(
    Object.entries(forAll).map(([container, manifest]): [string, ChosenBuild] => {
      if (override?.container === container) return [container, { manifest: override.manifest, because: 'override' }];
      const rollout = file.rollouts[container];
      if (rollout && place < rollout.share) return [container, { manifest: rollout.manifest, because: 'rollout' }];
      return [container, { manifest }];
    }),
  );
};
