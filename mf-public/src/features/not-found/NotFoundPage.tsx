import { t } from '@piecework/i18n';
import { Button, PatchBlock, Row } from '@piecework/ui';
import { color, font, media, radius, space, text } from '@piecework/ui/styles';
import { usePageTitle } from '@piecework/web-kit';
import { Link } from '@piecework/web-kit/router';
import { styled } from 'styled-components';
import { Column } from '../home/Section';

const Frame = styled(Column)`
  display: grid;
  gap: ${space(8)};
  align-content: center;
  min-height: 70svh;
  padding-block: ${space(12)};

  ${media.desk} { grid-template-columns: minmax(0, 1fr) auto; gap: ${space(16)}; align-items: center; }

  h1 { margin: 0; font: 700 ${text.h1} / 1.1 ${font.head}; letter-spacing: -0.03em; text-wrap: balance; }
  ${media.desk} { h1 { font-size: ${text.display}; } }
  p { max-width: 46ch; margin: ${space(4)} 0 ${space(7)}; color: ${color.soft}; font-size: ${text.lead}; }
`;

const Block = styled.div`
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: ${space(1.5)};
  width: 176px;

  ${media.desk} { width: 288px; }

  > * { aspect-ratio: 1; height: auto; border-radius: ${radius.control}; }
  > span { border: 2px dashed ${color.edge}; }
`;

export default function NotFoundPage() {
  usePageTitle(t('Page not found'));
  return (
    <Frame>
      <div>
        <h1>{t('We can’t find this page')}</h1>
        <p>{t('The address may be mistyped, or the page no longer exists. Your coins and your work are safe.')}</p>
        <Row>
          <Button as={Link} to="/">
            {t('Go to the home page')}
          </Button>
          <Button as={Link} to="/dashboard" variant="secondary">
            {t('Open the dashboard')}
          </Button>
        </Row>
      </div>
      <Block aria-hidden>
        <PatchBlock seed="404" />
        <PatchBlock seed="missing" />
        <PatchBlock seed="piece" />
        <span />
      </Block>
    </Frame>
  );
}
