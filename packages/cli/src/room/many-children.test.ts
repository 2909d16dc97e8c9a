import { execFileSync } from 'node:child_process'
import { getEventListeners } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { scriptModel } from '@drawbridge/agents/testing'
import { approveEverything } from '@drawbridge/core'
import type { Conversation } from '@drawbridge/core/agent'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../../store/src/__fixtures__/describe-databases.ts'
import { agentHouse, readRun } from '../__fixtures__/agent-house.ts'
import { countingClock, held, leftSince } from '../__fixtures__/held.ts'
import { homeOn } from '../__fixtures__/home-on.ts'

/** Sessions at once, each of a user of its own. `.ci/run` asks for 200. */
const sessions = Number(process.env.DRAWBRIDGE_CHILD_SESSIONS ?? 40)
/** Every user with this remainder cancels its child. */
const cancelling = 7
/** Of so many users one has a child that works in a copy of the repository. */
const isolating = 20
/** The default of `subagents.max`. */
const most = 8

describeDatabases('many sessions with children at once', (database) => {
  test('keep their limits, cancel only their own, hear each end once, and leave nothing behind', async () => {
    const folder = homeOn(database, { 'a.txt': 'a\n' })
    makeRepository(folder.workspace)
    const before = held()
    const { clock, open } = countingClock()
    const stop = new AbortController()
    await workWithChildren({ folder, clock, signal: stop.signal })
    expect(open()).toBe(0)
    expect(getEventListeners(stop.signal, 'abort')).toEqual([])
    const copies = join(folder.home, 'worktrees')
    expect(existsSync(copies) ? readdirSync(copies) : []).toEqual([])
    expect(await leftSince(before)).toEqual({})
  }, 300_000)
})

async function workWithChildren({
  folder,
  clock,
  signal,
}: {
  readonly folder: ReturnType<typeof homeOn>
  readonly clock: ReturnType<typeof countingClock>['clock']
  readonly signal: AbortSignal
}): Promise<void> {
  let atOnce = 0
  let highest = 0
  const model = scriptModel(({ messages }) => {
    const text = JSON.stringify(messages)
    const user = /user-(\d+)/.exec(text)?.[1] ?? ''
    const hasWorked = messages.at(-1)?.role === 'tool'
    if (!text.includes('Begin.')) {
      if (!isIsolated(Number(user)) || hasWorked) return { text: `report of user-${user}` }
      return { calls: [{ name: 'fs__write_file', input: { path: `made-${user}.txt`, content: user } }] }
    }
    if (hasWorked || text.includes('Your child')) return { text: 'I go on.' }
    const isolation = isIsolated(Number(user)) ? 'worktree' : 'none'
    const input = { task: `Work for user-${user}.`, label: `of user-${user}`, isolation }
    return { calls: [{ name: 'agent__spawn', input }] }
  })
  const authority = { limiting: 'off', approvers: [approveEverything] } as const
  await using house = await agentHouse(model, { folder, clock, authority })
  const children = await house.drawbridge.house.service('childAgents')
  if (children === undefined) throw new Error('No room starts children.')
  const talk = async (index: number) => {
    await using conversation = await house.runner.open({ principal: { user: `user-${index}` } })
    using _watched = children.watch(conversation.id, ({ child, event }) => {
      if (event !== undefined) return
      if (child.state === 'running') {
        atOnce += 1
        highest = Math.max(highest, atOnce)
      } else if (child.startedAt !== undefined) atOnce -= 1
    })
    await readRun(conversation.send(`Begin. I am user-${index}.`, { signal }))
    const [own] = await children.list(conversation.id)
    if (index % cancelling === 0 && own !== undefined) await children.cancel(own.id, 'not wanted')
    while (await children.nextAnnouncement(conversation.id, signal)) {
      await readRun(conversation.send(undefined, { signal }))
    }
    return { index, told: announcementsIn(conversation), listed: await children.list(conversation.id) }
  }
  const ended = await Promise.all(Array.from({ length: sessions }, (_, index) => talk(index)))
  for (const { index, told, listed } of ended) {
    expect(listed).toMatchObject([{ label: `of user-${index}`, user: `user-${index}` }])
    const [child] = listed
    if (index % cancelling !== 0) {
      expect(child).toMatchObject({ state: 'completed' })
      expect(child?.branch !== undefined).toBe(isIsolated(index))
    }
    expect(told).toHaveLength(1)
    expect(told[0]).toContain(child?.state === 'completed' ? `report of user-${index}` : 'was cancelled')
  }
  expect(highest).toBeLessThanOrEqual(most)
}

const isIsolated = (index: number) => index % isolating === 3

function makeRepository(workspace: string): void {
  const git = (...words: readonly string[]) => execFileSync('git', words, { cwd: workspace, stdio: 'pipe' })
  git('init', '-q', '-b', 'main')
  git('add', '.')
  git('-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '-qm', 'first')
}

function announcementsIn(conversation: Conversation): readonly string[] {
  return conversation
    .entries()
    .flatMap((entry) => (entry.kind === 'message' && entry.from === 'agent' ? [entry.text] : []))
}
