// Service worker: shows offline.html instead of the browser's error page. It stores that page and nothing else, so that no
// deployment is shadowed by an older file (docs/adr/0065).
const PAGE = '/offline.html';
const CACHE = 'offline-page';

const storePage = async () => (await caches.open(CACHE)).add(new Request(PAGE, { cache: 'reload' }));

addEventListener('install', (event) => {
  skipWaiting();
  event.waitUntil(storePage());
});

addEventListener('activate', (event) => {
  // The browser requests a page while it starts this worker, so that the worker delays none.
  event.waitUntil(registration.navigationPreload?.enable());
});

/** A build without this file has no worker: browsers do not remove one by themselves. */
const removeIfGone = async () => {
  const { status } = await fetch(location.pathname, { method: 'HEAD', cache: 'no-store' });
  if (status !== 404) return;
  await registration.unregister();
  await caches.delete(CACHE);
};

const answer = async (event) => {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch (error) {
    const page = await caches.match(PAGE);
    if (!page) throw error;
    return page;
  }
};

addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate') return;
  event.respondWith(answer(event));
  event.waitUntil(removeIfGone().catch(() => {}));
});
