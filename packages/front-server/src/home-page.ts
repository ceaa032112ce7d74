import { type BuiltFile, builtFileOf } from './files';
import { openGraphTags } from './open-graph';

const TITLE = 'Piecework: small tasks, paid in coins';
const DESCRIPTION = 'Buyers post small tasks. Workers complete them and withdraw their coins as money.';
/** In shell/public, made by scripts/icons.mjs. */
const PICTURE = '/shared.png';

/** The shell's page with the Open Graph tags of the home, which name the product's origin. */
export const createHomePage = () => {
  let cached: { tag: string; origin: string; file: BuiltFile } | undefined;

  return (page: BuiltFile, origin: string): BuiltFile => {
    if (cached?.tag === page.tag && cached.origin === origin) return cached.file;
    const tags = openGraphTags({
      title: TITLE,
      description: DESCRIPTION,
      address: new URL('/', origin).href,
      picture: new URL(PICTURE, origin).href,
    });
    const text = page.text().replace(/<meta name="description"[^>]*>/, (description) => description + tags);
    cached = { tag: page.tag, origin, file: builtFileOf('index.html', Buffer.from(text)) };
    return cached.file;
  };
};
