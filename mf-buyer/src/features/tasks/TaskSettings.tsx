import { RESERVE_MINUTES } from '@piecework/contracts/constants';
import { Icon, NumberField, SelectField } from '@piecework/ui';
import { color, motion, quietText, space } from '@piecework/ui/styles';
import { fieldOf, type UseFormReturn, useWatch } from '@piecework/web-kit/forms';
import { useEffect, useState } from 'react';
import { styled } from 'styled-components';
import { postingRules, type TaskDraft } from './posting';

const NUMBERS = ['autoApproveHours', 'reserveMinutes', 'minApprovalRate'] as const;

/** Fields with a value that suits most tasks. Closed they are a sentence; a fault opens them. */
export const TaskSettings = ({ form }: { form: UseFormReturn<TaskDraft> }) => {
  const { errors } = form.formState;
  const faulty = NUMBERS.find((name) => errors[name]);
  const isFirstFault = faulty !== undefined && Object.keys(errors).every((name) => NUMBERS.some((one) => one === name));
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (faulty) setOpen(true);
    // The form could not focus it while it was closed.
    if (isFirstFault) form.setFocus(faulty);
  }, [faulty, isFirstFault, form]);
  const field = (name: (typeof NUMBERS)[number]) => fieldOf(form, name, postingRules[name]);
  return (
    <Fold open={isOpen || faulty !== undefined} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <Icon name="next" />
        <span>
          <strong>Settings</strong>
          <Summary form={form} />
        </span>
      </summary>
      <SelectField
        label="After this date"
        hint="Closing refunds the coins for open places. You can also close the task yourself at any time."
        options={[
          { value: 'close', label: 'Close the task' },
          { value: 'stay', label: 'Keep it open' },
        ]}
        {...form.register('afterCompletion')}
      />
      <NumberField
        label="Approve automatically after … hours"
        hint="The worker is paid if you haven’t decided by then. 168 hours is a week; 0 means never."
        {...field('autoApproveHours')}
      />
      <NumberField
        label="Hold a place for … minutes"
        hint={`A worker can hold a place while working on the task. ${RESERVE_MINUTES.min} to ${RESERVE_MINUTES.max.toLocaleString('en')} minutes; 0 turns this off.`}
        {...field('reserveMinutes')}
      />
      <NumberField
        label="Minimum approval rate, in percent"
        hint="0 lets every worker submit. Workers with fewer than five decided submissions can always submit."
        {...field('minApprovalRate')}
      />
    </Fold>
  );
};

const isOff = (typed: string): boolean => /^0*$/.test(typed.trim());

const Summary = ({ form: { control } }: { form: UseFormReturn<TaskDraft> }) => {
  const [afterCompletion, hours, minutes, rate] = useWatch({ control, name: ['afterCompletion', ...NUMBERS] });
  const parts = [
    afterCompletion === 'close' ? 'Closes after its completion date' : 'Stays open after its completion date',
    isOff(hours) ? 'you decide on all work' : `work is approved after ${hours} hours at the latest`,
    isOff(minutes) ? 'places aren’t held' : `a place is held for ${minutes} minutes`,
    isOff(rate) ? 'any worker can submit' : `for an approval rate of ${rate}% and more`,
  ];
  return <Sentence>{`${parts.join(', ')}.`}</Sentence>;
};

const Fold = styled.details`
  padding-top: ${space(3)};
  border-top: 2px dashed ${color.line};

  summary {
    display: flex;
    gap: ${space(3)};
    align-items: center;
    min-height: 44px;
    list-style: none;
    cursor: pointer;
  }
  summary::-webkit-details-marker { display: none; }
  summary:hover strong { color: ${color.primary}; }
  summary svg { flex: none; color: ${color.primary}; transition: transform ${motion.slow}; }
  &[open] > summary > svg { transform: rotate(90deg); }
  > :not(summary) { margin-top: ${space(5)}; }
`;
const Sentence = styled.span`
  ${quietText}
  display: block;
`;
