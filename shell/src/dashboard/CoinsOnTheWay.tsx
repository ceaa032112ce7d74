import { t } from '@piecework/i18n';
import { formatCoins, Icon } from '@piecework/ui';
import { color, media, plainButton, radius, shadow, sheet, space, text } from '@piecework/ui/styles';
import { useCoinsOnTheWay } from '@piecework/web-kit/query';
import { Link } from '@piecework/web-kit/router';
import { useId, useRef } from 'react';
import { styled } from 'styled-components';
import { useDisclosure } from '../navigation/useDisclosure';

/** On a phone the panel is as wide as the header. */
const Frame = styled.div`
  ${media.tablet} {
    position: relative;
  }
`;
const Trigger = styled.button`
  ${plainButton}
  display: inline-flex;
  gap: ${space(1)};
  align-items: center;
  justify-content: center;
  min-width: 44px;
  min-height: 44px;
  padding: 0 ${space(2)};
  border-radius: ${radius.control};
  color: ${color.marigold};
  font: inherit;
  font-size: ${text.small};
  font-weight: 600;
  font-variant-numeric: tabular-nums;

  &:hover, &[aria-expanded='true'] {
    background: ${color.marigoldBg};
  }
  ${media.phone} {
    padding: 0;

    > span {
      display: none;
    }
  }
`;
const Panel = styled.div`
  ${sheet}
  position: absolute;
  z-index: 50;
  top: calc(100% + ${space(1)});
  inset-inline-end: 0;
  display: grid;
  gap: ${space(2)};
  width: min(18rem, 70vw);
  padding: ${space(4)};
  box-shadow: ${shadow.float};

  p {
    margin: 0;
  }
  ${media.phone} {
    inset: 100% ${space(4)} auto;
    width: auto;
  }
`;

/** Beside a buyer's balance: what has been paid and is not credited yet. */
export function CoinsOnTheWay() {
  const coins = useCoinsOnTheWay();
  const frame = useRef<HTMLDivElement>(null);
  const { isOpen, setOpen } = useDisclosure(frame);
  const panelId = useId();
  if (coins === 0) return null;
  return (
    <Frame ref={frame}>
      <Trigger
        type="button"
        aria-expanded={isOpen}
        aria-controls={panelId}
        aria-label={t('+{coins} coins on their way', { coins })}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="clock" />
        <span>{`+${formatCoins(coins)}`}</span>
      </Trigger>
      {isOpen && (
        <Panel id={panelId}>
          <strong>{t('{coins} coins on their way', { coins })}</strong>
          <p>{t('You’ve paid for them. An admin will check the payment and add them to your balance.')}</p>
          <Link to="/dashboard/buyerPayment?state=recorded">{t('See your payments')}</Link>
        </Panel>
      )}
    </Frame>
  );
}
