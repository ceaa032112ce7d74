import { t } from '@piecework/i18n';
import { styled } from 'styled-components';
import { color, radius, space } from '../tokens';

const Skip = styled.a`
  position: fixed;
  inset: ${space(2)} auto auto ${space(2)};
  z-index: 100;
  padding: ${space(3)} ${space(5)};
  border-radius: ${radius.control};
  background: ${color.primary};
  color: ${color.onPrimary};
  font-weight: 600;
  transform: translateY(-200%);

  &:focus { transform: none; }
`;

export function SkipLink() {
  return <Skip href="#main">{t('Skip to content')}</Skip>;
}
