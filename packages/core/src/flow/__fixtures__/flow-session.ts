import { z } from 'zod'
import { approveWith } from '../../approval/approve-with.ts'
import type { ApprovalRequest } from '../../approval/approval-request.ts'
import { createMemoryGrantStore } from '../../grant/create-grants.ts'
import { createRegistry } from '../../registry/create-registry.ts'
import { openRun, type Run } from '../../run/open-run.ts'
import type { RunOptions } from '../../run/run-options.ts'
import { createFakeClock, createFakeIds, createMemoryRecorder, testPrincipal } from '../../testing/index.ts'
import { defineTool } from '../../tool/define-tool.ts'
import type { FlowSettings } from '../sink.ts'

/** Tools of a stranger's server, compiled once. */
function strangersTools() {
  const registry = createRegistry()
  const foreign = { description: 'A tool of a server.', origin: 'mcp' } as const
  const input = z.strictObject({ says: z.string() })
  for (const name of ['mail.search_emails', 'mail.search_contacts', 'drive.read_file', 'drive.list_files'])
    registry.register(
      defineTool({ ...foreign, name, input, permission: 'readonly', execute: ({ says }) => says }),
    )
  registry.register(
    defineTool({
      ...foreign,
      name: 'mail.send_email',
      input: z.strictObject({ recipients: z.array(z.string()), body: z.string() }),
      permission: 'write',
      sinks: [{ pointer: '/recipients', kind: 'recipient' }],
      execute: () => 'sent',
    }),
  )
  registry.register(
    defineTool({
      ...foreign,
      name: 'drive.delete_file',
      input: z.strictObject({ file_id: z.string() }),
      permission: 'write',
      risk: 'destructive',
      sinks: [{ pointer: '/file_id', kind: 'object' }],
      execute: () => 'deleted',
    }),
  )
  registry.register(
    defineTool({
      ...foreign,
      name: 'bank.send_money',
      input: z.strictObject({ recipient: z.string(), amount: z.number() }),
      permission: 'write',
      sinks: [
        { pointer: '/recipient', kind: 'recipient' },
        { pointer: '/amount', kind: 'amount' },
      ],
      execute: () => 'sent',
    }),
  )
  registry.register(
    defineTool({
      ...foreign,
      name: 'web.post_page',
      input: z.strictObject({ url: z.string() }),
      permission: 'write',
      sinks: [{ pointer: '/url', kind: 'destination' }],
      execute: () => 'posted',
    }),
  )
  return registry
}

const registry = strangersTools()

/** A session with tools of a stranger's server, whose output is in their call. */
export function openFlowSession(flow: FlowSettings, others: Partial<RunOptions> = {}) {
  const questions: ApprovalRequest[] = []
  const recorder = createMemoryRecorder()
  const options: RunOptions = {
    registry,
    principal: testPrincipal,
    clock: createFakeClock(),
    ids: createFakeIds(),
    recorder,
    grantStore: createMemoryGrantStore(),
    authority: {
      decide: () => ({ verdict: 'allow', rule: 'all', source: 'test', reason: 'Allowed.', steps: [] }),
    },
    approvers: [
      approveWith('person', (request) => {
        questions.push(request)
        return { answer: 'allow_for_session' }
      }),
    ],
    settings: { flow, endsLoops: false },
    ...others,
  }
  const run = openRun(options)
  return { run, questions, recorder, options }
}

/** Lets a stranger's words into a session. */
export function read(run: Run, tool: string, says: unknown) {
  return run.call({ name: tool, arguments: { says: typeof says === 'string' ? says : JSON.stringify(says) } })
}
