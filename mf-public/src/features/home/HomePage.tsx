import { t } from '@piecework/i18n';
import { loadable, usePageTitle } from '@piecework/web-kit';
import { styled } from 'styled-components';
import { LandingIntro } from './LandingIntro';

/** About the height of the sections, so that the footer does not flash by while their code loads. */
const Placeholder = styled.div`
  min-height: 4200px;
`;

/** Everything below the first screen, with the carousels, in one chunk. */
const HomeSections = loadable(() => import('./HomeSections'), <Placeholder />);

export function HomePage() {
  usePageTitle(t('Small tasks that pay'));
  return (
    <>
      <LandingIntro />
      <HomeSections />
    </>
  );
}
