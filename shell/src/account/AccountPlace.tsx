import { space } from '@piecework/ui/styles';
import { styled } from 'styled-components';

/** Holds the place of the account menu while the person or its code is loading. */
export const AccountPlace = styled.div`
  min-width: 12rem;
  min-height: ${space(11)};
`;
