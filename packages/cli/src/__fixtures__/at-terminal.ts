import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface TerminalSession {
  /** The line that `sh` runs. */
  readonly command: string
  /** The keys of a person, one for each question. */
  readonly keys: readonly string[]
  readonly columns?: number
  readonly colour?: boolean
  readonly environment?: Readonly<Record<string, string>>
}

/** Everything that a person at a terminal of this size sees, who presses the next key whenever a question waits for one. */
export async function atTerminal(
  script: string,
  { command, keys, columns = 80, colour = false, environment = {} }: TerminalSession,
): Promise<string> {
  const caches = await mkdtemp(join(tmpdir(), 'drawbridge-terminal-'))
  const plain = {
    PATH: process.env.PATH ?? '',
    HOME: '/nowhere',
    XDG_CACHE_HOME: caches,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
    TERM: 'xterm-256color',
    SHELL: '/bin/sh',
    ...environment,
  }
  const child = spawn(script, ['-qefc', `stty cols ${columns} rows 50; ${command}`, '/dev/null'], {
    env: colour ? plain : { ...plain, NO_COLOR: '1' },
  })
  const remaining = [...keys]
  let shown = ''
  let answered = 0
  child.stdout.on('data', (chunk: Buffer) => {
    shown += chunk.toString()
    const prompts = shown.match(/^> /gm)?.length ?? 0
    if (prompts <= answered) return
    answered = prompts
    // What is typed before a question was there for a moment is no answer to it.
    setTimeout(() => child.stdin.write(remaining.shift() ?? ''), 250)
  })
  await new Promise((resolve) => child.once('close', resolve))
  await rm(caches, { recursive: true })
  return shown.replaceAll('\r', '')
}
