import { useState } from 'react';
import { Accordion, Avatar, Button, type ButtonVariant, IconButton, Menu, Modal, Row, Segmented, Stack } from '../..';
import { Section, Show } from './Section';

const VARIANTS: readonly ButtonVariant[] = ['primary', 'secondary', 'quiet', 'danger'];

function Buttons({ size }: { size?: 'small' }) {
  return (
    <Stack gap={3}>
      {VARIANTS.map((variant) => (
        <Row key={variant}>
          <Button variant={variant} size={size}>
            Approve
          </Button>
          <Button variant={variant} size={size} icon="add">
            Add Task
          </Button>
          <Button variant={variant} size={size} busy>
            Sending
          </Button>
          <Button variant={variant} size={size} disabled>
            Disabled
          </Button>
          <Button as="a" href="#link" variant={variant} size={size}>
            A link
          </Button>
        </Row>
      ))}
    </Stack>
  );
}

export function Actions() {
  const [open, setOpen] = useState(false);
  const [role, setRole] = useState<'all' | 'worker' | 'buyer'>('all');
  return (
    <Section title="Actions">
      <Show name="Button">
        <Buttons />
      </Show>
      <Show name="Button, small">
        <Buttons size="small" />
      </Show>
      <Show name="IconButton">
        <Row>
          <IconButton label="Edit" icon="edit" />
          <IconButton label="Delete" icon="delete" danger />
          <IconButton label="More" icon="more" disabled />
        </Row>
      </Show>
      <Show name="Menu, Modal, Segmented">
        <Row gap={6}>
          <Menu
            label="Account of Amina"
            align="start"
            trigger={
              <>
                <Avatar name="Amina" size={28} /> Amina
              </>
            }
            header={
              <>
                <strong>Amina Rahman</strong>
                <br />
                worker@piecework.demo
              </>
            }
            items={[
              { label: 'Light', icon: 'sun', checked: true },
              { label: 'Dark', icon: 'moon', checked: false },
              { label: 'Change password', icon: 'lock', seam: true },
              { label: 'Not now', icon: 'clock', disabled: true },
              { label: 'Log out', icon: 'out', danger: true, seam: true },
            ]}
          />
          <Button variant="secondary" onClick={() => setOpen(true)}>
            View Submission
          </Button>
          <Segmented
            label="Role"
            options={[
              { value: 'all', label: 'All' },
              { value: 'worker', label: 'Workers', icon: 'tasks' },
              { value: 'buyer', label: 'Buyers', icon: 'purchase' },
            ]}
            value={role}
            onChange={setRole}
          />
        </Row>
        <Modal
          title="Photograph a shop shelf"
          open={open}
          onClose={() => setOpen(false)}
          actions={
            <>
              <Button variant="danger" onClick={() => setOpen(false)}>
                Reject
              </Button>
              <Button onClick={() => setOpen(false)}>Approve</Button>
            </>
          }
        >
          <p>Amina submitted on 20-11-2026:</p>
          <p>Twelve pictures of the tea shelf in three shops, each with the price tags legible.</p>
        </Modal>
      </Show>
      <Show name="Accordion">
        <Accordion
          items={[
            { question: 'How do I find high-paying tasks?', answer: 'Sort the Task List by payable amount.' },
            { question: 'When are earnings credited?', answer: 'At once, when the buyer approves.' },
          ]}
        />
      </Show>
    </Section>
  );
}
