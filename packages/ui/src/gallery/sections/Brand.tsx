import { useState } from 'react';
import { styled } from 'styled-components';
import {
  Avatar,
  Balance,
  Button,
  Coin,
  Coins,
  Dollars,
  Grid,
  Icon,
  type IconName,
  Loader,
  Mark,
  PatchBlock,
  Picture,
  Row,
  Stack,
  Wordmark,
} from '../..';
import { ICON_PATHS } from '../../icons/icon-paths';
import { Section, Show } from './Section';

const Quilt = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, 72px);
  gap: 4px;

  svg { border-radius: 4px; }
`;

const Signs = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(7rem, 1fr));
  gap: 16px;
  margin: 0;
  padding: 0;
  list-style: none;

  li { display: flex; gap: 8px; align-items: center; }
`;

export function Brand() {
  const [balance, setBalance] = useState(1240);
  return (
    <Section title="Identity">
      <Show name="Mark, Wordmark, Loader">
        <Row gap={8}>
          <Mark size={16} />
          <Mark size={32} />
          <Mark size={64} />
          <Mark size={160} />
          <Wordmark />
          <Loader />
        </Row>
      </Show>
      <Show name="PatchBlock: the same seed, the same block">
        <Quilt>
          {Array.from({ length: 24 }, (_, at) => `task-${at}`).map((seed) => (
            <div key={seed}>
              <PatchBlock seed={seed} />
            </div>
          ))}
        </Quilt>
      </Show>
      <Show name="Avatar: with a broken picture, without one">
        <Row>
          <Avatar name="Amina" src="/nowhere.webp" size={64} />
          <Avatar name="Bilal" src={null} size={48} />
          <Avatar name="Chandra" src={null} />
          <Avatar name="Dipa" src={null} size={24} />
        </Row>
      </Show>
      <Show name="Picture: none, broken">
        <Grid min="12rem">
          <Picture seed="a" alt="" />
          <Picture seed="b" alt="" src="/nowhere.webp" ratio="16/9" />
          <Picture seed="c" alt="A quilt" ratio={1} />
        </Grid>
      </Show>
      <Show name="Coin, Coins, Dollars, Balance">
        <Stack align="flex-start">
          <Row gap={6}>
            <Coin size={20} />
            <Coin size={40} />
            <Coin size={96} />
          </Row>
          <Row gap={6}>
            <Coins amount={1} size="small" />
            <Coins amount={150} />
            <Coins amount={12500} size="h3" />
            <Coins amount={40} sign />
            <Coins amount={-200} sign />
            <Coins amount={1000} size="display" />
            <Dollars amount={12.5} />
            <Dollars amount={1099.99} size="h2" />
          </Row>
          <Row gap={6}>
            <Balance value={balance} size="h2" />
            <Button variant="secondary" size="small" onClick={() => setBalance(balance + 375)}>
              Earn 375
            </Button>
            <Button variant="secondary" size="small" onClick={() => setBalance(balance - 200)}>
              Withdraw 200
            </Button>
          </Row>
        </Stack>
      </Show>
      <Show name="Icon">
        <Signs>
          {(Object.keys(ICON_PATHS) as IconName[]).map((name) => (
            <li key={name}>
              <Icon name={name} size={28} />
              <small>{name}</small>
            </li>
          ))}
        </Signs>
      </Show>
    </Section>
  );
}
