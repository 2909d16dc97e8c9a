import { type ExitCode, exitCodes } from '../command-line/exit-code.ts'
import type { Io } from '../io/io.ts'
import type { SecretFlags } from '../secrets/open-kept.ts'
import { changeProgram } from './change-program.ts'
import { type GranteeFlags, granteeOf } from './grantee-of.ts'
import { describeGrantee } from './render-program.ts'

type GrantFlags = SecretFlags & GranteeFlags

/** Grants a program. */
export async function grantProgram(name: string, flags: GrantFlags, io: Io): Promise<ExitCode> {
  const grantee = granteeOf(flags)
  return changeProgram(name, flags, io, async (programs) =>
    (await programs.grant(name, grantee)) ? `Granted "${name}" to ${describeGrantee(grantee)}.` : undefined,
  )
}

/** Takes a grant away. */
export async function revokeProgram(name: string, flags: GrantFlags, io: Io): Promise<ExitCode> {
  const grantee = granteeOf(flags)
  let wasGranted = true
  const code = await changeProgram(name, flags, io, async (programs) => {
    const result = await programs.revoke(name, grantee)
    wasGranted = result !== 'not granted'
    if (result === 'unknown') return undefined
    const whom = describeGrantee(grantee)
    return result === 'revoked' ? `Revoked "${name}" from ${whom}.` : `"${name}" was not granted to ${whom}.`
  })
  return wasGranted ? code : exitCodes.failed
}
