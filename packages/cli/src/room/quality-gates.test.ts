import type { LoopEvent, QualityGate } from '@drawbridge/core/agent'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../../store/src/__fixtures__/describe-databases.ts'
import { agentHouse, readRun } from '../__fixtures__/agent-house.ts'
import { homeWith } from '../__fixtures__/home-with.ts'
import { playingFirst, playingLast } from '../__fixtures__/playing-model.ts'
import { runHere } from '../__fixtures__/run-here.ts'
import { superviseOnce } from '../__fixtures__/supervise-once.ts'

type Model = ReturnType<typeof playingFirst>

const program = (event: QualityGate['event'], script: string, more: Partial<QualityGate> = {}): QualityGate => ({
  ...{ event, type: 'command', command: [process.execPath, '-e', script] },
  ...more,
})
const noDrafts = `process.exit(require('fs').readFileSync(0, 'utf8').includes('draft') ? (console.error('no drafts'), 1) : 0)`
const critic = (event: QualityGate['event'], more: Partial<QualityGate> = {}): QualityGate => ({
  ...{ event, type: 'agent', agent: 'critic' },
  ...more,
})
/** A gate that fails itself. */
const broken: readonly (readonly [string, (event: QualityGate['event']) => QualityGate, RegExp])[] = [
  [
    'hangs',
    (event) => program(event, 'setInterval(() => undefined, 1000)', { timeoutMs: 800, maxRetries: 0 }),
    /time limit/,
  ],
  ['crashes', (event) => program(event, 'process.kill(process.pid, "SIGKILL")', { maxRetries: 0 }), /SIGKILL/],
  ['prints nonsense', (event) => program(event, 'process.stdout.write(Buffer.from([255]))', { maxRetries: 0 }), /text/],
  [
    'does not exist',
    (event) => ({ ...program(event, ''), command: ['/no/such/gate'], maxRetries: 0 }),
    /no\/such\/gate/,
  ],
  ['is a reviewer that talks of the weather', (event) => critic(event, { maxRetries: 0 }), /neither APPROVED nor/],
  ['is the agent itself', (event) => critic(event, { agent: 'coder', maxRetries: 0 }), /cannot judge its own work/],
]

