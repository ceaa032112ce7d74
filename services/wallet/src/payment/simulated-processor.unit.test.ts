import { charge } from './simulated-processor';

const NOW = Date.UTC(2026, 10, 21);
const tryCard = (cardNumber: string, more: { expiry?: string; cvc?: string } = {}) =>
  charge({ cardNumber, ...more }, undefined, NOW);

describe('charge', () => {
  it("accepts Stripe's successful test card in any notation", () => {
    for (const number of ['4242424242424242', '4242 4242 4242 4242', '4242-4242-4242-4242'])
      expect(tryCard(number)).toEqual({ status: 'succeeded', card: '4242' });
  });

  it.each([
    ['4000 0000 0000 0002', 'Your card was declined.'],
    ['4000 0000 0000 9995', 'Your card has insufficient funds.'],
    ['5105 1051 0510 5100', expect.stringContaining('only test cards work')],
  ])('declines %s', (number, message) => {
    expect(tryCard(number)).toEqual({ failure: 'card-declined', message });
  });

  it.each(['4000 0025 0000 3155', '4000 0000 0000 3220'])('requires authentication for %s', (cardNumber) => {
    expect(charge({ cardNumber }, undefined, NOW)).toMatchObject({ status: 'requires_action' });
    expect(charge({ cardNumber }, 'complete', NOW)).toMatchObject({ status: 'succeeded' });
    expect(charge({ cardNumber }, 'fail', NOW)).toMatchObject({
      failure: 'card-declined',
      message: expect.stringContaining('unable to authenticate'),
    });
  });

  it('ignores an authentication outcome for a declined card', () => {
    expect(charge({ cardNumber: '4000000000000002' }, 'complete', NOW)).toMatchObject({ failure: 'card-declined' });
  });

  it.each(['4242424242424241', '4242', 'four two four two', '42424242424242424242'])(
    'answers that %s is no card number',
    (number) => {
      expect(tryCard(number)).toMatchObject({ failure: 'validation', errors: [{ field: 'cardNumber' }] });
    },
  );

  it.each(['11/26', '12/26', '1/27', '11 / 2026'])('accepts the expiry %s', (expiry) => {
    expect(tryCard('4242424242424242', { expiry })).toMatchObject({ status: 'succeeded' });
  });

  it.each(['10/26', '12/2025', '13/27', '00/27', '1227', ''])('refuses the expiry %s', (expiry) => {
    expect(tryCard('4242424242424242', { expiry })).toMatchObject({
      failure: 'validation',
      errors: [{ field: 'expiry' }],
    });
  });

  it.each(['12', '12345', 'abc'])('refuses the security code %s', (cvc) => {
    expect(tryCard('4242424242424242', { cvc })).toMatchObject({ failure: 'validation', errors: [{ field: 'cvc' }] });
  });
});
