import { ToolFault as Fault, failure, type ToolFault } from '@drawbridge/core'

/** The beginnings of the message that an engine prints in place of a program that it could not start. */
const refusal = /^(Error: )?(OCI runtime exec failed: |runc: |crun: |exec failed: ).*/

/**
 * Returns the reason why a program did not start, if the engine wrote it at the start of the output: engines do so with
 * exit code 126 or 127. A program that prints the same only deceives its caller. Pure.
 */
export function engineRefusal(said: string, exitCode: number | null, program: string): ToolFault | undefined {
  const [words] = refusal.exec(said) ?? []
  if ((exitCode !== 126 && exitCode !== 127) || words === undefined) return undefined
  if (/chdir to cwd|no such file or directory.*cwd/.test(words)) {
    return fault('file_not_found', 'The working folder does not exist in the sandbox. Use one inside the workspace.')
  }
  if (/permission denied/.test(words)) {
    return fault('command_not_found', `"${program}" cannot be run in the sandbox: it is not an executable file.`)
  }
  if (/not found|no such file/.test(words)) {
    return fault(
      'command_not_found',
      `"${program}" was not found in the sandbox. Only programs of its image exist; check the name.`,
    )
  }
  return fault('command_failed', `"${program}" could not be started in the sandbox: ${words.slice(0, 300)}`)
}

function fault(code: Parameters<typeof failure>[0], message: string): ToolFault {
  return new Fault(failure(code, message))
}
