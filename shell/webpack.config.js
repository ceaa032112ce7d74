import { shellConfig } from '@piecework/mf-config';

export default shellConfig({ dir: import.meta.dirname });
