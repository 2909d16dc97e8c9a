import { getEventListeners } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { scriptModel } from '@drawbridge/agents/testing'
import { approveEverything } from '@drawbridge/core'
import type { Conversation } from '@drawbridge/core/agent'
import { type Model, ModelError, type ModelRequest } from '@drawbridge/core/model'
import { expect, test } from 'vitest'
import { recordedEvents } from '../../../../scripts/test-support/recorded-events.ts'
import { describeDatabases } from '../../../store/src/__fixtures__/describe-databases.ts'
import { agentHouse, readRun } from '../__fixtures__/agent-house.ts'
import { homeOn } from '../__fixtures__/home-on.ts'
import { scratchFolder } from '../__fixtures__/scratch-folder.ts'

const readA = { name: 'fs__read_file', input: { path: 'a.txt' } }

test('a session hears the words of the user and what other agents say, each message once and again in a later process', async () => {
  const folder = scratchFolder({ 'a.txt': 'hello\n' })
  const speak = async (say: (conversation: Conversation) => Promise<unknown>, resume?: string) => {
    await using house = await agentHouse(scriptModel([{ calls: [readA] }, { text: 'Yes.' }, { text: 'No.' }]), {
      folder,
    })
    await using conversation = await house.runner.open(resume === undefined ? {} : { resume })
    await say(conversation)
    return conversation.id
  }
  const id = await speak(async (conversation) => {
    await readRun(conversation.send('Read a.txt.'))
    await readRun(conversation.send('I am another agent.', { from: 'agent' }))
  })
  const heard = () =>
    recordedEvents(folder.home).flatMap((event) =>
      event.type === 'session.heard' ? [`${event.from}: ${event.text}`] : [],
    )
  const said = ['user: Read a.txt.', 'agent: I am another agent.']
  expect(heard()).toEqual(said)
  await speak((conversation) => readRun(conversation.send('Go on.')), id)
  expect(heard()).toEqual([...said, ...said, 'user: Go on.'])
})

