export {
  addCatalogue,
  type Catalogue,
  currentLanguage,
  LANGUAGES,
  type Language,
  setLanguage,
} from './language';
export { intlLocale, localDigits } from './numbers';
export { msg, plural, rich, t, translated, type Values } from './translate';
