import { remoteConfig } from '@piecework/mf-config';

export default remoteConfig({ dir: import.meta.dirname });
