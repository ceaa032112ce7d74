import type { Harness } from '@piecework/service-runtime/testing';
import {
  BUYER,
  changeRole,
  decideOn,
  publish,
  requestDeletion,
  startSubmission,
  submitted,
  workers,
} from '../../testing/submission.fixtures';

let service: Harness;
beforeEach(async () => {
  service = await startSubmission();
});
afterEach(() => service.stop());

const coins = async () => (await service.internal('integrity')).coins.places;

it('the pay of places is that of open, reserved and pending ones, until the owner leaves', async () => {
  const [ann, ben, cem] = workers(3);
  if (!ann || !ben || !cem) throw new Error('three workers');
  expect(await coins()).toBe(0);
  await publish(service, 't', 4, { payable: 7, reserveMinutes: 30 });
  expect(await coins()).toBe(28);
  const first = await submitted(service, 't', ann);
  await service.call('reservePlace', { as: ben, params: { id: 't' } });
  await submitted(service, 't', cem);
  expect(await coins()).toBe(28);
  await decideOn(service, first, 'approved');
  expect(await coins()).toBe(21);
  await requestDeletion(service, 't');
  expect(await coins()).toBe(14);
  await changeRole(service, BUYER, 'worker');
  expect(await coins()).toBe(0);
});
