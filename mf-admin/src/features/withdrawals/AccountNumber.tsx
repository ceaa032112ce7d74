import type { Withdrawal } from '@piecework/contracts';
import { Button, color, space, VisuallyHidden } from '@piecework/ui';
import { call } from '@piecework/web-kit';
import { useAction } from '@piecework/web-kit/query';
import { useEffect, useState } from 'react';
import { styled } from 'styled-components';
import { SecondaryLine } from '../list/list-elements';

/** Seconds for which a revealed number is shown. */
const SHOWN_S = 60;

/** The last characters; the whole number on request, for a minute. Every reveal is noted in the admin trail. */
export function AccountNumber({
  withdrawal: { _id: id, accountMask, workerName },
}: {
  withdrawal: Withdrawal;
}) {
  const [shown, setShown] = useState<string>();
  const [left, setLeft] = useState(0);
  const { run, isRunning } = useAction(async () => {
    const { accountNumber } = await call('POST /withdrawals/{id}/reveal', { params: { id } });
    setShown(accountNumber);
    setLeft(SHOWN_S);
  });
  useEffect(() => {
    if (left === 0) return setShown(undefined);
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  if (!accountMask) return <SecondaryLine>No account kept: ask the worker</SecondaryLine>;
  if (shown)
    return (
      <>
        <Digits>{shown}</Digits>
        <SecondaryLine>hidden in {left} s</SecondaryLine>
      </>
    );
  return (
    <Masked>
      <Digits>•••{accountMask}</Digits>
      <Button variant="secondary" size="small" icon="open" busy={isRunning} onClick={() => void run()}>
        Reveal<VisuallyHidden> the account number of {workerName}</VisuallyHidden>
      </Button>
    </Masked>
  );
}

const Masked = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
  align-items: center;
`;

const Digits = styled.span`
  color: ${color.ink};
  font-variant-numeric: tabular-nums;
  overflow-wrap: anywhere;
  user-select: all;
`;
