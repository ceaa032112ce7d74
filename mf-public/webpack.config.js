import { remoteConfig } from '@piecework/mf-config';
import { manifest } from './src/manifest.mjs';

export default remoteConfig({ dir: import.meta.dirname, manifest });
