import { join } from 'node:path'
import { errorMessage } from '@drawbridge/core'
import { readFolderOfFiles } from '@drawbridge/sandbox/folder'
import { readDefinition } from '../definition/read-definition.ts'
import type { LiveTool } from './live-tools.ts'

/** The longest file of a tool, in bytes. */
const maxFileBytes = 256 * 1024

/** A file of `tools/` that declares no tool, with the reason. */
export interface LocalProblem {
  readonly file: string
  readonly problem: string
}

/** The tools that files of the data folder declare, and the files that could not be used. */
export interface LocalTools {
  readonly tools: readonly LiveTool[]
  readonly problems: readonly LocalProblem[]
}

/** The folder of the files that declare tools. */
export function localFolder(home: string): string {
  return join(home, 'tools')
}

/** Reads `tools/*.json` of the data folder. A file that cannot be used costs only its own tool. */
export async function readLocalTools(home: string): Promise<LocalTools> {
  const tools: LiveTool[] = []
  const problems: LocalProblem[] = []
  for (const read of readFolderOfFiles(localFolder(home), '.json', maxFileBytes)) {
    const { name: file } = read
    if ('problem' in read) {
      problems.push({ file, problem: read.problem })
      continue
    }
    const found = await readFile(read.text)
    if (typeof found === 'string') problems.push({ file, problem: found })
    else if (tools.some(({ name }) => name === found.name))
      problems.push({ file, problem: `Another file declares "${found.name}" already.` })
    else tools.push(found)
  }
  return { tools: tools.filter(({ description }) => description.enabled), problems }
}

async function readFile(text: string): Promise<LiveTool | string> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return `It is not JSON: ${errorMessage(error)}`
  }
  const read = await readDefinition(value)
  if (!read.ok) return read.problems.join(' ')
  const { description, environment } = read
  if (environment !== undefined)
    return '"env" in a file would be readable by every program that reads the file. Name variables of your environment in "env_allowlist", or add the tool with "drawbridge custom add", which keeps "env" encrypted.'
  if (description.agent_id !== undefined) return '"agent_id" goes with tools of the database: drawbridge custom add'
  if (description.api !== undefined) return '"api" goes with imported tools: drawbridge custom import'
  return { name: `local.${description.name}`, origin: 'declarative', description, revision: text }
}
