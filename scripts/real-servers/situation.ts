import type { JournalEntry } from '../../simulator/journal.ts';
import type { Simulator, SimulatorOptions } from '../../simulator/server.ts';
import type { Outcome } from '../../src/model/outcome.ts';
import type { Line, LineOptions } from './line.ts';
import type { Program, ProgramName } from './program.ts';

/** What must be true after a situation. */
export interface Expectation {
  readonly outcome: Outcome | readonly Outcome[];
  /** How many testsets there may be; 1 by default. */
  readonly testsets?: number;
  /** How many creates the service may see. */
  readonly creates?: number;
  /** How long the step may take, in minutes of its clock. */
  readonly minutes?: number;
  /** Whether nobody can know an identifier, because no response with it reached the step. */
  readonly isIdLost?: true;
  readonly lastLine?: RegExp;
  readonly notInLastLine?: RegExp;
  /** Of the whole log. */
  readonly log?: RegExp;
}

/** A service behind a real program that does something to the requests. */
export interface Situation {
  readonly name: string;
  /** Size of the app; 1 by default. */
  readonly megabytes?: number;
  /** How many times faster time passes for the step and the service; 10 by default. */
  readonly timeScale?: number;
  readonly simulator?: SimulatorOptions;
  /** Whether the simulator itself uses TLS. */
  readonly tls?: true;
  readonly expected: Expectation;
  /** Starts what is between the step and the service. @returns what the step gets */
  readonly arrange: (stage: Stage) => Promise<Use>;
}

/** What the step gets, and what happens while it runs. */
export interface Use {
  readonly baseUrl: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly meanwhile?: () => Promise<void>;
}

/** Where a situation is played. Everything that it starts ends with it. */
export interface Stage {
  /** Every user of this machine may write in it. */
  readonly folder: string;
  readonly simulator: Simulator;
  /** The port of the simulator. */
  readonly service: number;
  /** Files of a key and its own certificate, for 127.0.0.1, ::ffff:127.0.0.1 and devices.test. @throws NotInstalled */
  certificate(): Promise<Certificate>;
  freePort(): Promise<number>;
  /** Starts a program and waits until it accepts connections. @throws NotInstalled */
  start(name: ProgramName, args: readonly string[], port: number): Promise<Program>;
  startLine(to: number, options?: LineOptions): Promise<Line>;
  /** Writes a file in the folder. @returns its path */
  write(name: string, text: string): Promise<string>;
  remove(name: string): Promise<void>;
  /** Whether a line of `access.log` in the folder matches. */
  hasLogged(pattern: RegExp): boolean;
  /** How many requests of an operation the service has handled. */
  count(operation: JournalEntry['operation']): number;
  /** Resolves when a condition holds. @throws when the step has ended */
  when(condition: () => boolean): Promise<void>;
  /** Waits for so many seconds of the step. @throws when the step has ended */
  pause(seconds: number): Promise<void>;
}

/** The address of a port on loopback, as the step gets it. */
export function httpAt(port: number): Use {
  return { baseUrl: `http://127.0.0.1:${port}` };
}

/** Paths of a key and a certificate, and the environment that lets the step trust it. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Whether programs drop the rights of root. */
export const IS_ROOT = process.getuid?.() === 0;
