import { Skeleton } from '@piecework/ui';
import { useTaskForm } from '@piecework/web-kit/answer-form';
import { styled } from 'styled-components';

/** The fields of a task's form, to read. */
export const FormOutline = ({ taskId }: { taskId: string }) => {
  const { data: form, isError } = useTaskForm(taskId, true);
  if (!form) return isError ? <span>The form couldn’t be loaded.</span> : <Skeleton shape="text" count={2} />;
  return (
    <List>
      {form.fields.map(({ name, label, required }) => (
        <li key={name}>{required ? label : `${label} (optional)`}</li>
      ))}
    </List>
  );
};

const List = styled.ol`
  margin: 0;
  padding-inline-start: 1.6em;
  overflow-wrap: anywhere;
`;
