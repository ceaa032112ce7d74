import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REMOTES, type Remote } from '@piecework/contracts/remotes';

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
const remotes: [string, Remote][] = Object.entries(REMOTES);

beforeAll(() => {
  for (const [name] of remotes)
    if (!existsSync(`${name.replace('_', '-')}/dist/mf-manifest.json`))
      throw new Error(`${name} is not built: run 'npm run build' ('npm test' does)`);
});

test.each(remotes)(
  'the build of %s has its first views, named by its manifest',
  (name, { firstViews = [] }) => {
    const dist = join(name.replace('_', '-'), 'dist');
    const { metaData } = read(join(dist, 'mf-manifest.json'));
    expect(metaData.firstView).toMatch(/^first-view\/views\.[0-9a-f]{8}\.json$/);
    const views = read(join(dist, metaData.firstView));
    expect(Object.keys(views)).toEqual(firstViews);
    for (const { html, css } of Object.values<{ html: string; css: string }>(views)) {
      expect(html).toMatch(/<h1/);
      expect(html).not.toMatch(/<form/);
      const prefix = name.replace('mf_', '');
      for (const [, list = ''] of html.matchAll(/ class="([^"]*)"/g))
        for (const one of list.split(' ')) expect(one).toMatch(new RegExp(`^${prefix}-`));
      expect(css).toContain(`.${prefix}-`);
    }
  },
);
