import { useLocation } from '@piecework/web-kit/router';
import { useEffect, useState } from 'react';

/** The token of a mailed link, `#requestId.secret`. It leaves the address bar and the history at once. */
export const useLinkToken = (): string => {
  const { hash, key } = useLocation();
  const [token, setToken] = useState(hash.slice(1));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the router still has the hash of a link that is opened twice
  useEffect(() => {
    if (!hash) return;
    setToken(hash.slice(1));
    // Past the router: the page stays, and its history state with it.
    history.replaceState(history.state, '', location.pathname + location.search);
  }, [hash, key]);
  return token;
};
