import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGES } from './source-id.mjs';

it('the image of a front end is built from all of its packages', () => {
  const dockerfile = readFileSync(join(__dirname, '../../../docker/front.Dockerfile'), 'utf8');
  const [, pages = ''] = /^FROM packages AS pages\n([\s\S]*?)^FROM /m.exec(dockerfile) ?? [];
  const copied = [...pages.matchAll(/^COPY packages\/([\w-]+) /gm)].map(([, name]) => name);
  expect(copied).toEqual(PACKAGES);
});
