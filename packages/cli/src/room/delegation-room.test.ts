import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { scriptModel } from '@drawbridge/agents/testing'
import { approveEverything } from '@drawbridge/core'
import type { ModelRequest } from '@drawbridge/core/model'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../../store/src/__fixtures__/describe-databases.ts'
import { delegate, delegationPlaces, say } from '../__fixtures__/delegation-place.ts'
import { firstWords, playingFirst } from '../__fixtures__/playing-model.ts'
import { runHere } from '../__fixtures__/run-here.ts'

describeDatabases('delegation', (database) => {
  const { place, placeWith, opened } = delegationPlaces(database)

  test('an agent gives work to a linked one, which works as itself, and reads its report', async () => {
    const folder = await place(['planner', 'coder'])
    const model = playingFirst({
      'Build it': [
        { calls: [delegate('Write the parser.', { context: 'The grammar is in a.txt.' })] },
        { text: 'Done.' },
      ],
      'Write the parser.': [{ text: 'The parser is written.' }],
    })
    await using place_ = await opened(model, folder)
    await using conversation = await place_.open()
    expect(await say(conversation, 'Build it.')).toBe('Done.')
    expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain('The parser is written.')
    const [, ofCoder] = model.requests
    expect(firstWords(ofCoder as ModelRequest)).toContain('The grammar is in a.txt.')
    const listed = await runHere(folder, ['delegations'])
    expect(listed.stdout).toMatch(/\[completed\] planner → coder \(delegate_\w+\): Write the parser\./)
    const id = /delegate_\w+/.exec(listed.stdout)?.[0] ?? ''
    expect((await runHere(folder, ['delegations', 'show', id])).stdout).toContain('The parser is written.')
  })

  test('an async result arrives as one message from the delegation', async () => {
    const folder = await place(['planner', 'coder'])
    const model = playingFirst({
      'Build it': [
        { calls: [delegate('Write the parser.', { mode: 'async' })] },
        { text: 'I wait.' },
        { text: 'All done.' },
      ],
      'Write the parser.': [{ text: 'The parser is written.' }],
    })
    await using place_ = await opened(model, folder)
    await using conversation = await place_.open()
    const told = new Promise<void>((resolve) => {
      conversation.onPosted(resolve)
    })
    expect(await say(conversation, 'Build it.')).toBe('I wait.')
    await told
    expect(await say(conversation, undefined)).toBe('All done.')
    const messages = conversation.entries().filter((entry) => entry.kind === 'message' && entry.from === 'agent')
    expect(messages).toHaveLength(1)
    expect(JSON.stringify(messages)).toMatch(/\[delegate:delegate_\w+\].*The parser is written\./)
  })

  test.each([
    ['without a link', [], 'coder', 'There is no link from the agent \\"planner\\" to the agent \\"coder\\"'],
    ['against the direction of a link', [['coder', 'planner']], 'coder', 'There is no link'],
    ['to itself', [], 'planner', 'an agent cannot delegate to itself'],
    [
      'for a denied user',
      [['planner', 'coder', '--deny-users', 'ada']],
      'coder',
      'does not work for the user \\"ada\\"',
    ],
  ])('is refused %s, with the reason', async (_, links, agent, reason) => {
    const folder = await place(...links)
    const model = playingFirst({ 'Build it': [{ calls: [delegate('Write.', { agent })] }, { text: 'No.' }] })
    await using place_ = await opened(model, folder)
    await using conversation = await place_.open()
    await say(conversation, 'Build it.')
    expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain(reason)
    expect(model.requests).toHaveLength(2)
  })

  test('a circle is refused with its path', async () => {
    const folder = await place(['planner', 'coder', '--both'])
    const model = playingFirst({
      'Build it': [{ calls: [delegate('Write the parser.')] }, { text: 'Done.' }],
      'Write the parser.': [{ calls: [delegate('Plan the parser.', { agent: 'planner' })] }, { text: 'Alone, then.' }],
    })
    await using place_ = await opened(model, folder)
    await using conversation = await place_.open()
    await say(conversation, 'Build it.')
    const [, , last] = model.requests
    expect(JSON.stringify(last?.messages)).toContain(
      'This would be a circle: \\"planner\\" → \\"coder\\" → \\"planner\\"',
    )
  })

  test('the target cannot do what its link or the mode of the source forbids', async () => {
    const folder = await place(['planner', 'coder', '--deny-tools', 'fs.read_file'])
    writeFileSync(join(folder.workspace, 'a.txt'), 'hidden text')
    const read = { name: 'fs__read_file', input: { path: 'a.txt' } }
    const write = { name: 'fs__write_file', input: { path: 'b.txt', content: 'x' } }
    const model = playingFirst({
      'Build it': [{ calls: [delegate('Write the parser.')] }, { text: 'Done.' }],
      'Write the parser.': [{ calls: [read, write] }, { text: 'I could not.' }],
    })
    await using place_ = await opened(model, folder)
    await using conversation = await place_.house.runner.open({
      principal: { agent: 'planner', user: 'ada' },
      mode: 'plan',
    })
    await say(conversation, 'Build it.')
    const [, , last] = model.requests
    expect(JSON.stringify(last?.messages)).not.toContain('hidden text')
    expect(() => readFileSync(join(folder.workspace, 'b.txt'))).toThrow('ENOENT')
  })

  test('work goes back to the target until the gates of the source pass it, and before anybody is told', async () => {
    const check = `process.exit(require('fs').readFileSync(0, 'utf8').includes('draft') ? (console.error('no drafts'), 1) : 0)`
    const qualityGates = [
      { event: 'delegation.completed', type: 'command', command: [process.execPath, '-e', check] },
      { event: 'delegation.completed', type: 'agent', agent: 'critic', maxRetries: 1 },
    ]
    const model = playingFirst({
      'Build it': [
        { calls: [delegate('Write the parser.', { mode: 'async' })] },
        { text: 'I wait.' },
        { text: 'Good.' },
      ],
      'gives you a task': [{ text: 'A draft.' }, { text: 'A text.' }, { text: 'A short text.' }],
      'Judge the work below': [{ text: 'REJECTED: too long' }, { text: 'Approved.' }],
    })
    const folder = await placeWith({ planner: { qualityGates } }, ['planner', 'coder'])
    await using place_ = await opened(model, folder)
    await using conversation = await place_.open()
    const told = new Promise<void>((resolve) => {
      conversation.onPosted(resolve)
    })
    await say(conversation, 'Build it.')
    await told
    await say(conversation, undefined)
    const messages = conversation.entries().filter((entry) => entry.kind === 'message' && entry.from === 'agent')
    expect(messages).toHaveLength(1)
    expect(JSON.stringify(messages)).toContain('A short text.')
    const asked = model.requests.map((request) => JSON.stringify(request.messages.at(-1)))
    expect(asked.some((text) => text.includes('no drafts'))).toBe(true)
    expect(asked.some((text) => text.includes('too long'))).toBe(true)
    const { delegations } = JSON.parse((await runHere(folder, ['delegations', '--json'])).stdout)
    const work = delegations.find(({ target }: { target: string }) => target === 'coder')
    expect(work).toMatchObject({ state: 'completed', passed: true, revisions: 2 })
    expect(delegations).toHaveLength(3)
  })

  test('work that never passes is reported as not passed, and a reviewer that talks nonsense has not passed it', async () => {
    const qualityGates = [{ event: 'delegation.completed', type: 'agent', agent: 'critic', maxRetries: 1 }]
    const model = playingFirst({
      'Build it': [{ calls: [delegate('Write the parser.')] }, { text: 'Bad.' }],
      'gives you a task': [{ text: 'One.' }, { text: 'Two.' }],
      'Judge the work below': [{ text: 'Nice weather.' }, { text: 'REJECTED: still wrong' }],
    })
    const folder = await placeWith({ planner: { qualityGates } }, ['planner', 'coder'])
    await using place_ = await opened(model, folder)
    await using conversation = await place_.open()
    await say(conversation, 'Build it.')
    const last = JSON.stringify(model.requests.at(-1)?.messages)
    expect(last).toContain(
      'NOT PASSED: the quality gate \\"agent critic\\" refuses this work after 1 revision: still wrong',
    )
    expect(last).toContain('Two.')
  })

  test('what a reviewer gives to others is not judged again', async () => {
    const gates = [{ event: 'delegation.completed', type: 'agent', agent: 'critic', maxRetries: 0 }]
    const model = playingFirst({
      'Build it': [{ calls: [delegate('Write the parser.')] }, { text: 'Good.' }],
      '"planner" gives you a task': [{ text: 'One.' }],
      'Judge the work below': [{ calls: [delegate('Look again.')] }, { text: 'APPROVED' }],
      'Look again.': [{ text: 'Looks fine.' }],
      'Write the parser.': [{ text: 'One.' }],
    })
    const own = { qualityGates: gates, subagents: { depth: 3 } }
    const folder = await placeWith({ planner: own, critic: own }, ['planner', 'coder'], ['critic', 'coder'])
    await using place_ = await opened(model, folder)
    await using conversation = await place_.open()
    expect(await say(conversation, 'Build it.')).toBe('Good.')
    const { delegations } = JSON.parse((await runHere(folder, ['delegations', '--json'])).stdout)
    expect(delegations.map(({ source, target, passed }: Record<string, unknown>) => [source, target, passed])).toEqual([
      ['critic', 'coder', undefined],
      ['planner', 'critic', undefined],
      ['planner', 'coder', true],
    ])
  })

  test('an evaluate loop revises until the evaluator approves, and no gate judges inside it', async () => {
    const loop = {
      name: 'agent__evaluate_loop',
      input: { generator: 'coder', evaluator: 'critic', task: 'Write the text.', pass_criteria: 'It names the price.' },
    }
    const qualityGates = [{ event: 'delegation.completed', type: 'command', command: ['false'] }]
    const model = playingFirst({
      'Build it': [{ calls: [loop] }, { text: 'Done.' }],
      'Judge the work below': [{ text: 'REJECTED: no price' }, { text: 'APPROVED' }],
      'Write the text.': [{ text: 'Buy it.' }, { text: 'Buy it for 5.' }],
    })
    const folder = await placeWith({ planner: { qualityGates } }, ['planner', 'coder'], ['planner', 'critic'])
    await using place_ = await opened(model, folder)
    await using conversation = await place_.open()
    expect(await say(conversation, 'Build it.')).toBe('Done.')
    const last = JSON.stringify(model.requests.at(-1)?.messages)
    expect(last).toContain('Approved by \\"critic\\" in round 2 of 3.')
    expect(last).toContain('Buy it for 5.')
  })

  test('a handed over person is answered by the other agent, also after a restart, until it hands back', async () => {
    const folder = await place(['planner', 'coder'])
    const handoff = (more: Readonly<Record<string, unknown>>) => ({ name: 'agent__handoff', input: more })
    const transfer = handoff({ action: 'transfer', agent: 'coder', reason: 'It is about code.' })
    const model = scriptModel((request) => {
      const said = JSON.stringify(request.messages)
      const isCoder = JSON.stringify(request.system).includes('You are coder')
      const last = JSON.stringify(request.messages.at(-1))
      if (isCoder && last.includes('Bye')) return { calls: [handoff({ action: 'clear' })] }
      if (isCoder) return { text: said.includes('My parser fails') ? 'Coder knows it.' : 'Coder here.' }
      return last.includes('My parser fails') ? { calls: [transfer] } : { text: 'Planner here.' }
    })
    let session = ''
    const approve = { approvers: [approveEverything] }
    {
      await using place_ = await opened(model, folder)
      await using conversation = await place_.house.runner.open({
        principal: { agent: 'planner', user: 'ada' },
        ...approve,
      })
      session = conversation.id
      expect(await say(conversation, 'My parser fails.')).toBe('Coder knows it.')
    }
    await using place_ = await opened(model, folder)
    const open = () =>
      place_.house.runner.open({ resume: session, principal: { agent: 'planner', user: 'ada' }, ...approve })
    const before = model.requests.length
    {
      await using conversation = await open()
      expect(await say(conversation, 'And now?')).toBe('Coder knows it.')
    }
    expect(model.requests.length - before).toBe(1)
    const asked = JSON.stringify(model.requests.at(-1)?.messages)
    expect(asked.split('And now?')).toHaveLength(2)
    expect(asked.split('[Handoff from')).toHaveLength(2)
    {
      await using conversation = await open()
      await say(conversation, 'Bye, coder.')
      expect(await say(conversation, 'Who is there?')).toBe('Planner here.')
    }
  })

  test('a run that works for another one hands nobody over', async () => {
    const folder = await place(['planner', 'coder'], ['coder', 'critic'])
    const transfer = { name: 'agent__handoff', input: { action: 'transfer', agent: 'critic', reason: 'x' } }
    const model = playingFirst({
      'Build it': [{ calls: [delegate('Write the parser.')] }, { text: 'Done.' }],
      'Write the parser.': [{ calls: [transfer] }, { text: 'I stay.' }],
    })
    await using place_ = await opened(model, folder)
    await using conversation = await place_.house.runner.open({
      principal: { agent: 'planner', user: 'ada' },
      approvers: [approveEverything],
    })
    expect(await say(conversation, 'Build it.')).toBe('Done.')
    expect(JSON.stringify(model.requests)).toContain('so you have no person to hand over')
  })

  test('DELEGATION.md names the agents, and a search finds them', async () => {
    const folder = await place(['planner', 'coder'], ['planner', 'critic'])
    const search = { name: 'agent__delegate_search', input: { query: 'typescript programs' } }
    const model = playingFirst({ 'Who can': [{ calls: [search] }, { text: 'Ask coder.' }] })
    await using place_ = await opened(model, folder)
    await using conversation = await place_.open()
    await say(conversation, 'Who can do it?')
    const [first, last] = model.requests
    expect(JSON.stringify(first?.system)).toContain('- coder: Writes programs in TypeScript.')
    expect(JSON.stringify(last?.messages)).toContain('- coder: Writes programs in TypeScript.')
    expect(JSON.stringify(last?.messages)).not.toContain('- critic')
  })
})
