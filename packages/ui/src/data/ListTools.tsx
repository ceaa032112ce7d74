import { styled } from 'styled-components';
import { media, space } from '../tokens';

/** A search and its filters in one row; stacked on a phone. */
export const ListTools = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-end;
  gap: ${space(3)} ${space(4)};

  > :first-child:not(:last-child), > :has([type='search']) { flex: 1 1 16rem; max-width: 26rem; }

  ${media.phone} {
    flex-direction: column;
    align-items: stretch;
    > :first-child:not(:last-child), > :has([type='search']) { flex: none; max-width: none; }
  }
`;
