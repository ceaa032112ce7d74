import { useEffect, useState } from 'react';
import { ExternalLink } from '../navigation/ExternalLink';
import { addresses } from '../remotes';

export function JoinAsDeveloper() {
  const [href, setHref] = useState<string>();
  useEffect(() => {
    addresses().then(
      ({ gateway }) => setHref(`${gateway}/docs`),
      // Without an address book the page has worse to tell than that.
      () => {},
    );
  }, []);
  return <ExternalLink href={href}>Join as Developer</ExternalLink>;
}
