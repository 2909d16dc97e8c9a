import { clientOperations } from './client-operations.ts'
import { errorCodes, exitCodes, outcomeCodes } from './code-tables.ts'
import { commandTableBlock } from './command-table.ts'
import { dialectTable } from './dialect-table.ts'
import { libraryReference } from './library-reference.ts'
import { toolReference, toolTable } from './tool-tables.ts'

/** A part of a page that a program writes, between the marks `<!-- generated: NAME -->` and `<!-- end of NAME -->`. */
export interface GeneratedBlock {
  readonly name: string
  /** Path below the root. */
  readonly page: string
  /** Returns the Markdown between the marks. */
  render(root: string): string | Promise<string>
}

/** Every generated part of the documents. */
export const generatedBlocks: readonly GeneratedBlock[] = [
  { name: 'library', page: 'docs/library.md', render: libraryReference },
  { name: 'tools', page: 'docs/tools.md', render: toolTable },
  { name: 'parameters', page: 'docs/tools.md', render: toolReference },
  { name: 'dialects', page: 'docs/dialects.md', render: dialectTable },
  { name: 'commands', page: 'docs/cli.md', render: commandTableBlock },
  { name: 'outcome-codes', page: 'docs/troubleshooting.md', render: outcomeCodes },
  { name: 'error-codes', page: 'docs/troubleshooting.md', render: errorCodes },
  { name: 'client', page: 'packages/client/src/operations.ts', render: clientOperations },
  { name: 'exit-codes', page: 'docs/troubleshooting.md', render: exitCodes },
]
