import { accountWith } from '../../testing/wallet.fixtures';
import { applyRegistration, applyRoleChange, hasLeft, settlementOf, type UserAccount } from './account';

const account = (changes: Partial<UserAccount> = {}) =>
  accountWith({ roleVersion: 1, settledRoleVersion: 1, ...changes });
const toWorker = { roleVersion: 2, from: 'buyer', to: 'worker' } as const;

describe('hasLeft', () => {
  it('overrules a token of the same or an earlier role version', () => {
    expect(hasLeft(account(), 1, 'worker')).toBe(true);
    expect(hasLeft(account(), 0, 'worker')).toBe(true);
    expect(hasLeft(account(), 0, 'buyer')).toBe(false);
    expect(hasLeft(account({ closed: true }), 9, 'buyer')).toBe(true);
  });

  it('trusts a token of a later role version', () => {
    expect(hasLeft(account(), 2, 'worker')).toBe(false);
    expect(hasLeft(account({ role: null, roleVersion: 0 }), 0, 'worker')).toBe(false);
  });
});

describe('applyRegistration and applyRoleChange', () => {
  it('open an account once', () => {
    expect(applyRegistration(account({ opened: false, role: null }), 'worker', 7)).toEqual({
      opened: true,
      openedAt: 7,
      role: 'worker',
    });
    expect(applyRegistration(account(), 'worker', 7)).toBeNull();
  });

  it('apply newer roles only', () => {
    expect(applyRoleChange(account(), toWorker)).toEqual({
      role: 'worker',
      roleVersion: 2,
      closed: false,
      change: toWorker,
    });
    expect(applyRoleChange(account({ roleVersion: 2 }), toWorker)).toBeNull();
    expect(applyRoleChange(account({ closed: true }), toWorker)).toBeNull();
  });

  it('throw on a change before the previous one is settled', () => {
    expect(() => applyRoleChange(account({ change: { ...toWorker, roleVersion: 1 } }), toWorker)).toThrow(
      'before 1 is settled',
    );
  });
});

describe('settlementOf', () => {
  const leaving = account({ role: 'worker', roleVersion: 2, change: toWorker });

  it("waits for a former buyer's tasks", () => {
    expect(settlementOf(leaving, 'u')).toBeNull();
    expect(settlementOf({ ...leaving, clearedRoleVersion: 1 }, 'u')).toBeNull();
    expect(settlementOf({ ...leaving, clearedRoleVersion: 2 }, 'u')).toMatchObject({ id: 'role:u:2', amount: 40 });
  });

  it('does not wait for other roles', () => {
    const change = { roleVersion: 2, from: 'worker', to: 'buyer' } as const;
    expect(settlementOf({ ...leaving, balance: 10, change }, 'u')).toMatchObject({ from: 'world:adjust', amount: 40 });
  });

  it('waits for the account to be opened', () => {
    expect(settlementOf({ ...leaving, clearedRoleVersion: 2, opened: false }, 'u')).toBeNull();
  });

  it('takes the complete balance of a closing account', () => {
    const change = { ...toWorker, to: null };
    expect(settlementOf({ ...leaving, clearedRoleVersion: 2, change }, 'u')).toMatchObject({
      id: 'close:u',
      to: 'world:adjust',
      amount: 50,
    });
  });

  it('is null without a change', () => {
    expect(settlementOf(account(), 'u')).toBeNull();
  });
});
