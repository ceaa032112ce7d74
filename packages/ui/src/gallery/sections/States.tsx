import { Button, Card, Empty, Failure, Grid, Notice, Skeleton, Stack } from '../..';
import { Section, Show } from './Section';

export function States() {
  return (
    <Section title="States">
      <Show name="Skeleton: title, text, row, figure, card">
        <Stack>
          <Skeleton shape="title" />
          <div>
            <Skeleton shape="text" count={3} />
          </div>
          <div>
            <Skeleton shape="row" count={2} />
          </div>
          <Skeleton shape="figure" count={3} />
          <Grid>
            <Skeleton shape="card" count={3} />
          </Grid>
        </Stack>
      </Show>
      <Show name="Empty">
        <Grid min="20rem">
          <Empty
            title="No submissions yet"
            text="Submit your first piece of work and it appears here."
            action={<Button>Find a task</Button>}
          />
          <Empty title="No user available" seed="users" />
        </Grid>
      </Show>
      <Show name="Failure">
        <Grid min="20rem">
          <Failure onRetry={() => {}} />
          <Failure
            title="This area isn’t available right now"
            text="Its server isn’t responding. Everything else works."
          />
        </Grid>
      </Show>
      <Show name="Notice">
        <Stack gap={3}>
          <Notice tone="info">We restored your draft.</Notice>
          <Notice tone="good">Paid. Your balance is up to date.</Notice>
          <Notice tone="warn">You’re offline. What you see may be out of date.</Notice>
          <Notice tone="bad">The upload failed. Please try again.</Notice>
        </Stack>
      </Show>
      <Show name="Card">
        <Card>A card holds one thing.</Card>
      </Show>
    </Section>
  );
}
