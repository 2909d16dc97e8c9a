import type { Writable } from 'node:stream'
import type { EngineClient } from '../engine/engine-client.ts'
import { textOf } from '../engine/read-fields.ts'
import { type SplitOutput, splitOutput } from './split-output.ts'

export interface ExecOptions {
  readonly container: string
  readonly argv: readonly string[]
  /** Goes into the body of a request: never on a command line. */
  readonly environment: Readonly<Record<string, string>>
  /** A path inside. */
  readonly cwd: string
  readonly readsInput: boolean
  /** Counts until it runs. */
  readonly signal?: AbortSignal | undefined
  readonly onCreated?: (id: string) => void
}

export interface OpenExec extends SplitOutput {
  readonly id: string
  /** The program's input; ending it closes that input. Null if the program reads nothing. */
  readonly stdin: Writable | null
}

/** Starts a program in a running container. Rejects with `EngineError`. */
export async function openExec(client: EngineClient, options: ExecOptions): Promise<OpenExec> {
  const { container, argv, environment, cwd, readsInput, signal } = options
  const body = {
    AttachStdin: readsInput,
    AttachStdout: true,
    AttachStderr: true,
    Tty: false,
    Privileged: false,
    Cmd: argv,
    Env: Object.entries(environment).map(([name, value]) => `${name}=${value}`),
    WorkingDir: cwd,
  }
  const created = await client.call({ method: 'POST', path: `/containers/${container}/exec`, body, signal })
  const id = textOf(created, 'Id')
  options.onCreated?.(id)
  const hijacked = await client.hijack({
    method: 'POST',
    path: `/exec/${id}/start`,
    body: { Detach: false, Tty: false },
    signal,
  })
  return { id, ...splitOutput(hijacked), stdin: readsInput ? hijacked.socket : null }
}
