import { Icon, type IconName, Menu, type MenuEntry } from '@piecework/ui';
import { color, radius, space } from '@piecework/ui/styles';
import { styled } from 'styled-components';

interface ActionMenuProps {
  label: string;
  icon: IconName;
  items: readonly MenuEntry[];
}

/** A menu among the buttons of a page. */
export const ActionMenu = ({ label, icon, items }: ActionMenuProps) => (
  <Outlined>
    <Menu
      label={label}
      trigger={
        <>
          <Icon name={icon} />
          <strong>{label}</strong>
        </>
      }
      items={[...items]}
    />
  </Outlined>
);

/** As the buttons beside it. */
const Outlined = styled.div`
  border-radius: ${radius.control};
  background: ${color.surface};
  /* Over the ground of the pressed button. */
  outline: 1px solid ${color.edge};
  outline-offset: -1px;

  > div > button {
    padding-inline: ${space(4)};
  }
`;
