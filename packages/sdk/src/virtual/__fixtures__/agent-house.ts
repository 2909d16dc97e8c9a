import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { approveEverything, type Outcome } from '@drawbridge/core'
import type { Role } from '@drawbridge/core/policy'
import type { AgentStore, AgentTemplate, AgentType } from '@drawbridge/core/virtual'
import { createDrawbridge } from '../../create-drawbridge.ts'
import type { Drawbridge } from '../../drawbridge.ts'
import type { DrawbridgeOptions } from '../../drawbridge-options.ts'
import { agentWorkspace } from '../agent-folder.ts'

/** Agents in a store, and a home where they work. */
export interface AgentHouse extends AsyncDisposable {
  readonly home: string
  readonly store: AgentStore
  readonly drawbridge: Drawbridge
  create(id: string, type: AgentType, contextFiles?: AgentTemplate['contextFiles']): Promise<void>
  /** Opens a session and keeps it: what it has read it remembers. */
  session(agent: string, user: string, role?: Role): Promise<AgentSession>
  /** Folder of an agent's user on the disk. */
  folder(agent: string, user: string): string
  /** Puts a file on the disk, behind everybody's back. */
  plant(agent: string, user: string, path: string, content: string): Promise<string>
  link(agent: string, user: string, path: string, target: string): Promise<void>
  onDisk(agent: string, user: string, path: string): Promise<string | undefined>
}

export interface AgentSession {
  call(tool: string, args: Readonly<Record<string, unknown>>): Promise<Outcome>
  /** The words of a result, whether or not it is an error. */
  say(tool: string, args: Readonly<Record<string, unknown>>): Promise<string>
}

export async function openAgentHouse(store: AgentStore, options: DrawbridgeOptions = {}): Promise<AgentHouse> {
  const scratch = await realpath(await mkdtemp(join(tmpdir(), 'drawbridge-agents-')))
  const home = join(scratch, 'home')
  const project = join(scratch, 'project')
  await mkdir(project)
  const drawbridge = await createDrawbridge({
    workspace: project,
    home,
    record: 'off',
    settings: { endsLoops: false },
    ...options,
    authority: { limiting: 'off', approvers: [approveEverything], ...options.authority },
    agents: { store, ...options.agents },
  })
  const at = (agent: string, user: string, path: string) => join(agentWorkspace(home, agent, user), path)
  return {
    home,
    store,
    drawbridge,
    create: async (id, type, contextFiles = {}) => {
      await store.create({ id, type, createdMs: 1_700_000_000_000 }, { contextFiles })
    },
    session: async (agent, user, role) => {
      const opened = await drawbridge.openAgentSession({
        agent,
        user,
        ...(role === undefined ? {} : { principal: { role }, scope: { childSet: everyTool } }),
      })
      const call: AgentSession['call'] = (tool, args) => opened.call({ name: tool, arguments: args })
      return { call, say: async (tool, args) => wordsOf(await call(tool, args)) }
    },
    folder: (agent, user) => agentWorkspace(home, agent, user),
    plant: async (agent, user, path, content) => {
      await mkdir(dirname(at(agent, user, path)), { recursive: true })
      await writeFile(at(agent, user, path), content)
      return at(agent, user, path)
    },
    link: async (agent, user, path, target) => {
      await mkdir(dirname(at(agent, user, path)), { recursive: true })
      await symlink(target, at(agent, user, path))
    },
    onDisk: (agent, user, path) => readFile(at(agent, user, path), 'utf8').catch(() => undefined),
    [Symbol.asyncDispose]: async () => {
      await drawbridge[Symbol.asyncDispose]()
      await rm(scratch, { recursive: true, force: true })
    },
  }
}

/** What a child may use, so that a test finds what else stands in its way. */
const everyTool = ['fs.*', 'runtime.*']

export function wordsOf({ result }: Outcome): string {
  return result.content.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`)).join('\n')
}
