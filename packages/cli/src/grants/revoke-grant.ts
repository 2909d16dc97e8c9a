import type { ApprovalFlags } from '../approvals/approval-flags.ts'
import { findAuthority, operator } from '../approvals/open-authority.ts'
import { type ExitCode, exitCodes } from '../command-line/exit-code.ts'
import type { Io } from '../io/io.ts'

/** Takes a grant back: what it covered is asked about again from now on. */
export async function revokeGrant(id: string, flags: ApprovalFlags, io: Io): Promise<ExitCode> {
  await using store = await findAuthority(flags, io)
  if (store === undefined || !(await store.grants.revoke(id, operator(io).client))) {
    const message = `There is no grant ${JSON.stringify(id)} that is not revoked already. See: drawbridge grants list`
    await io.diagnostics.write(`drawbridge: ${message}\n`)
    return exitCodes.failed
  }
  await io.output.write(flags.json === true ? `${JSON.stringify({ revoked: id })}\n` : `Revoked ${id}.\n`)
  return exitCodes.ok
}
