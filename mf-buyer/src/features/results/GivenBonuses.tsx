import type { Submission } from '@piecework/contracts';
import { withNodes } from '@piecework/i18n';
import { Failure, LinkedText } from '@piecework/ui';
import { Moment } from '@piecework/web-kit/moment';
import { useApiQuery } from '@piecework/web-kit/query';
import { coinsText } from '../counted';

/** The sum right away, and each bonus with its note as soon as they are there. */
export const GivenBonuses = ({ submission: { _id: id, bonus } }: { submission: Submission }) =>
  bonus ? <Given key={bonus.count} id={id} coins={bonus.coins} /> : null;

const Given = ({ id, coins }: { id: string; coins: number }) => {
  const bonuses = useApiQuery('GET /submissions/{id}/bonuses', { params: { id } });
  if (!bonuses.data) return bonuses.isError ? <Failure query={bonuses} /> : <p>{`Bonus: ${coinsText(coins)}`}</p>;
  return bonuses.data.map((one) => (
    <p key={one._id}>
      {withNodes(`Bonus of ${coinsText(one.coins)} on {when}: “`, { when: <Moment at={one.time} /> })}
      <LinkedText text={one.note} />
      <span>”</span>
    </p>
  ));
};
