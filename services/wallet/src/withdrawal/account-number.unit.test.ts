import { createIds } from '@piecework/base';
import { createAccountNumbers } from './account-number';

const NUMBER = '01712 345-678';
const ids = createIds();
const under = (...secrets: string[]) => createAccountNumbers(secrets, ids);
const [OLD, NEW] = ['the old key of account numbers', 'the new key of account numbers'];

describe('a sealed account number', () => {
  it('opens with its key and its withdrawal, and shows its last three characters', () => {
    const { seal, open } = under(OLD);
    const sealed = seal('w1', NUMBER);
    expect(open('w1', sealed)).toBe(NUMBER);
    expect(sealed.mask).toBe('678');
    expect(under(OLD).seal('w1', '1234-5 -').mask).toBe('345');
  });

  it('differs each time, and contains nothing of the number but the mask', () => {
    const { seal } = under(OLD);
    const twins = [seal('w1', NUMBER), seal('w1', NUMBER)];
    expect(new Set(twins.map(({ sealed }) => sealed)).size).toBe(2);
    const bytes = Buffer.from(twins[0]?.sealed ?? '', 'base64url');
    // 12 bytes of nonce, 16 of tag.
    expect(bytes).toHaveLength(28 + NUMBER.length);
    for (const text of [JSON.stringify(twins), bytes.toString('latin1')])
      for (const part of ['01712', '345-678', OLD]) expect(text).not.toContain(part);
  });

  it('does not open for another withdrawal, nor when it was changed', () => {
    const { seal, open } = under(OLD);
    const sealed = seal('w1', NUMBER);
    expect(open('w2', sealed)).toBeNull();
    const bytes = Buffer.from(sealed.sealed, 'base64url');
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    expect(open('w1', { ...sealed, sealed: bytes.toString('base64url') })).toBeNull();
    for (const length of [0, 12, 16, 27, 28])
      expect(open('w1', { ...sealed, sealed: bytes.subarray(0, length).toString('base64url') })).toBeNull();
  });

  it('opens with the previous key during a rotation, not after it', () => {
    const sealed = under(OLD).seal('w1', NUMBER);
    const rotating = under(NEW, OLD);
    expect(rotating.open('w1', sealed)).toBe(NUMBER);
    expect(rotating.previousKey).toBe(sealed.key);
    expect(under(NEW).open('w1', rotating.seal('w1', NUMBER))).toBe(NUMBER);
    expect(under(NEW).open('w1', sealed)).toBeNull();
  });

  it('has no previous key when both are the same: nothing is to be sealed again', () => {
    expect(under(NEW, NEW).previousKey).toBeUndefined();
  });

  it('needs a key', () => {
    expect(under().previousKey).toBeUndefined();
    expect(() => under().seal('w1', NUMBER)).toThrow("The secret of 'payout' is missing");
  });
});

describe('a fingerprint', () => {
  const fingerprintsOf = under(OLD).fingerprintsOf;
  const fingerprintOf = (...account: Parameters<typeof fingerprintsOf>) => fingerprintsOf(...account).fingerprint;
  const numberOf = (...account: Parameters<typeof fingerprintsOf>) => fingerprintsOf(...account).numberFingerprint;

  it('is the same for one account, however it is written', () => {
    for (const written of [
      '01712 345-678',
      '+8801712345678',
      '8801712345678',
      '00880 1712-345678',
      '+880 (0)1712 345678',
      '(017) 12345678',
      '01712\u2013345678',
      '\u202d01712345678\u202c\u200b',
      '০১৭১২৩৪৫৬৭৮',
    ])
      expect([written, fingerprintOf('bkash', written)]).toEqual([written, fingerprintOf('bkash', '01712345678')]);
    expect(fingerprintOf('other', '+8801712345678')).not.toBe(fingerprintOf('other', '01712345678'));
  });

  it('differs by number, payment system and key', () => {
    const known = fingerprintOf('bkash', '01712345678');
    expect(fingerprintOf('bkash', '1712345678')).not.toBe(known);
    expect(fingerprintOf('nagad', '01712345678')).not.toBe(known);
    expect(under(NEW).fingerprintsOf('bkash', '01712345678').fingerprint).not.toBe(known);
  });

  it('of the number is the same for one phone with whatever payment system', () => {
    const known = numberOf('bkash', '01712345678');
    for (const [system, written] of [
      ['nagad', '01712 345-678'],
      // With its check digit.
      ['rocket', '01712345678 9'],
      ['other', '+880 1712-345678'],
    ] as const)
      expect([system, numberOf(system, written)]).toEqual([system, known]);
    expect(numberOf('bkash', '01712345679')).not.toBe(known);
    expect(numberOf('other', 'Anna@bank.example')).toBe(numberOf('other', 'anna@bank.example'));
    expect(under(NEW).fingerprintsOf('bkash', '01712345678').numberFingerprint).not.toBe(known);
  });
});
