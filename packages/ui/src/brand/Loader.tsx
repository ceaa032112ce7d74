import { t } from '@piecework/i18n';
import { keyframes, styled } from 'styled-components';
import { VisuallyHidden } from '../layout/VisuallyHidden';
import { media, space } from '../tokens';
import { Mark } from './Mark';

const sew = keyframes`
  0% { transform: scale(0) rotate(-90deg); }
  18%, 82% { transform: none; }
  100% { transform: scale(0) rotate(90deg); }
`;

const Frame = styled.div`
  display: grid;
  place-items: center;
  padding: ${space(8)};

  path {
    transform-box: fill-box;
    transform-origin: center;
    animation: ${sew} 1.8s ease-out infinite;
  }
  path:nth-child(2) { animation-delay: 0.12s; }
  path:nth-child(4) { animation-delay: 0.24s; }
  path:nth-child(3) { animation-delay: 0.36s; }
  path:nth-child(5) { animation: none; }

  ${media.reducedMotion} {
    path { animation: none; }
  }
`;

export function Loader() {
  return (
    <Frame role="status">
      <Mark size={48} />
      <VisuallyHidden>{t('Loading')}</VisuallyHidden>
    </Frame>
  );
}
