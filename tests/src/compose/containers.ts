import { execFile, execFileSync } from 'node:child_process';

/** Fields of `docker inspect` that the tests use. */
export interface Container {
  Id: string;
  Name: string;
  Image: string;
  Config: { User: string; Image: string; Labels: Record<string, string> };
  State: { Health?: { Status: string }; ExitCode: number; Status: string; OOMKilled: boolean };
  RestartCount: number;
  HostConfig: {
    ReadonlyRootfs: boolean;
    CapDrop: string[] | null;
    SecurityOpt: string[] | null;
    Memory: number;
    PidsLimit: number;
    NanoCpus: number;
    RestartPolicy: { Name: string };
    LogConfig: { Type: string; Config: Record<string, string> };
    PortBindings: Record<string, { HostIp: string; HostPort: string }[]> | null;
  };
  NetworkSettings: { Networks: Record<string, unknown> };
}

const docker = (...args: string[]): string =>
  execFileSync('docker', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });

/** Containers of a project by service, sorted by their replica number. */
export const containersOf = (project: string): Map<string, Container[]> => {
  const ids = docker('ps', '-aq', '--filter', `label=com.docker.compose.project=${project}`).trim();
  const found = ids === '' ? [] : (JSON.parse(docker('inspect', ...ids.split('\n'))) as Container[]);
  const byService = new Map<string, Container[]>();
  for (const container of found.sort((a, b) => a.Name.localeCompare(b.Name))) {
    const service = container.Config.Labels['com.docker.compose.service'] ?? '';
    byService.set(service, [...(byService.get(service) ?? []), container]);
  }
  return byService;
};

/** Size of an image in bytes, without its base image. */
export const sizeOverBase = (image: string, base: string): number => {
  const sizeOf = (name: string) => Number(docker('image', 'inspect', '--format', '{{.Size}}', name));
  return sizeOf(image) - sizeOf(base);
};

export const memoryOf = (containers: readonly string[]): Map<string, string> =>
  new Map(
    docker('stats', '--no-stream', '--format', '{{.Name}} {{.MemUsage}}', ...containers)
      .trim()
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)] as const),
  );

/** Body of a GET request sent from inside a container. */
export const fetchInside = (container: string, url: string): string =>
  docker('exec', container, 'node', '-e', `fetch('${url}').then((r) => r.text()).then((t) => console.log(t))`);

/** Whether a connection to `host:port` opens from inside a container within 5 s. */
export const canReach = (container: string, host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const script = `exec 3<>/dev/tcp/${host}/${port}`;
    execFile('docker', ['exec', container, 'timeout', '5', 'bash', '-c', script], (error) => resolve(error === null));
  });
