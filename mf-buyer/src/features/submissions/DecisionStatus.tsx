import { Status } from '@piecework/ui';
import { quietText } from '@piecework/ui/styles';
import { styled } from 'styled-components';
import type { Decision } from './useDecisions';

/** Replaces the buttons of a decided submission. */
export const DecisionStatus = ({ made }: { made: Decision | 'elsewhere' }) => (
  <Frame role="status">{made === 'elsewhere' ? 'Decided elsewhere' : <Status status={made} />}</Frame>
);

const Frame = styled.span`
  ${quietText}
  display: inline-flex;
  align-items: center;
  justify-content: flex-end;
  /* The width of the two buttons. */
  min-width: 12.625rem;
  min-height: 36px;
`;
