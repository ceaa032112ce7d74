import { Fragment } from 'react';
import { styled } from 'styled-components';

/** Breaks before the @ and the dots rather than anywhere, unless a part alone is too long. */
const Address = styled.span`
  display: inline-block;
  max-width: 18rem;
  overflow-wrap: break-word;
`;

export function Email({ address }: { address: string }) {
  return (
    <Address>
      {address.split(/(?=[@.])/).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one address never change places
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </Address>
  );
}
