import { media, Row } from '@piecework/ui';
import { styled } from 'styled-components';

/** What a list can be searched and sorted by; on a phone each choice takes the whole width, as thumbs like it. */
export const Toolbar = styled(Row)`
  ${media.phone} {
    > fieldset { flex: 1 1 100%; }
  }
`;
