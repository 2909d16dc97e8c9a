import { join } from 'node:path'
import { errorMessage } from '@drawbridge/core'
import { ownLabel } from '@drawbridge/core/artifact'
import { defined } from '@drawbridge/core/base'
import { noteCopiedFolder } from '@drawbridge/core/policy'
import type { House } from '@drawbridge/room'
import { type ChildEnd, type ChildRecord, hasEnded } from '../record/child-record.ts'
import { branchOf } from './branch-of.ts'
import { closedFiles } from './closed-files.ts'

/** The place where an isolated child works. */
export interface IsolatedPlace {
  /** Absolute. */
  readonly workspace: string
  /** Told to the child behind its task. */
  readonly remark: string
}

/** Copies of repositories in which children work, below `worktrees/` in the home. */
export interface Isolation {
  /** Makes the copy for a child, or finds the one that it left. Rejects if none can be made: the child does not run then. */
  begin(child: ChildRecord, signal: AbortSignal): Promise<IsolatedPlace | undefined>
  /** Makes a branch of the work of a child, and an artifact of its parent of the change. Never rejects: a failure is part of the end. */
  keep(child: ChildRecord, end: ChildEnd): Promise<ChildEnd>
  /** Removes the copy of a child whose end is announced, unless something is in it that no branch has. */
  drop(child: Pick<ChildRecord, 'id'>): Promise<void>
  /** Removes the copies that a process left when it was killed, after a branch has their work. */
  sweep(find: (id: string) => Promise<ChildRecord | undefined>): Promise<void>
}

/** The parts of a house that isolation needs. */
export type IsolationHouse = Pick<House, 'home' | 'artifacts' | 'policy' | 'limitsOf'>

const load = () => import('@drawbridge/sandbox/worktree')
const removeKept = async (folder: string) => (await import('./remove-kept.ts')).removeKept(folder)

/** Returns the folder of all copies. */
export function folderOfCopies(home: string): string {
  return join(home, 'worktrees')
}

/** Creates the keeper of copies. */
export function createIsolation(house: IsolationHouse): Isolation {
  const { home, artifacts } = house
  const all = folderOfCopies(home)
  const folderOf = (id: string) => join(all, id)
  /** The children of this process that have a copy now: what is swept is never theirs. */
  const present = new Map<string, Disposable | undefined>()

  const isolation: Isolation = {
    begin: async (child, signal) => {
      const { isolation: kind, workspace, includeChanges = true } = child.options
      if (kind !== 'worktree') return undefined
      present.set(child.id, undefined)
      const folder = folderOf(child.id)
      const { copyRepository, readWorktreeRecord, removeCopy } = await load()
      const { left = [] } = (await readWorktreeRecord(folder)) ?? {}
      if (left.length > 0)
        throw new Error(
          `${folder} still has ${left.join(', ')}, which no branch has. Take it out, remove the folder, and try again.`,
        )
      await removeCopy(folder)
      const { label } = child
      const branch = child.branch ?? branchOf(child)
      const copy = await copyRepository({
        workspace,
        folder,
        branch,
        label,
        includeChanges,
        isClosed: closedFiles(child, house),
        from: child.branch,
        signal,
      }).catch((error: unknown) => {
        present.delete(child.id)
        throw error
      })
      // A path that may not be touched in the repository may not be touched in its copy.
      present.set(child.id, noteCopiedFolder(copy.top))
      return { workspace: copy.workspace, remark: remarkOn(copy.missing, branch) }
    },
    keep: async (child, end) => {
      if (child.options.isolation !== 'worktree') return end
      const folder = folderOf(child.id)
      try {
        const { keepWork } = await load()
        const work = await keepWork(folder)
        if (work === undefined) return { ...end, message: joined(end.message, 'The folder with its work is gone.') }
        const { branch, diff, summary, left } = work
        const stays = left.length === 0 ? undefined : `${folder} stays, because git cannot keep ${left.join(', ')}.`
        const artifact = diff === '' ? [] : [await storeChange(diff, child)]
        return {
          ...end,
          ...defined({ branch, message: joined(end.message, stays) }),
          text: summary === '' ? end.text : `${end.text}\n\nChanged on its branch:\n${summary}`.trimStart(),
          artifacts: [...end.artifacts, ...artifact.filter((id) => id !== undefined)],
        }
      } catch (error) {
        const why = `Its work could not become a branch and stays in ${folder}: ${errorMessage(error)}`
        return { ...end, message: joined(end.message, why) }
      }
    },
    drop: async ({ id }) => {
      try {
        await removeKept(folderOf(id))
      } finally {
        present.get(id)?.[Symbol.dispose]()
        present.delete(id)
      }
    },
    sweep: async (find) => {
      const { listCopies } = await load()
      for (const id of await listCopies(all)) {
        if (present.has(id)) continue
        const child = await find(id)
        if (child === undefined || !hasEnded(child)) continue
        await removeKept(folderOf(id)).catch(() => undefined)
      }
    },
  }
  return isolation

  /** Resolves to undefined if it cannot be stored: the branch has the change. */
  async function storeChange(diff: string, { parent, id }: ChildRecord): Promise<string | undefined> {
    const label = { ...ownLabel, trust: 'untrusted' } as const
    const origin = { session: parent, tool: 'agent.spawn', toolCallId: id, mediaType: 'text/x-diff', label }
    try {
      const writer = await artifacts.create(origin)
      await writer.write(diff)
      return (await writer.finish()).id
    } catch {
      return undefined
    }
  }
}

function joined(...texts: readonly (string | undefined)[]): string | undefined {
  const given = texts.filter((text) => text !== undefined)
  return given.length === 0 ? undefined : given.join(' ')
}

function remarkOn(missing: readonly string[], branch: string): string {
  const lacking = missing.length === 0 ? '' : ` It lacks ${missing.join('; ')}.`
  return `You work in a copy of the repository of your own. Work in your present folder, and in no path outside it that the task may name. What you leave there becomes the branch ${branch}, committed or not, except for files that git ignores.${lacking}`
}
