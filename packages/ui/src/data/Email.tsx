import { styled } from 'styled-components';

/** Breaks before the @ where possible. */
const Address = styled.span`
  display: inline-block;
  min-width: min(9.5rem, 100%);
  max-width: 18rem;
  overflow-wrap: anywhere;
`;

export function Email({ address }: { address: string }) {
  const at = address.lastIndexOf('@');
  return (
    <Address translate="no">
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </Address>
  );
}
