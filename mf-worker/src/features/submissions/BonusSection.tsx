import type { Submission } from '@piecework/contracts';
import { t, withNodes } from '@piecework/i18n';
import { Coins, Failure, LinkedText, Skeleton, Stack } from '@piecework/ui';
import { plainList } from '@piecework/ui/styles';
import { Moment } from '@piecework/web-kit/moment';
import { useApiQuery } from '@piecework/web-kit/query';
import { styled } from 'styled-components';
import { Quote } from './RejectionReason';
import { SectionTitle } from './SectionTitle';

/** What the buyer gave on top of the pay, with the notes. */
export const BonusSection = ({ submission: { _id, bonus } }: { submission: Submission }) =>
  bonus ? <Given key={bonus.count} id={_id} count={bonus.count} /> : null;

const Given = ({ id, count }: { id: string; count: number }) => {
  const bonuses = useApiQuery('GET /submissions/{id}/bonuses', { params: { id } });
  return (
    <Stack as="section" gap={3}>
      <SectionTitle>{t('Bonus from the buyer')}</SectionTitle>
      {bonuses.data ? (
        <List>
          {bonuses.data.map(({ _id, coins, note, time }) => (
            <li key={_id}>
              {withNodes(t('{coins} on {when}'), { coins: <Coins amount={coins} sign />, when: <Moment at={time} /> })}
              <Quote>
                <LinkedText text={note} />
              </Quote>
            </li>
          ))}
        </List>
      ) : bonuses.isError ? (
        <Failure query={bonuses} />
      ) : (
        <Skeleton shape="row" count={count} />
      )}
    </Stack>
  );
};

const List = styled(Stack).attrs({ as: 'ul', gap: 3 })`
  ${plainList}
`;
