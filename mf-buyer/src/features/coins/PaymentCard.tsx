import { Card } from '@piecework/ui';
import { space, text } from '@piecework/ui/styles';
import { styled } from 'styled-components';

/** A payment that was made: its confirmation, or the question before another one. */
export const PaymentCard = styled(Card)`
  display: grid;
  justify-items: start;
  gap: ${space(4)};
  max-width: 40rem;

  > svg {
    width: ${space(16)};
    height: ${space(16)};
  }
  p {
    margin: 0;
  }
  h2 {
    font-size: ${text.h2};
  }
  h2 time { white-space: normal; }
`;
