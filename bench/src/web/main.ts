import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { launchChromium } from '@piecework/tests/support/chromium';
import { heading, tableLines } from '../report';
import { withFolder } from '../test-stack';
import { dashboards, home, interactions, ownCode, providers, screens, warmOpening } from './figures';
import { build, startSites, VARIANTS } from './stage';

const FILE = 'bench/results-web.md';
const { values } = parseArgs({ options: { quick: { type: 'boolean' } } });
const rounds = values.quick ? 1 : 5;
const say = (line: string) => console.log(line);

const NOTES =
  "What to know when reading them: 16 ms is the floor of an interaction, below which a browser reports nothing, and nothing brakes the processor then. An area is opened after the idle page has fetched it ahead, in all three builds. On the homes of the dashboards the largest paint is of the heading's lead, which comes before the rows of the table. Layout shifts and sizes of pictures are of a quick line and one device pixel per pixel. The naïve federation has no inline script that fetches ahead; the plain bundle holds every page of every role.";
// Read before the build: HEAD may move during the run.
const head = heading('Results in the browser', 'npm run bench:web');
say('Building the application in three ways.');
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
      ['What people do most', await interactions(browser, site, rounds)],
      ['Opening an area', await warmOpening(browser, sites, rounds)],
      ['The dashboards', await dashboards(browser, sites, rounds)],
      ['The signed-out home', await home(browser, sites, rounds)],
      ['Providers outside', await providers(browser, site)],
    ] as const;
    const lines = [
      ...head,
      'Medians of 5 rounds in turn. Paints are of a phone of 390 px, 4× slower processor, 1.6 Mbit/s, 150 ms, everything cold; interactions and screens of a desk without brakes. *Beside*: the same sources as one plain bundle, and as a naïve federation (asynchronous entry, everything shared by everybody).',
      '',
      NOTES,
      ...sections.flatMap(([title, rows]) => ['', `## ${title}`, '', ...tableLines(rows)]),
    ];
    for (const line of lines) say(line);
    if (!values.quick) writeFileSync(FILE, `${lines.join('\n')}\n`);
  } finally {
    await browser.close();
    await stop();
  }
});
