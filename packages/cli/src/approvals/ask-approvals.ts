import type { ApproverTools } from '@drawbridge/sdk'
import { createDrawbridge } from '@drawbridge/sdk'
import { resolveHome } from '@drawbridge/sdk/folders'
import type { Io } from '../io/io.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { answerAtTerminal } from './answer-at-terminal.ts'
import type { ApprovalFlags } from './approval-flags.ts'
import { listApprovals } from './list-approvals.ts'
import { findAuthority, needAuthority, operator } from './open-authority.ts'

/** Answers what waits at this terminal. Without one it is listed. */
export async function askApprovals(flags: ApprovalFlags, io: Io): Promise<void> {
  using terminal = flags.json === true ? undefined : io.openTerminal({ inputIsData: false })
  if (terminal === undefined) return listApprovals(flags, io)
  await using store = await findAuthority(flags, io)
  const waiting = (await store?.approvals.list()) ?? []
  if (store === undefined || waiting.length === 0) return io.diagnostics.write('No questions are pending.\n')
  await answerWith(terminal, false, flags, io)
}

/** The same, staying for what is still to come. */
export async function answerWith(terminal: Terminal, stays: boolean, flags: ApprovalFlags, io: Io): Promise<void> {
  using interruption = io.catchInterrupts()
  await using store = await needAuthority(flags, io)
  const home = resolveHome({ flag: flags.home, env: io.environment })
  let tools: ApproverTools | undefined
  // For what it knows of secrets and of files that are kept for agents. Nothing is called through it.
  await using _drawbridge = await createDrawbridge({
    home,
    workspace: home,
    record: 'off',
    tools: { builtIn: false },
    ...(flags.config === undefined ? {} : { configFile: flags.config }),
    authority: {
      createApprovers: (given) => {
        tools = given
        return []
      },
    },
  })
  if (tools === undefined) throw new TypeError('The approvers were not asked for.')
  const { signal } = interruption
  await answerAtTerminal({ desk: store.approvals, terminal, tools, sender: operator(io), stays, signal })
}
