import { accountWith } from '../../testing/wallet.fixtures';
import { decideFunding, fundingRequest } from './funding';

describe('decideFunding', () => {
  it('funds a cost strictly below the balance', () => {
    expect(decideFunding(accountWith(), { roleVersion: 0, cost: 49 })).toBe('fund');
    expect(decideFunding(accountWith(), { roleVersion: 0, cost: 50 })).toBe('insufficient-coins');
    expect(decideFunding(accountWith(), { roleVersion: 0, cost: 51 })).toBe('insufficient-coins');
  });

  it('waits for an unopened account and an unsettled role', () => {
    expect(decideFunding(accountWith({ opened: false, role: null }), { roleVersion: 0, cost: 1 })).toBe('wait');
    expect(decideFunding(accountWith({ role: 'worker' }), { roleVersion: 1, cost: 1 })).toBe('wait');
    expect(decideFunding(accountWith({ roleVersion: 1 }), { roleVersion: 1, cost: 1 })).toBe('wait');
    expect(decideFunding(accountWith({ roleVersion: 1, settledRoleVersion: 1 }), { roleVersion: 1, cost: 1 })).toBe(
      'fund',
    );
  });

  it('declines a former buyer, settled or not', () => {
    const left = accountWith({ role: 'worker', roleVersion: 1 });
    expect(decideFunding(left, { roleVersion: 0, cost: 1 })).toBe('not-a-buyer');
    expect(decideFunding({ ...left, settledRoleVersion: 1 }, { roleVersion: 1, cost: 1 })).toBe('not-a-buyer');
    expect(decideFunding(accountWith({ closed: true }), { roleVersion: 5, cost: 1 })).toBe('not-a-buyer');
  });
});

describe('fundingRequest', () => {
  const facts = {
    taskId: 't',
    buyerId: 'b',
    buyerRoleVersion: 0,
    places: 3,
    payable: 5,
    cost: 15,
    title: 'T',
    imageUrl: '',
  };

  it('accepts a cost of places × payable', () => {
    expect(fundingRequest(facts)).toEqual({
      taskId: 't',
      buyerId: 'b',
      roleVersion: 0,
      places: 3,
      payable: 5,
      cost: 15,
      title: 'T',
    });
  });

  it('throws on any other cost', () => {
    expect(() => fundingRequest({ ...facts, cost: 14 })).toThrow('14 coins for 3 places of 5');
  });
});
