import { t } from '@piecework/i18n';
import { dialogs, useSession } from '@piecework/web-kit';
import { fetchDirectory } from './directory';

/** `?remote=mf_worker@https://preview.example/mf-manifest.json`: this browser gets that build of the remote. bootstrap.tsx reads it too. */
const OVERRIDE_PARAMETER = 'remote';

/** Read by the shell's server (packages/front-server/src/browser-remotes.ts), which has the list of allowed origins. */
const COOKIE = 'piecework-remote';
const ATTRIBUTES = `path=/; samesite=strict${location.protocol === 'https:' ? '; secure' : ''}`;

const setCookie = (value: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari of 2024.
  document.cookie = `${COOKIE}=${encodeURIComponent(value)}; ${ATTRIBUTES}`;
};

const removeCookie = () => {
  // biome-ignore lint/suspicious/noDocumentCookie: as above.
  document.cookie = `${COOKIE}=; ${ATTRIBUTES}; max-age=0`;
};

const isAllowed = () => process.env.NODE_ENV !== 'production' || useSession.getState().user?.userRole === 'admin';

/** The address without the parameter, which would ask again. */
const withoutParameter = () => {
  const url = new URL(location.href);
  url.searchParams.delete(OVERRIDE_PARAMETER);
  return url.href;
};

/** Asks whether this browser should use the build, and reloads with it. */
export const askForOverride = async (requested: string): Promise<void> => {
  const [, container = '', address = ''] = /^(\w+)@(.+)$/.exec(requested) ?? [];
  history.replaceState(history.state, '', withoutParameter());
  if (!container || !isAllowed()) return;
  const isConfirmed = await dialogs.confirm({
    title: t('Use another build?'),
    text: t('Only this browser will use it, until you stop or close the browser.'),
    facts: [
      { label: t('Part'), value: container },
      { label: t('Address'), value: address },
    ],
    confirmText: t('Use this build'),
  });
  if (!isConfirmed) return;
  setCookie(`${container}@${address}`);
  const { remotes } = await fetchDirectory();
  if (remotes[container]?.because === 'override') return location.reload();
  removeCookie();
  await dialogs.failure({
    title: t('This build can’t be used'),
    text: t('This installation doesn’t allow builds from that address.'),
  });
};

export const stopOverride = (): void => {
  removeCookie();
  location.reload();
};
