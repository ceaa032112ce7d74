const PARKED = '✗ nothing is parked: ';

/**
 * The output of an audit with findings other than the parked events, which are checked elsewhere; null without such findings.
 *
 * @param parked expected number of parked events
 */
export const auditFindings = ({ code, output }: { code: number; output: string }, parked: number): string | null => {
  if (code === 0 && parked === 0) return null;
  const broken = output.split('\n').filter((line) => line.startsWith('✗ '));
  const isOnlyParked = broken.length === parked && broken.every((line) => line.startsWith(PARKED));
  return code === 1 && parked > 0 && isOnlyParked ? null : `The audit found violations:\n${output}`;
};
