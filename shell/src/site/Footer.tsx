import { COINS_PER_DOLLAR } from '@piecework/contracts/constants';
import { t } from '@piecework/i18n';
import { Seam, Wordmark } from '@piecework/ui';
import { color, media, pageWidth, plainList, space, text } from '@piecework/ui/styles';
import { Link } from '@piecework/web-kit/router';
import { styled } from 'styled-components';
import { JoinAsDeveloper } from './JoinAsDeveloper';

const Frame = styled.footer`
  max-width: ${pageWidth};
  width: 100%;
  margin: ${space(12)} auto 0;
  padding: 0 ${space(4)} ${space(8)};
  color: ${color.soft};

  ${media.tablet} { padding-inline: ${space(6)}; }
`;
const Inner = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space(4)} ${space(10)};

  p {
    margin: ${space(2)} 0 0;
    font-size: ${text.small};
  }
`;
const Links = styled.ul`
  ${plainList}
  display: flex;
  flex-wrap: wrap;
  gap: 0 ${space(6)};

  a {
    display: inline-flex;
    align-items: center;
    gap: ${space(1)};
    min-height: ${space(11)};
    color: ${color.ink};
  }
`;

export const Footer = () => (
  <Frame>
    <Seam />
    <Inner>
      <div>
        <Wordmark />
        <p>
          {t('Many hands, small pieces, something whole. {coins}\u00a0coins\u00a0=\u00a0$1.', {
            coins: COINS_PER_DOLLAR,
          })}
        </p>
      </div>
      <Links>
        <li>
          <Link to="/">{t('Home')}</Link>
        </li>
        <li>
          <Link to="/tasks">{t('Open tasks')}</Link>
        </li>
        <li>
          <Link to="/qa">{t('Q/A')}</Link>
        </li>
        <li>
          <Link to="/terms">{t('Terms')}</Link>
        </li>
        <li>
          <Link to="/privacy">{t('Privacy')}</Link>
        </li>
        <li>
          <Link to="/contact">{t('Contact')}</Link>
        </li>
        <li>
          <JoinAsDeveloper />
        </li>
      </Links>
    </Inner>
  </Frame>
);
