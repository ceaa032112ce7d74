import { remoteConfig } from '@piecework/mf-config';

export default remoteConfig({ dir: import.meta.dirname, name: 'mf_buyer', title: 'Buyer area' });
