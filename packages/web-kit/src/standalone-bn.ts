import contracts from '@piecework/contracts/bn';
import type { Catalogue } from '@piecework/i18n';
import ui from '@piecework/ui/bn';
import webKit from '@piecework/web-kit/bn';

export default { ...contracts, ...ui, ...webKit } satisfies Catalogue;
