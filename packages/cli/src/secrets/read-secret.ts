import { readFileSync, statSync } from 'node:fs'
import { errorMessage } from '@drawbridge/core'
import { UsageError } from '../command-line/usage-error.ts'
import type { Io } from '../io/io.ts'
import { readHiddenLine } from './read-hidden-line.ts'

/** The source of a value; if empty, standard input. Never an argument, which every process can read. */
export interface SecretOrigin {
  readonly fromEnv?: string | undefined
  readonly fromFile?: string | undefined
}

const maxBytes = 262_144

/** Reads a value, without its trailing line break. Throws if it is empty; never reveals it. */
export async function readSecret(
  { fromEnv, fromFile }: SecretOrigin,
  io: Pick<Io, 'input' | 'diagnostics' | 'environment'>,
): Promise<string> {
  if (fromEnv !== undefined && fromFile !== undefined) throw new UsageError('Give --from-env or --from-file, not both.')
  if (fromEnv !== undefined) return fromEnvironment(fromEnv, io)
  if (fromFile !== undefined) return fromBytes(readBytes(fromFile), `the file "${fromFile}"`)
  const hidden = await readHiddenLine(io)
  return hidden ?? fromBytes(await readInput(io), 'standard input')
}

function fromEnvironment(name: string, { environment }: Pick<Io, 'environment'>): string {
  const value = Object.hasOwn(environment, name) ? environment[name] : undefined
  if (value === undefined || value === '') throw new UsageError(`The environment has no variable "${name}".`)
  return value
}

function readBytes(file: string): Buffer {
  try {
    const stat = statSync(file)
    if (!stat.isFile() || stat.size > maxBytes) throw new Error(`It is not a file of at most ${maxBytes} bytes.`)
    return readFileSync(file)
  } catch (error) {
    throw new UsageError(`The file "${file}" cannot be read: ${errorMessage(error)}`)
  }
}

async function readInput({ input }: Pick<Io, 'input'>): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of input) {
    const part = Buffer.from(chunk as Buffer | string)
    bytes += part.length
    if (bytes > maxBytes) throw new UsageError(`Standard input has more than ${maxBytes} bytes.`)
    chunks.push(part)
  }
  return Buffer.concat(chunks)
}

function fromBytes(bytes: Buffer, origin: string): string {
  const text = bytes.toString('utf8')
  if (!Buffer.from(text).equals(bytes)) throw new UsageError(`The content of ${origin} is not UTF-8 text.`)
  return text.replace(/^\ufeff/, '').replace(/\r?\n$/, '')
}