describeDatabases('a quality gate', (database) => {
  const options = () => {
    const own = database.options()
    return own.kind === 'sqlite' ? {} : { store: { kind: 'postgres' as const, url: own.url } }
  }

  /** A team whose lead has gates, and one task for the coder. */
  async function atWork(model: Model, qualityGates: readonly QualityGate[], more: readonly string[] = []) {
    const folder = homeWith({ ...options(), agents: { planner: { qualityGates }, coder: {}, critic: {} } })
    const run = (...words: string[]) => runHere(folder, ['teams', ...words])
    await run('create', 'shop', '--lead', 'planner', '--members', 'coder')
    await run('add', 'shop', 'Write', '--assignee', 'coder', ...more)
    {
      await using house = await agentHouse(model, { folder })
      await superviseOnce(house)
    }
    const { task, events } = JSON.parse((await run('task', 'shop', '1', '--json')).stdout)
    return { task, types: events.map(({ type }: { type: string }) => type), events }
  }

  test('sends the result of a task back with its feedback until it passes', async () => {
    const model = playingFirst({
      'work on task #1': [{ text: 'A draft.' }, { text: 'A second draft.' }, { text: 'A text.' }],
      'Judge the work below': [{ text: 'APPROVED' }],
    })
    const gates = [program('task.completed', noDrafts), critic('task.completed')]
    const { task, types } = await atWork(model, gates)
    expect(task).toMatchObject({ status: 'completed', result: 'A text.', dispatches: 1 })
    expect(types).toEqual(['created', 'dispatched', 'judged', 'judged', 'judged', 'completed'])
    const asked = model.requests.map((request) => JSON.stringify(request.messages.at(-1)))
    expect(asked.filter((text) => text.includes('no drafts'))).toHaveLength(2)
    expect(asked.at(-1)).toContain('#1 \\"Write\\"')
  })

  test('leaves a task that it never passes to the lead, as not passed', async () => {
    const model = playingFirst({ 'work on task #1': [{ text: 'A draft.' }, { text: 'Another draft.' }] })
    const { task } = await atWork(model, [program('task.completed', noDrafts, { maxRetries: 1 })])
    expect(task).toMatchObject({ status: 'in_review' })
    expect(task.result).toMatch(/^NOT PASSED: .* after 1 revision: no drafts\n\nAnother draft\.$/)
    const told = model.requests
      .map((request) => JSON.stringify(request.messages))
      .filter((text) => text.includes('teammate:coder'))
    expect(told.at(-1)).toContain('NOT PASSED')
  })

  test('that only watches completes the task, and says that it did not pass', async () => {
    const model = playingFirst({ 'work on task #1': [{ text: 'A draft.' }] })
    const { task } = await atWork(model, [program('task.completed', noDrafts, { blockOnFailure: false })])
    expect(task).toMatchObject({ status: 'completed', result: expect.stringMatching(/^NOT PASSED/) })
  })

  test('cannot be gone round by a member that completes its task itself, or puts it into review', async () => {
    const hand = (action: string, result: string) => ({
      calls: [{ name: 'team__tasks', input: { action, task: 1, result } }],
    })
    const model = playingFirst({
      'work on task #1': [hand('complete', 'A draft.'), hand('review', 'My draft.'), hand('complete', 'A text.'), {}],
    })
    const { task, types } = await atWork(model, [program('task.completed', noDrafts)])
    expect(task).toMatchObject({ status: 'completed', result: 'A text.' })
    expect(types).toEqual(['created', 'dispatched', 'judged', 'judged', 'judged', 'completed'])
    expect(JSON.stringify(model.requests[1]?.messages)).toContain('did not pass the quality gate')
  })

  test.each(broken)('that %s has not passed the result of a task', async (_, gate, reason) => {
    const model = playingFirst({
      'work on task #1': [{ text: 'A text.' }],
      'Judge the work below': [{ text: 'Nice weather.' }],
    })
    const { task } = await atWork(model, [gate('task.completed')])
    expect(task).toMatchObject({
      status: 'in_review',
      result: expect.stringMatching(/^NOT PASSED.*gate itself failed/),
    })
    expect(task.result).toMatch(reason)
  })

  /** Everything that somebody who watches a conversation reads of it. */
  const wordsOf = (events: readonly LoopEvent[]) => events.map((event) => ('text' in event ? event.text : '')).join('')

  async function replyOf(model: Model, qualityGates: readonly QualityGate[]) {
    const folder = homeWith({ ...options(), agents: { coder: { qualityGates }, critic: {} } })
    await using house = await agentHouse(model, { folder, profiles: { coder: { qualityGates } } })
    await using conversation = await house.runner.open({ principal: { agent: 'coder', user: 'ada' } })
    const read = await readRun(conversation.send('Write it.'))
    return { ...read, entries: conversation.entries() }
  }

  test('holds a reply back until it passes, so that nobody reads the drafts', async () => {
    const list = { name: 'team__message', input: { action: 'read' } }
    const model = playingLast({
      'Write it': [{ text: 'My draft is:', calls: [list] }, { text: 'A draft.' }],
      'did not pass the quality gate': [{ text: 'A text.' }],
    })
    const { report, events } = await replyOf(model, [program('reply', noDrafts)])
    expect(report).toMatchObject({ reason: 'completed', text: 'A text.' })
    expect(wordsOf(events)).not.toContain('draft')
    expect(wordsOf(events)).toContain('A text.')
    expect(events.filter(({ type }) => type === 'answer.voided')).toHaveLength(1)
  })

  test('says in front of a reply that it never passes that it did not pass', async () => {
    const model = playingLast({ '': [{ text: 'A draft.' }, { text: 'One more draft.' }] })
    const { report, events, entries } = await replyOf(model, [program('reply', noDrafts, { maxRetries: 1 })])
    expect(report.text).toMatch(/^NOT PASSED: .* after 1 revision: no drafts\n\nOne more draft\.$/)
    expect(wordsOf(events)).toContain('NOT PASSED')
    expect(entries.at(-1)).toMatchObject({ from: 'system', text: expect.stringContaining('no drafts') })
  })

  test('has a reviewer judge a reply, whose own replies no gate judges', async () => {
    const model = playingFirst({
      'Judge the work below': [{ text: 'REJECTED: too long' }, { text: 'APPROVED' }],
      'Write it': [{ text: 'A long text.' }, { text: 'A text.' }],
    })
    const { report } = await replyOf(model, [critic('reply')])
    expect(report.text).toBe('A text.')
    expect(model.requests).toHaveLength(4)
  })

  test.each(broken)('that %s has not passed a reply', async (_, gate, reason) => {
    const model = playingFirst({
      'Judge the work below': [{ text: 'Nice weather.' }],
      'Write it': [{ text: 'A text.' }],
    })
    const { report } = await replyOf(model, [gate('reply')])
    expect(report.text).toMatch(/^NOT PASSED.*gate itself failed/)
    expect(report.text).toMatch(reason)
  })
})
