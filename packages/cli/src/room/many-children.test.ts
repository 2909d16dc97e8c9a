import { setTimeout as delay } from 'node:timers/promises'
import { scriptModel } from '@drawbridge/agents/testing'
import type { Conversation } from '@drawbridge/core/agent'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../../store/src/__fixtures__/describe-databases.ts'
import { agentHouse, readRun } from '../__fixtures__/agent-house.ts'
import { homeOn } from '../__fixtures__/home-on.ts'

/** Sessions at once, each of a user of its own. For a night: 200. */
const sessions = Number(process.env.DRAWBRIDGE_CHILD_SESSIONS ?? 40)
/** Every user with this remainder cancels its child. */
const cancelling = 7
/** The default of `subagents.max`. */
const most = 8

describeDatabases('many sessions with children at once', (database) => {
  test('keep their limits, cancel only their own, hear each end once, and leave nothing behind', async () => {
    let atOnce = 0
    let highest = 0
    const model = scriptModel(({ messages }) => {
      const text = JSON.stringify(messages)
      const user = /user-(\d+)/.exec(text)?.[1] ?? ''
      if (!text.includes('Begin.')) return { text: `report of user-${user}` }
      if (messages.at(-1)?.role === 'tool' || text.includes('Your child')) return { text: 'I go on.' }
      return { calls: [{ name: 'agent__spawn', input: { task: `Work for user-${user}.`, label: `of user-${user}` } }] }
    })
    await using house = await agentHouse(model, {
      folder: homeOn(database),
      authority: { limiting: 'off' },
    })
    const children = await house.drawbridge.house.service('childAgents')
    if (children === undefined) throw new Error('No room starts children.')
    const before = process.getActiveResourcesInfo().filter((kind) => kind === 'ProcessWrap').length
    const talk = async (index: number) => {
      await using conversation = await house.runner.open({ principal: { user: `user-${index}` } })
      using _watched = children.watch(conversation.id, ({ child, event }) => {
        if (event !== undefined) return
        if (child.state === 'running') {
          atOnce += 1
          highest = Math.max(highest, atOnce)
        } else if (child.startedAt !== undefined) atOnce -= 1
      })
      await readRun(conversation.send(`Begin. I am user-${index}.`))
      const [own] = await children.list(conversation.id)
      if (index % cancelling === 0 && own !== undefined) await children.cancel(own.id, 'not wanted')
      while (await children.nextAnnouncement(conversation.id)) await readRun(conversation.send(undefined))
      const listed = await children.list(conversation.id)
      return { index, told: announcementsIn(conversation), listed }
    }
    const ended = await Promise.all(Array.from({ length: sessions }, (_, index) => talk(index)))
    for (const { index, told, listed } of ended) {
      expect(listed).toMatchObject([{ label: `of user-${index}`, user: `user-${index}` }])
      const [child] = listed
      if (index % cancelling !== 0) expect(child?.state).toBe('completed')
      expect(told).toHaveLength(1)
      expect(told[0]).toContain(child?.state === 'completed' ? `report of user-${index}` : 'was cancelled')
    }
    expect(highest).toBeLessThanOrEqual(most)
    await delay(0)
    expect(process.getActiveResourcesInfo().filter((kind) => kind === 'ProcessWrap').length).toBeLessThanOrEqual(before)
  }, 120_000)
})

function announcementsIn(conversation: Conversation): readonly string[] {
  return conversation
    .entries()
    .flatMap((entry) => (entry.kind === 'message' && entry.from === 'agent' ? [entry.text] : []))
}
