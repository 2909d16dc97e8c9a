import type { DrawbridgeEvent } from '@drawbridge/core'

/** Sessions that call at the same time. */
const lanes = 16

/** Records an event; resolves once it is stored. */
export type Append = (event: DrawbridgeEvent) => void | Promise<void>

const principal = { session: '', run: '', role: 'main', parents: [] } as const
const label = { sources: [], trust: 'trusted', readers: 'anyone' } as const
let count = 0

/** The number of calls, each of three events one after the other, in several sessions at once. */
export async function recordCalls(calls: number, append: Append): Promise<void> {
  await Promise.all(Array.from({ length: lanes }, (_, lane) => work(`session-${lane}`, calls / lanes, append)))
}

async function work(session: string, calls: number, append: Append): Promise<void> {
  for (let call = 0; call < calls; call += 1) for (const event of eventsOf(session)) await append(event)
}

function eventsOf(session: string): readonly DrawbridgeEvent[] {
  count += 1
  const id = `call_${count}`
  const run = `run-of-${session}`
  const stamp = { sequence: count, time: 1_700_000_000_000 + count, session, run }
  const call = { toolCallId: id, tool: 'fs.write_file' }
  return [
    {
      ...stamp,
      type: 'tool.called',
      toolCallId: id,
      name: 'fs__write_file',
      receivedAt: stamp.time,
      turn: { number: count, index: 0, size: 1 },
    },
    {
      ...stamp,
      ...call,
      type: 'tool.started',
      permission: 'write',
      risk: 'medium',
      input: { path: `src/file-${count}.ts`, content: 'export const answer = 42\n'.repeat(20) },
      repairs: [],
      targets: [],
      decision: { verdict: 'allow', rule: 'bench', source: 'bench', reason: 'A measurement.', steps: [] },
      principal: { ...principal, session, run },
    },
    {
      ...stamp,
      ...call,
      type: 'tool.completed',
      result: {
        toolCallId: id,
        isError: false,
        content: [{ type: 'text', text: `Wrote src/file-${count}.ts (500 bytes).`, label }],
        meta: { ...call, durationMs: 1, targets: [], redactions: {} },
      },
    },
  ]
}
