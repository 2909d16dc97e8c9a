import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ScriptedAnswer, scriptModel } from '@drawbridge/agents/testing'
import type { Conversation } from '@drawbridge/core/agent'
import type { ModelRequest } from '@drawbridge/core/model'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../../store/src/__fixtures__/describe-databases.ts'
import { agentHouse, readRun } from '../__fixtures__/agent-house.ts'
import { homeOn } from '../__fixtures__/home-on.ts'
import { runHere } from '../__fixtures__/run-here.ts'
import type { ScratchFolder } from '../__fixtures__/scratch-folder.ts'

/** Answers the first message of a conversation that matches a part, in the order of its lines; each request takes one. */
function playing(parts: Readonly<Record<string, readonly ScriptedAnswer[]>>) {
  const counts = new Map<string, number>()
  return scriptModel((request) => {
    const first = firstWords(request)
    const part = Object.keys(parts).find((words) => first.includes(words)) ?? 'nobody'
    const count = counts.get(part) ?? 0
    counts.set(part, count + 1)
    return parts[part]?.[count] ?? { text: `nothing more of ${part}` }
  })
}

function firstWords({ messages }: Pick<ModelRequest, 'messages'>): string {
  const first = messages.find(({ role }) => role === 'user')
  return first?.blocks.map((block) => (block.type === 'text' ? block.text : '')).join('') ?? ''
}

const delegate = (task: string, more: object = {}) => ({
  name: 'agent__delegate',
  input: { action: 'delegate', agent: 'coder', task, mode: 'sync', ...more },
})

const agents = {
  planner: { description: 'Plans.' },
  coder: { description: 'Writes programs in TypeScript.' },
  critic: { description: 'Reviews.' },
}

describeDatabases('delegation', (database) => {
  const place = async (...links: readonly (readonly string[])[]): Promise<ScratchFolder> => {
    const folder = homeOn(database)
    for (const agent of Object.keys(agents)) {
      mkdirSync(join(folder.home, 'agents', agent), { recursive: true })
      const text = `---\ndescription: ${agents[agent as keyof typeof agents].description}\n---\nYou are ${agent}.\n`
      writeFileSync(join(folder.home, 'agents', agent, 'AGENT.md'), text)
    }
    for (const link of links) expect(await runHere(folder, ['agents', 'link', ...link])).toMatchObject({ code: 0 })
    return folder
  }
  const opened = async (model: ReturnType<typeof playing>, folder: ScratchFolder, own: object = {}) => {
    const house = await agentHouse(model, { folder, ...own })
    const open = (agent = 'planner', user = 'ada') => house.runner.open({ principal: { agent, user } })
    return { house, open, [Symbol.asyncDispose]: () => house[Symbol.asyncDispose]() }
  }
  const say = async (conversation: Conversation, text: string | undefined) =>
    (await readRun(conversation.send(text))).report.text

  test('an agent gives work to a linked one, which works as itself, and reads its report', async () => {
    const folder = await place(['planner', 'coder'])
    const model = playing({
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
    const model = playing({
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
    const model = playing({ 'Build it': [{ calls: [delegate('Write.', { agent })] }, { text: 'No.' }] })
    await using place_ = await opened(model, folder)
    await using conversation = await place_.open()
    await say(conversation, 'Build it.')
    expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain(reason)
    expect(model.requests).toHaveLength(2)
  })

  test('a circle is refused with its path', async () => {
    const folder = await place(['planner', 'coder', '--both'])
    const model = playing({
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
    const model = playing({
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

  test('DELEGATION.md names the agents, and a search finds them', async () => {
    const folder = await place(['planner', 'coder'], ['planner', 'critic'])
    const search = { name: 'agent__delegate_search', input: { query: 'typescript programs' } }
    const model = playing({ 'Who can': [{ calls: [search] }, { text: 'Ask coder.' }] })
    await using place_ = await opened(model, folder)
    await using conversation = await place_.open()
    await say(conversation, 'Who can do it?')
    const [first, last] = model.requests
    expect(JSON.stringify(first?.system)).toContain('- coder: Writes programs in TypeScript.')
    expect(JSON.stringify(last?.messages)).toContain('- coder: Writes programs in TypeScript.')
    expect(JSON.stringify(last?.messages)).not.toContain('- critic')
  })
})
