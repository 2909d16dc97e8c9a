import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { approveWith } from '../approval/approve-with.ts'
import type { Approver } from '../approval/approver.ts'
import type { Clock } from '../clock/clock.ts'
import type { DrawbridgeEvent } from '../event/drawbridge-event.ts'
import type { Outcome } from '../outcome/outcome.ts'
import { fail } from '../outcome/tool-fault.ts'
import { createRegistry } from '../registry/create-registry.ts'
import { openRun } from '../run/open-run.ts'
import type { RunOptions } from '../run/run-options.ts'
import { createMemoryMachine, createMemoryRecorder, testPrincipal } from '../testing/index.ts'
import { defineTool } from '../tool/define-tool.ts'

/** What one call of a turn is and does. */
interface Step {
  readonly kind: 'read' | 'write' | 'agent' | 'unknown' | 'invalid-write'
  readonly ending: 'ok' | 'fails' | 'command_failed' | 'times out' | 'throws'
  readonly pauses: number
  readonly approval: 'yes' | 'no'
}

const step = (parts: Partial<Step>): Step => ({ kind: 'read', ending: 'ok', pauses: 0, approval: 'yes', ...parts })
const tick = () => new Promise((resolve) => setImmediate(resolve))

/** Short limits come after a number of ticks, long ones never: no test waits for the wall clock. */
const tickingClock: Clock = {
  now: () => 0,
  after: (delayMs, callback) => {
    let left = delayMs > 1_000 ? Number.POSITIVE_INFINITY : delayMs
    const count = () => {
      left -= 1
      if (left <= 0) callback()
      else if (Number.isFinite(left)) setImmediate(count)
    }
    if (Number.isFinite(left)) setImmediate(count)
    return {
      [Symbol.dispose]: () => {
        left = Number.POSITIVE_INFINITY
      },
    }
  },
}

function setUp(steps: readonly Step[], options: Partial<RunOptions> = {}) {
  const log: string[] = []
  const running = new Set<number>()
  const conflicts: string[] = []
  const most = { read: 0, write: 0, agent: 0 }
  const registry = createRegistry()
  for (const kind of ['read', 'write', 'agent'] as const) {
    registry.register(
      defineTool({
        name: `test.${kind}`,
        description: 'x',
        input: z.strictObject({ index: z.number() }),
        permission: kind === 'read' ? 'readonly' : 'write',
        tags: kind === 'agent' ? ['agent'] : [],
        timeoutMs: 15,
        targets: ({ index }) => [
          { kind: 'path', path: `file-${index % 3}`, access: kind === 'write' ? 'write' : 'read' },
        ],
        execute: async ({ index }) => {
          const { ending = 'ok', pauses = 0 } = steps[index] ?? {}
          for (const other of running) {
            const otherKind = steps[other]?.kind
            if (kind === 'write' || otherKind !== kind)
              conflicts.push(`${index} (${kind}) beside ${other} (${otherKind})`)
          }
          running.add(index)
          most[kind] = Math.max(most[kind], [...running].filter((other) => steps[other]?.kind === kind).length)
          log.push(`start ${index}`)
          for (let pause = 0; pause < pauses; pause += 1) await tick()
          running.delete(index)
          log.push(`end ${index}`)
          switch (ending) {
            case 'ok':
              return `done ${index}`
            case 'fails':
              return fail('text_not_found', 'not there')
            case 'command_failed':
              return fail('command_failed', 'exit code 1')
            case 'times out':
              return new Promise<string>(() => undefined)
            case 'throws':
              throw new Error('boom')
          }
        },
      }),
    )
  }
  const approver: Approver = approveWith('test', ({ input }) => {
    const { index } = input as { readonly index: number }
    return steps[index]?.approval === 'no' ? { answer: 'deny' } : { answer: 'allow_once' }
  })
  const recorder = createMemoryRecorder()
  const machine = createMemoryMachine()
  const run = openRun({
    registry,
    principal: testPrincipal,
    recorder,
    machine,
    resolver: machine.resolver,
    approvers: [approver],
    clock: tickingClock,
    settings: { abortGraceMs: 1 },
    ...options,
  })
  const calls = steps.map(({ kind }, index) => {
    if (kind === 'unknown') return { name: 'test.nothing', arguments: {} }
    if (kind === 'invalid-write') return { name: 'test.write', arguments: { index: 'none' } }
    return { name: `test.${kind}`, arguments: { index } }
  })
  return { run, calls, recorder, log, conflicts, most }
}

