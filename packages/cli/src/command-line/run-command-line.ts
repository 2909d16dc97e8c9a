import type { Io } from '../io/io.ts'
import { type ExitCode, exitCodes } from './exit-code.ts'
import { UsageError } from './usage-error.ts'

/** Carries out one command line. Resolves to the exit code; whatever went wrong has been said by then. Never rejects. */
export async function runCommandLine(args: readonly string[], io: Io): Promise<ExitCode> {
  let code: ExitCode = exitCodes.ok
  try {
    const { createProgram } = await import('./create-program.ts')
    const words = spellOutHelp(args)
    const program = await createProgram(words, { io, finish: (given) => (code = given) })
    await program.parseAsync(words, { from: 'user' })
    if (io.output.failure === undefined) return code
    await io.diagnostics.write(`drawbridge: The output could not be written: ${io.output.failure}\n`)
    return code === exitCodes.ok ? exitCodes.failed : code
  } catch (error) {
    return explainError(error, io)
  }
}

/** `help COMMAND` is `COMMAND --help`: npx keeps a `--help` that directly follows `drawbridge` for itself. */
function spellOutHelp(args: readonly string[]): readonly string[] {
  return args[0] === 'help' ? [...args.slice(1), '--help'] : args
}

/** The user can fix a wrong option or setting; any other error is a defect of ours, so its stack trace is shown. */
async function explainError(error: unknown, io: Io): Promise<ExitCode> {
  if (isSuppressed(error)) {
    const code = await explainError(error.suppressed, io)
    await explainError(error.error, io)
    return code
  }
  if (isCommanderError(error)) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage
  if (UsageError.isInstance(error) || isDrawbridgeError(error)) {
    await io.diagnostics.write(`drawbridge: ${error.message}\n`)
    return exitCodes.usage
  }
  const report = error instanceof Error ? (error.stack ?? error.message) : String(error)
  await io.diagnostics.write(`drawbridge: this is a defect in drawbridge itself.\n${report}\n`)
  return exitCodes.failed
}

/** An error, and a second one while what was open was closed because of it. */
function isSuppressed(error: unknown): error is { readonly error: unknown; readonly suppressed: unknown } {
  return error instanceof Error && 'suppressed' in error && 'error' in error
}

/** Commander has said already what is wrong, or shown the help that was asked for. */
function isCommanderError(error: unknown): error is { readonly exitCode: number } {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('commander.')
}

/** Told by its marker: importing the class would load all of core for a misspelt option. */
function isDrawbridgeError(error: unknown): error is Error {
  return error instanceof Error && Symbol.for('drawbridge.error') in error
}
