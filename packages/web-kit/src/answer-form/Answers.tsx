import type { Answer, FieldValue, FormField } from '@piecework/contracts';
import { shownValue } from '@piecework/contracts/forms';
import { localDigits, t } from '@piecework/i18n';
import { Day, Fact, LinkedText, Thumbnails } from '@piecework/ui';
import { quietText, space } from '@piecework/ui/styles';
import { pictureSources } from '@piecework/web-kit';
import { styled } from 'styled-components';

/** An answer as people read it, with all fields of its form. */
export const Answers = ({ fields, answer }: { fields: readonly FormField[]; answer: Answer }) => (
  <List>
    {fields.map((field) => (
      <Fact key={field.name} label={field.label}>
        <Value field={field} value={answer[field.name]} />
      </Fact>
    ))}
  </List>
);

const Value = ({ field, value }: { field: FormField; value: FieldValue | undefined }) => {
  if (value === undefined) return <None>{t('No answer')}</None>;
  const shown = shownValue(field, value);
  switch (field.kind) {
    case 'number':
      return <span translate="no">{localDigits(shown)}</span>;
    case 'date':
      return <Day iso={shown} />;
    case 'picture':
      return <Thumbnails label={field.label} pictures={[value].flat().map((url) => pictureSources(url, 320))} />;
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

const None = styled.span`
  ${quietText}
`;
