import contracts from '@piecework/contracts/bn';
import { createTranslation } from '@piecework/i18n/translation';
import '@piecework/ui/bangla.css';
import ui from '@piecework/ui/bn';
import webKit from '@piecework/web-kit/bn';

export default createTranslation('bn', 'bn-BD', { ...contracts, ...ui, ...webKit });
