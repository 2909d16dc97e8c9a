import type { ProcessCommand } from '../machine/process-runner.ts'

/**
 * What one declared command starts, exactly. Targets say what a line would touch, part by part; this says which line that is, so
 * that no other one runs.
 */
export interface Invocation {
  /** As declared. */
  readonly command: ProcessCommand
  /** What is started for it: the same words, or those of the shell that reads the line. */
  readonly argv: readonly string[]
  /**
   * The file to run, real; without `path` there was none. `elsewhere`: it is a file of another tree than this machine's, such as a
   * container's, and known by its name only. Default false.
   */
  readonly program: { readonly name: string; readonly path?: string; readonly elsewhere?: boolean }
  /** Absolute and real. */
  readonly cwd: string
}
