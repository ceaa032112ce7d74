/*
 * Fake of Stripe.js with the part of its interface that the checkout uses (https://docs.stripe.com/js) and an input in place of the frame. It
 * calls the fake Stripe server that served it.
 */
(() => {
  const base = new URL(document.currentScript.src).origin;
  const digitsOf = (text) => text.replace(/\D/g, '');

  const createField = (options) => {
    const handlers = new Map();
    const input = document.createElement('input');
    input.setAttribute('aria-label', 'Credit or debit card number');
    const emit = (name, event) => {
      for (const handler of handlers.get(name) ?? []) handler({ elementType: 'card', ...event });
    };
    const applyOptions = ({ style, disabled }) => {
      if (style) {
        const { base: plain = {} } = style;
        Object.assign(input.style, { color: plain.color, fontSize: plain.fontSize, fontFamily: plain.fontFamily });
      }
      if (disabled !== undefined) input.readOnly = disabled;
    };
    applyOptions(options);
    Object.assign(input.style, { border: '0', outline: '0', width: '100%', background: 'transparent' });
    input.addEventListener('input', () =>
      emit('change', { complete: digitsOf(input.value).length === 16, error: undefined }),
    );
    return {
      on: (name, handler) => void handlers.set(name, [...(handlers.get(name) ?? []), handler]),
      off: (name, handler) =>
        void handlers.set(
          name,
          (handlers.get(name) ?? []).filter((other) => other !== handler),
        ),
      mount: (node) => {
        node.append(input);
        setTimeout(() => emit('ready'));
      },
      update: applyOptions,
      focus: () => input.focus(),
      destroy: () => input.remove(),
      number: () => digitsOf(input.value),
    };
  };

  /** The bank's authentication dialog. */
  const authenticate = () =>
    new Promise((resolve) => {
      const dialog = document.createElement('div');
      dialog.setAttribute('role', 'dialog');
      dialog.setAttribute('aria-label', 'Simulated 3-D Secure');
      Object.assign(dialog.style, { position: 'fixed', inset: '20% 20%', zIndex: '9', background: '#fff' });
      for (const [answer, label] of [
        ['complete', 'Complete'],
        ['fail', 'Fail'],
      ]) {
        const button = document.createElement('button');
        button.type = 'button';
        button.textContent = label;
        button.addEventListener('click', () => {
          dialog.remove();
          resolve(answer);
        });
        dialog.append(button);
      }
      document.body.append(dialog);
    });

  const confirm = async (key, secret, card, answer) => {
    const [id] = secret.split('_secret_');
    const body = new URLSearchParams({ client_secret: secret, card, ...(answer && { answer }) });
    const headers = { authorization: `Bearer ${key}` };
    try {
      const response = await fetch(`${base}/v1/payment_intents/${id}/confirm`, { method: 'POST', headers, body });
      const answered = await response.json();
      return response.ok ? { paymentIntent: answered } : { error: answered.error };
    } catch {
      return {
        error: {
          type: 'api_connection_error',
          message: 'We are experiencing issues connecting to our payments provider.',
        },
      };
    }
  };

  window.Stripe = Object.assign(
    (key) => {
      let field;
      return {
        elements: () => ({
          create: (_type, options) => {
            field = createField(options);
            return field;
          },
          getElement: () => field,
          update: () => {},
        }),
        createToken: () => {},
        createPaymentMethod: () => {},
        registerAppInfo: () => {},
        _registerWrapper: () => {},
        confirmCardPayment: async (secret, { payment_method }) => {
          const card = payment_method.card.number();
          if (card.length < 16)
            return {
              error: {
                type: 'validation_error',
                code: 'incomplete_number',
                message: 'Your card number is incomplete.',
              },
            };
          const first = await confirm(key, secret, card);
          return first.paymentIntent?.status === 'requires_action'
            ? confirm(key, secret, card, await authenticate())
            : first;
        },
      };
    },
    { version: 'endive' },
  );
})();
