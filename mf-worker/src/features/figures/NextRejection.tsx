import { plural, t } from '@piecework/i18n';
import { Card } from '@piecework/ui';
import { space } from '@piecework/ui/styles';
import { useApiList } from '@piecework/web-kit/query';
import { styled } from 'styled-components';
import { rejectionEffect } from './work-rates';

/** What one more rejection would do to the approval rate, and to the tasks that need one (P-4.18). */
export const NextRejection = ({ reviewed }: { reviewed: { approved: number; decided: number } }) => {
  const effect = rejectionEffect(reviewed);
  return (
    effect && (
      <Card aria-labelledby="next-rejection">
        <h2 id="next-rejection">{t('If one more submission is rejected')}</h2>
        <Text>
          {effect.next === effect.now
            ? t('Your approval rate stays at {rate}%.', { rate: effect.now })
            : t('Your approval rate goes from {now}% to {next}%.', effect)}
        </Text>
        {effect.next < effect.now && <LostTasks {...effect} />}
      </Card>
    )
  );
};

/** Open tasks whose needed rate lies between both. */
const LostTasks = ({ now, next }: { now: number; next: number }) => {
  const from = next + 1;
  const query = { open: '1', fresh: '1', approvalFrom: from, approvalTo: now, limit: 1 } as const;
  const count = useApiList('GET /tasks', { query }).data?.total;
  if (count === undefined) return <Text>{'\u00a0'}</Text>;
  return (
    <Text>
      {count === 0
        ? t('You can still do every open task that you can do now.')
        : plural(count, '{count} open task needs at least {rate}%.', '{count} open tasks need at least {rate}%.', {
            rate: from,
          })}
    </Text>
  );
};

const Text = styled.p`
  margin: ${space(2)} 0 0;
`;
