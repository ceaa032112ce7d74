import { loadable, usePageTitle } from '@piecework/web-kit';
import { styled } from 'styled-components';
import { LandingIntro } from './LandingIntro';

/** As high as the sections about are, so that the footer does not pass by while their code is on its way. */
const Room = styled.div`
  min-height: 4200px;
`;

/** Everything below the first screen, with the carousels: one file, asked for when the opening is there. */
const HomeSections = loadable(() => import('./HomeSections'), <Room />);

export function HomePage() {
  usePageTitle('Small tasks, paid by the piece');
  return (
    <>
      <LandingIntro />
      <HomeSections />
    </>
  );
}
