import { existsSync } from 'node:fs'
import { createStyle } from '@drawbridge/room/text'
import { checkPolicyFile } from '@drawbridge/sdk/config'
import { resolveWorkspace } from '@drawbridge/sdk/folders'
import { type ExitCode, exitCodes } from '../command-line/exit-code.ts'
import type { Io } from '../io/io.ts'
import { type PolicyFileFlags, policyFile } from './policy-file-flags.ts'
import { renderProblems } from './render-problems.ts'
import { roomsForFile } from './rooms-for-file.ts'

/**
 * Says what is wrong with a configuration file.
 * @param given Default: the operator's, which may be missing.
 */
export async function runPolicyCheck(
  given: string | undefined,
  flags: PolicyFileFlags,
  { output, environment }: Io,
): Promise<ExitCode> {
  const file = policyFile(given, environment)
  if (given === undefined && !existsSync(file)) {
    const nothing = { problems: [], warnings: [] }
    const text = `There is no configuration ("${file}"): the built-in values apply.`
    await output.write(`${flags.json === true ? JSON.stringify(nothing) : text}\n`)
    return exitCodes.ok
  }
  const checked = await checkPolicyFile(file, {
    workspace: resolveWorkspace(flags.workspace),
    kind: flags.project === true ? 'project' : 'operator',
    rooms: await roomsForFile(file, environment),
  })
  const { warnings } = checked
  const problems = checked.status === 'faulty' ? checked.problems : []
  if (flags.json === true) await output.write(`${JSON.stringify({ problems, warnings })}\n`)
  else {
    const text = renderProblems(problems, warnings, createStyle(output.colour))
    await output.write(problems.length === 0 ? `${text}${file}: no problems found.\n` : text)
  }
  return problems.length === 0 ? exitCodes.ok : exitCodes.failed
}
