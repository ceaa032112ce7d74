import type { DecisionEstimate } from '@piecework/contracts';
import { Notice, Stack } from '@piecework/ui';
import { approvalText, leftTexts, rejectionText } from './estimate-texts';
import { WorkersShare } from './WorkersShare';

/** What a run would do, before it is started. */
export const EstimateView = ({ estimate }: { estimate: DecisionEstimate }) => {
  const { approve, reject } = estimate;
  const left = leftTexts(estimate);
  return (
    <Stack role="status">
      {approve.answers > 0 && <Notice tone="good">{`This approves ${approvalText(approve)}`}</Notice>}
      {reject.answers > 0 && (
        <>
          <Notice tone="bad">{rejectionText(reject)}</Notice>
          <WorkersShare share={reject} label="Who loses coins" />
        </>
      )}
      {approve.answers + reject.answers === 0 && <Notice tone="info">No pending answer matches.</Notice>}
      {left.map((text) => (
        <Notice key={text} tone="info">
          {text}
        </Notice>
      ))}
    </Stack>
  );
};
