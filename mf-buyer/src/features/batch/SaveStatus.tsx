import { Button, Icon, Row } from '@piecework/ui';
import { color, quietText, space } from '@piecework/ui/styles';
import { styled } from 'styled-components';
import type { Saving } from './useSaving';

export const SaveStatus = ({ saving: { state, save } }: { saving: Saving }) => (
  <Row gap={2}>
    <Text role="status" data-failed={state.kind === 'failed' || undefined}>
      {state.kind !== 'saving' && <Icon name={state.kind === 'saved' ? 'check' : 'alert'} size="1rem" />}
      <span>{textOf(state)}</span>
    </Text>
    {state.kind === 'failed' && (
      <Button variant="quiet" size="small" icon="retry" onClick={() => void save()}>
        Save now
      </Button>
    )}
  </Row>
);

const textOf = (state: Saving['state']): string => {
  if (state.kind === 'saving') return 'Saving …';
  if (state.kind === 'failed') return `Not saved yet; this browser keeps it. ${state.message}`;
  const [first] = state.unsent;
  return first === undefined ? 'Saved' : `Saved, except what needs a change: ${first}. This browser keeps it.`;
};

const Text = styled.span`
  ${quietText}
  display: inline-flex;
  gap: ${space(1)};
  align-items: flex-start;
  max-width: 40rem;

  &[data-failed] { color: ${color.madder}; font-weight: 600; }
`;
