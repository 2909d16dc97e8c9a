import { analyseCommand } from '@drawbridge/shell'
import { z } from 'zod'
import { commandsOf } from '../../policy/__fixtures__/commands.ts'
import { createRegistry } from '../../registry/create-registry.ts'
import type { RunOptions } from '../../run/run-options.ts'
import type { DeclaredTarget } from '../../target/declared-target.ts'
import type { Target } from '../../target/target.ts'
import {
  createFakeClock,
  createFakeIds,
  createMemoryMachine,
  createMemoryRecorder,
  type FakeClock,
  type MemoryMachine,
  type MemoryRecorder,
  testPrincipal,
} from '../../testing/index.ts'
import { createMemoryLedger } from '../receipt-ledger.ts'
import { createSessionState } from '../../tool/session-state.ts'
import { defineTool } from '../../tool/define-tool.ts'

const path = z.string().default('a.txt')

/** A tool for each kind of thing that is asked about; each counts in `ran` that it really ran. */
function toolsThatNote(ran: string[]) {
  return [
    defineTool({
      name: 'demo.write',
      description: 'Writes a file.',
      input: z.strictObject({ path, text: z.string().default('') }),
      permission: 'write',
      targets: (input) => [{ kind: 'path', path: input.path, access: 'write' }],
      execute: (input) => {
        ran.push(`write ${input.path}`)
        return 'written'
      },
    }),
    defineTool({
      name: 'demo.delete',
      description: 'Deletes a file.',
      input: z.strictObject({ path }),
      permission: 'write',
      risk: 'destructive',
      targets: (input) => [{ kind: 'path', path: input.path, access: 'delete' }],
      execute: (input) => {
        ran.push(`delete ${input.path}`)
        return 'deleted'
      },
    }),
    defineTool({
      name: 'demo.run',
      description: 'Runs a command line.',
      input: z.strictObject({ command: z.string() }),
      permission: 'write',
      risk: 'dangerous',
      targets: (input) => [{ kind: 'shell', command: input.command }],
      execute: (input) => {
        ran.push(`run ${input.command}`)
        return 'done'
      },
    }),
    defineTool({
      name: 'demo.fetch',
      description: 'Fetches a page.',
      input: z.strictObject({ url: z.string() }),
      permission: 'readonly',
      risk: 'medium',
      tags: ['network'],
      targets: (input) => [{ kind: 'url', url: input.url }],
      execute: (input) => {
        ran.push(`fetch ${input.url}`)
        return 'fetched'
      },
    }),
  ]
}

/** Everything that one test about approvals needs: runs over the same machine, session and record. */
export interface ApprovalScene {
  readonly options: RunOptions
  readonly clock: FakeClock
  readonly machine: MemoryMachine
  readonly recorder: MemoryRecorder
  /** What really ran, in order. */
  readonly ran: readonly string[]
}

export function createApprovalScene(options: Partial<RunOptions> = {}): ApprovalScene {
  const ran: string[] = []
  const registry = createRegistry()
  for (const tool of toolsThatNote(ran)) registry.register(tool)
  const clock = createFakeClock(1_000_000)
  const machine = createMemoryMachine()
  const recorder = createMemoryRecorder()
  const resolve = async (declared: readonly DeclaredTarget[]) => {
    const targets: Target[] = []
    for (const target of declared) targets.push(...(await resolveOne(target, machine)))
    return { status: 'resolved', targets } as const
  }
  return {
    options: {
      registry,
      principal: testPrincipal,
      machine,
      resolver: { resolve },
      recorder,
      clock,
      ids: createFakeIds(),
      session: createSessionState(),
      // Ids of different scenes are the same.
      receipts: createMemoryLedger(),
      ...options,
    },
    clock,
    machine,
    recorder,
    ran,
  }
}

async function resolveOne(target: DeclaredTarget, machine: MemoryMachine): Promise<readonly Target[]> {
  if (target.kind === 'shell') {
    const { hazards } = analyseCommand(target.command, { workspace: machine.workspace, home: '/home/user' })
    return [...commandsOf(target.command), ...hazards.map((why) => ({ kind: 'dynamic', of: 'any', why }) as const)]
  }
  if (target.kind === 'url') {
    const { protocol, hostname, port } = new URL(target.url)
    return [{ kind: 'host', scheme: protocol.slice(0, -1), host: hostname, port: Number(port || 443) }]
  }
  const resolution = await machine.resolver.resolve([target], testPrincipal)
  const targets = resolution.status === 'resolved' ? resolution.targets : []
  return targets.map((each) =>
    each.kind === 'path'
      ? { ...each, sensitive: each.real.endsWith('/.env'), protected: each.real.includes('/.git/') }
      : each,
  )
}
