import { type Catalogues, fallBackToEnglish, loadCatalogue } from '@piecework/i18n';

/** Of the shell and the packages whose texts it and the remotes show: one chunk per language. */
const CATALOGUES: Catalogues = { bn: () => import('./all-bn') };

/** Adds the texts of the current language. A page that cannot load them is English until it is reloaded. */
export const loadTexts = async (): Promise<void> => {
  if (await loadCatalogue(CATALOGUES)) return;
  fallBackToEnglish();
  document.documentElement.lang = 'en';
};
