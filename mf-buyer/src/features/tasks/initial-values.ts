import type { Form, Task } from '@piecework/contracts';
import { choiceOptions } from '../form-builder/choice-options';
import type { TaskDraft } from './posting';
import { TEMPLATE_NAMES, TEMPLATES, type TemplateName } from './task-templates';

/** Their names and values are those that the builder derives, so that they follow their labels. */
export const TEMPLATE_FORMS: Readonly<Partial<Record<TemplateName, Form>>> = {
  survey: {
    fields: [
      {
        kind: 'choice',
        name: 'how_did_you_get_to_work_or_school',
        label: 'How did you get to work or school?',
        required: true,
        options: choiceOptions('On foot', 'By bicycle', 'By bus or train', 'By car or motorbike', 'I stayed at home'),
      },
      {
        kind: 'choices',
        name: 'which_meals_did_you_have',
        label: 'Which meals did you have?',
        required: true,
        options: choiceOptions('Breakfast', 'Lunch', 'Dinner', 'Only snacks'),
      },
      {
        kind: 'number',
        name: 'how_many_hours_did_you_sleep',
        label: 'How many hours did you sleep?',
        required: true,
        min: '0',
        max: '24',
        decimals: 1,
      },
      {
        kind: 'text',
        name: 'what_took_longer_than_it_should',
        label: 'What took longer than it should?',
        required: true,
        maxLength: 200,
      },
      { kind: 'text', name: 'what_made_you_smile', label: 'What made you smile?', required: false, maxLength: 200 },
    ],
  },
  app: {
    fields: [
      {
        kind: 'picture',
        name: 'a_screenshot_of_the_app_on_your_phone',
        label: 'A screenshot of the app on your phone',
        required: true,
      },
      {
        kind: 'choice',
        name: 'how_many_stars_would_you_give_it',
        label: 'How many stars would you give it?',
        required: true,
        options: choiceOptions('1 star', '2 stars', '3 stars', '4 stars', '5 stars'),
      },
      {
        kind: 'longText',
        name: 'what_should_be_better',
        label: 'What should be better?',
        help: 'Two or three sentences about what you tried.',
        required: true,
      },
      {
        kind: 'text',
        name: 'a_link_to_your_review',
        label: 'A link to your review',
        help: 'If you wrote one in a store or on a site.',
        required: false,
        format: 'https',
      },
    ],
  },
};

const answersBy = (form: Form | undefined): Pick<TaskDraft, 'answerBy' | 'form'> =>
  form ? { answerBy: 'form', form: JSON.stringify(form) } : { answerBy: 'text', form: '' };

export const templateOf = (name: string | null): Partial<TaskDraft> | undefined =>
  TEMPLATE_NAMES.filter((one) => one === name).map((one) => ({
    ...TEMPLATES[one].values,
    ...answersBy(TEMPLATE_FORMS[one]),
  }))[0];

/** All but the date, which may be over. */
export const copyOf = (task: Task, form: Form | undefined): Omit<TaskDraft, 'completionDate'> => ({
  ...answersBy(form),
  taskTitle: task.taskTitle,
  taskDetail: task.taskDetail,
  submissionInfo: task.submissionInfo,
  requiredWorkers: String(task.totalPayableAmount / task.payableAmount),
  payableAmount: String(task.payableAmount),
  autoApproveHours: String(task.autoApproveHours ?? 0),
  reserveMinutes: String(task.reserveMinutes ?? 0),
  minApprovalRate: String(task.minApprovalRate ?? 0),
  afterCompletion: task.closeAtCompletion ? 'close' : 'stay',
  taskImageURL: task.taskImageURL,
});