describeDatabases('a conversation', (database) => {
  const scratch = (files?: Parameters<typeof homeOn>[1]) => homeOn(database, files)

  test('a run reads a file, answers, and a later process goes on with the same words', async () => {
    const folder = scratch({ 'a.txt': 'hello\n', 'AGENTS.md': 'Speak softly.' })
    const model = scriptModel([{ text: 'I look.', calls: [readA] }, { text: 'It says hello.' }])
    let id = ''
    {
      await using house = await agentHouse(model, { folder })
      await using conversation = await house.runner.open()
      id = conversation.id
      const { events, report } = await readRun(conversation.send('What is in a.txt?'))
      expect(report).toMatchObject({ reason: 'completed', text: 'It says hello.', turns: 2, calls: 1, denied: 0 })
      expect(events.map(({ type }) => type)).toEqual([
        'message.placed',
        'turn.started',
        'text.streamed',
        'turn.answered',
        'usage.counted',
        'call.started',
        'call.ended',
        'turn.started',
        'text.streamed',
        'turn.answered',
        'usage.counted',
        'run.ended',
      ])
      expect(model.requests[0]?.system?.map(({ text }) => text).join()).toContain('Speak softly.')
    }
    const later = scriptModel([{ text: 'You asked about a.txt.' }])
    await using house = await agentHouse(later, { folder })
    await using conversation = await house.runner.open({ resume: id })
    expect(conversation.entries().map(({ kind }) => kind)).toEqual(['message', 'turn', 'result', 'answer'])
    await readRun(conversation.send('What did I ask?'))
    const [before, now] = [model.requests[1], later.requests[0]]
    const withoutCache = before?.messages.map(({ cache: _, ...message }) => message)
    expect(JSON.stringify(now?.messages.slice(0, 3))).toBe(JSON.stringify(withoutCache))
    expect(now?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant', 'user'])
  })

  test('the cost of a conversation counts all its runs, those of earlier processes too, and failed attempts', async () => {
    const folder = scratch()
    const usage = { input: 100, output: 7 }
    const answers = [
      { text: 'One.', usage },
      { text: '', usage },
      { text: 'Two.', usage },
    ]
    let id = ''
    {
      await using house = await agentHouse(scriptModel(answers), { folder })
      await using conversation = await house.runner.open()
      id = conversation.id
      await readRun(conversation.send('Count.'))
      await readRun(conversation.send('Count on.'))
      expect((await conversation.spent()).usage).toMatchObject({ input: 300, output: 21 })
    }
    await using house = await agentHouse(scriptModel(answers), { folder })
    await using conversation = await house.runner.open({ resume: id })
    expect((await conversation.spent()).usage).toMatchObject({ input: 300, output: 21 })
    await readRun(conversation.send('And now?'))
    expect((await conversation.spent()).usage).toMatchObject({ input: 400, output: 28 })
  })

  test('an edit is approved on the way', async () => {
    const folder = scratch({ 'a.txt': 'hello\n' })
    const edit = { name: 'fs__edit', input: { path: 'a.txt', edits: [{ old: 'hello', new: 'bye' }] } }
    const model = scriptModel([{ calls: [readA] }, { calls: [edit] }, { text: 'Done.' }])
    await using house = await agentHouse(model, { folder, authority: { approvers: [approveEverything] } })
    await using conversation = await house.runner.open()
    const { events, report } = await readRun(conversation.send('Say bye.'))
    expect(report.reason).toBe('completed')
    expect(events.map(({ type }) => type)).toContain('approval.requested')
    expect(readFileSync(join(folder.workspace, 'a.txt'), 'utf8')).toBe('bye\n')
  })

  test('what is said while the model works is read after the results, and marked', async () => {
    const model = scriptModel([{ calls: [readA] }, { text: 'Done, and I saw your note.' }])
    await using house = await agentHouse(model, { folder: scratch({ 'a.txt': 'hello\n' }) })
    await using conversation = await house.runner.open()
    await readRun(conversation.send('Read a.txt.'), async ({ type }) => {
      if (type === 'turn.answered' && model.requests.length === 1) await conversation.post({ text: 'Be quick.' })
    })
    expect(model.requests[1]?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'user'])
    expect(JSON.stringify(model.requests[1]?.messages[3])).toMatch(/while you were working.*Be quick/)
  })

  test('to go on where nothing waits makes no request, and an interrupted turn is gone on with', async () => {
    const folder = scratch({ 'a.txt': 'hello\n' })
    const model = scriptModel([{ text: 'Here.' }, { calls: [readA] }, { error: 'network' }, { text: 'Hello.' }])
    await using house = await agentHouse(model, { folder })
    await using conversation = await house.runner.open()
    const nothing = { reason: 'completed', turns: 0, calls: 0 }
    expect((await readRun(conversation.send(undefined))).report).toMatchObject({ ...nothing, text: '' })
    await readRun(conversation.send('Are you there?'))
    const { report, events } = await readRun(conversation.send(undefined))
    expect(report).toMatchObject({ ...nothing, text: 'Here.' })
    expect(events).toEqual([{ type: 'run.ended', report }])
    expect(model.requests).toHaveLength(1)
    expect((await readRun(conversation.send('Read a.txt.'))).report.reason).toBe('failed')
    expect((await readRun(conversation.send(undefined))).report).toMatchObject({ reason: 'completed', text: 'Hello.' })
    await conversation.post({ id: 'p1', text: 'And now?' })
    expect((await readRun(conversation.send(undefined))).report.reason).toBe('failed')
    expect(model.requests).toHaveLength(5)
  })

  test('what waits from before a message is read before it', async () => {
    const model = scriptModel([{ text: 'Both.' }])
    await using house = await agentHouse(model, { folder: scratch() })
    await using conversation = await house.runner.open()
    await conversation.post({ text: 'First.' })
    const { events } = await readRun(conversation.send('Second.'))
    const placed = events.flatMap((event) => (event.type === 'message.placed' ? [event.message.text] : []))
    expect(placed).toEqual(['First.', 'Second.'])
    expect(JSON.stringify(model.requests[0]?.messages)).toMatch(/First\..*Second\./)
  })

  test('calls that never started because of an abort say so, in the same process', async () => {
    const model = scriptModel([{ calls: [readA, readA] }, { text: 'I see.' }])
    await using house = await agentHouse(model, { folder: scratch({ 'a.txt': 'hello\n' }) })
    await using conversation = await house.runner.open()
    await readRun(conversation.send('Read a.txt.'), ({ type }) => {
      if (type === 'turn.answered') conversation.abort('enough')
    })
    const results = conversation.entries().flatMap((entry) => (entry.kind === 'result' ? [entry.content] : []))
    expect(results).toHaveLength(2)
    expect(JSON.stringify(results)).toMatch(/nothing was done.*nothing was done/i)
    await readRun(conversation.send('Well?'))
    expect(model.requests[1]?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'user'])
  })

  test('a call that the model makes although it may not is not run', async () => {
    const model = scriptModel([{ calls: [readA] }, { text: 'Once more.', calls: [readA], stop: 'calls' }])
    await using house = await agentHouse(model, { folder: scratch({ 'a.txt': 'hello\n' }) })
    await using conversation = await house.runner.open()
    const { report } = await readRun(conversation.send('Read a.txt.', { budget: { maxTurns: 2 } }))
    expect(model.requests[1]?.toolChoice).toBe('none')
    expect(report).toMatchObject({ reason: 'max_turns', calls: 1, text: 'Once more.' })
    expect(conversation.entries().map(({ kind }) => kind)).toEqual(['message', 'turn', 'result', 'answer'])
  })

  test('a provider that asks for a longer wait than the run has time for ends it at once, and says so', async () => {
    const error = new ModelError('rate_limited', 'Too much.', { model: 'scripted/busy', retryAfterMs: 90_000 })
    const busy: Model = {
      ...scriptModel([], { id: 'scripted/busy' }),
      async *stream() {
        yield { type: 'retrying', error, model: 'scripted/busy', attempt: 1, waitMs: 90_000 }
        throw new Error('It was waited for.')
      },
    }
    await using house = await agentHouse(busy, { folder: scratch() })
    await using conversation = await house.runner.open({ budget: { maxDurationMs: 60_000 } })
    const { report } = await readRun(conversation.send('Hello?'))
    expect(report).toMatchObject({ reason: 'budget', message: expect.stringMatching(/again in 90 s.*time of the run/) })
  })

  test('an agent and a model with a dialect of their own are shown the tools in it', async () => {
    const named = (dialect: 'claude' | 'codex') => ({ ...scriptModel([{ text: 'Hi.' }]), dialect })
    const [model, other] = [named('claude'), named('claude')]
    const profiles = { coder: { dialect: 'codex' as const } }
    await using house = await agentHouse(
      { default: model, other },
      { folder: scratch(), profiles, agents: { allowUnknown: true } },
    )
    await using conversation = await house.runner.open()
    await using ofAgent = await house.runner.open({ model: 'other', principal: { agent: 'coder' } })
    await readRun(conversation.send('Hello'))
    await readRun(ofAgent.send('Hello'))
    const names = ({ requests }: typeof model) => requests[0]?.tools?.map(({ name }) => name)
    expect([names(model), names(other)]).toEqual([
      expect.arrayContaining(['Read', 'Edit']),
      expect.arrayContaining(['apply_patch']),
    ])
  })

  test('a session cannot go on and begin with another one at once', async () => {
    await using house = await agentHouse(scriptModel([{ text: 'Hi.' }]), { folder: scratch() })
    await using conversation = await house.runner.open()
    await readRun(conversation.send('Hello'))
    const { id } = conversation
    await expect(house.runner.open({ resume: id, fork: { session: id } })).rejects.toThrow(/give one of them/)
  })

  test('nothing runs beside a compaction, and it can be stopped', async () => {
    const never = new Promise(() => undefined)
    const model = scriptModel(({ system }) =>
      system?.[0]?.text.startsWith('You summarise') === true ? { waitFor: never } : { text: 'x'.repeat(3_000) },
    )
    await using house = await agentHouse(model, { folder: scratch() })
    await using conversation = await house.runner.open()
    for (const text of ['one', 'two', 'three']) await readRun(conversation.send(text))
    const compacting = conversation.compact()
    await expect(conversation.send('four').next()).rejects.toThrow(/cannot send now/)
    conversation.abort('enough')
    await expect(compacting).rejects.toMatchObject({ code: 'aborted' })
    expect((await readRun(conversation.send('four'))).report.reason).toBe('completed')
  })

  test('a window that is smaller than it was said to be is learned from the provider', async () => {
    const counted = (request: { readonly messages: readonly unknown[] }) => JSON.stringify(request.messages).length
    const model = scriptModel(
      (request) =>
        request.system?.[0]?.text.startsWith('You summarise') === true
          ? { text: 'short' }
          : counted(request) > 16_000
            ? { error: 'context_overflow' }
            : { text: 'y'.repeat(3_000) },
      { context: 40_000 },
    )
    await using house = await agentHouse(model, { folder: scratch() })
    await using conversation = await house.runner.open()
    for (let n = 0; n < 9; n += 1)
      expect((await readRun(conversation.send(`message ${n}`))).report.reason).toBe('completed')
    const isSummary = ({ system }: ModelRequest) => system?.[0]?.text.startsWith('You summarise') === true
    const refused = model.requests.filter((request) => !isSummary(request) && counted(request) > 16_000)
    expect(refused).toHaveLength(1)
  })

  test('an abort ends the run at once, and the next message finds a valid conversation', async () => {
    const never = new Promise(() => undefined)
    const model = scriptModel([{ waitFor: never }, { text: 'Here again.' }])
    await using house = await agentHouse(model, { folder: scratch() })
    await using conversation = await house.runner.open()
    const { report } = await readRun(conversation.send('Hello?'), ({ type }) => {
      if (type === 'turn.started') conversation.abort('enough')
    })
    expect(report).toMatchObject({ reason: 'aborted', message: 'enough' })
    expect((await readRun(conversation.send('Still there?'))).report).toMatchObject({ reason: 'completed' })
  })

  test('a fork and a rewind begin at an earlier node, and the record keeps what was left', async () => {
    const model = scriptModel((request) => ({ text: `${request.messages.length} messages` }))
    await using house = await agentHouse(model, { folder: scratch() })
    await using conversation = await house.runner.open()
    await readRun(conversation.send('one'))
    const node = conversation.entries().at(-1)?.node
    await readRun(conversation.send('two'))
    await using other = await house.runner.open({
      fork: { session: conversation.id, ...(node === undefined ? {} : { node }) },
    })
    expect((await readRun(other.send('other two'))).report.text).toBe('3 messages')
    expect(await conversation.rewind(node)).toEqual({ node, dropped: 2 })
    expect((await readRun(conversation.send('two again'))).report.text).toBe('3 messages')
    expect((await readRun(conversation.send('three'))).report.text).toBe('5 messages')
    await other[Symbol.asyncDispose]()
    await using again = await house.runner.open({ resume: other.id })
    expect(again.entries().map((entry) => (entry.kind === 'message' ? entry.text : entry.kind))).toEqual([
      'one',
      'answer',
      'other two',
      'answer',
    ])
  })

  test('nothing goes on from a node that is not part of the conversation, such as a message that waits', async () => {
    const model = scriptModel(({ messages }) => ({ text: `${messages.length} messages` }))
    await using house = await agentHouse(model, { folder: scratch({ 'AGENTS.md': 'Speak softly.' }) })
    await using conversation = await house.runner.open()
    await readRun(conversation.send('one'))
    await conversation.post({ id: 'late', text: 'two' })
    const read = recordedEvents(house.folder.home).find((event) => event.type === 'tool.started')
    const { id: session } = conversation
    const call = read?.type === 'tool.started' ? read.toolCallId : ''
    for (const node of ['waiting/late', `call/${call}`, `result/${call}`]) {
      await expect(house.runner.open({ fork: { session, node } })).rejects.toThrow(/has no node/)
      await expect(conversation.rewind(node)).rejects.toThrow(/has no node/)
    }
    expect((await readRun(conversation.send('three'))).report.text).toBe('4 messages')
  })

  test('a second process reads a session, and says who writes', async () => {
    const folder = scratch()
    await using house = await agentHouse(scriptModel([{ text: 'Hi.' }]), { folder })
    await using conversation = await house.runner.open()
    await readRun(conversation.send('Hello'))
    await using other = await agentHouse(scriptModel([]), { folder })
    await using reader = await other.runner.open({ resume: conversation.id })
    expect(reader.access).toEqual({ mode: 'read', writer: expect.stringContaining(`process ${process.pid}`) })
    expect(reader.entries()).toHaveLength(2)
    await expect(reader.send('me too').next()).rejects.toThrow(/is being written by process/)
  })
})

