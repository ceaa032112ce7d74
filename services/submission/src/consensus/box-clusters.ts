import { median } from '@piecework/base';
import { type Box, intersectionOverUnion, roundedRectangle, SAME_THING } from '@piecework/contracts/boxes';

/** What one answer has drawn. */
export interface Drawing {
  workerId: string;
  boxes: readonly Box[];
}

type Drawn = Box & Pick<Drawing, 'workerId'>;

/** Boxes of different answers around one thing. */
interface Cluster {
  box: Box;
  drawn: Drawn[];
}

/** Of the edges, so that it lies inside the picture. */
const medianBox = (drawn: readonly Drawn[], label: string): Box => {
  const edge = (of: (box: Box) => number) => median(drawn.map(of)) ?? 0;
  const [x, y] = [edge((box) => box.x), edge((box) => box.y)];
  const [right, bottom] = [edge((box) => box.x + box.width), edge((box) => box.y + box.height)];
  return { label, ...roundedRectangle({ x, y, width: right - x, height: bottom - y }) };
};

/** By place and size, then by worker: the order of the answers changes no cluster. */
const inOrder = (a: Drawn, b: Drawn): number =>
  a.x - b.x || a.y - b.y || a.width - b.width || a.height - b.height || (a.workerId < b.workerId ? -1 : 1);

const clustersOf = (drawn: readonly Drawn[], label: string): Cluster[] => {
  const clusters: Cluster[] = [];
  for (const one of drawn.filter((box) => box.label === label).sort(inOrder)) {
    const [nearest] = clusters
      .filter((cluster) => cluster.drawn.every(({ workerId }) => workerId !== one.workerId))
      .map((cluster) => ({ cluster, overlap: intersectionOverUnion(cluster.box, one) }))
      .filter(({ overlap }) => overlap >= SAME_THING)
      .sort((a, b) => b.overlap - a.overlap);
    if (!nearest) clusters.push({ box: medianBox([one], label), drawn: [one] });
    else {
      nearest.cluster.drawn.push(one);
      nearest.cluster.box = medianBox(nearest.cluster.drawn, label);
    }
  }
  return clusters;
};

/** Boxes that at least half of the answers have, and the part of the answers that agree about the most disputed one. */
export const commonBoxes = (
  labels: readonly string[],
  drawings: readonly Drawing[],
): { boxes: Box[]; share: number } => {
  const drawn = drawings.flatMap(({ workerId, boxes }) => boxes.map((box) => ({ ...box, workerId })));
  const clusters = labels.flatMap((label) => clustersOf(drawn, label));
  const all = drawings.length;
  const agreed = clusters.map(({ drawn: of }) => Math.max(of.length, all - of.length));
  return {
    boxes: clusters.filter(({ drawn: of }) => of.length * 2 >= all).map(({ box }) => box),
    share: Math.min(all, ...agreed) / all,
  };
};
