import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { sum } from '@piecework/tests/support/statistics';

interface Process {
  parent: number;
  /** User and system time. */
  cpuTicks: number;
  residentKb: number;
}

const readProcess = (pid: string): Process | null => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    // Behind the name, which is in parentheses and may contain spaces (proc(5)).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return {
      parent: Number(fields[1]),
      cpuTicks: Number(fields[11]) + Number(fields[12]),
      residentKb: Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0),
    };
  } catch {
    return null; // the process has just ended
  }
};

/** A process and its descendants (Linux). */
const processTree = (pid: number): Process[] => {
  const processes = new Map<number, Process>();
  for (const entry of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const found = readProcess(entry);
    if (found) processes.set(Number(entry), found);
  }
  const belongs = (child: number): boolean => {
    const parent = processes.get(child)?.parent;
    return child === pid || (parent !== undefined && belongs(parent));
  };
  return [...processes].filter(([child]) => belongs(child)).map(([, found]) => found);
};

/** Resident memory in MB of a process and its descendants. */
export const residentMb = (pid: number): number => sum(processTree(pid).map(({ residentKb }) => residentKb)) / 1024;

let ticksPerSecond: number | undefined;

/** Milliseconds of CPU that a process and its running descendants have used. */
export const cpuMs = (pid: number): number => {
  ticksPerSecond ??= Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
  return (sum(processTree(pid).map(({ cpuTicks }) => cpuTicks)) / ticksPerSecond) * 1000;
};