test('200 conversations at once leave no timer, listener or process behind', async () => {
  const model = scriptModel(({ messages }) =>
    messages.at(-1)?.role === 'tool' ? { text: 'Done.' } : { calls: [readA] },
  )
  const folder = scratchFolder({ 'a.txt': 'hello\n' })
  const caller = new AbortController()
  await using house = await agentHouse(model, { folder, record: 'off', authority: { limiting: 'off' } })
  const talk = async () => {
    await using conversation = await house.runner.open()
    const { report } = await readRun(conversation.send('Read a.txt.', { signal: caller.signal }))
    return report.reason
  }
  await talk()
  const before = resources()
  const reasons = await Promise.all(Array.from({ length: 200 }, talk))
  expect(new Set(reasons)).toEqual(new Set(['completed']))
  expect(await leftOf(before)).toEqual([])
  expect(getEventListeners(caller.signal, 'abort')).toEqual([])
})

/**
 * Returns the resources of which there are more than before. Looks until there are none, for ten seconds at most. `expect.poll` cannot do
 * it: its own timers are resources, too.
 */
async function leftOf(before: Readonly<Record<string, number>>): Promise<readonly string[]> {
  const more = () => Object.entries(resources()).flatMap(([kind, count]) => (count > (before[kind] ?? 0) ? [kind] : []))
  for (let look = 0; look < 100 && more().length > 0; look += 1) await delay(100)
  return more()
}

/** Counts the resources that keep this process busy, by kind. */
function resources(): Readonly<Record<string, number>> {
  const counted = ['Timeout', 'ProcessWrap', 'FSReqPromise', 'TCPSocketWrap', 'MessagePort']
  const active = process.getActiveResourcesInfo()
  return Object.fromEntries(counted.map((kind) => [kind, active.filter((other) => other === kind).length]))
}
