import {
  Button,
  Coin,
  DateField,
  FormActions,
  FormCard,
  Grid,
  NumberField,
  PasswordField,
  RadioCards,
  SearchField,
  SelectField,
  TextArea,
  TextField,
} from '../..';
import { Section, Show } from './Section';

const ROLES = [
  { value: 'worker', label: 'Worker', hint: 'Earn coins for small tasks', icon: 'tasks' },
  { value: 'buyer', label: 'Buyer', hint: 'Get work done by many hands', icon: 'purchase' },
] as const;

const SYSTEMS = ['bkash', 'rocket', 'nagad', 'other'].map((value) => ({ value, label: value }));

export function Forms() {
  return (
    <Section title="Forms">
      <Show name="SearchField">
        <SearchField label="Search tasks" />
      </Show>
      <Grid min="22rem">
        <Show name="At rest">
          <FormCard>
            <TextField label="Task Title" hint="What people see first" placeholder="Photograph a shop shelf" />
            <TextArea label="Task Detail" />
            <NumberField label="Payable Amount" hint="Coins for each worker" suffix={<Coin />} defaultValue={40} />
            <DateField label="Completion Date" defaultValue="2026-12-31" />
            <SelectField label="Payment System" options={SYSTEMS} />
            <PasswordField label="Password" defaultValue="Piecework1!" />
            <RadioCards label="I want to" name="role" options={ROLES} defaultValue="worker" />
            <FormActions>
              <Button type="submit">Add Task</Button>
              <Button variant="quiet">Cancel</Button>
            </FormActions>
          </FormCard>
        </Show>
        <Show name="With errors, read-only, disabled">
          <FormCard>
            <TextField label="Task Title" error="Task Title is required" hint="What people see first" />
            <TextArea label="Task Detail" error="Task Detail is required" />
            <NumberField label="Coin To WithDraw" error="Coin is required" />
            <DateField label="Completion Date" error="Completion Date is required" />
            <SelectField label="Payment System" error="Payment System is required" options={SYSTEMS} />
            <PasswordField label="Password" error="Password is required" />
            <RadioCards label="I want to" name="role-error" options={ROLES} error="Choose one" />
            <TextField label="Withdraw Amount" readOnly defaultValue="$10.00" />
            <TextField label="Email" disabled defaultValue="worker@piecework.demo" />
            <FormActions>
              <Button type="submit" busy>
                Sending
              </Button>
            </FormActions>
          </FormCard>
        </Show>
      </Grid>
    </Section>
  );
}
