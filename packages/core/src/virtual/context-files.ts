import type { Clock } from '../clock/clock.ts'
import { failure } from '../outcome/failure.ts'
import { fail } from '../outcome/tool-fault.ts'
import type { AgentRecord } from './agent-store.ts'
import { contextFileNames } from './context-file-names.ts'
import { type DocumentLimits, defaultDocumentLimits } from './document-limits.ts'
import type { DocumentStore } from './document-store.ts'
import { withoutSection, withSection } from './generated-section.ts'
import type { Interceptor, VirtualContent } from './interceptor.ts'
import { createLayeredDocuments, stale } from './layered-documents.ts'

/** Generates a text each time that it is read; undefined if it has nothing to say. */
export type TextGenerator = () => string | undefined | Promise<string | undefined>

/** The options of `createContextFiles`. */
export interface ContextFilesOptions {
  readonly agent: Pick<AgentRecord, 'id' | 'type' | 'createdMs'>
  readonly user: string
  readonly store: DocumentStore
  readonly clock: Pick<Clock, 'now'>
  readonly limits?: DocumentLimits
  /** Generates the section below the stored text of `TOOLS.md`: for example, the programs that run with credentials. */
  readonly describeTools?: TextGenerator
}

/** The version of a `TOOLS.md` that has a generated part and no stored one. */
const generatedOnly = 'generated'

/**
 * Creates an agent's identity files: `SOUL.md` and similar. An open agent has them per user, over its template; for a
 * predefined one only `USER.md` belongs to the user. Writing an empty `BOOTSTRAP.md` deletes it: the first run is done.
 */
export function createContextFiles(options: ContextFilesOptions): Interceptor {
  const { agent, user, store, clock, limits = defaultDocumentLimits, describeTools } = options
  const documents = createLayeredDocuments({ store, agent: agent.id, user, limits, clock })
  const sectionOf = async (path: string): Promise<string | undefined> =>
    path === 'TOOLS.md' ? describeTools?.() : undefined

  const render = async (path: string, stored: VirtualContent | undefined): Promise<VirtualContent | undefined> => {
    const section = await sectionOf(path)
    if (section === undefined) return stored
    const text = withSection(stored?.text ?? '', section)
    if (stored === undefined && text === '') return undefined
    const { version = generatedOnly, modifiedMs = agent.createdMs, trust = 'trusted' } = stored ?? {}
    return { path, text, bytes: Buffer.byteLength(text), modifiedMs, version, trust }
  }
  const read = async (path: string) => render(path, await documents.read(path))

  return {
    name: 'context files',
    roots: contextFileNames.map((name) => ({ name, kind: 'file' })),
    objection: (path) =>
      agent.type === 'open' || path === 'USER.md'
        ? undefined
        : failure(
            'path_outside_roots',
            `"${path}" belongs to the agent "${agent.id}" and is the same for all of its users: it can be read but not changed. Put facts about this user in USER.md, and things to remember in MEMORY.md.`,
          ),
    list: async () => {
      const stored = await documents.list()
      const tools = await read('TOOLS.md')
      return [...stored.filter(({ path }) => path !== 'TOOLS.md'), ...(tools === undefined ? [] : [tools])]
    },
    readAll: async () => {
      const stored = await documents.readAll()
      const tools = await render(
        'TOOLS.md',
        stored.find(({ path }) => path === 'TOOLS.md'),
      )
      return [...stored.filter(({ path }) => path !== 'TOOLS.md'), ...(tools === undefined ? [] : [tools])]
    },
    read,
    write: async (path, text, version, trust) => {
      const known = version === generatedOnly ? undefined : version
      if (path === 'BOOTSTRAP.md' && text.trim() === '') {
        if (known !== undefined) await documents.remove(path, known)
        return undefined
      }
      const kept = path === 'TOOLS.md' ? withoutSection(path, text, await sectionOf(path)) : text
      const stored = await documents.write(path, kept, known, trust)
      return (await render(path, stored)) ?? stale(path)
    },
    remove: async (path, version) => {
      if (version === generatedOnly) {
        fail('path_outside_roots', `"${path}" is generated on every read and cannot be deleted. It has no stored text.`)
      }
      await documents.remove(path, version)
    },
  }
}
