import { loadable, useFactorRequest } from '@piecework/web-kit';

const FactorDialog = loadable(() => import('./FactorDialog'), null);

/** The dialog for a second factor, wherever a call needs one. */
export function FactorPrompt() {
  const request = useFactorRequest((state) => state.request);
  return request && <FactorDialog request={request} />;
}
