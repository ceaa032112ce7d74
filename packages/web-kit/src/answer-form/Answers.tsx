import type { Answer, Box, FieldValue, FormField } from '@piecework/contracts';
import { shownValue } from '@piecework/contracts/forms';
import { localDigits, t } from '@piecework/i18n';
import { Day, Fact, LinkedText, Skeleton, Thumbnails } from '@piecework/ui';
import { quietText, space } from '@piecework/ui/styles';
import { loadable, pictureSources } from '@piecework/web-kit';
import { styled } from 'styled-components';
import { PICTURE_SIZES } from './picture-sizes';

const BoxedPicture = loadable(
  async () => ({ default: (await import('@piecework/ui/boxes')).BoxedPicture }),
  <Skeleton shape="card" />,
);

interface AnswersProps {
  fields: readonly FormField[];
  answer: Answer;
  /** Of the row: its picture is shown with the boxes. */
  values?: Readonly<Record<string, string>> | undefined;
  /** Of a check, for its buyer and admins. */
  expected?: Answer | undefined;
}

/** An answer as people read it, with all fields of its form. */
export const Answers = ({ fields, answer, values = {}, expected = {} }: AnswersProps) => (
  <List>
    {fields.map((field) => (
      <Fact key={field.name} label={field.label}>
        <Value field={field} value={answer[field.name]} values={values} />
        {expected[field.name] !== undefined && (
          <Expected>
            <span>{t('Right answer')}</span> <Value field={field} value={expected[field.name]} values={values} />
          </Expected>
        )}
      </Fact>
    ))}
  </List>
);

interface ValueProps {
  field: FormField;
  value: FieldValue | undefined;
  values: Readonly<Record<string, string>>;
}

const Value = ({ field, value, values }: ValueProps) => {
  const url = field.kind === 'boxes' && values[field.column ?? ''];
  if (field.kind === 'boxes' && url) {
    const picture = { ...pictureSources(url, 1280), sizes: PICTURE_SIZES };
    return <BoxedPicture label={field.label} labels={field.options} boxes={(value ?? []) as Box[]} picture={picture} />;
  }
  if (value === undefined) return <None>{t('No answer')}</None>;
  const shown = shownValue(field, value);
  switch (field.kind) {
    case 'number':
      return <span translate="no">{localDigits(shown)}</span>;
    case 'date':
      return <Day iso={shown} />;
    case 'picture':
      return (
        <Thumbnails
          label={field.label}
          pictures={([value].flat() as string[]).map((url) => pictureSources(url, 320))}
        />
      );
    default:
      return <LinkedText text={shown} />;
  }
};

const List = styled.dl`
  display: grid;
  gap: ${space(4)};
  margin: 0;

  > div { min-width: 0; }
  dt { ${quietText} overflow-wrap: anywhere; }
  dd { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
`;

const Expected = styled.div`
  ${quietText}
`;

const None = styled.span`
  ${quietText}
`;
