import type { Readable } from 'node:stream'
import type { DrawbridgeEvent, Outcome, Run } from '@drawbridge/core'
import { escapeUnprintable } from '@drawbridge/core/base'
import { createStyle } from '@drawbridge/room/text'
import { approversFor } from '../approval/approvers-for.ts'
import { type ExitCode, exitCodes } from '../command-line/exit-code.ts'
import { UsageError } from '../command-line/usage-error.ts'
import type { Io } from '../io/io.ts'
import { type CommandSession, openCommandSession } from '../session/open-command-session.ts'
import type { CallFlags } from './call-flags.ts'
import { outcomeJson } from './outcome-json.ts'
import { renderOutcome } from './render-outcome.ts'

/** The arguments of `call`: a tool with its arguments as unparsed text, or a stream of calls. */
export interface CallRequest {
  readonly tool?: string | undefined
  /** JSON, `-` for standard input, or nothing for no arguments. */
  readonly json?: string | undefined
  readonly flags: CallFlags
}

export async function runCall({ tool, json, flags }: CallRequest, io: Io): Promise<ExitCode> {
  const isStream = flags.jsonl === true
  if (isStream && tool !== undefined) {
    throw new UsageError(`With --jsonl every line names its tool, so "${tool}" must not be on the command line.`)
  }
  if (!isStream && tool === undefined)
    throw new UsageError('Name a tool, or give --jsonl. `drawbridge tools` lists them.')
  using interruption = io.catchInterrupts()
  using approvers = await approversFor(flags.approve, io, { inputIsData: isStream || json === '-' })
  await using opened = await openCommandSession({
    flags,
    createApprovers: approvers.approvers,
    questioners: approvers.questioners,
    desk: flags.approve === 'desk',
    byPerson: true,
    // A single call does not open a database; the next process that opens it imports the file.
    record: 'files',
    session: flags.session,
    signal: interruption.signal,
  })
  const { session } = opened
  const caller = flags.approve === 'desk' ? await tellingOfWaits(opened, io) : session
  try {
    return await makeCalls()
  } catch (error) {
    session.end(session.signal.aborted ? 'aborted' : 'failed')
    throw error
  }

  async function makeCalls(): Promise<ExitCode> {
    if (tool === undefined) return await (await import('./call-lines.ts')).callLines(caller, io)
    const given = json === '-' ? await readArguments(io.input, session.signal) : json
    // If the interrupt comes while the arguments are still being read, no call has been made yet.
    if (session.signal.aborted) return exitCodes.cancelled
    const { status } = await callOnce(caller, { tool, json: given, asJson: flags.json === true }, io)
    return exitCodes[status]
  }
}

/** Makes one call and shows its outcome. The arguments go in unread: what is wrong with them is the pipeline's to say. */
async function callOnce(
  run: Pick<Run, 'call'>,
  { tool, json, asJson }: { readonly tool: string; readonly json: string | undefined; readonly asJson: boolean },
  { output, diagnostics }: Pick<Io, 'output' | 'diagnostics'>,
): Promise<Outcome> {
  const outcome = await run.call({ name: tool, arguments: json })
  if (asJson) {
    await output.write(`${JSON.stringify(outcomeJson(outcome))}\n`)
    return outcome
  }
  const { content, notes } = renderOutcome(outcome, createStyle(diagnostics.colour))
  await output.write(output.isTerminal ? escapeUnprintable(content) : content)
  await diagnostics.write(notes)
  return outcome
}

/** Calls that wait for somebody at another terminal look as if nothing happened, unless that is said. */
async function tellingOfWaits(
  { drawbridge, session }: CommandSession,
  { diagnostics }: Pick<Io, 'diagnostics'>,
): Promise<Pick<Run, 'call' | 'signal'>> {
  const [{ homeCommand }, { waitNote }] = await Promise.all([
    import('@drawbridge/sdk/folders'),
    import('./wait-note.ts'),
  ])
  const commands = {
    approvals: homeCommand('approvals', drawbridge.home),
    questions: homeCommand('questions', drawbridge.home),
  }
  const onEvent = (event: DrawbridgeEvent) => {
    const note = waitNote(event, commands)
    if (note !== undefined) void diagnostics.write(note)
  }
  return { signal: session.signal, call: (raw, options) => session.call(raw, { ...options, onEvent }) }
}

/** All of standard input as the JSON text of a call's arguments. Gives what there is once the signal is aborted. */
export async function readArguments(input: Readable, signal?: AbortSignal): Promise<string> {
  const { readText } = await import('../io/read-text.ts')
  const text = (await Array.fromAsync(readText(input, signal))).join('')
  return text.replace(/^\ufeff/, '')
}
