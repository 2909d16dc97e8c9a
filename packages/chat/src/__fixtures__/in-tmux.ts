import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished, vi } from 'vitest'

const run = promisify(execFile)

export interface TmuxOptions {
  /** The line that `sh` runs. */
  readonly command: string
  readonly columns?: number
  readonly rows?: number
  readonly environment?: Readonly<Record<string, string>>
}

/** A terminal in which a program runs, and in which a test is the person. */
export interface TmuxScreen {
  /** The rows of the screen, without blanks at their ends and empty rows at the end of the screen. */
  read(): Promise<string>
  /** The same with what has scrolled away. */
  readAll(): Promise<string>
  /** The same as `read`, with the sequences that set colours and styles. */
  readStyled(): Promise<string>
  /** Waits until the screen shows a text. */
  until(text: string | RegExp): Promise<string>
  /** Presses keys by their names in tmux, such as `Enter`. */
  press(...keys: readonly string[]): Promise<void>
  /** Types text as it is. */
  type(text: string): Promise<void>
  /** Pastes text from the clipboard, as a terminal with bracketed paste does. */
  paste(text: string): Promise<void>
  resize(columns: number, rows: number): Promise<void>
}

const waiting = { timeout: 20_000, interval: 50 }

/** Starts a program in a terminal of its own, which ends with the test. */
export async function inTmux(tmux: string, options: TmuxOptions): Promise<TmuxScreen> {
  const { command, columns = 80, rows = 24, environment = {} } = options
  const folder = await mkdtemp(join(tmpdir(), 'drawbridge-tmux-'))
  const socket = join(folder, 'socket')
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
    SHELL: '/bin/sh',
    LC_ALL: 'C.UTF-8',
    TERM: 'xterm-256color',
  }
  const call = async (...args: readonly string[]) =>
    (await run(tmux, ['-u', '-S', socket, '-f', '/dev/null', ...args], { env, maxBuffer: 64e6 })).stdout
  const variables = Object.entries(environment).flatMap(([name, value]) => ['-e', `${name}=${value}`])
  // The shell stays, so that the last screen can be read after the program has ended.
  const kept = `${command}; echo "exit code $?"; exec sleep 600`
  await call('new-session', '-d', '-x', String(columns), '-y', String(rows), ...variables, '-s', 'test', kept)
  onTestFinished(async () => {
    await call('kill-server').catch(() => undefined)
    await rm(folder, { recursive: true, force: true })
  })
  const read = async () => tidy(await call('capture-pane', '-p', '-t', 'test'))
  return {
    read,
    readAll: async () => tidy(await call('capture-pane', '-p', '-S', '-', '-t', 'test')),
    readStyled: async () => tidy(await call('capture-pane', '-p', '-e', '-t', 'test')),
    until: (text) =>
      vi.waitFor(async () => {
        const shown = await read()
        if (typeof text === 'string' ? shown.includes(text) : text.test(shown)) return shown
        throw new Error(`The screen does not show ${text}:\n${shown}`)
      }, waiting),
    press: async (...keys) => void (await call('send-keys', '-t', 'test', ...keys)),
    type: async (text) => void (await call('send-keys', '-t', 'test', '-l', text)),
    paste: async (text) => {
      const file = join(folder, 'clipboard')
      await (await import('node:fs/promises')).writeFile(file, text)
      await call('load-buffer', file)
      await call('paste-buffer', '-p', '-t', 'test')
    },
    resize: async (width, height) =>
      void (await call('resize-window', '-t', 'test', '-x', String(width), '-y', String(height))),
  }
}

function tidy(screen: string): string {
  return `${screen
    .split('\n')
    .map((row) => row.trimEnd())
    .join('\n')
    .trimEnd()}\n`
}
