import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { approveEverything } from '@drawbridge/core'
import { createDrawbridge, type Drawbridge } from '@drawbridge/sdk'
import { describe, expect, test } from 'vitest'
import { describeWithProgram } from '../../../../scripts/test-support/describe-with.ts'
import { describeDatabases } from '../../../store/src/__fixtures__/describe-databases.ts'
import { agentHouse, readRun } from '../__fixtures__/agent-house.ts'
import { homeOn } from '../__fixtures__/home-on.ts'
import { homeWith } from '../__fixtures__/home-with.ts'
import { playingLast } from '../__fixtures__/playing-model.ts'
import { runHere } from '../__fixtures__/run-here.ts'
import type { ScratchFolder } from '../__fixtures__/scratch-folder.ts'
import { superviseOnce } from '../__fixtures__/supervise-once.ts'

const agents = ['planner', 'coder', 'boss', 'stranger']
const authority = { approvers: [approveEverything] }

async function createShop(folder: ScratchFolder, settings: object = {}, lead = 'planner', team = 'shop') {
  const rest = ['--lead', lead, '--members', 'coder', '--settings', JSON.stringify(settings)]
  expect(await runHere(folder, ['teams', 'create', team, ...rest])).toMatchObject({ code: 0 })
}

/** A file that a member left in the folder of the team. */
function leave({ home }: ScratchFolder, text: string, ...path: readonly string[]): string {
  const folder = join(home, 'teams', 'shop', ...path)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'notes.md'), text)
  return join(folder, 'notes.md')
}

type Caller = NonNullable<NonNullable<Parameters<Drawbridge['openSession']>[0]>['principal']>

/** Calls a tool in a session of its own, as a conversation of the caller would. */
async function callAs({ house }: Drawbridge, principal: Caller, name: string, input: object) {
  await using session = await house.openSession({ principal })
  const { result, ...rest } = await session.call({ name, arguments: input })
  return { ...rest, text: JSON.stringify(result.content) }
}

const read = (drawbridge: Drawbridge, principal: Caller, path: string) =>
  callAs(drawbridge, principal, 'fs.read_file', { path })

