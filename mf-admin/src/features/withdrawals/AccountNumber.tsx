import type { Withdrawal } from '@piecework/contracts';
import { color, space } from '@piecework/ui/styles';
import { call } from '@piecework/web-kit';
import { useAction } from '@piecework/web-kit/query';
import { useEffect, useState } from 'react';
import { styled } from 'styled-components';
import { RowButton, SecondaryLine } from '../list/list-elements';
import { WarningLine } from '../list/RowWarning';
import { SHARED_NOTE } from './decision-confirmation';
import { NumberChange, numberChangeOf } from './NumberChange';

/** Milliseconds for which a revealed number is shown. */
const SHOWN_MS = 60_000;

/** The last characters; the whole number on request, for a minute. Every reveal is noted in the admin trail. */
export function AccountNumber({ withdrawal }: { withdrawal: Withdrawal }) {
  return (
    <>
      <Reveal withdrawal={withdrawal} />
      {withdrawal.sharedAccount && <WarningLine>{SHARED_NOTE}</WarningLine>}
      {numberChangeOf(withdrawal) && (
        <WarningLine>
          <NumberChange withdrawal={withdrawal} />
        </WarningLine>
      )}
    </>
  );
}

function Reveal({ withdrawal: { _id: id, accountMask, workerName, suspended } }: { withdrawal: Withdrawal }) {
  const [shown, setShown] = useState<{ accountNumber: string; until: number }>();
  const [left, setLeft] = useState(0);
  const { run, isRunning } = useAction(async () => {
    const { accountNumber } = await call('POST /withdrawals/{id}/reveal', { params: { id } });
    setShown({ accountNumber, until: Date.now() + SHOWN_MS });
    setLeft(SHOWN_MS / 1000);
  });
  useEffect(() => {
    if (!shown) return;
    // By the clock: a hidden tab has a tick a minute, a sleeping device none.
    const timer = setInterval(() => {
      const seconds = Math.ceil((shown.until - Date.now()) / 1000);
      if (seconds <= 0) setShown(undefined);
      else setLeft(seconds);
    }, 1000);
    return () => clearInterval(timer);
  }, [shown]);
  if (!accountMask) return <SecondaryLine>No account number. Ask the worker.</SecondaryLine>;
  if (shown)
    return (
      <>
        <Digits translate="no">{shown.accountNumber}</Digits>
        <SecondaryLine>{`hidden in ${left} s`}</SecondaryLine>
      </>
    );
  return (
    <Masked>
      <Digits translate="no">{`•••${accountMask}`}</Digits>
      {!suspended && (
        <RowButton
          variant="secondary"
          icon="open"
          label="Reveal"
          about={`the account number of ${workerName}`}
          busy={isRunning}
          onClick={() => void run()}
        />
      )}
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
