import { text } from 'node:stream/consumers'
import { DrawbridgeError, errorMessage } from '@drawbridge/core'
import type { CommandArgument, CommandInvocation } from '@drawbridge/room'
import { readSmallFile } from '@drawbridge/sandbox/folder'
import { operatorOf } from '@drawbridge/sandbox/operator'

/** The longest document that a command reads, in bytes. */
const maxBytes = 64 * 1024 * 1024

export const nameArgument: CommandArgument = { name: 'name', summary: 'the tool: its name, or custom.AGENT.NAME' }
export const fileArgument: CommandArgument = {
  name: 'file',
  summary: 'JSON file; "-" or nothing reads standard input',
  required: false,
}

/**
 * Returns the name of the person who changes tools.
 * @throws DrawbridgeError `invalid_option` if a tool started the command: a model must not give itself tools.
 */
export function needPerson({ io }: Pick<CommandInvocation, 'io'>): string {
  const { human, client } = operatorOf(io.environment)
  if (human) return client
  throw invalid('Only a person can change custom tools, and a tool started this command. Use your own terminal.')
}

/** Reads a file, or standard input for `-` and nothing. */
export async function readInput({ io }: Pick<CommandInvocation, 'io'>, file: string | undefined): Promise<string> {
  if (file === undefined || file === '-') return text(io.input)
  return (
    readSmallFile(file, maxBytes) ??
    fault(`${JSON.stringify(file)} cannot be read: it is missing, not an ordinary file, or longer than 64 MiB.`)
  )
}

/** @throws DrawbridgeError `invalid_option` if the text is not JSON. */
export function parseJson(given: string): unknown {
  try {
    return JSON.parse(given) as unknown
  } catch (error) {
    throw invalid(`The input is not JSON: ${errorMessage(error)}`)
  }
}

function fault(message: string): never {
  throw invalid(message)
}

function invalid(message: string): DrawbridgeError {
  return new DrawbridgeError('invalid_option', message)
}
