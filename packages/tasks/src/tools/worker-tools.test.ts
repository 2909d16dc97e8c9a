import type { ToolContext } from '@drawbridge/core'
import { createFakeClock, createFakeIds, testPrincipal } from '@drawbridge/core/testing'
import type { House } from '@drawbridge/room'
import type { Database } from '@drawbridge/store/database'
import { expect, test, vi } from 'vitest'
import { describeDatabases } from '../../../store/src/__fixtures__/describe-databases.ts'
import type { PlannedStep } from '../graph/task.ts'
import { tasksRoom } from '../room.ts'
import { createTask, endTask } from '../store/lead-tasks.ts'
import { readSteps } from '../store/read-rows.ts'
import type { WorkerRun, WorkerStarter } from '../workers/worker-starter.ts'
import { claimStepTool, updateStepTool } from './work-tools.ts'
import { dispatchWorkerTool, listWorkersTool } from './worker-tools.ts'

const rooms = [{ room: 'tasks', migrations: tasksRoom.migrations ?? [], sealed: [] }]
const step = (key: string, ...dependsOn: string[]): PlannedStep => ({
  key,
  title: key,
  instructions: `do ${key}`,
  dependsOn,
})

/** Workers that end when the test says so. */
function fakeStarter() {
  const ends = new Map<string, PromiseWithResolvers<WorkerRun>>()
  const asked: Parameters<WorkerStarter['spawn']>[1][] = []
  const cancelled: string[] = []
  const run = (id: string, state: string): WorkerRun => ({ id, label: id, state, text: 'I am done.' })
  const starter: WorkerStarter = {
    spawn: async (_, task) => {
      asked.push(task)
      const id = `worker-${asked.length}`
      ends.set(id, Promise.withResolvers())
      return run(id, task.definition === 'none' ? 'rejected' : 'running')
    },
    wait: (id) => ends.get(id)?.promise ?? Promise.reject(new Error(id)),
    cancel: async (id, reason) => {
      cancelled.push(`${id}: ${reason}`)
      ends.get(id)?.resolve(run(id, 'cancelled'))
    },
  }
  return { starter, asked, cancelled, end: (id: string, state: string) => ends.get(id)?.resolve(run(id, state)) }
}

async function staged(database: Database, steps: readonly PlannedStep[]) {
  const clock = createFakeClock(1_000_000)
  const fake = fakeStarter()
  const house = {
    database: { find: async () => database, obtain: async () => database, options: async () => ({ kind: 'sqlite' }) },
    clock,
    ids: createFakeIds(),
    emit: async () => true,
    service: async () => fake.starter,
  } as unknown as House
  const owner = { agent: 'default', user: 'local', session: 'lead' }
  await createTask({ database, clock }, { id: 't', title: 'Task', steps, ...owner })
  const section = { workers: { pool: 2 } }
  const tools = {
    dispatch: dispatchWorkerTool(house, section),
    list: listWorkersTool(house, section),
    claim: claimStepTool(house, section),
    update: updateStepTool(house, section),
  }
  const call = async (name: keyof typeof tools, input: object, session = 'lead') => {
    const role = session === 'lead' ? 'main' : 'worker'
    const principal = { ...testPrincipal, session, run: `${session}-run`, role } as const
    const { agent: _, user: __, ...nobody } = principal as typeof principal & { agent?: string; user?: string }
    const context = { principal: nobody, workspace: '/w', toolCallId: 'c' } as unknown as ToolContext
    try {
      const output = await (tools[name].execute as (input: unknown, context: ToolContext) => unknown)(
        { task: 't', limit: 20, ...input },
        context,
      )
      return JSON.stringify(output)
    } catch (error) {
      return String((error as Error).message)
    }
  }
  const states = async () =>
    Object.fromEntries((await readSteps(database, 't', clock.now())).map(({ key, state }) => [key, state]))
  const leasedUntil = async () => (await readSteps(database, 't', clock.now()))[0]?.leasedUntil
  return { clock, call, states, leasedUntil, ...fake }
}

describeDatabases('a dispatched worker', ({ open }) => {
  test('gets a reserved step, the tools that were named and those to report with, and its place is free when it ends', async () => {
    const { call, asked, end, states } = await staged(await open({ rooms }), [
      step('a'),
      step('b'),
      step('c'),
      step('d', 'a'),
    ])
    expect(await call('dispatch', { step: 'a', allowed_tools: ['fs.*', 'agent.task_get'] })).toContain('worker-1')
    expect(asked[0]?.allowedTools).toEqual([
      'fs.*',
      'agent.task_get',
      'agent.task_query_steps',
      'agent.task_claim_step',
      'agent.task_update_step',
    ])
    expect(await call('dispatch', {})).toContain('2 of 2 workers are busy')
    expect(asked[1]).toMatchObject({ role: 'worker', label: 'b: b', task: expect.stringContaining('The step b') })
    expect(asked[1]).not.toHaveProperty('allowedTools')
    expect(await call('dispatch', {})).toBe(
      'All 2 workers are busy. Wait until one has ended (agent.list_workers), or do a step yourself.',
    )
    expect(await call('claim', {}, 'worker-2')).toContain('do b')
    expect(await call('claim', { step: 'a' }, 'worker-1')).toContain('do a')
    expect(await call('update', { step: 'a', status: 'completed' }, 'worker-2')).toContain('only who has claimed it')
    expect(await call('update', { step: 'a', status: 'completed', result: 'r' }, 'worker-1')).toContain('is completed')
    end('worker-1', 'completed')
    await vi.waitFor(async () => expect(await call('list', {})).toContain('1 of 2 workers of this process are busy'))
    await vi.waitFor(async () => expect(await call('list', {})).toContain('worker-1  completed'))
    expect(await states()).toEqual({ a: 'completed', b: 'in_progress', c: 'ready', d: 'ready' })
    end('worker-2', 'failed')
    await vi.waitFor(async () => expect(await states()).toMatchObject({ b: 'ready' }))
  })

  test('keeps its claim while it runs, and is stopped when its task is cancelled', async () => {
    const database = await open({ rooms })
    const { clock, call, leasedUntil, cancelled } = await staged(database, [step('a')])
    await call('dispatch', {})
    for (let minute = 0; minute < 12; minute += 1) {
      await clock.advance(60_000)
      await vi.waitFor(async () => expect(await leasedUntil()).toBe(clock.now() + 300_000), 5_000)
    }
    await endTask({ database, clock }, { task: 't', status: 'cancelled', session: 'lead' })
    await vi.waitFor(() => expect(cancelled).toContain('worker-1: The task was cancelled.'), 5_000)
    await vi.waitFor(async () => expect(await call('list', {})).toContain('worker-1  cancelled'), 5_000)
  })

  test('is not started for a step that is not ready, and a step whose worker is rejected is given back', async () => {
    const { call, states } = await staged(await open({ rooms }), [step('a'), step('b', 'a')])
    expect(await call('dispatch', { step: 'b' })).toContain('it waits for a')
    expect(await call('dispatch', { step: 'x' })).toContain('no step "x"')
    expect(await call('dispatch', { step: 'a', definition: 'none' })).toBe('The worker was rejected.')
    expect(await states()).toEqual({ a: 'ready', b: 'waiting' })
    expect(await call('list', {})).toContain('0 of 2 workers of this process are busy')
  })
})
