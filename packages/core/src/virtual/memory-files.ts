import type { Role } from '../base/principal.ts'
import type { Clock } from '../clock/clock.ts'
import { failure } from '../outcome/failure.ts'
import { checkDocumentPath } from './check-document-path.ts'
import { type DocumentLimits, defaultDocumentLimits } from './document-limits.ts'
import type { DocumentStore } from './document-store.ts'
import type { Interceptor } from './interceptor.ts'
import { createLayeredDocuments } from './layered-documents.ts'

/** A document that an index of the memory has to look at again. */
export interface MemoryChange {
  readonly agent: string
  readonly user: string
  readonly path: string
  /** `null` if it is hidden from this user. */
  readonly text: string | null
}

/** The options of `createMemoryFiles`. */
export interface MemoryFilesOptions {
  readonly agent: string
  readonly user: string
  readonly store: DocumentStore
  readonly clock: Pick<Clock, 'now'>
  readonly limits?: DocumentLimits
  /** Called after each change of a `.md` document has been stored. Work that takes long is for it to put off. */
  readonly onChange?: (change: MemoryChange) => void | Promise<void>
}

/** Runs that work for another one may look into its memory and leave it as it is. */
const readingRoles: ReadonlySet<Role> = new Set(['sub', 'fork', 'worker'])

/** Creates an agent's memory: `MEMORY.md` and all below `memory/`, the user's own over the shared ones. */
export function createMemoryFiles(options: MemoryFilesOptions): Interceptor {
  const { agent, user, store, clock, limits = defaultDocumentLimits, onChange } = options
  const documents = createLayeredDocuments({ store, agent, user, limits, clock })
  const tell = async (path: string, text: string | null): Promise<void> => {
    if (path.toLowerCase().endsWith('.md')) await onChange?.({ agent, user, path, text })
  }

  return {
    name: 'memory',
    roots: [
      { name: 'MEMORY.md', kind: 'file' },
      { name: 'memory', kind: 'folder' },
    ],
    objection: (path, _change, { role }) =>
      readingRoles.has(role)
        ? failure(
            'memory_readonly',
            `"${path}" belongs to the agent's memory, which a run of the role "${role}" can read but not change. Put things worth remembering into your answer; the run that you work for can store them.`,
          )
        : undefined,
    list: documents.list,
    readAll: documents.readAll,
    read: documents.read,
    write: async (path, text, version, trust) => {
      checkDocumentPath(path)
      const written = await documents.write(path, text, version, trust)
      await tell(path, text)
      return written
    },
    remove: async (path, version) => {
      await documents.remove(path, version)
      await tell(path, null)
    },
  }
}
