import { approversFor } from '../approval/approvers-for.ts'
import { type ExitCode, exitCodes } from '../command-line/exit-code.ts'
import { UsageError } from '../command-line/usage-error.ts'
import type { Io } from '../io/io.ts'
import { openCommandSession } from '../session/open-command-session.ts'
import type { CallFlags } from './call-flags.ts'
import { callLines } from './call-lines.ts'
import { callOnce } from './call-once.ts'
import { readArguments } from './read-arguments.ts'

/** What `call` was given: a tool with its arguments, as text and unread, or a stream of calls. */
export interface CallRequest {
  readonly tool?: string | undefined
  /** JSON, `-` for standard input, or nothing for no arguments. */
  readonly json?: string | undefined
  readonly flags: CallFlags
}

export async function runCall({ tool, json, flags }: CallRequest, io: Io): Promise<ExitCode> {
  const isStream = flags.jsonl === true
  if (isStream && tool !== undefined) {
    throw new UsageError(`With --jsonl every line names its tool, so "${tool}" has no place on the command line.`)
  }
  if (!isStream && tool === undefined)
    throw new UsageError('Name a tool, or give --jsonl. `drawbridge tools` lists them.')
  using interruption = io.catchInterrupts()
  using approvers = await approversFor(flags.approve, io, { inputIsData: isStream || json === '-' })
  await using opened = await openCommandSession({
    flags,
    approvers: approvers.approvers,
    ...(flags.approve === 'desk' ? { approvals: 'desk' } : {}),
    byPerson: true,
    // One call opens no database for that: whoever opens it next takes the file over.
    record: 'files',
    session: flags.session,
    signal: interruption.signal,
  })
  const { session } = opened
  try {
    return await makeCalls()
  } catch (error) {
    session.end(session.signal.aborted ? 'aborted' : 'failed')
    throw error
  }

  async function makeCalls(): Promise<ExitCode> {
    if (tool === undefined) return await callLines(session, io)
    const given = json === '-' ? await readArguments(io.input, session.signal) : json
    // Whoever interrupts while the arguments are still being read has not made the call yet.
    if (session.signal.aborted) return exitCodes.cancelled
    const { status } = await callOnce(session, { tool, json: given, asJson: flags.json === true }, io)
    return exitCodes[status]
  }
}
