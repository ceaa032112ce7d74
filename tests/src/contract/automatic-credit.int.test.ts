import { useContractFixture } from '../support/contract';

// P-6.3.
const fixture = useContractFixture({ COIN_CREDIT: 'automatic' });

test('with COIN_CREDIT=automatic the wallet credits a verified payment immediately, and only once', async () => {
  const { stack, admin } = fixture();
  expect(await stack.get('config')).toMatchObject({ coinCredit: 'automatic' });
  const buyer = await stack.newcomer('buyer');
  const intent = await stack.pay(buyer, 20);
  expect(await stack.balance(buyer)).toBe(550);
  const [payment] = await stack.get('listPayments', { as: buyer });
  expect(payment).toMatchObject({ _id: intent, state: 'credited' });
  expect(await stack.get('creditPayment', { as: admin, params: { intent } })).toEqual({ modifiedCount: 0 });
  expect(await stack.balance(buyer)).toBe(550);
});
