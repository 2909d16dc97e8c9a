import { spawn } from 'node:child_process'
import { delimiter, dirname, join } from 'node:path'

export type RunOptions = {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string | undefined>>
  /** `inherit` shows the program's output at once and returns none of it. */
  readonly output?: 'capture' | 'inherit'
}

export type RunResult = { readonly code: number; readonly stdout: string; readonly stderr: string }

/**
 * Runs a program to its end, with no terminal input. A program that cannot start or dies by a signal counts as code 1;
 * nothing throws. The Node that runs these scripts comes first on PATH, so that tools run on it too.
 */
export function run(command: string, args: readonly string[], options: RunOptions): Promise<RunResult> {
  const path = `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}`
  const stream = options.output === 'inherit' ? 'inherit' : 'pipe'
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: { ...process.env, PATH: path, ...options.env },
      stdio: ['ignore', stream, stream],
    })
    let stdout = ''
    let stderr = ''
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      stdout += chunk
    })
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      stderr += chunk
    })
    child.on('error', (error) => resolve({ code: 1, stdout, stderr: `${command}: ${error.message}` }))
    child.on('close', (code) => resolve({ code: code ?? 1, stdout, stderr }))
  })
}

/** Runs one of the development tools of the repository at `root`, without colours so that reports read well in a log. */
export function runTool(root: string, tool: string, args: readonly string[], options: Partial<RunOptions> = {}) {
  const env = { NO_COLOR: '1', FORCE_COLOR: undefined, ...options.env }
  return run(join(root, 'node_modules/.bin', tool), args, { cwd: root, ...options, env })
}
