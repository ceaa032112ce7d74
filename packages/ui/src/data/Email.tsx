import { Fragment } from 'react';
import { styled } from 'styled-components';

/** Breaks before the @ and the dots of the domain where possible. */
const Address = styled.span`
  display: inline-block;
  min-width: min(9.5rem, 100%);
  max-width: 18rem;
  overflow-wrap: anywhere;
`;

export function Email({ address }: { address: string }) {
  return (
    <Address translate="no">
      {address.split(/(?=@|\.[^@]*$)/).map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of an address have no other identity
        <Fragment key={at}>
          {/* At the start, a long first part would leave an empty line. */}
          {at > 0 && <wbr />}
          <span>{part}</span>
        </Fragment>
      ))}
    </Address>
  );
}

/** Opens the mail program. */
export const EmailLink = ({ address }: { address: string }) => (
  <a href={`mailto:${encodeURIComponent(address).replace('%40', '@')}`}>
    <Email address={address} />
  </a>
);
