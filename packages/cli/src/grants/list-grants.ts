import { describeGrant } from '@drawbridge/core/approval'
import { escapeToOneLine } from '@drawbridge/core/base'
import type { StoredGrant } from '@drawbridge/sdk/authority'
import type { ApprovalFlags } from '../approvals/approval-flags.ts'
import { findAuthority } from '../approvals/open-authority.ts'
import type { Io } from '../io/io.ts'

export interface ListGrantsFlags extends ApprovalFlags {
  readonly all?: boolean
}

/** Lists standing grants; with `all` also former ones. */
export async function listGrants(flags: ListGrantsFlags, io: Io): Promise<void> {
  await using store = await findAuthority(flags, io)
  const grants = ((await store?.grants.list()) ?? []).filter((grant) => flags.all === true || isActive(grant))
  const { output, diagnostics } = io
  if (flags.json === true) return output.write(`${JSON.stringify({ grants })}\n`)
  if (grants.length === 0) return diagnostics.write('There are no standing grants.\n')
  await output.write(grants.map(row).join('\n'))
}

function isActive({ revokedAt, expiresAt }: StoredGrant): boolean {
  return revokedAt === undefined && (expiresAt === undefined || Date.now() < expiresAt)
}

function row(grant: StoredGrant): string {
  const { id, owner, grantedBy, grantedAt, expiresAt, lastUsedAt, revokedAt, revokedBy } = grant
  const time = (at: number) => new Date(at).toISOString()
  const whose = [
    owner.agent === undefined ? 'no agent' : `the agent ${owner.agent}`,
    ...(owner.user === undefined ? [] : [`for ${owner.user}`]),
  ].join(' ')
  const used = lastUsedAt === undefined ? 'not used yet' : `used last ${time(lastUsedAt)}`
  const ended =
    revokedAt !== undefined
      ? `, revoked ${time(revokedAt)} by ${revokedBy}`
      : expiresAt !== undefined
        ? `, until ${time(expiresAt)}`
        : ''
  return [
    escapeToOneLine(id),
    `  Allows  ${escapeToOneLine(describeGrant(grant, 'always'))}`,
    `  Whose   ${escapeToOneLine(whose)}`,
    `  Given   ${time(grantedAt)} by ${escapeToOneLine(grantedBy)}, ${used}${escapeToOneLine(ended)}`,
    '',
  ].join('\n')
}
