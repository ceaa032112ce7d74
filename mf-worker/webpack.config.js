import { remoteConfig } from '@piecework/mf-config';

export default remoteConfig({ dir: import.meta.dirname, name: 'mf_worker', title: 'Worker area' });
