const PARKED = '✗ nothing is parked: ';

/**
 * What an audit says beside the parked events, which are checked one by one elsewhere: null when it is nothing, otherwise all of it.
 *
 * @param parked how many events are parked and have to be
 */
export const auditFindings = (
  { code, said }: { code: number; said: string },
  parked: number,
): string | null => {
  if (code === 0 && parked === 0) return null;
  const broken = said.split('\n').filter((line) => line.startsWith('✗ '));
  const isOnlyParked = broken.length === parked && broken.every((line) => line.startsWith(PARKED));
  return code === 1 && parked > 0 && isOnlyParked ? null : `The audit is not clean:\n${said}`;
};
