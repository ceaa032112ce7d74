import { t } from '@piecework/i18n';
import { useEffect, useRef, useState } from 'react';
import { css, keyframes, styled } from 'styled-components';
import { formatCoins } from '../format';
import { VisuallyHidden } from '../layout/VisuallyHidden';
import { Coin } from './Coin';
import { Amount } from './Coins';

const turn = keyframes`to { transform: rotateY(360deg); }`;

const Disc = styled.span<{ $turning: boolean }>`
  display: inline-block;
  ${({ $turning }) =>
    $turning &&
    css`
      animation: ${turn} 600ms ease-out;
    `}
`;

const COUNTING_MS = 600;
const prefersReducedMotion = () => window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? true;

/** The number to show on the way from the previous value. */
function useCounting(value: number): { shown: number; counting: boolean } {
  const [shown, setShown] = useState(value);
  const from = useRef(value);
  useEffect(() => {
    const start = from.current;
    if (start === value) return;
    if (prefersReducedMotion()) {
      from.current = value;
      setShown(value);
      return;
    }
    const began = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      const part = Math.min(1, Math.max(0, (now - began) / COUNTING_MS));
      from.current = Math.round(start + (value - start) * (1 - (1 - part) ** 3));
      setShown(from.current);
      if (part < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [value]);
  return { shown, counting: shown !== value };
}

interface BalanceProps {
  value: number;
  /** Set on all but one balance of a page, so that a change is announced once. */
  quiet?: boolean;
}

export function Balance({ value, quiet }: BalanceProps) {
  const { shown, counting } = useCounting(value);
  return (
    <Amount>
      <Disc $turning={counting}>
        <Coin />
      </Disc>
      <span translate="no" aria-hidden>
        {formatCoins(shown)}
      </span>
      <VisuallyHidden role={quiet ? undefined : 'status'}>
        {t('{count} coins', { count: formatCoins(value) })}
      </VisuallyHidden>
    </Amount>
  );
}
