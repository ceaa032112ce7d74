import type { BuiltFile } from './files';
import { openGraphTags } from './open-graph';

const TITLE = 'Piecework: small tasks, paid in coins';
const DESCRIPTION = 'Buyers post small tasks. Workers complete them and withdraw their coins as money.';
/** In shell/public, made by scripts/icons.mjs. */
const PICTURE = '/shared.png';

/** The shell's page with the Open Graph tags of the home, which name the product's origin. */
export const withHomeTags = (page: BuiltFile, origin: string): string => {
  const tags = openGraphTags({
    title: TITLE,
    description: DESCRIPTION,
    address: new URL('/', origin).href,
    picture: new URL(PICTURE, origin).href,
  });
  return page.text().replace(/<meta name="description"[^>]*>/, (description) => description + tags);
};
