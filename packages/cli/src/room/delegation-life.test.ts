import { approveEverything } from '@drawbridge/core'
import { statement } from '@drawbridge/store/database'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../../store/src/__fixtures__/describe-databases.ts'
import { delegate, delegationPlaces, say } from '../__fixtures__/delegation-place.ts'
import { playingFirst, playingLast } from '../__fixtures__/playing-model.ts'
import { runHere } from '../__fixtures__/run-here.ts'

const handoffs = statement<[], { content: string }>("select content from events where type = 'delegations.handoff'")
const call = (name: string, input: Readonly<Record<string, unknown>>) => ({ name: `agent__${name}`, input })
const transfer = (more: object = {}) => call('handoff', { action: 'transfer', agent: 'coder', reason: 'code', ...more })
const loop = (more: object = {}) =>
  call('evaluate_loop', { generator: 'coder', evaluator: 'critic', task: 'Write it.', pass_criteria: 'x', ...more })

describeDatabases('the life of delegations', (database) => {
  const { place, placeWith, opened } = delegationPlaces(database)
  const read = (model: ReturnType<typeof playingFirst>) => JSON.stringify(model.requests.at(-1)?.messages)

  test('one that runs is listed and cancelled by its source, and moves to the history', async () => {
    const folder = await place(['planner', 'coder'])
    const never = Promise.withResolvers<void>()
    const model = playingLast({
      'Build it': [{ calls: [delegate('Write the parser.', { mode: 'async' })] }, { text: 'I wait.' }],
      'Write the parser.': [{ text: 'Too late.', waitFor: never.promise }],
      'What runs?': [{ calls: [call('delegate', { action: 'list' })] }, { text: 'Listed.' }],
      'Stop it': [{ calls: [call('delegate', { action: 'cancel', id: 'last' })] }, { text: 'Stopped.' }],
      'What ran?': [
        { calls: [call('delegate', { action: 'list' }), call('delegate', { action: 'history' })] },
        { text: 'Listed.' },
      ],
      'And of others?': [{ calls: [call('delegate', { action: 'history' })] }, { text: 'None.' }],
    })
    await using place_ = await opened(model, folder)
    await using conversation = await place_.open()
    await say(conversation, 'Build it.')
    await say(conversation, 'What runs?')
    expect(read(model)).toContain('[running] planner → coder')
    await say(conversation, 'Stop it.')
    expect(read(model)).toContain('[cancelled] planner → coder')
    await say(conversation, 'What ran?')
    expect(read(model)).toMatch(/None of your delegations runs\..*\[cancelled\] planner → coder/)
    await using other = await place_.open('planner', 'eve')
    await say(other, 'And of others?')
    expect(read(model)).toContain('None of your delegations has ended.')
  })

  test('one that takes too long ends at its deadline, and the source reads that', async () => {
    const folder = await place(['planner', 'coder'])
    const never = Promise.withResolvers<void>()
    const model = playingFirst({
      'Build it': [{ calls: [delegate('Write the parser.', { timeout_seconds: 1 })] }, { text: 'Too slow.' }],
      'Write the parser.': [{ text: 'Too late.', waitFor: never.promise }],
    })
    await using place_ = await opened(model, folder)
    await using conversation = await place_.open()
    expect(await say(conversation, 'Build it.')).toBe('Too slow.')
    expect(read(model)).toContain('[timed_out] planner → coder')
  })

  test('to spawn a child that is an agent is one, under the same rules', async () => {
    const folder = await place(['planner', 'coder'])
    const spawn = (agent: string) => call('spawn', { task: 'Write the parser.', agent, wait: true })
    const model = playingFirst({
      'Build it': [{ calls: [spawn('critic')] }, { calls: [spawn('coder')] }, { text: 'Done.' }],
      'Write the parser.': [{ text: 'The parser is written.' }],
    })
    await using place_ = await opened(model, folder)
    await using conversation = await place_.open()
    expect(await say(conversation, 'Build it.')).toBe('Done.')
    expect(read(model)).toMatch(/There is no link from the agent .*critic.*The parser is written\./)
    expect((await runHere(folder, ['delegations'])).stdout).toContain('[completed] planner → coder')
  })

  test('a lead gives work to its members without a link, and agent.list names those whom an agent may give work to', async () => {
    const folder = await place(['planner', 'critic'])
    await runHere(folder, ['teams', 'create', 'shop', '--lead', 'planner', '--members', 'coder'])
    const model = playingFirst({
      'Build it': [{ calls: [call('list', {})] }, { calls: [delegate('Write the parser.')] }, { text: 'Done.' }],
      'Write the parser.': [{ calls: [call('list', {})] }, { text: 'The parser is written.' }],
    })
    await using place_ = await opened(model, folder)
    await using conversation = await place_.open()
    expect(await say(conversation, 'Build it.')).toBe('Done.')
    const listed = model.requests.map((request) => JSON.stringify(request.messages.at(-1)))
    expect(listed[1]).toMatch(/coder.*critic/s)
    expect(listed[3]).toContain('You may give work to no other agent')
    expect(read(model)).toContain('The parser is written.')
  })

  test('they count for the depth of a tree like children', async () => {
    const folder = await place(['planner', 'coder'], ['coder', 'critic'])
    const model = playingFirst({
      'Build it': [{ calls: [delegate('Write the parser.')] }, { text: 'Done.' }],
      'Write the parser.': [
        { calls: [delegate('Review the parser.', { agent: 'critic' }), call('spawn', { task: 'Look.', wait: true })] },
        { text: 'Alone, then.' },
      ],
    })
    await using place_ = await opened(model, folder)
    await using conversation = await place_.open()
    await say(conversation, 'Build it.')
    const [, rejected] = (await runHere(folder, ['delegations'])).stdout.match(/(.*) coder → critic .*/) ?? []
    expect(rejected).toContain('[rejected]')
    expect(JSON.stringify(model.requests)).toContain('At depth 1 of 1 a run has no children.')
    expect(model.requests).toHaveLength(4)
  })

  test('the target answers with the model of its own', async () => {
    const folder = await placeWith({ coder: { model: 'scripted/other' } }, ['planner', 'coder'])
    const own = playingFirst({ 'Build it': [{ calls: [delegate('Write.')] }, { text: 'Done.' }] })
    const other = playingFirst({ 'Write.': [{ text: 'By the other model.' }] })
    await using place_ = await opened({ default: own, 'scripted/other': other }, folder, {
      profiles: { coder: { model: 'scripted/other' } },
    })
    await using conversation = await place_.open()
    await say(conversation, 'Build it.')
    expect(read(own)).toContain('By the other model.')
    expect(other.requests).toHaveLength(1)
  })

  test('an evaluate loop needs a link to both, has at most five rounds, and names the round in which an agent fails', async () => {
    const folder = await place(['planner', 'coder'])
    const model = playingFirst({
      'Build it': [{ calls: [loop()] }, { calls: [loop({ max_rounds: 6 })] }, { text: 'No.' }],
      Again: [{ calls: [loop()] }, { text: 'It failed.' }],
      'Write it.': [{ error: 'bad_request' }],
    })
    await using place_ = await opened(model, folder)
    {
      await using conversation = await place_.open()
      await say(conversation, 'Build it.')
      const said = read(model)
      expect(said).toContain('There is no link from the agent \\"planner\\" to the agent \\"critic\\"')
      expect(said).toMatch(/max_rounds/)
    }
    await runHere(folder, ['agents', 'link', 'planner', 'critic'])
    await using conversation = await place_.open()
    await say(conversation, 'Again.')
    expect(read(model)).toMatch(/Round 1: the agent .*coder.* failed/)
  })

  test('an evaluate loop of which nothing is said ends after three rounds, as not approved', async () => {
    const folder = await place(['planner', 'coder'], ['planner', 'critic'])
    const drafts = ['one', 'two', 'three', 'four'].map((text) => ({ text: `Draft ${text}.` }))
    const model = playingFirst({
      'Build it': [{ calls: [loop()] }, { text: 'It did not pass.' }],
      'Judge the work below': drafts.map((_, index) => ({ text: `REJECTED: reason ${index + 1}` })),
      'Write it.': drafts,
    })
    await using place_ = await opened(model, folder)
    await using conversation = await place_.open()
    await say(conversation, 'Build it.')
    const said = read(model)
    expect(said).toMatch(/NOT APPROVED by .*critic.* after 3 rounds. Its last feedback: reason 3/)
    expect(said).toContain('Draft three.')
    expect(JSON.stringify(model.requests)).not.toContain('Draft four.')
  })

  test('a handoff needs a link, leaves its context behind if it is told to, and is recorded with its reason', async () => {
    const folder = await place(['planner', 'coder'])
    const model = playingLast({
      'My parser fails': [
        { calls: [transfer({ agent: 'critic' })] },
        { calls: [transfer({ transfer_context: false })] },
        { text: 'Ask coder.' },
      ],
      'talks with you from now on': [{ text: 'Coder here.' }],
    })
    await using place_ = await opened(model, folder)
    await using conversation = await place_.house.runner.open({
      principal: { agent: 'planner', user: 'ada' },
      approvers: [approveEverything],
    })
    expect(await say(conversation, 'My parser fails.')).toBe('Coder here.')
    const refused = JSON.stringify(model.requests[1]?.messages)
    expect(refused).toContain('There is no link from the agent \\"planner\\" to the agent \\"critic\\"')
    expect(read(model)).not.toContain('My parser fails')
    const record = await place_.house.drawbridge.house.database.obtain()
    const told = (await record.all(handoffs)).map(({ content }) => JSON.parse(content))
    expect(told).toMatchObject([{ from: 'planner', to: 'coder', reason: 'code', chat: conversation.id }])
  })
})
