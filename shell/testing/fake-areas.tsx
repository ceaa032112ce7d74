/**
 * Mock of areas.tsx, which loads remotes over the network: `jest.mock('../src/areas', () => require('../testing/fake-
 * areas'))`.
 */
export const fake = {
  /** Containers of the areas that were rendered. */
  asked: [] as string[],
};
beforeEach(() => {
  fake.asked.length = 0;
});

export function Area({ name }: { name: string }) {
  fake.asked.push(name);
  return <h1>Area {name}</h1>;
}
export const UnknownArea = () => <h1>Unknown area</h1>;
export const loadedVersions = () => new Map([['mf_worker', '1.0.0+mf_worker']]);
