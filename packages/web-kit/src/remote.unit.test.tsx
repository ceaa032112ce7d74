import { REMOTE_CONTRACT as BUILT_FOR } from '@piecework/mf-config/shared';
import { defineRemote, REMOTE_CONTRACT } from './remote';

it('has the same contract version as the builds', () => {
  expect(REMOTE_CONTRACT).toBe(BUILT_FOR);
});

it('rejects pages of another area as type errors', () => {
  const remote = defineRemote({
    name: 'mf_worker',
    version: '1.0.0',
    menu: [{ label: 'Home', to: 'workerHome', icon: 'home' }],
    // @ts-expect-error a buyer's page
    routes: [{ path: 'buyerHome' }],
  });
  expect(remote).toMatchObject({ contract: REMOTE_CONTRACT, version: '1.0.0' });
});
