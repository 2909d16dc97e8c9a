import { fail, type ToolContext } from '@drawbridge/core'
import type { LineReader } from '@drawbridge/core/machine'

export interface RipgrepRequest {
  /** Options before the path. */
  readonly options: readonly string[]
  /** Absolute real folder to work in: found paths are relative to it. */
  readonly folder: string
  /** The paths to search in the folder: `./`, or files, each `./` and a path. */
  readonly start: string | readonly string[]
  /** The end of a line of the output: `\0` for lists of names. Default: a line feed. */
  readonly lineEnd?: '\n' | '\0'
  /** True if `.gitignore` files are obeyed. */
  readonly ignore: boolean
  /** Default: the time limit of the call. */
  readonly timeoutMs?: number
}

/** Longer lines are cut; one line is one match with its text. */
const maxMatchBytes = 2 * 1024 * 1024

/**
 * Only `.gitignore` is obeyed, with or without a repository, so that all file tools agree; user configuration is
 * ignored. Drawbridge's own data is not read at all: results are filtered too, but matches there would be counted.
 */
const always = [
  '--no-config',
  '--hidden',
  '--no-require-git',
  '--no-ignore-dot',
  '--no-ignore-exclude',
  '--no-ignore-global',
  '--glob=!**/.drawbridge/',
  '--glob=!**/.goclaw/',
]

/** Starts ripgrep; it ends with the loop over its lines. */
export async function startRipgrep(request: RipgrepRequest, context: ToolContext): Promise<LineReader> {
  const { options, folder, start, ignore, lineEnd = '\n', timeoutMs = context.timeoutMs } = request
  const program = await ripgrepProgram()
  return context.processes.readHelperLines({
    argv: [program, ...always, ...(ignore ? [] : ['--no-ignore']), ...options, '--', ...[start].flat()],
    cwd: folder,
    timeoutMs,
    maxLineBytes: maxMatchBytes,
    lineEnd,
    signal: context.signal,
  })
}

/** A path as ripgrep prints it, relative to the folder; undefined for what is not below it. */
export function foundPath(printed: string): string | undefined {
  return printed.startsWith('./') ? printed.slice(2) : undefined
}

/**
 * Absolute path of ripgrep, which comes with an npm package of this platform. Loaded on first use: the other tools work without.
 */
async function ripgrepProgram(): Promise<string> {
  try {
    const { rgPath } = await import('@vscode/ripgrep')
    return rgPath
  } catch {
    return fail(
      'command_not_found',
      'The search program ripgrep is not installed for this platform. Install the optional dependencies of @vscode/ripgrep.',
    )
  }
}
