import {
  createRegistry,
  type DetachedRun,
  type DrawbridgeEvent,
  defineTool,
  fail,
  openDetachedRun,
  openRun,
  type Run,
  type RunOptions,
  toolOutput,
} from '@drawbridge/core'
import { type Authority, builtInAuthority } from '@drawbridge/core/policy'
import { createSessionState } from '@drawbridge/core/registry'
import {
  createFakeClock,
  createFakeIds,
  createMemoryMachine,
  createMemoryRecorder,
  type FakeClock,
  testPrincipal,
} from '@drawbridge/core/testing'
import { z } from 'zod'

/** A session over tools that note what they did, in memory. */
export interface TestSession {
  openRun(): Run
  openDetachedRun(): DetachedRun
  /** The work of the tools, in order. */
  readonly did: readonly string[]
  readonly events: readonly DrawbridgeEvent[]
  readonly clock: FakeClock
  /** Called as soon as the tool that waits does so. */
  readonly onWait: Set<() => void>
}

const tick = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Creates a session. Reads are free, writes to paths under `free/` too, other writes are asked about, and `closed/` is denied. */
export function createTestSession(options: Partial<RunOptions> = {}): TestSession {
  const did: string[] = []
  const onWait = new Set<() => void>()
  const registry = createRegistry()
  for (const tool of toolsThatNote(did, onWait)) registry.register(tool)
  const recorder = createMemoryRecorder()
  const machine = createMemoryMachine()
  const clock = createFakeClock(1_000_000)
  /** Ids of different sessions are the same. */
  const claimed = new Set<string>()
  let runs = 0
  const shared = {
    registry,
    recorder,
    machine,
    clock,
    resolver: machine.resolver,
    ids: createFakeIds(),
    session: createSessionState(),
    authority,
    receipts: { claim: (id: string) => claimed.size < claimed.add(id).size },
  }
  const next = (): RunOptions => {
    runs += 1
    return { ...shared, ...options, principal: { ...testPrincipal, run: `run_${runs}` } }
  }
  return {
    openRun: () => openRun(next()),
    openDetachedRun: () => openDetachedRun(next()),
    did,
    events: recorder.events,
    clock,
    onWait,
  }
}

const authority: Authority = {
  ...builtInAuthority,
  decide: (facts) => {
    const paths = facts.targets.flatMap((target) => (target.kind === 'path' ? [target.declared] : []))
    if (paths.some((path) => path.startsWith('closed/'))) return decision('deny', 'It is closed.')
    if (facts.permission === 'readonly' || paths.every((path) => path.startsWith('free/')))
      return decision('allow', 'It is free.')
    return builtInAuthority.decide(facts)
  },
}

function decision(verdict: 'allow' | 'deny', reason: string) {
  return { verdict, rule: verdict, source: 'test', reason, steps: [] } as const
}

function toolsThatNote(did: string[], onWait: ReadonlySet<() => void>) {
  const path = z.string()
  return [
    defineTool({
      name: 'test.read',
      description: 'Reads a file.',
      input: z.strictObject({ path, lines: z.int().default(1) }),
      permission: 'readonly',
      targets: (input) => [{ kind: 'path', path: input.path, access: 'read' }],
      execute: async (input, { progress }) => {
        did.push(`begin ${input.path}`)
        progress({ message: `reading ${input.path}`, fraction: 0.5 })
        await tick()
        did.push(`read ${input.path}`)
        if (input.path.includes('missing')) return fail('file_not_found', `There is no file "${input.path}".`)
        return `${input.path}\n`.repeat(input.lines)
      },
    }),
    defineTool({
      name: 'test.write',
      description: 'Writes a file.',
      input: z.strictObject({ path, text: z.string().optional() }),
      permission: 'write',
      targets: (input) => [{ kind: 'path', path: input.path, access: 'write' }],
      execute: async (input) => {
        did.push(`begin ${input.path}`)
        await tick()
        did.push(`wrote ${input.path}`)
        if (input.path.includes('broken')) return fail('text_not_found', 'The text is not there.')
        return toolOutput({ content: `Wrote ${input.path}.`, data: { path: input.path } })
      },
    }),
    defineTool({
      name: 'test.wait',
      description: 'Waits until it is stopped.',
      input: z.strictObject({}),
      permission: 'readonly',
      execute: (_, { signal, progress }) => {
        did.push('waits')
        progress({ message: 'waiting' })
        const stopped = new Promise<string>((resolve) => signal.addEventListener('abort', () => resolve('stopped')))
        for (const listener of onWait) listener()
        return stopped
      },
    }),
    defineTool({
      name: 'test.draw',
      description: 'Draws a picture.',
      input: z.strictObject({}),
      permission: 'readonly',
      execute: () =>
        toolOutput({
          content: [
            { type: 'text', text: 'A dot.' },
            { type: 'image', mediaType: 'image/png', data: 'AA==' },
          ],
        }),
    }),
  ]
}