async function play(steps: readonly Step[], options: Partial<RunOptions> = {}) {
  const world = setUp(steps, options)
  const outcomes = new Map<number, Outcome[]>()
  for await (const output of world.run.runTurn(world.calls)) {
    if (output.type === 'outcome') outcomes.set(output.index, [...(outcomes.get(output.index) ?? []), output.outcome])
  }
  const codes = steps.map((_step, index) => {
    const [outcome] = outcomes.get(index) ?? []
    return outcome === undefined || outcome.status === 'ok' ? outcome?.status : outcome.code
  })
  return { ...world, outcomes, codes }
}

describe('a turn', () => {
  test('without calls ends at once', async () => {
    expect((await play([])).codes).toEqual([])
  })

  test('runs reads together and lets none cross a write', async () => {
    const { log, codes } = await play([step({ pauses: 3 }), step({ pauses: 1 }), step({ kind: 'write' }), step({})])
    expect(codes).toEqual(['ok', 'ok', 'ok', 'ok'])
    expect(log).toEqual(['start 0', 'start 1', 'end 1', 'end 0', 'start 2', 'end 2', 'start 3', 'end 3'])
  })

  test('ends for those behind a write that failed or was denied, and not for those behind a read', async () => {
    expect((await play([step({ ending: 'fails' }), step({ kind: 'write' })])).codes).toEqual(['text_not_found', 'ok'])
    expect((await play([step({ kind: 'write', ending: 'fails' }), step({}), step({ kind: 'write' })])).codes).toEqual([
      'text_not_found',
      'not_started_after_failed_write',
      'not_started_after_failed_write',
    ])
    expect((await play([step({ kind: 'write', approval: 'no' }), step({})])).codes).toEqual([
      'denied_by_user',
      'not_started_after_failed_write',
    ])
    expect((await play([step({ kind: 'invalid-write' }), step({})])).codes).toEqual([
      'validation_error',
      'not_started_after_failed_write',
    ])
  })

  test('goes on behind a command that ran and exited non-zero, and behind a call that nobody knows', async () => {
    const { codes } = await play([
      step({ kind: 'write', ending: 'command_failed' }),
      step({ kind: 'unknown' }),
      step({}),
    ])
    expect(codes).toEqual(['command_failed', 'unknown_tool', 'ok'])
  })

  test('starts neighbouring agents together, and a failed one cancels no sibling', async () => {
    const { log, codes } = await play([
      step({ kind: 'agent', pauses: 2, ending: 'fails' }),
      step({ kind: 'agent', pauses: 2 }),
      step({}),
    ])
    expect(codes).toEqual(['text_not_found', 'ok', 'ok'])
    expect(log.slice(0, 2)).toEqual(['start 0', 'start 1'])
    expect(log.at(-2)).toBe('start 2')
  })

  test('asks for neighbouring writes as one', async () => {
    const batches: number[] = []
    const counting: Approver = {
      id: 'counting',
      human: true,
      async *ask(requests) {
        batches.push(requests.length)
        for (const { id } of requests) yield { requestId: id, answer: 'allow_once' }
      },
    }
    const { codes } = await play(
      [step({ kind: 'write' }), step({ kind: 'write' }), step({}), step({ kind: 'write' })],
      {
        approvers: [counting],
      },
    )
    expect(codes).toEqual(['ok', 'ok', 'ok', 'ok'])
    expect(batches).toEqual([2, 1])
  })

  test('looks again at a call whose target an earlier write has moved, and asks anew', async () => {
    let real = '/workspace/harmless'
    const turnsTheLink = {
      append: ({ type }: DrawbridgeEvent) => {
        if (type === 'tool.completed') real = '/workspace/precious'
      },
    }
    const asked: string[] = []
    const approver = approveWith('noting', ({ targets: [target] }) => {
      if (target?.kind === 'path') asked.push(target.real)
      return asked.length === 3 ? { answer: 'deny' } : { answer: 'allow_once' }
    })
    const link = {
      kind: 'path',
      declared: 'link',
      access: 'write',
      recursive: false,
      zone: 'workspace',
      sensitive: false,
    } as const
    const { codes } = await play([step({ kind: 'write' }), step({ kind: 'write' })], {
      approvers: [approver],
      recorder: turnsTheLink,
      resolver: { resolve: () => ({ status: 'resolved', targets: [{ ...link, real }] }) },
    })
    expect(asked).toEqual(['/workspace/harmless', '/workspace/harmless', '/workspace/precious'])
    expect(codes).toEqual(['ok', 'denied_by_user'])
  })

  test('that is aborted gives every call its outcome', async () => {
    const steps = [step({ kind: 'write', pauses: 50 }), step({}), step({ kind: 'write' })]
    const { run, calls, recorder } = setUp(steps)
    const codes: string[] = []
    for await (const output of run.runTurn(calls)) {
      if (output.type === 'event' && output.event.type === 'tool.started') run.abort('enough')
      if (output.type === 'outcome') codes[output.index] = output.outcome.status
    }
    expect(codes).toEqual(['cancelled', 'cancelled', 'cancelled'])
    expect(recorder.types().filter((type) => type === 'tool.cancelled')).toHaveLength(3)
  })

  test('whose reader walks away ends its calls and leaves nothing running', async () => {
    const { run, calls, recorder, log } = setUp([step({ pauses: 2 }), step({ kind: 'write', pauses: 2 }), step({})])
    for await (const output of run.runTurn(calls)) if (output.type === 'outcome') break
    const ends = recorder.types().filter((type) => /^tool\.(completed|failed|denied|cancelled)$/.test(type))
    expect(ends).toHaveLength(3)
    expect(log.filter((entry) => entry.startsWith('start')).length).toBe(
      log.filter((entry) => entry.startsWith('end')).length,
    )
  })
})

