import type { ToolContext, ToolOutput } from '@drawbridge/core'
import { assertNever } from '@drawbridge/core/base'
import type { EffectiveAuthority } from '@drawbridge/core/registry'
import { defineToolBody } from '@drawbridge/core/registry'
import { field, type InferOutput } from '@drawbridge/core/schema'
import { keyNames, readKey } from './process/key-bytes.ts'
import { clearProcesses, killProcess, listProcesses } from './process/manage-processes.ts'
import { sendKeys, writeInput } from './process/send-input.ts'
import { logOutput, pollOutput } from './process/show-output.ts'

const actions = ['list', 'poll', 'log', 'write', 'send_keys', 'kill', 'clear'] as const
type Action = (typeof actions)[number]

const input = field.object({
  action: field.enum(actions).describe('The action; all except list and clear need an id.'),
  id: field
    .string()
    .min(1)
    .max(40)
    .optional()
    .describe('The process_id that runtime.exec returned, e.g. "p1"; for kill also "all".'),
  wait_seconds: field.int().min(0).max(60).default(0).describe('poll: the time to wait for new output or the end.'),
  offset: field.int().min(0).optional().describe('log: first line, counted from 0. Default: shows the last lines.'),
  limit: field.int().min(1).max(2000).default(200).describe('log: number of lines.'),
  data: field.string().max(65_536).optional().describe('write: text for its standard input, including the line end.'),
  eof: field.boolean().default(false).describe('write: closes its standard input afterwards.'),
  keys: field
    .array(field.string().min(1).max(20))
    .max(200)
    .optional()
    .describe('send_keys: e.g. ["y", "enter"] or ["ctrl-c"].'),
})

export type ProcessInput = InferOutput<typeof input>

/**
 * Looks after what `runtime.exec` started in the background in this session. The last MiB of the output of each process is kept, both
 * streams in the order in which they came, until 30 minutes after its end. There is no terminal: keys are bytes, and ctrl-c, ctrl-z and
 * ctrl-\ the signals that a terminal would raise.
 *
 * `data`: `{processes: [process]}` for list, clear and kill of all, else `{process, …}` with `{process_id, pid, status: running | exited | killed |
 * timed_out | stopped, command, cwd, runtime_ms, output_bytes, exit_code | null, signal | null}`; poll adds `new_bytes`, `lost_bytes`;
 * log adds `first_line`, `lines`, `total_lines`, `lost_bytes`.
 *
 * Codes: `invalid_target` (no such process in this session), `command_failed` (its input is closed, or it does not read).
 */
export const processTool = defineToolBody({
  input,
  check: ({ action, id, data, eof, keys = [] }) => {
    if (id === undefined && action !== 'list' && action !== 'clear')
      return `"${action}" needs the id of a process. The action "list" shows them.`
    if (action === 'write' && data === undefined && !eof) return 'write needs data, eof or both.'
    if (action !== 'send_keys') return undefined
    if (keys.length === 0) return 'send_keys needs keys.'
    const unknown = keys.find((key) => readKey(key) === undefined)
    return (
      unknown &&
      `Unknown key ${JSON.stringify(unknown)}. Give single characters, ctrl-a to ctrl-z, or: ${keyNames.join(', ')}.`
    )
  },
  targets: ({ action, id }) =>
    action === 'write' || action === 'send_keys'
      ? [
          {
            kind: 'dynamic',
            of: 'command',
            why: `only the process ${JSON.stringify(id)} knows the effect of its input`,
          },
        ]
      : [],
  sinks: [
    { pointer: '/data', kind: 'code' },
    { pointer: '/keys', kind: 'code' },
  ],
  effective: ({ action }) => effects[action],
  execute: (given, context) => act(given, context),
})

const ownWatch: EffectiveAuthority = {
  permission: 'readonly',
  risk: 'safe',
  why: 'It reads the state of processes that this session started.',
}
const ownEnd: EffectiveAuthority = {
  permission: 'readonly',
  risk: 'safe',
  why: 'It ends processes that this session started.',
}

const effects: Readonly<Record<Action, EffectiveAuthority | undefined>> = {
  list: ownWatch,
  poll: ownWatch,
  log: ownWatch,
  kill: ownEnd,
  clear: ownEnd,
  write: undefined,
  send_keys: undefined,
}

function act(given: ProcessInput, context: ToolContext): ToolOutput | Promise<ToolOutput> {
  const { action, id = '' } = given
  switch (action) {
    case 'list':
      return listProcesses(context)
    case 'poll':
      return pollOutput(id, given, context)
    case 'log':
      return logOutput(id, given, context)
    case 'write':
      return writeInput(id, given, context)
    case 'send_keys':
      return sendKeys(id, given.keys ?? [], context)
    case 'kill':
      return killProcess(id, context)
    case 'clear':
      return clearProcesses(given.id, context)
    default:
      return assertNever(action)
  }
}
