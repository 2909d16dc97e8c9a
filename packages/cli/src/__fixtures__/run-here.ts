import { chdir, cwd, env } from 'node:process'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { runCommandLine } from '../command-line/run-command-line.ts'
import { createTextOutput } from '../io/create-text-output.ts'
import type { Io } from '../io/io.ts'
import type { CliResult } from './run-cli.ts'
import type { ScratchFolder } from './scratch-folder.ts'

/** Runs a command line in this process, without a terminal unless `surroundings` have one: much faster than the real command, which the contract's tests start. */
export async function runHere(
  { workspace, home }: ScratchFolder,
  args: readonly string[],
  input = '',
  surroundings: Partial<Io> = {},
): Promise<CliResult> {
  const [output, diagnostics] = [new PassThrough(), new PassThrough()]
  const before = { folder: cwd(), home: env.DRAWBRIDGE_HOME }
  // Read from the start: a command waits for its reader.
  const written = Promise.all([text(output), text(diagnostics)])
  chdir(workspace)
  if (cwd() !== workspace)
    throw new Error('The folder of this process is kept by what another test file loaded: add that to `isolated`.')
  env.DRAWBRIDGE_HOME = home
  try {
    const code = await runCommandLine(args, {
      input: Readable.from([Buffer.from(input)]),
      output: createTextOutput(output, {}),
      diagnostics: createTextOutput(diagnostics, {}),
      environment: env,
      catchInterrupts: () => ({ signal: new AbortController().signal, [Symbol.dispose]: () => undefined }),
      openTerminal: () => undefined,
      ...surroundings,
    })
    output.end()
    diagnostics.end()
    const [stdout, stderr] = await written
    return { code, stdout, stderr }
  } finally {
    chdir(before.folder)
    if (before.home === undefined) delete env.DRAWBRIDGE_HOME
    else env.DRAWBRIDGE_HOME = before.home
  }
}