describeDatabases('the folder of a team', (database) => {
  test('is open to the lead in its own conversation: it finds, reads and changes what members left there', async () => {
    const folder = homeOn(database, {}, agents)
    await createShop(folder)
    const notes = leave(folder, 'Three rooms.', 'shared')
    const model = playingLast({
      'Look at the notes': [
        { calls: [{ name: 'workspace__dir', input: { scope: 'team' } }] },
        { calls: [{ name: 'fs__read_file', input: { path: notes } }] },
        { calls: [{ name: 'fs__write_file', input: { path: join(notes, '..', 'plan.md'), content: 'Begin.' } }] },
        { text: 'Done.' },
      ],
    })
    await using house = await agentHouse(model, { folder, agents: { allowUnknown: true }, authority })
    await using conversation = await house.runner.open({ principal: { agent: 'planner', user: 'ada' } })
    await readRun(conversation.send('Look at the notes'))
    const known = JSON.stringify(model.requests.at(-1)?.messages)
    expect(known).toContain(join(folder.home, 'teams', 'shop', 'shared'))
    expect(known).toContain('Three rooms.')
    expect(readFileSync(join(notes, '..', 'plan.md'), 'utf8')).toBe('Begin.')
    expect(JSON.stringify(model.requests[0])).toContain('workspace.dir with scope')
  })

  test.each([
    ['an agent that is not in the team', {}, { agent: 'stranger', user: 'ada' }],
    ['a user for whom the team does not work', { denyUsers: ['eve'] }, { agent: 'planner', user: 'eve' }],
    ['a user who is not on its list', { allowUsers: ['ada'] }, { agent: 'planner', user: 'eve' }],
    [
      'a channel that is closed',
      { denyChannels: ['telegram'] },
      { agent: 'planner', user: 'ada', channel: 'telegram' },
    ],
  ])('stays closed to %s', async (_who, settings, principal) => {
    const folder = homeOn(database, {}, agents)
    await createShop(folder, settings)
    const notes = leave(folder, 'Three rooms.', 'shared')
    const { workspace, home } = folder
    await using drawbridge = await createDrawbridge({ workspace, home, authority, agents: { allowUnknown: true } })
    expect(await read(drawbridge, { agent: 'planner', user: 'ada' }, notes)).toMatchObject({ status: 'ok' })
    expect(await read(drawbridge, principal, notes)).toMatchObject({ status: 'denied', code: 'path_outside_roots' })
    expect(await callAs(drawbridge, principal, 'workspace.dir', { scope: 'team' })).toMatchObject({
      status: 'failed',
      text: expect.stringContaining('You are in no team.'),
    })
  })

  test('closes at the next call of a lead that leads no more, and opens to the next one, in conversations that go on', async () => {
    const folder = homeOn(database, {}, agents)
    await createShop(folder)
    const notes = leave(folder, 'Three rooms.', 'shared')
    const { workspace, home } = folder
    await using drawbridge = await createDrawbridge({ workspace, home, authority, agents: { allowUnknown: true } })
    await using planner = await drawbridge.house.openSession({ principal: { agent: 'planner', user: 'ada' } })
    await using boss = await drawbridge.house.openSession({ principal: { agent: 'boss', user: 'ada' } })
    const call = { name: 'fs.read_file', arguments: { path: notes } }
    expect([(await planner.call(call)).status, (await boss.call(call)).status]).toEqual(['ok', 'denied'])
    expect(await runHere(folder, ['teams', 'set', 'shop', '--lead', 'boss'])).toMatchObject({ code: 0 })
    expect([(await planner.call(call)).status, (await boss.call(call)).status]).toEqual(['denied', 'ok'])
  })

  test('is that of the chat if the team has one for each, and no other', async () => {
    const folder = homeOn(database, {}, agents)
    await createShop(folder, { workspace: 'chat' })
    const { workspace, home } = folder
    await using drawbridge = await createDrawbridge({ workspace, home, authority, agents: { allowUnknown: true } })
    const inChat = (chat: string) => ({ agent: 'planner', user: 'ada', channel: 'telegram', chat })
    const dir = async (chat: string) => {
      await using session = await drawbridge.house.openSession({ principal: inChat(chat) })
      const { result } = await session.call({ name: 'workspace.dir', arguments: { scope: 'team' } })
      return (result.data as { readonly path: string }).path
    }
    const [one, other] = [await dir('1'), await dir('2')]
    writeFileSync(join(one, 'notes.md'), 'Of the first chat.')
    expect(await read(drawbridge, inChat('1'), join(one, 'notes.md'))).toMatchObject({ status: 'ok' })
    expect(await read(drawbridge, inChat('2'), join(one, 'notes.md'))).toMatchObject({ status: 'denied' })
    expect(other).not.toBe(one)
  })

  test('is that of no chat for a task that the lead adds when it learns a result of the chat', async () => {
    const folder = homeOn(database, {}, agents)
    await createShop(folder, { workspace: 'chat' })
    const create = (subject: string) => ({
      name: 'team__tasks',
      input: { action: 'create', subject, assignee: 'coder' },
    })
    const write = { name: 'fs__write_file', input: { path: 'second.txt', content: 'x' } }
    const model = playingLast({
      'Build the shop': [{ calls: [create('First')] }, { text: 'The team works.' }],
      'work on task #1': [{ text: 'First is done.' }],
      'is completed by "coder". Result: First': [{ calls: [create('Second')] }, { text: 'Go on.' }],
      'work on task #2': [{ calls: [write] }, { text: 'Second is done.' }],
    })
    await using house = await agentHouse(model, { folder, agents: { allowUnknown: true }, authority })
    {
      const principal = { agent: 'planner', user: 'ada', channel: 'telegram', chat: '42' }
      await using conversation = await house.runner.open({ principal })
      await readRun(conversation.send('Build the shop'))
    }
    await superviseOnce(house)
    const chats = join(folder.home, 'teams', 'shop', 'chats')
    const files = readdirSync(chats, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.txt'))
    expect(files.map((name) => basename(name))).toEqual(['second.txt'])
  })

  test('is no folder of a run that works in a copy of a repository', async () => {
    const folder = homeOn(database, {}, agents)
    await createShop(folder)
    const notes = leave(folder, 'Three rooms.', 'shared')
    const { workspace, home } = folder
    const copy = join(home, 'worktrees', 'copy')
    mkdirSync(copy, { recursive: true })
    await using drawbridge = await createDrawbridge({ workspace, home, authority, agents: { allowUnknown: true } })
    const principal = { agent: 'planner', user: 'ada', role: 'sub' as const }
    await using session = await drawbridge.house.openSession({ principal, workspace: copy })
    expect(await session.call({ name: 'fs.read_file', arguments: { path: notes } })).toMatchObject({ status: 'denied' })
  })
})

describe('the folders of several teams', () => {
  test('are named one by one, and rules of the operator hold in them', async () => {
    const folder = homeWith({
      agents: Object.fromEntries(agents.map((agent) => [agent, {}])),
      permissions: { rules: [{ tools: 'fs.*', when: { path: '/**/closed/**' }, then: 'deny' }] },
    })
    await createShop(folder)
    await createShop(folder, {}, 'planner', 'mill')
    const closed = leave(folder, 'Never.', 'shared', 'closed')
    const { workspace, home } = folder
    await using drawbridge = await createDrawbridge({ workspace, home, authority, agents: { allowUnknown: true } })
    const planner = { agent: 'planner', user: 'ada' }
    expect(await callAs(drawbridge, planner, 'workspace.dir', { scope: 'team' })).toMatchObject({
      text: expect.stringContaining('You are in several teams. Name one with'),
    })
    expect(await callAs(drawbridge, planner, 'workspace.dir', { scope: 'team', team: 'mill' })).toMatchObject({
      status: 'ok',
      text: expect.stringContaining(join(home, 'teams', 'mill', 'shared')),
    })
    expect(await read(drawbridge, planner, closed)).toMatchObject({ status: 'denied', code: 'denied_by_policy' })
  })
})

describeWithProgram('bwrap', 'it builds the sandbox', () => {
  test('commands of a lead in a sandbox see the folder of its team as long as it leads, and no other', async () => {
    const folder = homeWith({
      agents: Object.fromEntries(agents.map((agent) => [agent, {}])),
      sandbox: { mode: 'all', backend: 'bubblewrap' },
      permissions: { rules: [{ tools: 'runtime.exec', then: 'allow' }] },
    })
    await createShop(folder)
    await createShop(folder, {}, 'boss', 'mill')
    const notes = leave(folder, 'Three rooms.', 'shared')
    const { workspace, home } = folder
    await using drawbridge = await createDrawbridge({ workspace, home, authority, agents: { allowUnknown: true } })
    await using session = await drawbridge.house.openSession({ principal: { agent: 'planner', user: 'ada' } })
    const exec = async (command: string) => {
      const outcome = await session.call({ name: 'runtime.exec', arguments: { command } })
      return `${outcome.status} ${JSON.stringify(outcome.result.content)}`
    }
    expect(await exec(`cat ${notes} && echo Begin. > ${join(notes, '..', 'plan.md')}`)).toContain('Three rooms.')
    expect(readFileSync(join(notes, '..', 'plan.md'), 'utf8')).toBe('Begin.\n')
    expect(await exec(`ls ${join(home, 'teams')}; true`)).not.toContain('mill')
    expect(await runHere(folder, ['teams', 'set', 'shop', '--lead', 'boss'])).toMatchObject({ code: 0 })
    expect(await exec(`cat ${notes.slice(0, -4)}*; true`)).not.toContain('Three rooms.')
  })
})
