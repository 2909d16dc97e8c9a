import type { DrawbridgeEvent, Principal } from '@drawbridge/core'

/** Makes the events of one session as a run of it would. */
export function sampleSession(session: string, run = 'run-1') {
  let sequence = 0
  const stamp = () => {
    sequence += 1
    return { sequence, time: 1_000 + sequence, session, run }
  }
  const principal: Principal = { session, run, role: 'main', parents: [], agent: 'coder', user: 'ada', channel: 'test' }
  return {
    opening: (parents: Principal['parents'] = []): DrawbridgeEvent => ({
      ...stamp(),
      type: 'run.started',
      principal: { ...principal, parents },
      dialect: 'safe',
      settings: {},
      workspace: '/w',
      tools: 'x',
      lastingGrants: false,
      memoryOf: run,
    }),
    called: (toolCallId: string, turn?: number): DrawbridgeEvent => ({
      ...stamp(),
      type: 'tool.called',
      toolCallId,
      name: 'fs__write_file',
      receivedAt: 1_000,
      ...(turn === undefined ? {} : { turn: { number: turn, index: 0, size: 1 } }),
    }),
    started: (toolCallId: string): DrawbridgeEvent => ({
      ...stamp(),
      type: 'tool.started',
      toolCallId,
      tool: 'fs.write_file',
      permission: 'write',
      risk: 'medium',
      input: { path: 'a.txt', content: 'x'.repeat(500) },
      repairs: [],
      targets: [],
      decision: { verdict: 'allow', rule: 'test', source: 'test', reason: 'A test.', steps: [] },
      principal,
    }),
    ended: (toolCallId: string, artifact?: string): DrawbridgeEvent => ({
      ...stamp(),
      type: 'tool.completed',
      toolCallId,
      tool: 'fs.write_file',
      result: {
        toolCallId,
        isError: false,
        content:
          artifact === undefined
            ? []
            : [{ type: 'artifact_ref', id: artifact, mediaType: 'text/plain', bytes: 7, label: trusted }],
        meta: {
          toolCallId,
          tool: 'fs.write_file',
          durationMs: 1,
          targets: [],
          redactions: {},
          ...(artifact === undefined ? {} : { artifact }),
        },
      },
    }),
    endedRun: (): DrawbridgeEvent => ({ ...stamp(), type: 'run.ended', reason: 'completed' }),
    aborted: (reason: string): DrawbridgeEvent => ({ ...stamp(), type: 'run.aborted', reason }),
  }
}

const trusted = { sources: [], trust: 'trusted', readers: 'anyone' } as const
