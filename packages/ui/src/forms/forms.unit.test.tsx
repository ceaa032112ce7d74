import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createRef } from 'react';
import { RadioCards } from './ChoiceCards';
import { PasswordField } from './PasswordField';
import { SearchField } from './SearchField';
import { SelectField } from './SelectField';
import { TextArea } from './TextArea';
import { DateField, NumberField, TextField } from './TextField';

const FIELDS = { TextField, NumberField, DateField, PasswordField, TextArea, SelectField, SearchField };

test.each(Object.entries(FIELDS))('%s is associated with its label, hint and error', (_name, Field) => {
  const { rerender } = render(<Field label="The label" hint="The hint" />);
  const field = screen.getByLabelText('The label');
  expect(field).toHaveAccessibleDescription('The hint');
  expect(field).not.toHaveAttribute('aria-invalid');
  rerender(<Field label="The label" hint="The hint" error="It is required" />);
  expect(field).toHaveAccessibleDescription('It is required The hint');
  expect(field).toBeInvalid();
});

test('a field accepts the props of a form library', async () => {
  const ref = createRef<HTMLInputElement>();
  const change = jest.fn();
  render(<TextField label="Task Title" name="taskTitle" ref={ref} onChange={change} onBlur={() => {}} />);
  await userEvent.type(screen.getByLabelText('Task Title'), 'ab');
  expect(ref.current?.name).toBe('taskTitle');
  expect(change).toHaveBeenCalledTimes(2);
});

test('a number field takes what a person types', async () => {
  render(<NumberField label="Coin" />);
  await userEvent.type(screen.getByLabelText('Coin'), '১,০০০');
  expect(screen.getByLabelText('Coin')).toHaveValue('১,০০০');
  expect(screen.getByLabelText('Coin')).toHaveAttribute('inputmode', 'numeric');
});

test.each([
  ['TextField', TextField, 'a b'],
  ['SearchField', SearchField, 'a b'],
  ['TextArea', TextArea, 'a\nb'],
])('%s shows and reports a pasted text without control characters', async (_name, Field, shown) => {
  const values: string[] = [];
  const read = ({ target }: { target: { value: string } }) => values.push(target.value);
  render(<Field label="Text" onChange={read} />);
  const field = screen.getByLabelText<HTMLInputElement>('Text');
  await userEvent.click(field);
  await userEvent.paste('\u0007a\u000bb');
  expect(field).toHaveValue(shown);
  expect(values).toEqual([shown]);
  field.setSelectionRange(1, 1);
  await userEvent.paste('\ufeffx\u0000');
  expect(field).toHaveValue(`ax${shown.slice(1)}`);
  expect(field.selectionStart).toBe(2);
});

test('a password can be shown and hidden', async () => {
  render(<PasswordField label="Password" />);
  const field = screen.getByLabelText('Password');
  await userEvent.type(field, 'Piecework1!');
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
  expect(field).toHaveAttribute('type', 'text');
  expect(field).toHaveValue('Piecework1!');
  await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(field).toHaveAttribute('type', 'password');
});

test('a select renders its children and its options', () => {
  render(
    <SelectField
      label="Payment System"
      options={[
        { value: '', label: 'Choose' },
        { value: 'bkash', label: 'bkash' },
      ]}
    />,
  );
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Choose', 'bkash']);
});

test('radio cards are one group of radio buttons', async () => {
  const change = jest.fn();
  render(
    <RadioCards
      label="I want to"
      name="role"
      error="Choose one"
      onChange={(event) => change(event.currentTarget.value)}
      options={[
        { value: 'worker', label: 'Worker', hint: 'Earn coins' },
        { value: 'buyer', label: 'Buyer' },
      ]}
    />,
  );
  expect(screen.getByRole('group', { name: 'I want to' })).toHaveAccessibleDescription('Choose one');
  await userEvent.click(screen.getByRole('radio', { name: 'Buyer' }));
  expect(screen.getByRole('radio', { name: 'Buyer' })).toBeChecked();
  expect(change).toHaveBeenCalledWith('buyer');
});
