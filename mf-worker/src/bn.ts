import type { Catalogue } from '@piecework/i18n';

export default {} satisfies Catalogue;
