import { defineRemote } from './remote';

it('rejects pages of another area as type errors', () => {
  const remote = defineRemote({
    name: 'mf_worker',
    version: '1.0.0',
    menu: [{ label: 'Home', to: 'workerHome', icon: 'home' }],
    // @ts-expect-error a buyer's page
    routes: [{ path: 'buyerHome' }],
  });
  expect(remote).toMatchObject({ version: '1.0.0' });
});
