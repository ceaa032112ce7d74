import { Failure, Notice, Stack } from '@piecework/ui';
import { text } from '@piecework/ui/styles';
import { tableState } from '@piecework/web-kit/list';
import { useApiQuery } from '@piecework/web-kit/query';
import { styled } from 'styled-components';
import { REFRESH_MS } from '../refresh-interval';
import { Checks } from './Checks';
import { LateWork } from './LateWork';
import { Sums } from './Sums';

export const SectionTitle = styled.h2`
  margin: 0;
  font-size: ${text.h2};
`;

/** What follows is below the fold until the heights are known, so that nothing shifts (D-6.4). */
const Loading = styled(Stack)`
  min-height: 100vh;
`;

/** Whether the coins add up, and what is late. */
export function Console() {
  const query = useApiQuery('GET /admin/integrity', undefined, { refetchInterval: REFRESH_MS });
  const { data } = query;
  const state = tableState(query);
  if (state.state === 'error') return <Failure text={state.error} onRetry={state.onRetry} />;
  if (!data)
    return (
      <Loading as="section" gap={3} aria-labelledby="checks">
        <SectionTitle id="checks">Running checks</SectionTitle>
        <Checks checks={[]} {...state} />
      </Loading>
    );
  const broken = data.checks.filter((check) => check.state === 'broken').length;
  return (
    <Stack gap={6}>
      {broken > 0 && (
        <Notice tone="bad">
          <span>{broken === 1 ? '1 check found a problem.' : `${broken} checks found problems.`}</span>
          <span> Don’t approve withdrawals until you know the cause. </span>
          <code translate="no">npm run audit</code>
          <span> names the records.</span>
        </Notice>
      )}
      <Stack as="section" gap={3} aria-labelledby="checks">
        <SectionTitle id="checks">Running checks</SectionTitle>
        <Checks checks={data.checks} {...state} />
      </Stack>
      <Stack as="section" gap={3} aria-labelledby="sums">
        <SectionTitle id="sums">Coins and dollars</SectionTitle>
        <Sums {...data} />
      </Stack>
      <Stack as="section" gap={3} aria-labelledby="late">
        <SectionTitle id="late">Waiting and late</SectionTitle>
        <LateWork {...data} />
      </Stack>
    </Stack>
  );
}
