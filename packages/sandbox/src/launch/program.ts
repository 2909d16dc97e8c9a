import type { Readable, Writable } from 'node:stream'
import type { ProcessLimit } from '@drawbridge/core/machine'
import type { Manner } from './manner.ts'

/** A program that was launched, wherever that was. */
export interface Program {
  readonly stdout: Readable
  readonly stderr: Readable
  /** Null if the program reads nothing. */
  readonly stdin: Writable | null
  /** The process of this machine that stands for it: the program itself, or what holds its sandbox. */
  readonly pid: number
  readonly tree: ProgramTree
  /** Settles when the program runs. Rejects with a fault if it did not start. */
  readonly started: Promise<void>
  /** The way in which it ended. Rejects with a fault if it did not start. */
  readonly exit: Promise<ProgramExit>
  /**
   * Returns remarks about the run in its place, as sentences for a model. Called once it has ended, before it is
   * released.
   */
  remarks?(ended: EndedProgram): readonly string[]
  /** Sends a signal to the program and its process group, as a terminal does. What has ended meanwhile gets none. */
  signal(name: NodeJS.Signals): void
  /** Stops reading its output, lets go of it, and removes whatever was set up for it alone. Called once it has ended. */
  release(): void | Promise<void>
}

export interface EndedProgram {
  /** The beginning and the end of its error stream. */
  readonly errors: string
  /** Absent if a signal ended it. */
  readonly exitCode?: number
  readonly limitsHit?: readonly ProcessLimit[]
}

export interface ProgramExit {
  readonly exitCode: number | null
  readonly signal: NodeJS.Signals | null
  /** The limits that it exceeded. Absent if unknown. */
  readonly limitsHit?: readonly ProcessLimit[]
}

/** All processes of one program, in whatever namespace or container they live. */
export interface ProgramTree {
  /** The members that are alive now; what the numbers mean is up to the launcher. */
  alive(): readonly number[] | Promise<readonly number[]>
  /** Ends all of them. Resolves to those that are still alive, which is none but by the kernel's doing. */
  end(manner: Manner): Promise<readonly number[]>
  /** Kills all of them without waiting: the last chance while this process exits. */
  killNow(): void
}
