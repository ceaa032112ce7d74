import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { containerOf, REMOTES } from '@piecework/federation/fronts';

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

beforeAll(() => {
  for (const front of REMOTES)
    if (!existsSync(`${front}/dist/mf-manifest.json`))
      throw new Error(`${front} is not built: run 'npm run build' ('npm test' does)`);
});

test.each(REMOTES)('the build of %s has its manifest, version and first views', async (front) => {
  const dist = join(front, 'dist');
  const { manifest } = await import(`../../../${front}/src/manifest.mjs`);
  const { metaData } = read(join(dist, 'mf-manifest.json'));
  expect(metaData.remote).toEqual(manifest);
  expect(metaData.version).toMatch(/^\d+\.\d+\.\d+/);
  expect(metaData.firstView).toMatch(/^first-view\/views\.[0-9a-f]{8}\.json$/);
  const views = read(join(dist, metaData.firstView));
  expect(Object.keys(views)).toEqual(manifest.firstViews);
  const prefix = containerOf(front).replace('mf_', '');
  for (const { html, css } of Object.values<{ html: string; css: string }>(views)) {
    expect(html).toMatch(/<h1/);
    expect(html).not.toMatch(/<form/);
    for (const [, list = ''] of html.matchAll(/ class="([^"]*)"/g))
      for (const one of list.split(' ')) expect(one).toMatch(new RegExp(`^${prefix}-`));
    expect(css).toContain(`.${prefix}-`);
  }
});
