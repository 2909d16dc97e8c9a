import { isAgentId } from '@drawbridge/core/virtual'
import { openStoredConfiguration } from '@drawbridge/sdk/config'
import { resolveHome } from '@drawbridge/sdk/folders'
import { type ExitCode, exitCodes } from '../command-line/exit-code.ts'
import { UsageError } from '../command-line/usage-error.ts'
import type { Io } from '../io/io.ts'
import { readText } from '../io/read-text.ts'
import type { AgentFlags } from './open-agents.ts'

export interface DefineAgentFlags extends AgentFlags {
  readonly remove?: boolean
}

/** Stores the definition of an agent in the database, or removes it. Standard input is read only if the file is `-`. */
export async function defineAgent(
  id: string,
  file: string | undefined,
  { remove = false, ...flags }: DefineAgentFlags,
  io: Io,
): Promise<ExitCode> {
  if (!isAgentId(id))
    throw new UsageError(
      `"${id}" is not a valid name for an agent. Begin with a letter or digit, then use letters, digits, ".", "_" and "-", at most 64 characters.`,
    )
  if (remove === (file !== undefined))
    throw new UsageError('Give the file with the definition, or --remove to remove the stored one.')
  const { environment, output, diagnostics } = io
  const home = resolveHome({ flag: flags.home, env: environment })
  await using stored = openStoredConfiguration({ home, environment, secrets: 'unchecked' })
  const path = ['agents', id, 'definition']
  if (file === undefined) {
    const isRemoved = await stored.unset(path)
    if (!isRemoved) await diagnostics.write(`drawbridge: No definition of "${id}" is stored in the database.\n`)
    else if (flags.json === true) await output.write(`${JSON.stringify({ removed: id })}\n`)
    else await output.write(`Removed the stored definition of "${id}".\n`)
    return isRemoved ? exitCodes.ok : exitCodes.failed
  }
  const text = file === '-' ? (await Array.fromAsync(readText(io.input))).join('') : await textOf(file)
  const warnings = await stored.set(path, text)
  for (const { message } of warnings) await diagnostics.write(`drawbridge: ${message}\n`)
  if (flags.json === true) await output.write(`${JSON.stringify({ defined: id })}\n`)
  else await output.write(`Stored the definition of "${id}". Use it with: drawbridge run "TASK" --agent ${id}\n`)
  return exitCodes.ok
}

async function textOf(file: string): Promise<string> {
  const { readFile } = await import('node:fs/promises')
  try {
    return await readFile(file, 'utf8')
  } catch {
    throw new UsageError(`The file "${file}" cannot be read.`)
  }
}
