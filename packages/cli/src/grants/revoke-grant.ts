import { explainAmbiguous, findByPrefix } from '@drawbridge/room'
import type { ApprovalFlags } from '../approvals/approval-flags.ts'
import { findAuthority, operator } from '../approvals/open-authority.ts'
import { type ExitCode, exitCodes } from '../command-line/exit-code.ts'
import type { Io } from '../io/io.ts'

/** Takes a grant back, named by its id or a beginning of it: what it covered is asked about again from now on. */
export async function revokeGrant(given: string, flags: ApprovalFlags, io: Io): Promise<ExitCode> {
  await using store = await findAuthority(flags, io)
  const found = findByPrefix(given, {
    items: (await store?.grants.list()) ?? [],
    idOf: ({ id }) => id,
    kind: 'grant',
    isLikely: ({ revokedAt }) => revokedAt === undefined,
  })
  const id = found.status === 'found' ? found.item.id : given
  if (found.status !== 'found' || (await store?.grants.revoke(id, operator(io).client)) !== true) {
    const message =
      found.status === 'ambiguous'
        ? explainAmbiguous(given, 'grants', found.ids)
        : `No active grant has the id ${JSON.stringify(id)}. See: drawbridge grants list`
    await io.diagnostics.write(`drawbridge: ${message}\n`)
    return exitCodes.failed
  }
  await io.output.write(flags.json === true ? `${JSON.stringify({ revoked: id })}\n` : `Revoked ${id}.\n`)
  return exitCodes.ok
}
