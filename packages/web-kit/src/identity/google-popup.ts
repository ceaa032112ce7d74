import type { Identity } from '@piecework/contracts';
import { msg } from '@piecework/i18n';
import { ApiError } from '../api/api-error';
import { gatewayUrl } from '../api/gateway';

/** Message of the popup (services/user/src/identity/google-stand-in.ts). */
type GoogleMessage = { type: 'piecework:google' } & (
  | { identity: Identity }
  | { error: { code: string; message: string } }
);

const isGoogleMessage = (data: unknown): data is GoogleMessage =>
  typeof data === 'object' && data !== null && 'type' in data && data.type === 'piecework:google';

const WIDTH = 500;
const HEIGHT = 600;

const open = (): Window => {
  const left = Math.round(screenX + (outerWidth - WIDTH) / 2);
  const top = Math.round(screenY + (outerHeight - HEIGHT) / 2);
  const popup = window.open(
    gatewayUrl(`/identity/google?origin=${encodeURIComponent(location.origin)}`),
    'piecework-google',
    `popup,width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`,
  );
  if (popup) return popup;
  throw new ApiError(
    400,
    'popup-blocked',
    msg('Your browser blocked the sign-in window. Allow pop-ups for this page and try again.'),
  );
};

const CLOSED = ['popup-closed-by-user', msg('The sign-in window was closed before sign-in finished.')] as const;
/** The popup's message may arrive after it has closed. */
const GRACE_MS = 300;

/** Accepts messages only from this window and the gateway's origin. */
export const signInByPopup = (): Promise<Identity> =>
  new Promise((resolve, reject) => {
    const popup = open();
    const origin = new URL(gatewayUrl('/'), location.href).origin;
    const settle = (act: () => void) => {
      removeEventListener('message', onMessage);
      clearInterval(watch);
      popup.close();
      act();
    };
    const fail = (code: string, message: string) => settle(() => reject(new ApiError(400, code, message)));
    const onMessage = ({ source, origin: sender, data }: MessageEvent<unknown>) => {
      if (source !== popup || sender !== origin || !isGoogleMessage(data)) return;
      if ('identity' in data) settle(() => resolve(data.identity));
      else fail(data.error.code, data.error.message);
    };
    const watch = setInterval(() => {
      if (!popup.closed) return;
      clearInterval(watch);
      setTimeout(() => fail(...CLOSED), GRACE_MS);
    }, 250);
    addEventListener('message', onMessage);
  });
