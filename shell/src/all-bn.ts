import { createTranslation } from '@piecework/i18n/translation';
import server from '@piecework/texts/bn';
import '@piecework/ui/bangla.css';
import ui from '@piecework/ui/bn';
import webKit from '@piecework/web-kit/bn';
import shell from './bn';

export default createTranslation('bn', 'bn-BD', { ...server, ...ui, ...webKit, ...shell });
