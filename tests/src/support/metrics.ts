/** Samples of a scrape, by name and labels as written (https://prometheus.io/docs/instrumenting/exposition_formats/). */
export type Scrape = ReadonlyMap<string, number>;

export const parseScrape = (text: string): Scrape =>
  new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  );

export const scrape = async (url: string): Promise<Scrape> => {
  const response = await fetch(url);
  const text = await response.text();
  // Scrapes count towards the rate limit of the load generator's address.
  if (response.status === 429) {
    await new Promise((resolve) => setTimeout(resolve, Number(response.headers.get('retry-after') ?? 1) * 1000));
    return scrape(url);
  }
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return parseScrape(text);
};

/** All samples of one metric, with their labels. */
export const samplesOf = (found: Scrape, metric: string): [labels: string, value: number][] =>
  [...found].flatMap(([name, value]): [string, number][] => {
    const brace = name.indexOf('{');
    const bare = brace === -1 ? name : name.slice(0, brace);
    return bare === metric ? [[brace === -1 ? '' : name.slice(brace), value]] : [];
  });

export const gaugeOf = (found: Scrape, metric: string): number | undefined => samplesOf(found, metric)[0]?.[1];
