import { renderStandalone } from '@piecework/web-kit/standalone';
import remote from './routes';

void renderStandalone(remote);
