import type { TestDatabase } from '../../../store/src/__fixtures__/describe-databases.ts'
import { homeWith } from './home-with.ts'
import type { ScratchFolder } from './scratch-folder.ts'

/** A workspace of its own with files by relative path, and a home whose record is kept in the given kind of database and that has these agents. */
export function homeOn(
  database: TestDatabase,
  files?: Parameters<typeof homeWith>[1],
  agents: readonly string[] = [],
): ScratchFolder {
  const options = database.options()
  const store = options.kind === 'sqlite' ? {} : { store: { kind: 'postgres', url: options.url } }
  return homeWith({ ...store, agents: Object.fromEntries(agents.map((agent) => [agent, {}])) }, files)
}
