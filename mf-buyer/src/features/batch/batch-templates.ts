import type { Form } from '@piecework/contracts';
import { choiceOptions } from '../form-builder/choice-options';
import type { BatchDraft } from './batch-draft';

interface Template {
  label: string;
  text: string;
  values: Pick<BatchDraft, 'taskTitle' | 'taskDetail' | 'submissionInfo' | 'rowsPerPage' | 'overlap'>;
  form: Form;
}

/** Names and values of the forms are those that the builder derives, so that they follow their labels. */
export const BATCH_TEMPLATES: readonly Template[] = [
  {
    label: 'Label pictures',
    text: 'Several workers say what each picture shows.',
    values: {
      taskTitle: 'Say what the pictures show',
      taskDetail: 'Look at the picture and choose what it shows. If it shows several of these, choose the largest.',
      submissionInfo: 'One choice for each picture.',
      rowsPerPage: '5',
      overlap: '3',
    },
    form: {
      fields: [
        {
          kind: 'choice',
          name: 'what_does_the_picture_show',
          label: 'What does the picture show?',
          required: true,
          options: choiceOptions('A person', 'An animal', 'A vehicle', 'A building', 'Something else'),
        },
        { kind: 'text', name: 'anything_unusual', label: 'Anything unusual?', required: false, maxLength: 200 },
      ],
    },
  },
  {
    label: 'Mark objects in pictures',
    text: 'Several workers draw boxes around what they see. Your file needs a column with pictures.',
    values: {
      taskTitle: 'Draw boxes around objects in pictures',
      taskDetail:
        'Draw a tight box around each person, animal and vehicle in the picture, also around those that are partly hidden. Choose the label of each box. If there is nothing to mark, draw no box and say so below.',
      submissionInfo: 'One box with its label for each object.',
      rowsPerPage: '1',
      overlap: '3',
    },
    form: {
      fields: [
        {
          kind: 'boxes',
          name: 'objects',
          label: 'Objects',
          required: false,
          options: choiceOptions('Person', 'Animal', 'Vehicle'),
        },
        {
          kind: 'choice',
          name: 'is_everything_marked',
          label: 'Is everything marked?',
          required: true,
          options: choiceOptions('Yes', 'There is nothing to mark', 'The picture is unclear'),
        },
      ],
    },
  },
  {
    label: 'Transcribe receipts',
    text: 'A worker types shop, day and total of each receipt.',
    values: {
      taskTitle: 'Type the totals of receipts',
      taskDetail: 'Type what the receipt says. If you can’t read it, say so in the note.',
      submissionInfo: 'Shop, day and total of the receipt.',
      rowsPerPage: '1',
      overlap: '1',
    },
    form: {
      fields: [
        { kind: 'text', name: 'shop', label: 'Shop', required: true },
        { kind: 'date', name: 'day_of_the_receipt', label: 'Day of the receipt', required: false },
        { kind: 'number', name: 'total_with_tax', label: 'Total with tax', required: true, min: '0', decimals: 2 },
        { kind: 'text', name: 'note', label: 'Note', help: 'What you couldn’t read.', required: false },
      ],
    },
  },
  {
    label: 'Judge texts',
    text: 'Several workers read each text and judge it. Your file needs a column “text”.',
    values: {
      taskTitle: 'Read short texts and judge them',
      taskDetail: 'Read the text and say how the writer feels.\n\n{{text}}',
      submissionInfo: 'One judgement for each text.',
      rowsPerPage: '5',
      overlap: '3',
    },
    form: {
      fields: [
        {
          kind: 'choice',
          name: 'how_does_the_writer_feel',
          label: 'How does the writer feel?',
          required: true,
          options: choiceOptions('Happy', 'Unhappy', 'Neither'),
        },
        { kind: 'text', name: 'which_words_show_it', label: 'Which words show it?', required: false, maxLength: 200 },
      ],
    },
  },
];
