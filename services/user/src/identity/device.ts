import Bowser from 'bowser';

/** A browser in words. */
export interface Device {
  /** Absent: unknown. */
  browser?: string;
  system?: string;
}

const BROWSERS: ReadonlySet<string> = new Set(Object.values(Bowser.BROWSER_MAP));
const SYSTEMS: ReadonlySet<string> = new Set(Object.values(Bowser.OS_MAP));

/** Only names of the library's lists: the header is a text of the caller. */
export const deviceOf = (userAgent: string | undefined): Device => {
  if (!userAgent) return {};
  const parser = Bowser.getParser(userAgent);
  const [browser, system] = [parser.getBrowserName(), parser.getOSName()];
  return { ...(BROWSERS.has(browser) && { browser }), ...(SYSTEMS.has(system) && { system }) };
};
