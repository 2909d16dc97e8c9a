import type { ProcessCommand } from '../machine/process-runner.ts'

/**
 * The process that one declared command starts. Targets say what a line would touch, part by part; this is the exact
 * line, so that no other one runs.
 */
export interface Invocation {
  /** As declared. */
  readonly command: ProcessCommand
  /** The words to start: the same ones, or those of the shell that reads the line. */
  readonly argv: readonly string[]
  /**
   * The file to run, real; without `path` there was none. `elsewhere`: it is a file of another tree than this machine's, such as a
   * container's, and known by its name only. Default false.
   */
  readonly program: { readonly name: string; readonly path?: string; readonly elsewhere?: boolean }
  /** Absolute and real. */
  readonly cwd: string
}
