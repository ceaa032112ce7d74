import { Icon } from '@piecework/ui';
import { space, text } from '@piecework/ui/styles';
import { Link } from '@piecework/web-kit/router';
import { styled } from 'styled-components';

/** Below the heading of a page, to the one above it. */
export const BackLink = ({ to, label }: { to: string; label: string }) => (
  <Back to={to}>
    <Icon name="previous" />
    <span>{label}</span>
  </Back>
);

const Back = styled(Link)`
  display: inline-flex;
  gap: ${space(1)};
  align-items: center;
  min-height: 44px;
  margin: -${space(2)} 0;
  font-weight: 600;
  font-size: ${text.body};
`;
