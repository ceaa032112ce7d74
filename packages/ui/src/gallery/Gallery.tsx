import { styled } from 'styled-components';
import { Page, Stack, space, Wordmark } from '..';
import { Actions } from './sections/Actions';
import { Brand } from './sections/Brand';
import { Carousels } from './sections/Carousels';
import { Data } from './sections/Data';
import { Forms } from './sections/Forms';
import { States } from './sections/States';
import { Tokens } from './sections/Tokens';

const Main = styled.main`
  max-width: 76rem;
  margin: 0 auto;
  padding: ${space(6)} ${space(4)} ${space(20)};
`;

export function Gallery({ theme }: { theme: string }) {
  return (
    <Main>
      <Stack gap={8}>
        <Wordmark />
        <Page title="Gallery" lead={`Every component in every state, ${theme}.`}>
          <Brand />
          <Tokens />
          <Actions />
          <Data />
          <States />
          <Forms />
          <Carousels />
        </Page>
      </Stack>
    </Main>
  );
}
