import { scriptModel } from '@drawbridge/agents/testing'
import type { ConversationOptions } from '@drawbridge/core/agent'
import type { Model } from '@drawbridge/core/model'
import { expect, onTestFinished, test } from 'vitest'
import { agentHouse } from '../__fixtures__/agent-house.ts'
import { scratchFolder } from '../__fixtures__/scratch-folder.ts'
import { createChatHost, type OpenChatHost } from './create-chat-host.ts'

const small = scriptModel(({ messages }) => ({ text: `small ${messages.length}` }), { id: 'scripted/small' })
const usual = scriptModel(({ messages }) => ({ text: `usual ${messages.length}` }))

async function openHost(
  options: ConversationOptions = {},
  { model = usual, ...more }: Parameters<typeof agentHouse>[1] & { readonly model?: Model } = {},
) {
  const house = await agentHouse(
    { default: model, 'scripted/small': small },
    { folder: scratchFolder({ 'a.txt': 'hello\n' }), ...more },
  )
  onTestFinished(() => house[Symbol.asyncDispose]())
  const host = await createChatHost({
    drawbridge: house.drawbridge,
    runner: house.runner,
    options,
    first: await house.runner.open(options),
    history: { messages: [], add: async () => undefined },
    columns: () => 80,
    recent: async () => [],
  })
  onTestFinished(() => host[Symbol.asyncDispose]())
  return { host, house }
}

async function say(host: OpenChatHost, text: string): Promise<string> {
  let said = ''
  for await (const event of host.send(text)) if (event.type === 'text.streamed') said += event.text
  return said
}

test('a mode that is not permitted is refused, and the conversation goes on', async () => {
  const { host } = await openHost()
  expect(await say(host, 'hello')).toBe('usual 1')
  await expect(host.command('mode', 'bypass')).rejects.toThrow(/bypass/)
  expect(await say(host, 'still there?')).toBe('usual 3')
})

test('the mode can be changed before anything was said', async () => {
  const { host } = await openHost()
  expect((await host.command('mode', 'plan')).text).toContain('plan')
  expect(await say(host, 'hello')).toBe('usual 1')
})

test('a model that was chosen stays after a change of the mode and in a copy', async () => {
  const { host } = await openHost()
  await host.command('model', 'scripted/small')
  await say(host, 'hello')
  await host.command('mode', 'plan')
  expect(await say(host, 'and now?')).toBe('small 3')
  await host.command('fork', '')
  expect(await say(host, 'and here?')).toBe('small 5')
})

test('going on with the conversation that stands changes nothing', async () => {
  const { host } = await openHost()
  await say(host, 'hello')
  expect((await host.command('resume', host.session())).text).toContain('This is that conversation')
  expect(await say(host, 'still there?')).toBe('usual 3')
})

test('a conversation that another process writes is shown as one that can only be read', async () => {
  const { host, house } = await openHost()
  await say(host, 'hello')
  const other = await openHost({ resume: host.session() }, { folder: house.folder })
  expect(other.host.entries.at(-1)).toMatchObject({
    kind: 'note',
    text: expect.stringMatching(/being written by process \d+.*\/fork/),
  })
  const third = await openHost({}, { folder: house.folder })
  expect((await third.host.command('resume', host.session())).text).toMatch(/being written by process \d+.*\/fork/)
})

test('a call that was refused in the words of another dialect is explained', async () => {
  const write = { name: 'Write', input: { file_path: 'b.txt', content: 'x' } }
  const { host } = await openHost(
    {},
    { dialect: 'claude', model: scriptModel([{ calls: [write] }, { text: 'Not allowed.' }]) },
  )
  await say(host, 'write it')
  const { text } = await host.command('explain', '')
  expect(text).toMatch(/fs\.write_file[^\n]*(?:denied|would)/)
  expect(text).not.toMatch(/valid/)
})

test('a message that a summary covers can be gone back to, and the model reads the conversation as it was then', async () => {
  const model = scriptModel(({ system, messages }) =>
    system?.[0]?.text.startsWith('You summarise') === true
      ? { text: 'Words were counted.' }
      : { text: `${messages.length} ${'so many words '.repeat(400)}` },
  )
  const { host } = await openHost({}, { model })
  for (const text of ['one', 'two', 'three', 'four']) await say(host, text)
  expect((await host.command('compact', '')).text).toContain('are now a summary')
  const tooFar = await host.command('rewind', '5')
  expect(tooFar.text).toContain('from 1 to 4')
  expect((await host.command('rewind', '3')).text).toContain('before your 3 last messages')
  // "one", its answer and the new message.
  expect(await say(host, 'again')).toMatch(/^3 /)
  expect(JSON.stringify(model.requests.at(-1)?.messages)).toMatch(/"one".*"again"/)
  expect(JSON.stringify(model.requests.at(-1)?.messages)).not.toMatch(/"two"|Words were counted/)
})
