import { clientOperations } from './client-operations.ts'
import { errorCodes, exitCodes, outcomeCodes } from './code-tables.ts'
import { commandTableBlock } from './command-table.ts'
import { dialectTable } from './dialect-table.ts'
import { libraryReference } from './library-reference.ts'
import { toolSchemas } from './tool-schemas.ts'
import { toolReference, toolTable } from './tool-tables.ts'

/**
 * A part of a page that a program writes, between the marks `<!-- generated: NAME -->` and `<!-- end of NAME -->`. Of a JSON file, which has
 * no place for marks, it is the whole.
 */
export interface GeneratedBlock {
  readonly name: string
  /** Path below the root. */
  readonly page: string
  /** Returns the text between the marks. */
  render(root: string): string | Promise<string>
}

/** Every generated part of the documents and sources. */
export const generatedBlocks: readonly GeneratedBlock[] = [
  { name: 'library', page: 'docs/library.md', render: libraryReference },
  { name: 'tools', page: 'docs/tools.md', render: toolTable },
  { name: 'parameters', page: 'docs/tools.md', render: toolReference },
  { name: 'dialects', page: 'docs/dialects.md', render: dialectTable },
  { name: 'commands', page: 'docs/cli.md', render: commandTableBlock },
  { name: 'outcome-codes', page: 'docs/troubleshooting.md', render: outcomeCodes },
  { name: 'error-codes', page: 'docs/troubleshooting.md', render: errorCodes },
  { name: 'client', page: 'packages/client/src/operations.ts', render: clientOperations },
  { name: 'tool-schemas', page: 'packages/sdk/src/tools/tool-schemas.json', render: toolSchemas },
  { name: 'exit-codes', page: 'docs/troubleshooting.md', render: exitCodes },
]
