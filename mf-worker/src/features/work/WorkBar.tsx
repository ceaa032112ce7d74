import type { Task } from '@piecework/contracts';
import { t } from '@piecework/i18n';
import { Coins, Fact, formatCoins } from '@piecework/ui';
import { quietText, sheet, space, text } from '@piecework/ui/styles';
import { useServerNow } from '@piecework/web-kit';
import { Moment } from '@piecework/web-kit/moment';
import { styled } from 'styled-components';
import type { Work } from './work-session';

const HOUR_MS = 3_600_000;
/** Hours; the first answers of a session say nothing about an hour. */
const A_MINUTE = 1 / 60;

/** The session in figures. Each has its place from the first page on, so that nothing moves. Before its own pay of an hour it has that of the batch. */
export const WorkBar = ({ work, task }: { work: Work; task: Task | undefined }) => {
  const { payableAmount: pay, batch } = task ?? {};
  const { answered, startedAt, answeredAt, queue, accuracy } = work;
  const coins = pay === undefined ? undefined : answered * pay;
  const hours = startedAt === undefined || answeredAt === undefined ? 0 : (answeredAt - startedAt) / HOUR_MS;
  const usual = batch?.pace ? t('about {count}', { count: batch.pace.coinsPerHour }) : NONE;
  return (
    <Bar aria-label={t('This session')}>
      <dl>
        <Fact label={t('Pages answered')}>{formatCoins(answered)}</Fact>
        <Fact label={t('Coins in review')}>{coins === undefined ? NONE : <Coins amount={coins} />}</Fact>
        <Fact label={t('Coins per hour')}>
          {coins && hours > A_MINUTE ? formatCoins(Math.round(coins / hours)) : usual}
        </Fact>
        {accuracy && (
          <Fact label={t('Hidden checks right')}>
            {accuracy.met > 0 ? t('{right} of {met}', { right: accuracy.right, met: accuracy.met }) : NONE}
          </Fact>
        )}
        <Fact label={t('Page held until')}>{queue[0] ? <HeldUntil at={queue[0].expiresAt} /> : NONE}</Fact>
      </dl>
    </Bar>
  );
};

const NONE = '–';

const HeldUntil = ({ at }: { at: string }) => (
  <Moment at={at} form={Date.parse(at) > useServerNow() ? 'both' : 'absolute'} />
);

const Bar = styled.section`
  ${sheet}
  padding: ${space(3)} ${space(4)};

  dl {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 8.5rem), 1fr));
    gap: ${space(2)} ${space(4)};
    margin: 0;
  }
  dt { ${quietText} }
  dd { margin: 0; font-weight: 600; font-size: ${text.body}; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
`;
