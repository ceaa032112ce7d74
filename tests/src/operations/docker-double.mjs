// Stands for `docker` in the tests of docker/deploy.sh: what the script uses of it, over the containers in the JSON file DOCKER_DOUBLE.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';

const file = process.env.DOCKER_DOUBLE;
const state = JSON.parse(readFileSync(file, 'utf8'));
const args = process.argv.slice(2);
const note = (line) => appendFileSync(`${file}.log`, `${line}\n`);
const end = (code, output = '') => {
  writeFileSync(file, JSON.stringify(state));
  if (output) process.stdout.write(`${output}\n`);
  process.exit(code);
};
const running = (service) => state.containers.filter((one) => one.service === service && one.state === 'running');
const remove = (matches) => {
  state.containers = state.containers.filter((one) => !matches(one));
};
const create = (service) => {
  state.created += 1;
  const health = state.broken.includes(service) ? 'unhealthy' : 'healthy';
  state.containers.push({
    id: `new-${service}-${state.created}`,
    service,
    release: state.release,
    state: 'running',
    health,
  });
};

/** `--wait` fails beside a container that is not healthy, old or new. */
const up = (options, services) => {
  const scale = Object.fromEntries(options.filter((one) => one.includes('=')).map((one) => one.split('=')));
  for (const service of services) {
    note(`up ${service}${state.drained.length > 0 ? ` (drained: ${state.drained.join(' ')})` : ''}`);
    if (options.includes('--force-recreate')) remove((one) => one.service === service);
    for (const one of state.containers) if (one.service === service) one.state = 'running';
    const count = Number(scale[service] ?? state.replicas[service] ?? 1);
    while (running(service).length < count) create(service);
    while (running(service).length > count) remove((one) => one === running(service).at(-1));
  }
  const isHealthy = services.every((service) => running(service).every(({ health }) => health === 'healthy'));
  end(isHealthy ? 0 : 1);
};

const inProxy = ([program, ...words]) => {
  const names = words.filter((word) => word.startsWith('/tmp/drain-')).map((word) => word.slice('/tmp/drain-'.length));
  if (running('proxy').length === 0) end(1);
  if (program === 'touch') state.drained.push(...names);
  if (program === 'rm') state.drained = state.drained.filter((one) => !names.includes(one));
  end(0);
};

const compose = ([verb, ...rest]) => {
  const options = rest.filter((word) => word.startsWith('--') || word.includes('='));
  const words = rest.filter((word) => !options.includes(word));
  if (verb === 'ps' && options.includes('--services'))
    end(0, [...new Set(state.containers.map(({ service }) => service))].join('\n'));
  if (verb === 'ps')
    end(
      0,
      words
        .flatMap(running)
        .map(({ id }) => id)
        .join('\n'),
    );
  if (verb === 'config') end(0, `${words[0]} ${state.outdated.includes(words[0]) ? 'other' : state.release}`);
  if (verb === 'exec') inProxy(rest.slice(2));
  if (verb === 'up') up(options, words);
  if (verb === 'run') note(`job ${words.slice(1).join(' ')}`);
  if (verb === 'rm')
    remove((one) => words.includes(one.service) && (options.includes('--stop') || one.state !== 'running'));
  end(0);
};

if (args[0] === 'compose') compose(args.slice(1));
if (args[0] === 'image') end(0, state.release);
if (args[0] === 'inspect') {
  const one = state.containers.find(({ id }) => id === args[3]);
  end(0, args[2].includes('Health') ? one.health : `${one.release} ${one.release} image`);
}
if (args[0] === 'stop') for (const one of state.containers) if (args.includes(one.id)) one.state = 'exited';
if (args[0] === 'rm') remove(({ id }) => args.includes(id));
end(0);
