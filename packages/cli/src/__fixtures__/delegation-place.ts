import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentProfiles, Conversation } from '@drawbridge/core/agent'
import { expect } from 'vitest'
import type { TestDatabase } from '../../../store/src/__fixtures__/describe-databases.ts'
import { agentHouse, readRun } from './agent-house.ts'
import { homeWith } from './home-with.ts'
import { runHere } from './run-here.ts'
import type { ScratchFolder } from './scratch-folder.ts'

const agents = {
  planner: 'Plans.',
  coder: 'Writes programs in TypeScript.',
  critic: 'Reviews.',
}

const prompts: AgentProfiles = { coder: { prompt: { text: 'You are coder.', source: 'the test' } } }

/** The call of a model that gives the coder a task, and waits for it unless it says otherwise. */
export const delegate = (task: string, more: object = {}) => ({
  name: 'agent__delegate',
  input: { action: 'delegate', agent: 'coder', task, mode: 'sync', ...more },
})

/** Homes with a planner, a coder and a critic, whose record is kept in a kind of database. */
export function delegationPlaces(database: TestDatabase) {
  /** @param links The words behind `agents link`. */
  const placeWith = async (own: object, ...links: readonly (readonly string[])[]): Promise<ScratchFolder> => {
    const options = database.options()
    const store = options.kind === 'sqlite' ? {} : { store: { kind: 'postgres', url: options.url } }
    const folder = homeWith({ ...store, agents: own })
    for (const [agent, description] of Object.entries(agents)) {
      mkdirSync(join(folder.home, 'agents', agent), { recursive: true })
      const text = `---\ndescription: ${description}\n---\nYou are ${agent}.\n`
      writeFileSync(join(folder.home, 'agents', agent, 'AGENT.md'), text)
    }
    for (const link of links) expect(await runHere(folder, ['agents', 'link', ...link])).toMatchObject({ code: 0 })
    return folder
  }
  return {
    placeWith,
    place: (...links: readonly (readonly string[])[]) => placeWith({}, ...links),
    opened: async (model: Parameters<typeof agentHouse>[0], folder: ScratchFolder, own: object = {}) => {
      const house = await agentHouse(model, { folder, profiles: prompts, ...own })
      const open = (agent = 'planner', user = 'ada') => house.runner.open({ principal: { agent, user } })
      return { house, open, [Symbol.asyncDispose]: () => house[Symbol.asyncDispose]() }
    },
  }
}

/** Says something in a conversation, and returns its last words. */
export async function say(conversation: Conversation, text: string | undefined): Promise<string> {
  return (await readRun(conversation.send(text))).report.text
}
