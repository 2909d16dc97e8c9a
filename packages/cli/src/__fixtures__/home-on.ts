import type { TestDatabase } from '../../../store/src/__fixtures__/describe-databases.ts'
import { homeWith } from './home-with.ts'
import type { ScratchFolder } from './scratch-folder.ts'

/** A workspace of its own with files by relative path, and a home whose record is kept in the given kind of database. */
export function homeOn(database: TestDatabase, files?: Parameters<typeof homeWith>[1]): ScratchFolder {
  const options = database.options()
  return homeWith(options.kind === 'sqlite' ? {} : { store: { kind: 'postgres', url: options.url } }, files)
}
