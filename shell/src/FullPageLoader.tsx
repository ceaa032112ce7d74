import { Loader } from '@piecework/ui';
import { Pending } from '@piecework/web-kit';
import { styled } from 'styled-components';

const Middle = styled.div`
  display: grid;
  min-height: 100dvh;
  place-items: center;
`;

/** While the session is loading. */
export const FullPageLoader = () => (
  <Middle>
    <Pending />
    <Loader />
  </Middle>
);
