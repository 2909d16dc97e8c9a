import { didYouMean } from '@drawbridge/core/base'
import type { OpenSecretStore, ProgramEntry } from '@drawbridge/sdk/secrets'
import { type ExitCode, exitCodes } from '../command-line/exit-code.ts'
import type { Io } from '../io/io.ts'

export async function findProgram(name: string, store: OpenSecretStore | undefined): Promise<ProgramEntry | undefined> {
  return (await store?.programs.list())?.find(({ record }) => record.binary_name === name)
}

/** Says that there is no such program, and which there are. */
export async function reportMissing(name: string, store: OpenSecretStore | undefined, io: Io): Promise<ExitCode> {
  const names = ((await store?.programs.list()) ?? []).map(({ record }) => record.binary_name)
  const near = didYouMean(name, names)
  await io.diagnostics.write(
    `drawbridge: The program ${JSON.stringify(name)} does not exist.${near} See: drawbridge programs list\n`,
  )
  return exitCodes.failed
}
