import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { approveWith } from '../approval/approve-with.ts'
import { isWithin } from '../base/is-within.ts'
import type { Outcome } from '../outcome/outcome.ts'
import { fail } from '../outcome/tool-fault.ts'
import { createRegistry } from '../registry/create-registry.ts'
import { openRun } from '../run/open-run.ts'
import { createMemoryMachine, createMemoryRecorder, testPrincipal } from '../testing/index.ts'
import { defineTool } from '../tool/define-tool.ts'

/** A call of the turn: a write to a file or a whole folder, a read of a file, or a write whose reach is unknown. */
interface Step {
  readonly kind: 'file' | 'folder' | 'read' | 'unbounded'
  readonly path: string
  readonly pauses: number
  readonly ending: 'ok' | 'fails' | 'denied'
}

const step = (parts: Partial<Step>): Step => ({ kind: 'file', path: 'a', pauses: 2, ending: 'ok', ...parts })
const tick = () => new Promise((resolve) => setImmediate(resolve))

async function play(steps: readonly Step[], parallelWrites?: number) {
  const log: string[] = []
  const running = new Set<number>()
  const pairs: (readonly [number, number])[] = []
  const registry = createRegistry()
  for (const kind of ['file', 'folder', 'read', 'unbounded'] as const) {
    registry.register(
      defineTool({
        name: `test.${kind}`,
        description: 'x',
        input: z.strictObject({ index: z.number() }),
        permission: kind === 'read' ? 'readonly' : 'write',
        targets: ({ index }) => {
          if (kind === 'unbounded') return [{ kind: 'dynamic', of: 'host', why: 'it decides as it runs' }]
          const access = kind === 'read' ? 'read' : 'write'
          return [{ kind: 'path', path: steps[index]?.path ?? '', access, recursive: kind === 'folder' }]
        },
        execute: async ({ index }) => {
          for (const other of running) pairs.push([other, index])
          running.add(index)
          log.push(`start ${index}`)
          for (let pause = 0; pause < (steps[index]?.pauses ?? 0); pause += 1) await tick()
          running.delete(index)
          log.push(`end ${index}`)
          return steps[index]?.ending === 'fails' ? fail('text_not_found', 'not there') : 'done'
        },
      }),
    )
  }
  const machine = createMemoryMachine()
  const run = openRun({
    registry,
    principal: testPrincipal,
    recorder: createMemoryRecorder(),
    machine,
    resolver: machine.resolver,
    approvers: [
      approveWith('test', ({ input }) => {
        const { index } = input as { readonly index: number }
        return steps[index]?.ending === 'denied' ? { answer: 'deny' } : { answer: 'allow_once' }
      }),
    ],
  })
  const calls = steps.map(({ kind }, index) => ({ name: `test.${kind}`, arguments: { index } }))
  const outcomes: Outcome[] = []
  for await (const output of run.runTurn(calls, parallelWrites === undefined ? {} : { parallelWrites })) {
    if (output.type === 'outcome') outcomes[output.index] = output.outcome
  }
  const codes = outcomes.map((outcome) => (outcome.status === 'ok' ? 'ok' : outcome.code))
  return { log, pairs, codes }
}

describe('writes of one turn', () => {
  test('run one by one unless the limits say otherwise', async () => {
    const { pairs } = await play([step({ path: 'a' }), step({ path: 'b' })])
    expect(pairs).toEqual([])
  })

  test('to different files start side by side, in order', async () => {
    const { log } = await play([step({ path: 'a', pauses: 5 }), step({ path: 'b' }), step({ path: 'c' })], 2)
    expect(log.slice(0, 3)).toEqual(['start 0', 'start 1', 'end 1'])
    expect(log.indexOf('start 2')).toBeGreaterThan(log.indexOf('end 1'))
  })

  test('to one file, or to a folder and a file in it, keep their order', async () => {
    expect((await play([step({ path: 'a' }), step({ path: 'a' })], 4)).log).toEqual([
      'start 0',
      'end 0',
      'start 1',
      'end 1',
    ])
    expect((await play([step({ kind: 'folder', path: 'a' }), step({ path: 'a/b' })], 4)).pairs).toEqual([])
  })

  test('whose reach is unknown run alone', async () => {
    expect((await play([step({ kind: 'unbounded' }), step({ path: 'b' })], 4)).pairs).toEqual([])
    expect((await play([step({ path: 'b' }), step({ kind: 'unbounded' })], 4)).pairs).toEqual([])
  })

  test('that fail end the turn for what has not started, and not for what has', async () => {
    const { codes } = await play(
      [step({ path: 'a', ending: 'fails' }), step({ path: 'b', pauses: 6 }), step({ path: 'c' })],
      2,
    )
    expect(codes).toEqual(['text_not_found', 'ok', 'not_started_after_failed_write'])
  })

  test('do not start before the approval of an earlier one', async () => {
    const { codes } = await play([step({ path: 'a', ending: 'denied' }), step({ path: 'b' })], 4)
    expect(codes).toEqual(['denied_by_user', 'not_started_after_failed_write'])
  })
})

test('whatever the calls are, only writes to known and different files run at once, and reads cross no write', async () => {
  const anyStep = fc.record<Step>({
    kind: fc.constantFrom('file', 'file', 'file', 'folder', 'read', 'unbounded'),
    path: fc.constantFrom('a', 'a/b', 'a/b/c', 'b', 'c'),
    pauses: fc.integer({ min: 0, max: 4 }),
    ending: fc.constantFrom('ok', 'ok', 'ok', 'fails', 'denied'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { maxLength: 8 }), fc.integer({ min: 1, max: 4 }), async (steps, most) => {
      const { log, pairs, codes } = await play(steps, most)
      expect(codes).toHaveLength(steps.length)
      for (const [earlier, later] of pairs) {
        expect(mayOverlap(steps[earlier], steps[later])).toBe(true)
      }
      let running = 0
      for (const entry of log) {
        if (steps[Number(entry.split(' ')[1])]?.kind === 'read') continue
        running += entry.startsWith('start') ? 1 : -1
        expect(running).toBeLessThanOrEqual(most)
      }
    }),
    { numRuns: 60 },
  )
})

function mayOverlap(left: Step | undefined, right: Step | undefined): boolean {
  if (left === undefined || right === undefined) return false
  if (left.kind === 'read' && right.kind === 'read') return true
  if ([left.kind, right.kind].some((kind) => kind === 'read' || kind === 'unbounded')) return false
  const covers = (outer: Step, inner: Step) =>
    outer.kind === 'folder' ? isWithin(outer.path, inner.path) : outer.path === inner.path
  return !covers(left, right) && !covers(right, left)
}
