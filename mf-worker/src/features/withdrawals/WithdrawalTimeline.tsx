import type { Withdrawal } from '@piecework/contracts';
import { msg, t, translated, withNodes } from '@piecework/i18n';
import { formatDate, Icon, type IconName } from '@piecework/ui';
import { color, plainList, space, text } from '@piecework/ui/styles';
import { useServerNow } from '@piecework/web-kit';
import { Moment } from '@piecework/web-kit/moment';
import { styled } from 'styled-components';
import { payoutOf } from './payout-texts';

type Step = NonNullable<Withdrawal['timeline']>[number];
interface Line {
  label: string;
  icon: IconName;
  at?: string;
  note?: string | undefined;
}

const STEPS = {
  requested: [msg('Request sent'), 'withdraw'],
  approved: [msg('Approved'), 'check'],
  canceled: [msg('Canceled'), 'close'],
  paid: [msg('Paid'), 'check'],
  failed: [msg('Payout failed'), 'alert'],
  corrected: [msg('Account number corrected'), 'edit'],
  held: [msg('On hold'), 'clock'],
  released: [msg('Hold ended'), 'check'],
} as const satisfies Record<Step['state'], readonly [string, IconName]>;

const NEXT = {
  requested: msg('Approval'),
  approved: msg('Payout'),
  corrected: msg('Payout'),
  held: msg('Hold ends'),
  released: msg('Approval'),
} as const satisfies Partial<Record<Step['state'], string>>;

const numberOf = ({ mask, before }: Pick<Step, 'mask' | 'before'>): string | undefined => {
  if (mask === undefined) return undefined;
  return before === undefined ? `•••${mask}` : t('•••{mask} instead of •••{before}', { mask, before });
};

const linesOf = (withdrawal: Withdrawal, expected: string | undefined): Line[] => {
  const { timeline = [], cancelReason, hold } = withdrawal;
  const lines: Line[] = timeline.map(({ state, at, note, mask, before }) => {
    const [label, icon] = STEPS[state];
    // The notice of the hold has it.
    if (hold && state === 'held' && at === hold.at) return { label, icon, at };
    const text = note ?? (state === 'canceled' ? cancelReason : undefined);
    return { label, icon, at, note: [text && translated(text), numberOf({ mask, before })].filter(Boolean).join(', ') };
  });
  // Also after a correction of the number.
  const last = hold ? 'held' : timeline.at(-1)?.state;
  const next = last && (NEXT as Partial<Record<Step['state'], string>>)[last];
  return next ? [...lines, { label: next, icon: 'clock', note: expected }] : lines;
};

const expectationOf = (withdrawal: Withdrawal, now: number): string | undefined => {
  const by = payoutOf(withdrawal);
  if (by === undefined) return undefined;
  return by > now
    ? t('Expect the money by {day}.', { day: formatDate(new Date(by).toISOString()) })
    : t('This is taking longer than usual. Nothing is lost.');
};

/** The past steps with date and reference, then the next one. */
export const WithdrawalTimeline = ({ withdrawal, isCovered }: { withdrawal: Withdrawal; isCovered: boolean }) => {
  const now = useServerNow();
  const lines = linesOf(withdrawal, isCovered ? expectationOf(withdrawal, now) : undefined);
  if (lines.length === 0) return null;
  return (
    <Steps aria-label={t('History')}>
      {lines.map(({ label, icon, at, note }) => (
        <li key={`${label} ${at}`} data-waits={at === undefined || undefined}>
          <Icon name={icon} />
          <span>
            {at ? (
              withNodes('{step} {when}', { step: <span>{translated(label)}</span>, when: <Moment at={at} /> })
            ) : (
              <span>{t('Next: {step}', { step: translated(label) })}</span>
            )}
            {note && <Note>{note}</Note>}
          </span>
        </li>
      ))}
    </Steps>
  );
};

const Steps = styled.ol`
  ${plainList}
  display: grid;
  gap: ${space(1)};
  font-size: ${text.small};
  text-align: start;

  li { display: flex; gap: ${space(2)}; align-items: flex-start; }
  li[data-waits] { color: ${color.soft}; }
  svg { flex: none; margin-top: 0.15em; }
  time { white-space: nowrap; font-variant-numeric: tabular-nums; }
`;

const Note = styled.span`
  display: block;
  color: ${color.soft};
  overflow-wrap: anywhere;
`;
