import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { launchChromium } from '@piecework/tests/support/chromium';
import { heading, tableLines } from '../report';
import { withFolder } from '../test-stack';
import {
  boxes,
  dashboards,
  home,
  interactions,
  ownCode,
  providers,
  screens,
  warmOpening,
  workMode,
} from './measurements';
import { build, startSites, VARIANTS } from './variant-sites';

const FILE = 'bench/results-web.md';
const { values } = parseArgs({ options: { quick: { type: 'boolean' } } });
const rounds = values.quick ? 1 : 5;
const print = (line: string) => console.log(line);

const NOTES =
  'Notes: browsers report no interactions below 16 ms; interactions are measured without CPU throttling. An area is opened after the idle page has prefetched it, in all three builds. On the dashboard homes the largest contentful paint is the lead of the heading, in the prerendered first view; *rows visible* is the first row with data. Layout shifts and picture sizes are measured without network throttling at a device pixel ratio of 1. The naïve federation has no inline prefetch script; the plain bundle contains every page of every role.';
// Read before the build: HEAD may move during the run.
const head = heading('Results in the browser', 'npm run bench:web');
print('Building the three variants.');
for (const variant of VARIANTS) await build(variant);

await withFolder(async (folder) => {
  const browser = await launchChromium();
  const { sites, stop } = await startSites(VARIANTS, folder);
  const ours = sites.filter(({ variant }) => variant === 'ours');
  const [site] = ours;
  if (!site) throw new Error('Our own build is not served');
  try {
    const sections = [
      ['Own code of each remote', ownCode()],
      ['Every screen', await screens(browser, site)],
      ['Frequent interactions', await interactions(browser, site, rounds)],
      ['Work mode of a batch', await workMode(browser, site, rounds)],
      ['Boxes on a picture', await boxes(browser, site, rounds)],
      ['Opening an area from a warm shell', await warmOpening(browser, sites, rounds)],
      ['Dashboard homes', await dashboards(browser, sites, rounds)],
      ['Signed-out home', await home(browser, sites, rounds)],
      ['External providers', await providers(browser, site)],
    ] as const;
    const lines = [
      ...head,
      'Medians of 5 alternating rounds. Paints are measured on a phone of 390 px with 4× CPU throttling, 1.6 Mbit/s and 150 ms latency, with cold caches; interactions and screens on a desktop without throttling. *Compared with*: the same sources as one plain bundle, and as a naïve federation (asynchronous entry, every package shared).',
      '',
      NOTES,
      ...sections.flatMap(([title, rows]) => ['', `## ${title}`, '', ...tableLines(rows)]),
    ];
    for (const line of lines) print(line);
    if (!values.quick) writeFileSync(FILE, `${lines.join('\n')}\n`);
  } finally {
    await browser.close();
    await stop();
  }
});
