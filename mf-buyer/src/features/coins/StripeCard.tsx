import { Button, Notice, Skeleton, Stack } from '@piecework/ui';
import { color, space } from '@piecework/ui/styles';
import { useTheme } from '@piecework/web-kit';
import { useConfig } from '@piecework/web-kit/query';
import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe, StripeElementStyle } from '@stripe/stripe-js';
import { type Ref, useCallback, useEffect, useImperativeHandle, useRef, useState, useSyncExternalStore } from 'react';
import { styled } from 'styled-components';
import { CARD_ERROR_ID, CardBox, CardError, type CardFormProps, CardGroup, type CardHandle } from './card-form';
import { confirmStripePayment } from './confirm-stripe-payment';
import { loadStripeOnce } from './load-stripe';

/** The card field is Stripe's iframe: no card number passes through this page. */
export default function StripeCard(props: CardFormProps) {
  const { stripe, hasFailed, retry, onFrameFailed } = useStripeScript();
  return (
    <CardGroup aria-describedby={CARD_ERROR_ID}>
      <legend>Card</legend>
      {stripe ? (
        <Elements stripe={stripe}>
          <Field {...props} onFrameFailed={onFrameFailed} />
        </Elements>
      ) : (
        <StripeUnavailable ref={props.ref} hasFailed={hasFailed} onRetry={retry} />
      )}
      <CardError error={props.error} />
    </CardGroup>
  );
}

/** `retry`: the script failed to load. `onFrameFailed`: the script loaded but its iframe did not. */
const useStripeScript = () => {
  const access = useConfig()?.stripe;
  const [stripe, setStripe] = useState<Stripe | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [tries, setTries] = useState(1);

  const settle = useCallback((opened: Stripe | null) => {
    setStripe(opened);
    setFailed(opened === null);
  }, []);
  const onFrameFailed = useCallback(() => settle(null), [settle]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry loads the script again
  useEffect(() => {
    let isCurrent = true;
    const settleIfCurrent = (opened: Stripe | null) => {
      if (isCurrent) settle(opened);
    };
    if (access) loadStripeOnce(access).then(settleIfCurrent, () => settleIfCurrent(null));
    else settleIfCurrent(null);
    return () => {
      isCurrent = false;
    };
  }, [access, tries, settle]);

  const retry = () => {
    setFailed(false);
    setTries((before) => before + 1);
  };
  return { stripe, hasFailed, retry, onFrameFailed };
};

interface StripeUnavailableProps {
  ref: Ref<CardHandle>;
  hasFailed: boolean;
  onRetry: () => void;
}

/** Shown while Stripe.js loads, or when it is blocked, offline or down. */
const StripeUnavailable = ({ ref, hasFailed, onRetry }: StripeUnavailableProps) => {
  const retryButton = useRef<HTMLButtonElement>(null);
  useImperativeHandle(ref, () => ({
    pay: async () => {
      retryButton.current?.focus();
      return { declined: hasFailed ? NO_FIELD : 'The card field is still loading. Please try again in a moment.' };
    },
  }));
  if (!hasFailed) return <Skeleton shape="row" count={1} />;
  return (
    <Notice tone="bad">
      <Stack>
        <span>
          The card field couldn’t be loaded from Stripe, our card processor. Check your connection and whether a browser
          extension blocks js.stripe.com. Nothing was charged.
        </span>
        <span>
          <Button ref={retryButton} variant="secondary" size="small" onClick={onRetry}>
            Reload card field
          </Button>
        </span>
      </Stack>
    </Notice>
  );
};

const NO_FIELD = 'You can’t pay without the card field. Nothing was charged.';

const Field = ({
  ref,
  billing,
  disabled,
  error,
  onChange,
  onFrameFailed,
}: CardFormProps & { onFrameFailed: () => void }) => {
  const stripe = useStripe();
  const elements = useElements();
  const box = useRef<HTMLDivElement>(null);
  const style = useElementStyle(box);

  useImperativeHandle(ref, () => ({
    pay: async (clientSecret) => {
      const card = elements?.getElement(CardElement);
      if (!stripe || !card) return { declined: NO_FIELD };
      const result = await confirmStripePayment(stripe, card, billing, clientSecret);
      if ('declined' in result) card.focus();
      return result;
    },
  }));

  return (
    <Box ref={box} $isBad={error !== null}>
      {style && (
        <CardElement
          options={{ style, disabled, hidePostalCode: true, disableLink: true }}
          onChange={onChange}
          onLoadError={onFrameFailed}
        />
      )}
    </Box>
  );
};

/**
 * Stripe's frame cannot see the page's CSS variables: the computed values are read here, again after a theme change.
 */
const useElementStyle = (box: { current: HTMLElement | null }): StripeElementStyle | null => {
  const { choice } = useTheme();
  const isDark = useSystemDark();
  const [style, setStyle] = useState<StripeElementStyle | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the computed style depends on them
  useEffect(() => {
    if (box.current) setStyle(styleOf(box.current));
  }, [box, choice, isDark]);
  return style;
};

const systemDark = () => window.matchMedia('(prefers-color-scheme: dark)');
const followSystem = (onChange: () => void) => {
  const query = systemDark();
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
};
/** A store, so that a change between the first read and the subscription is not missed. */
const useSystemDark = (): boolean => useSyncExternalStore(followSystem, () => systemDark().matches);

const styleOf = (box: HTMLElement): StripeElementStyle => {
  const probe = box.appendChild(document.createElement('span'));
  const shown = (token: string) => {
    probe.style.color = token;
    return getComputedStyle(probe).color;
  };
  const [ink, soft, madder] = [color.ink, color.soft, color.madder].map(shown);
  probe.remove();
  return {
    base: {
      color: ink ?? '',
      iconColor: soft ?? '',
      fontFamily: 'system-ui, sans-serif',
      fontSize: '16px',
      lineHeight: '24px',
      '::placeholder': { color: soft ?? '' },
    },
    invalid: { color: madder ?? '', iconColor: madder ?? '' },
  };
};

const Box = styled(CardBox)`
  min-height: 3.25rem;
  padding: ${space(3)};
  background: ${color.surface};
`;
