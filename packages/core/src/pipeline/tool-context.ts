import type { FileAccess } from '../machine/file-access.ts'
import type { ProcessRunner } from '../machine/process-runner.ts'
import type { ToolContext } from '../tool/tool-context.ts'
import type { AuthorizedCall } from './call.ts'
import type { Deadline } from './deadline.ts'
import type { RunContext } from './run-context.ts'

/** What a tool gets beside its input: the machine, seen through the targets of this one call. */
export function toolContext(call: AuthorizedCall, deadline: Deadline, context: RunContext): ToolContext {
  const { machine, principal, events, session, clock } = context
  const scope = { targets: call.targets, principal, signal: deadline.signal }
  let files: FileAccess | undefined
  let processes: ProcessRunner | undefined
  return {
    toolCallId: call.toolCallId,
    principal,
    signal: deadline.signal,
    workspace: machine.workspace,
    targets: call.targets,
    // Most tools touch no machine: those pay nothing for it.
    get files() {
      files ??= machine.files(scope)
      return files
    },
    get processes() {
      processes ??= machine.processes(scope)
      return processes
    },
    session,
    clock,
    timeoutMs: deadline.timeoutMs,
    progress: (progress) =>
      events.announce(
        { type: 'tool.progress', toolCallId: call.toolCallId, tool: call.tool.name, ...progress },
        principal.run,
      ),
  }
}