describe('whatever the calls do', () => {
  const anyStep = fc.record<Step>({
    kind: fc.constantFrom('read', 'read', 'write', 'agent', 'unknown', 'invalid-write'),
    ending: fc.constantFrom('ok', 'ok', 'ok', 'fails', 'command_failed', 'times out', 'throws'),
    pauses: fc.integer({ min: 0, max: 4 }),
    approval: fc.constantFrom('yes', 'yes', 'yes', 'no'),
  })

  test('each gets exactly one outcome, writes keep their order, no read crosses a write, no limit is exceeded', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyStep, { maxLength: 14 }),
        fc.option(fc.integer({ min: 1, max: 12 }), { freq: 3 }),
        async (steps, abortAfter) => {
          const { run, calls, recorder, log, conflicts, most } = setUp(steps)
          const seen = steps.map(() => 0)
          let outputs = 0
          for await (const output of run.runTurn(calls, { parallelReads: 3, parallelAgents: 2 })) {
            outputs += 1
            if (abortAfter !== null && outputs === abortAfter) run.abort('random')
            if (output.type === 'outcome') seen[output.index] = (seen[output.index] ?? 0) + 1
          }
          expect(seen).toEqual(steps.map(() => 1))
          expect(conflicts).toEqual([])
          expect(most.read).toBeLessThanOrEqual(3)
          expect(most.write).toBeLessThanOrEqual(1)
          expect(most.agent).toBeLessThanOrEqual(2)
          const starts = log.filter((entry) => entry.startsWith('start')).map((entry) => Number(entry.slice(6)))
          const writes = starts.filter((index) => steps[index]?.kind === 'write')
          expect(writes).toEqual(writes.toSorted((left, right) => left - right))
          const ends = recorder.types().filter((type) => /^tool\.(completed|failed|denied|cancelled)$/.test(type))
          expect(ends).toHaveLength(steps.length)
        },
      ),
      { numRuns: 120, timeout: 1_500 },
    )
  })
})
