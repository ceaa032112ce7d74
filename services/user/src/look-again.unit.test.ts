import { DuplicateKeyError } from '@piecework/service-kit';
import { lookAgain } from './look-again';

it('looks again when a rival was faster, once, and lets other faults through', async () => {
  const taken = new DuplicateKeyError('users', ['email']);
  const rival = jest.fn().mockRejectedValueOnce(taken).mockResolvedValue('exists');
  expect(await lookAgain(rival)).toBe('exists');
  await expect(lookAgain(jest.fn().mockRejectedValue(taken))).rejects.toBe(taken);
  const broken = jest.fn().mockRejectedValue(new Error('broken'));
  await expect(lookAgain(broken)).rejects.toThrow('broken');
  expect(broken).toHaveBeenCalledTimes(1);
});
