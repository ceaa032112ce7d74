import type { Batch } from '@piecework/contracts';
import { Button, Row } from '@piecework/ui';
import { quietText } from '@piecework/ui/styles';
import { styled } from 'styled-components';

interface ColumnNamesProps {
  file: NonNullable<Batch['file']>;
  lead: string;
  /** 'Insert', 'Copy' */
  verb: string;
  onPick(placeholder: string): void;
}

/** What texts name columns by. */
export const ColumnNames = ({ file, lead, verb, onPick }: ColumnNamesProps) => (
  <Frame role="group" aria-label={lead}>
    <p>{lead}</p>
    <Row gap={2}>
      {file.columns.map(({ name }) => (
        <Button
          key={name}
          variant="secondary"
          size="small"
          aria-label={`${verb} {{${name}}}`}
          translate="no"
          onClick={() => onPick(`{{${name}}}`)}
        >
          {`{{${name}}}`}
        </Button>
      ))}
    </Row>
  </Frame>
);

const Frame = styled.div`
  > p { ${quietText} margin: 0 0 0.5em; }
  button { max-width: 100%; overflow-wrap: anywhere; }
`;
