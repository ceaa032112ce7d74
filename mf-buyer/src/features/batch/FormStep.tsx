import { Button, FormActions, FormCard, Skeleton } from '@piecework/ui';
import { media, space } from '@piecework/ui/styles';
import { loadable } from '@piecework/web-kit';
import { useForm } from '@piecework/web-kit/forms';
import { useEffect, useState } from 'react';
import { styled } from 'styled-components';
import { EMPTY_TASK, type TaskDraft } from '../tasks/posting';
import type { StepProps } from './step-props';

const FormBuilder = loadable(() => import('../form-builder/FormBuilder'), <Skeleton shape="card" count={2} />);

export default function FormStep({ batch, form, faults, onNext }: StepProps) {
  // The builder shows all faults once its form is submitted, which is not that of the other steps.
  const builder = useForm<TaskDraft>({
    defaultValues: { ...EMPTY_TASK, answerBy: 'form', form: form.getValues('form') },
  });
  useEffect(
    () =>
      builder.subscribe({
        formState: { values: true },
        callback: ({ values }) => form.setValue('form', values.form, { shouldDirty: true }),
      }),
    [builder, form],
  );
  const [refused] = useState(() => ({
    form: form.getValues('form'),
    fields: Object.fromEntries(
      faults.flatMap(({ field, message }) => (field.startsWith('form.') ? [[field, message]] : [])),
    ),
  }));
  const isFaulty = faults.some(({ step }) => step === 'form');
  const { handleSubmit, formState } = builder;
  // Read here, so that a submission before the builder is loaded renders this step again.
  const isUntried = formState.submitCount === 0;
  useEffect(() => {
    if (isFaulty && isUntried) void handleSubmit(() => undefined)();
  }, [isFaulty, isUntried, handleSubmit]);

  return (
    <Form
      aria-label="Form of the batch"
      onSubmit={(event) => {
        event.preventDefault();
        void handleSubmit(onNext)();
      }}
    >
      <p>
        {
          'Workers fill in these fields once per row. {{column}} in a label or a help text stands for the row’s value in that column.'
        }
      </p>
      <FormBuilder form={builder} name="form" refused={refused} file={batch.file ?? null} />
      <FormActions>
        <Button variant="primary" type="submit">
          Next: Data
        </Button>
      </FormActions>
    </Form>
  );
}

const Form = styled(FormCard)`
  > p { max-width: 66ch; margin: 0; }
  ${media.desk} {
    grid-template-columns: minmax(0, 1fr) min(24rem, 42%);
    column-gap: ${space(8)};
    max-width: 76rem;

    > * { grid-column: 1 / -1; }
  }
`;
