import { Loader } from '@piecework/ui';
import { styled } from 'styled-components';

const Middle = styled.div`
  display: grid;
  min-height: 100dvh;
  place-items: center;
`;

/** The whole page, before it is known who is there. */
export const FullPageLoader = () => (
  <Middle>
    <Loader />
  </Middle>
);
